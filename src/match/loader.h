/* SPDX-License-Identifier: Apache-2.0 */
/*
 * loader: what the readers of a manifest's parts share. Only for manifest.c,
 * role.c, entry.c, cut.c, check.c, variant.c and pin.c.
 *
 * Every function that returns a negative errno has reported why, except for
 * -ENOMEM. What they make belongs to the arena.
 */
#ifndef NETCL_MATCH_LOADER_H
#define NETCL_MATCH_LOADER_H

#include "base/json.h"
#include "match/arena.h"
#include "match/family.h"
#include "match/slice.h"

struct netcl_loader {
    struct netcl_arena *arena;
    struct netcl_family *family;
    struct netcl_json_at root;
    struct netcl_unit *reference;
    int own_base;    /* first slot of what belongs to one kernel entry */
    int define_base; /* first slot of variants' macros */
    uint64_t digest; /* so far */
};

/* Which names an expression may use. */
enum netcl_scope_bit {
    NETCL_SCOPE_DEVICE = 1,
    NETCL_SCOPE_LAUNCH = 2,
    NETCL_SCOPE_GROUPS = 4,
    NETCL_SCOPE_ROLES = 8,
    NETCL_SCOPE_ARGS = 16,
    NETCL_SCOPE_TUNABLES = 32,
    NETCL_SCOPE_DEFINES = 64
};

/* Those names: `entry` for arguments and tunables, `variant` for defines. */
struct netcl_scope {
    unsigned bits;
    const struct netcl_family *family;
    const struct netcl_kernel_entry *entry;
    const struct netcl_variant *variant;
};

/* A text or a whole number as an expression. */
int netcl_loader_expr(struct netcl_loader *loader,
                      const struct netcl_json_at *at,
                      const struct netcl_scope *scope,
                      const struct netcl_expr **out);

/* The same for a member that may be absent: *out stays as it is then. */
int netcl_loader_expr_member(struct netcl_loader *loader,
                             const struct netcl_json_at *object,
                             const char *key, const struct netcl_scope *scope,
                             const struct netcl_expr **out);

/* Not reported: -EINVAL where the text is no expression in this scope. */
int netcl_loader_try_expr(struct netcl_loader *loader, const char *text,
                          const struct netcl_scope *scope,
                          const struct netcl_expr **out);

/* A list of 1 to 3 sizes, or (where it may be) null. */
int netcl_loader_range(struct netcl_loader *loader,
                       const struct netcl_json_at *at, bool may_be_null,
                       const struct netcl_scope *scope,
                       struct netcl_range *range);

/* A text member; absent: reported if `is_needed`, else *out stays. */
int netcl_loader_text(struct netcl_loader *loader,
                      const struct netcl_json_at *object, const char *key,
                      bool is_needed, const char **out);

/* Whether the name can be one in C. */
bool netcl_loader_is_name(const char *name);

/* -EINVAL, reported, unless it is a name and no expression knows it yet. */
int netcl_loader_new_name(const struct netcl_json_at *at, const char *name);

/* A file of the folder, trusted; its bytes go into the digest. */
int netcl_loader_file(struct netcl_loader *loader,
                      const struct netcl_json_at *at, const char *name,
                      const char **bytes, size_t *length);

/* The role of a name, or -1. */
int netcl_role_find(const struct netcl_family *family, const char *name);

/* The roles that an expression names (NULL: none). */
uint64_t netcl_role_mask(const struct netcl_family *family,
                         const struct netcl_expr *expr);

int netcl_role_read_all(struct netcl_loader *loader);
int netcl_variant_read_all(struct netcl_loader *loader);
int netcl_entry_read_all(struct netcl_loader *loader);
int netcl_pin_read_all(struct netcl_loader *loader);

/* The arguments of an entry and its tunables. */
int netcl_argument_read_all(struct netcl_loader *loader,
                            const struct netcl_json_at *object,
                            struct netcl_kernel_entry *entry);

/* The bindings of an entry's roles and the order to evaluate them in. */
int netcl_binding_read_all(struct netcl_loader *loader,
                           const struct netcl_json_at *object,
                           struct netcl_kernel_entry *entry);

/* Its "bound". */
int netcl_cut_read_all(struct netcl_loader *loader,
                       const struct netcl_json_at *object,
                       struct netcl_kernel_entry *entry);

int netcl_check_read_all(struct netcl_loader *loader,
                         const struct netcl_json_at *object,
                         struct netcl_kernel_entry *entry);

#endif
