/* SPDX-License-Identifier: Apache-2.0 */
/* traits: what names in a piece of source tell about it. Any thread. */
#ifndef NETCL_MATCH_TRAITS_H
#define NETCL_MATCH_TRAITS_H

struct netcl_entity;

/* Bits of enum netcl_fact (slice.h). */
unsigned netcl_traits_read(const struct netcl_entity *entity);

#endif
