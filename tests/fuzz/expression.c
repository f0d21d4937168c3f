/* SPDX-License-Identifier: Apache-2.0 */
/* expression: of a manifest, with the values that break arithmetic. */
#include "fuzz.h"

#include "match/expr.h"

#define NAMES 6

static const char *const names[NAMES] = {"n",   "zero", "one",
                                         "max", "min",  "minus"};
static const int64_t slots[NAMES] = {4096, 0, 1, INT64_MAX, INT64_MIN, -1};

static int resolve(void *context, const char *name, size_t length)
{
    int i;

    (void)context;
    for (i = 0; i < NAMES; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], name, length))
            return i;
    return -1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = fuzz_text(data, size), error[128] = "";
    struct netcl_expr *expr;
    int64_t first = 1, second = 1;
    int err =
        netcl_expr_parse(text, resolve, NULL, &expr, error, sizeof(error));

    if (err) {
        FUZZ_REQUIRE(*error);
    } else {
        err = netcl_expr_eval(expr, slots, &first);
        FUZZ_REQUIRE(err == netcl_expr_eval(expr, slots, &second));
        FUZZ_REQUIRE(err || first == second);
        netcl_expr_free(expr);
    }
    free(text);
    return 0;
}
