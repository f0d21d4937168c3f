/* SPDX-License-Identifier: Apache-2.0 */
/*
 * weave: a kernel's body that does several work-items at once.
 *
 * Items one after the other share nothing. Woven, each statement is done for
 * all of them before the next one: `s += a[i * n + k] * b[k]` becomes a line
 * for each i, in one loop over k, and b[k] is loaded once. Work-items do not
 * see each other, so any order among them is theirs; what each does by itself
 * stays in its order. What is summed up in memory, c[i] += ..., is kept in a
 * variable for the length of the loop, which no compiler dares for several at
 * once.
 *
 * Where items part (an if that holds for some), the rest is done for one after
 * the other; where they part before anything has happened, the function returns
 * false, and the caller does them one by one. Text out; any thread.
 */
#ifndef NETCL_DERIVE_WEAVE_H
#define NETCL_DERIVE_WEAVE_H

#include <stdbool.h>

#include "base/str.h"
#include "derive/license.h"

struct netcl_weave_plan {
    unsigned dimension; /* along which items are neighbours */
    unsigned items;
    bool is_apart; /* what is written overlaps no other argument */
};

/* Whether items along this dimension have a loop that they do together. */
bool netcl_weave_pays(const struct netcl_unit *unit,
                      const struct netcl_license *license, unsigned dimension);

/*
 * Append the body without its braces. It knows the parameters by their names,
 * and size_t netcl_id_0, netcl_id_1, netcl_id_2 of the first item, the macro
 * netcl_global_size, and size_t netcl_by between the items' ids. False: it
 * cannot be woven (which netcl_weave_pays() would have said), or no memory.
 */
bool netcl_weave_write(const struct netcl_unit *unit,
                       const struct netcl_license *license,
                       const struct netcl_weave_plan *plan,
                       struct netcl_str *out);

#endif
