/* SPDX-License-Identifier: Apache-2.0 */
/*
 * script: what the `//fake:` comments of a source text say about a kernel.
 * README.md has the language. Plain records without a lock.
 */
#ifndef FAKECL_SCRIPT_H
#define FAKECL_SCRIPT_H

#include "fakecl.h"

#pragma GCC visibility push(hidden)

#define FAKECL_MAX_TERMS 4
#define FAKECL_MAX_TIMES 64

struct fakecl_function;

enum fakecl_op {
    FAKECL_OP_NOOP,
    FAKECL_OP_COPY,
    FAKECL_OP_SCALE,
    FAKECL_OP_ADD,
    FAKECL_OP_INCREMENT,
    FAKECL_OP_FILL,
    FAKECL_OP_SUM,
    FAKECL_OP_TRANSPOSE,
    FAKECL_OP_GEMM,
    FAKECL_OP_DIFFER,
    FAKECL_OP_RANDOM
};

enum fakecl_term_kind {
    FAKECL_TERM_NUMBER,
    FAKECL_TERM_ARG,
    FAKECL_TERM_GLOBAL,
    FAKECL_TERM_LOCAL
};

struct fakecl_term {
    enum fakecl_term_kind kind;
    unsigned index;
    double number;
};

/* A product; no terms means that the comment does not give it. */
struct fakecl_operand {
    unsigned num_terms;
    struct fakecl_term terms[FAKECL_MAX_TERMS];
};

/* "64:50": this many work-items in a group take this time. */
struct fakecl_local_time {
    size_t items;
    double time_us;
};

struct fakecl_script {
    double op;
    struct fakecl_operand dst, src, a, b, c, scratch;
    struct fakecl_operand count, width, height, m, n, k;
    struct fakecl_operand factor, value, parts;
    double time_us, item_ns, jitter, seed, build_us;
    double wrong_byte, wrong_after, overrun, underrun, error, nan;
    double launch_fail, exec_fail;
    double max_group, local_mem, private_mem, preferred;
    double racy, hang, crash, real;
    double build_fail, build_crash, build_hang;
    unsigned num_times;
    double times_us[FAKECL_MAX_TIMES];
    unsigned num_local_times;
    struct fakecl_local_time local_times[FAKECL_MAX_TIMES];
};

/*
 * Read all comments about the function. Returns 0, or -EINVAL with a line
 * for the build log in `log`.
 */
int fakecl_script_read(const char *source, const char *options,
                       struct fakecl_function *function, char *log,
                       size_t log_bytes);

/*
 * define.c: the value of a macro, from the last -D of the options or else from
 * a #define in the source; "1" for a bare -D. False if there is none.
 */
bool fakecl_define_find(const char *source, const char *options,
                        const char *name, char *value, size_t value_bytes);

/* True if the options hold this word. */
bool fakecl_option_find(const char *options, const char *word);

#pragma GCC visibility pop

#endif
