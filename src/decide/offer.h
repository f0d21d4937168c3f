/* SPDX-License-Identifier: Apache-2.0 */
/*
 * offer: the candidates of netcl_autotune(), a JSON array.
 *
 * Two candidates are the same when they are as JSON: 16 and 16.0, whatever
 * the spaces and the order of an object's members. The offer's owner frees it
 * with netcl_offer_close(). One thread at a time.
 */
#ifndef NETCL_DECIDE_OFFER_H
#define NETCL_DECIDE_OFFER_H

#include <stddef.h>

struct netcl_offer {
    void *json;   /* of offer.c */
    char **texts; /* each candidate, without spaces */
    size_t count; /* 1 or more */
};

/* 0; -EINVAL: no JSON array with something in it; -ENOMEM. */
int netcl_offer_open(const char *text, struct netcl_offer *offer);

/* An offer of zero bytes is accepted. */
void netcl_offer_close(struct netcl_offer *offer);

/* The candidate that is the same as `text`; -ENOENT: none (any more). */
int netcl_offer_find(const struct netcl_offer *offer, const char *text,
                     size_t *index);

#endif
