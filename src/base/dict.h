/* SPDX-License-Identifier: Apache-2.0 */
/*
 * dict: uthash as the tuner uses it, included from nowhere else: by itself it
 * ends the program when there is no memory for a table. What could not be put
 * in has no hh.tbl, and still belongs to the caller.
 */
#ifndef NETCL_BASE_DICT_H
#define NETCL_BASE_DICT_H

#define HASH_NONFATAL_OOM 1
#include <uthash.h>

#endif
