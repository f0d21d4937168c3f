/* SPDX-License-Identifier: Apache-2.0 */
/*
 * family: what a manifest says, as plain records, and how to evaluate it.
 *
 * Everything below belongs to its struct netcl_family and lives as long as
 * that; records are read-only, so any thread may read and evaluate them.
 *
 * One numbering of slots holds for all expressions of a family:
 *
 *   0 .. NETCL_SLOT_FIXED - 1   device, launch, groups (names.def)
 *   role slots                  one per role; a buffer role holds its bytes
 *   entry slots                 per argument: an integer's value, bytes_ARG,
 *                               or width_, height_, depth_, layers_ARG;
 *                               tunables
 *   define slots                integer macros of the variant
 *
 * The launch code keeps an array of family->slot_count int64_t:
 *   1. fill in device, launch, arguments (arg->slot, arg->bytes_slot) and
 *      tunables (entry->tunables[i].slot);
 *   2. netcl_entry_set_roles();
 *   3. evaluate elements, entry->requirement, family->shape;
 *   4. per candidate netcl_variant_set_defines(), then variant->requirement,
 *      launches' global and local; fill in groups; then scratch.
 * Any evaluation that fails makes the launch keep the original (steps 1-3) or
 * the candidate illegal (step 4).
 */
#ifndef NETCL_MATCH_FAMILY_H
#define NETCL_MATCH_FAMILY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "match/expr.h"
#include "match/signature.h"

#define NETCL_ROLES_MAX 64
#define NETCL_TUNABLES_MAX 16
#define NETCL_CANDIDATES_MAX 4096 /* of one variant */
#define NETCL_ARG_SLOTS 4         /* per argument of an entry */

enum netcl_slot {
#define DEVICE(name) NETCL_SLOT_##name,
#define LAUNCH(name) NETCL_SLOT_##name,
#define GROUPS(name) NETCL_SLOT_##name,
#include "match/names.def"
#undef DEVICE
#undef LAUNCH
#undef GROUPS
    NETCL_SLOT_FIXED
};

enum netcl_role_kind {
    NETCL_ROLE_BUFFER,
    NETCL_ROLE_INT,
    NETCL_ROLE_UINT,
    NETCL_ROLE_LONG,
    NETCL_ROLE_ULONG,
    NETCL_ROLE_FLOAT,
    NETCL_ROLE_DOUBLE,
    NETCL_ROLE_IMAGE,
    NETCL_ROLE_SAMPLER
};

struct netcl_role {
    const char *name;
    enum netcl_role_kind kind;
    unsigned access;  /* buffers, images */
    const char *type; /* images: "image2d_t" */
    int slot;
    bool is_passed; /* integers: handed on, unseen by expressions */
    bool has_default;
    double number;                  /* default of a float or double role */
    const struct netcl_expr *value; /* default of an integer role */
};

static inline bool netcl_role_is_memory(const struct netcl_role *role)
{
    return role->kind == NETCL_ROLE_BUFFER || role->kind == NETCL_ROLE_IMAGE;
}

/* `NAME` or `NAME(x)` and what it stands for. */
struct netcl_define {
    const char *name;
    const char *text; /* NULL where `value` or `choices` says it */
    /*
     * Kernel entries: a text that is an integer expression in tunables and
     * device names alone stands for its value.
     */
    const struct netcl_expr *value;
    /* Variants: the values to choose from; one value for a fixed number. */
    const int64_t *choices;
    size_t choice_count;
    bool is_tunable; /* its value is part of the choice */
    int slot;        /* variants, integer macros; else -1 */
};

struct netcl_range {
    unsigned dimensions; /* 0: absent, as a NULL local size */
    const struct netcl_expr *size[3];
};

enum netcl_arg_kind {
    NETCL_ARG_BUFFER, /* global or constant memory */
    NETCL_ARG_LOCAL,
    NETCL_ARG_INTEGER, /* scalar char to ulong */
    NETCL_ARG_REAL,    /* scalar half, float, double */
    NETCL_ARG_IMAGE,
    NETCL_ARG_SAMPLER,
    NETCL_ARG_OTHER /* vectors, structs, queues: not evaluated */
};

struct netcl_arg {
    const char *name;
    enum netcl_arg_kind kind;
    struct netcl_param type;           /* type.name is "" */
    unsigned access;                   /* buffers, images */
    const struct netcl_expr *elements; /* buffers; NULL: not said */
    int slot;       /* integers; sign- or zero-extended. Else -1 */
    int bytes_slot; /* buffers: from the argument's start to its end */
    int sizes_slot; /* images: width, height, depth, layers in a row */
};

struct netcl_tunable {
    const char *name;
    int slot;
};

/* Where a role's value comes from in a kernel entry. */
struct netcl_binding {
    enum {
        NETCL_BINDING_NONE, /* the entry lacks it, and there is no default */
        NETCL_BINDING_ARG,  /* argument `arg`: buffers, float, double, passed */
        NETCL_BINDING_EXPR, /* integer kinds */
        NETCL_BINDING_NUMBER /* a constant: float, double */
    } from;
    int arg;
    const struct netcl_expr *value;
    double number;
};

/* What images are checked with: see variants/README.md. */
enum netcl_check_format {
    NETCL_CHECK_R_UINT8,
    NETCL_CHECK_RGBA_UINT8,
    NETCL_CHECK_RGBA_UNORM8,
    NETCL_CHECK_R_FLOAT,
    NETCL_CHECK_RGBA_FLOAT
};

