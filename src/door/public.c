/* SPDX-License-Identifier: Apache-2.0 */
#include "netcl_tune.h"

#include <errno.h>

#include "base/config.h"
#include "launch/knowledge.h"
#include "launch/pin.h"

#define PUBLIC __attribute__((visibility("default")))

PUBLIC int netcl_autotune_is_enabled(void)
{
    return !netcl_config_is_off();
}

PUBLIC int netcl_autotune_clear_cache(void)
{
    struct netcl_cache *cache = netcl_knowledge_cache();

    return cache ? netcl_cache_clear(cache) : -ENOMEM;
}

PUBLIC void netcl_tune_pin(void)
{
    netcl_pin_push();
}

PUBLIC void netcl_tune_unpin(void)
{
    netcl_pin_pop();
}
