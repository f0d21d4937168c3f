/* SPDX-License-Identifier: Apache-2.0 */
/*
 * helper: the compile process seen from here: its descriptors, and messages.
 *
 * Owned by the builder, whose lock guards it.
 */
#ifndef NETCL_TUNE_HELPER_H
#define NETCL_TUNE_HELPER_H

#include <stddef.h>

#include "cl/real.h"
#include "tune/wire.h"

struct netcl_helper {
    int socket; /* -1: there is none */
    int asks, answers;
    uint64_t asks_bytes;
};

/* 0 or a negative errno; -ENOENT: the program was not found. */
int netcl_helper_start(struct netcl_helper *helper,
                       const struct netcl_real *real);

/* It ends itself when the socket closes. */
void netcl_helper_close(struct netcl_helper *helper);

/* 0; -EAGAIN: too many are waiting; -EPIPE: it has gone. */
int netcl_helper_send(struct netcl_helper *helper, uint64_t digest,
                      const char *text, size_t bytes);

/* 0; -EAGAIN: none has come; -EPIPE: it has gone. */
int netcl_helper_receive(struct netcl_helper *helper,
                         struct netcl_wire_answer *answer);

/* The answer's bytes with a NUL behind, which the caller frees; or NULL. */
char *netcl_helper_read(struct netcl_helper *helper,
                        const struct netcl_wire_answer *answer);

#endif
