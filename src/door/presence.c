/* SPDX-License-Identifier: Apache-2.0 */
#include "door/presence.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>

#include "base/config.h"
#include "launch/launch.h"

atomic_bool netcl_presence_on;
_Thread_local bool netcl_presence_inside;

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void leave_child(void)
{
    atomic_store(&netcl_presence_on, false);
    netcl_launch_forget();
}

static void start(void)
{
    if (netcl_config_is_off() || pthread_atfork(NULL, NULL, leave_child))
        return; /* ... or no memory to be told of forks */
    netcl_launch_start();
    atomic_store(&netcl_presence_on, true);
}

void netcl_presence_start(void)
{
    pthread_once(&once, start);
}

bool netcl_presence_is_unwanted(void)
{
    const char *mode = getenv("NETCL_TUNE_MODE");
    const char *autotune = getenv("NETCL_AUTOTUNE");

    return getauxval(AT_SECURE) || (mode && !strcmp(mode, "off")) ||
           (autotune && !strcmp(autotune, "0"));
}
