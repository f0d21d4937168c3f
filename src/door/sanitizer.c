/* SPDX-License-Identifier: Apache-2.0 */
#include "door/sanitizer.h"

__attribute__((visibility("default"), no_sanitize("address"))) const char *
__asan_default_options(void)
{
    return "verify_asan_link_order=0";
}
