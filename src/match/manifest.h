/* SPDX-License-Identifier: Apache-2.0 */
/*
 * manifest: reads one family's folder into a struct netcl_family.
 *
 * What is wrong is reported, one line each. A kernel entry or variant with
 * an error is left out (and counted in family->broken); any other error costs
 * the family. One thread at a time.
 */
#ifndef NETCL_MATCH_MANIFEST_H
#define NETCL_MATCH_MANIFEST_H

#include "match/family.h"

/*
 * Read `folder`/manifest.json and the sources it names. 0, or a negative
 * errno, reported: -EPERM where others could have written it.
 */
int netcl_manifest_open(const char *folder, struct netcl_family **out);

/* Accepts NULL. */
void netcl_manifest_close(struct netcl_family *family);

#endif
