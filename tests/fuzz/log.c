/* SPDX-License-Identifier: Apache-2.0 */
/* log: a decision log as report and explain read it. */
#include "fuzz.h"

#include "cli/logbook.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct netcl_logbook book = {0};

    fuzz_put("log", data, size);
    netcl_logbook_read(&book, fuzz_path("log"), 0);
    netcl_logbook_clear(&book);
    return 0;
}
