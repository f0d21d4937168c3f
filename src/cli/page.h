/* SPDX-License-Identifier: Apache-2.0 */
/*
 * page: a logbook as one HTML page that needs nothing else.
 *
 * The page is page/page.html with its style and scripts, which the build puts
 * into the command; what it shows is the JSON of `report --json`, within it.
 */
#ifndef NETCL_CLI_PAGE_H
#define NETCL_CLI_PAGE_H

#include <stdio.h>

#include "cli/logbook.h"

/* 0 or -ENOMEM; whether it was written, ferror() tells. */
int netcl_page_print(FILE *out, struct netcl_logbook *book);

#endif