/* One line of "check": sizes to try the variants with. */
struct netcl_check {
    /* One per argument. */
    struct netcl_check_value {
        bool is_given;
        double number;                  /* real arguments */
        int64_t integer;                /* integer arguments */
        const struct netcl_expr *bytes; /* local memory */
        const double *contents;         /* buffers, over and over; or NULL */
        size_t content_count;
        enum netcl_check_format format; /* images */
        struct netcl_range size;        /* images */
    } const *values;
    struct netcl_range global;
    struct netcl_range local;
};

/* A search takes no more than so many: manifest field "bound". */
struct netcl_cut {
    int slot;
    int arg; /* an integer argument; -1: a global size */
    int64_t most;
};

struct netcl_kernel_entry {
    const struct netcl_family *family;
    const char *name;     /* logical name: the label of keys and of the log */
    const char *function; /* in reference.cl */
    const char *from;     /* or NULL */
    const uint64_t *fingerprints; /* the first is reference.cl's */
    size_t fingerprint_count;
    const struct netcl_tunable *tunables;
    const char *const *tunable_names;  /* as netcl_slice_fingerprint takes */
    const int64_t *reference_tunables; /* their values in reference.cl */
    size_t tunable_count;
    const struct netcl_arg *args;
    size_t arg_count;
    const struct netcl_expr *requirement; /* NULL: always */
    bool knows_offset; /* the requirement looks at offset_n */
    bool can_overlap;
    const struct netcl_binding *bindings; /* one per role */
    uint64_t role_mask;                   /* roles that have a value */
    const int *role_order; /* buffer and integer roles, as evaluated */
    size_t role_order_count;
    const struct netcl_define *defines;
    size_t define_count;
    const bool *offers; /* per variant of the family: can it serve this? */
    const struct netcl_cut *cuts;
    size_t cut_count;
    const struct netcl_check *checks;
    size_t check_count;
};

struct netcl_launch_arg {
    bool is_scratch;
    size_t index; /* of family->roles or variant->scratch */
};

struct netcl_launch {
    const char *kernel;
    const struct netcl_launch_arg *args;
    size_t arg_count;
    struct netcl_range global;
    struct netcl_range local;
};

struct netcl_scratch {
    const char *name;
    const struct netcl_expr *bytes;
};

struct netcl_variant {
    const struct netcl_family *family;
    const char *name;
    size_t index;       /* in family->variants */
    const char *source; /* its files, one after the other */
    size_t source_length;
    const char *const *files; /* their names */
    size_t file_count;
    const char *options; /* "" where there are none */
    const struct netcl_define *defines;
    size_t define_count;
    const struct netcl_expr *requirement; /* NULL: always */
    const struct netcl_scratch *scratch;
    size_t scratch_count;
    const struct netcl_launch *launches;
    size_t launch_count;
    uint64_t role_mask;     /* roles it needs */
    size_t candidate_count; /* combinations of its tunable macros; 1 or more */
};

struct netcl_pin {
    const struct netcl_expr *when;       /* NULL: always */
    uint64_t role_mask;                  /* roles that `when` needs */
    const struct netcl_variant *variant; /* NULL: the original */
    size_t candidate;                    /* of the variant */
    const char *choice;                  /* canonical JSON */
    bool is_inexact;                     /* "exact": false */
};

struct netcl_family {
    const char *folder;
    const char *name;
    const char *summary;
    uint64_t digest; /* of the manifest and all source files */
    const struct netcl_role *roles;
    size_t role_count;
    const struct netcl_expr *const *shape;
    size_t shape_count;
    bool has_tolerance;
    double tolerance_rel;
    double tolerance_abs;
    const struct netcl_kernel_entry *kernels;
    size_t kernel_count;
    const struct netcl_variant *variants;
    size_t variant_count;
    const struct netcl_pin *pins;
    size_t pin_count;
    const char *reference; /* text of reference.cl */
    size_t reference_length;
    size_t slot_count; /* length of the array of values */
    size_t broken;     /* kernel entries and variants that were left out */
};

/* The fixed slot of a name of names.def, or -1. */
int netcl_slot_find(const char *name, size_t length);
const char *netcl_slot_name(int slot);

/*
 * Fill in the role slots from the argument and tunable slots. An integer that
 * its role's kind cannot hold is -ERANGE; else as netcl_expr_eval().
 */
int netcl_entry_set_roles(const struct netcl_kernel_entry *entry,
                          int64_t *slots);

/* Evaluates 1 to 3 sizes; the others become 1. Negative sizes: -ERANGE. */
int netcl_range_eval(const struct netcl_range *range, const int64_t *slots,
                     size_t size[3]);

/*
 * Whether a launch's decision can depend on this argument's value: it is
 * named by the shape, a role, a requirement, elements, or a candidate.
 */
bool netcl_entry_heeds_arg(const struct netcl_kernel_entry *entry, size_t arg);

/* Set the define slots of candidate `index` (below candidate_count). */
void netcl_variant_set_defines(const struct netcl_variant *variant,
                               size_t index, int64_t *slots);

/* The value of define `define` in candidate `index`. */
int64_t netcl_variant_define_value(const struct netcl_variant *variant,
                                   size_t index, size_t define);

/* ["tiled",128,64]; the caller frees it. NULL: no memory. */
char *netcl_variant_choice(const struct netcl_variant *variant, size_t index);

/*
 * The candidate of the entry that a choice text names. -ENOENT: there is
 * none (any more), or it is the original.
 */
int netcl_entry_find_choice(const struct netcl_kernel_entry *entry,
                            const char *choice,
                            const struct netcl_variant **variant,
                            size_t *index);

/* Whether outputs may be so far from the original's. */
bool netcl_family_tolerates(const struct netcl_family *family, double max_rel,
                            double max_abs);

/* Whether a pin rule is for this launch (the choice may still be illegal). */
bool netcl_pin_applies(const struct netcl_pin *pin,
                       const struct netcl_kernel_entry *entry,
                       const int64_t *slots);

#endif
