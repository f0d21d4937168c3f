/* SPDX-License-Identifier: Apache-2.0 */
#include "decide/offer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/cjson.h"

/* Ours, whoever makes cJSON use another allocator. */
static char *print(const cJSON *item)
{
    char *text = netcl_cjson()->PrintUnformatted(item);
    char *copy = text ? strdup(text) : NULL;

    netcl_cjson()->free(text);
    return copy;
}

static int print_all(struct netcl_offer *offer)
{
    const cJSON *list = offer->json, *item;

    offer->texts =
        calloc((size_t)netcl_cjson()->GetArraySize(list) + 1, sizeof(*offer->texts));
    if (!offer->texts)
        return -ENOMEM;
    cJSON_ArrayForEach(item, list)
    {
        offer->texts[offer->count] = print(item);
        if (!offer->texts[offer->count])
            return -ENOMEM;
        offer->count++;
    }
    return offer->count ? 0 : -EINVAL;
}

int netcl_offer_open(const char *text, struct netcl_offer *offer)
{
    int err = -EINVAL;

    memset(offer, 0, sizeof(*offer));
    errno = 0;
    offer->json = text ? netcl_cjson()->ParseWithOpts(text, NULL, 1) : NULL;
    if (netcl_cjson()->IsArray((cJSON *)offer->json))
        err = print_all(offer);
    else if (!offer->json && errno == ENOMEM)
        err = -ENOMEM;
    if (err)
        netcl_offer_close(offer);
    return err;
}

void netcl_offer_close(struct netcl_offer *offer)
{
    size_t i;

    for (i = 0; i < offer->count; i++)
        free(offer->texts[i]);
    free(offer->texts);
    netcl_cjson()->Delete(offer->json);
    memset(offer, 0, sizeof(*offer));
}

int netcl_offer_find(const struct netcl_offer *offer, const char *text,
                     size_t *index)
{
    cJSON *wanted = netcl_cjson()->Parse(text);
    const cJSON *item;
    size_t i = 0;
    int err = -ENOENT;

    if (!wanted)
        return -ENOENT;
    cJSON_ArrayForEach(item, (const cJSON *)offer->json)
    {
        if (netcl_cjson()->Compare(item, wanted, 1)) {
            *index = i;
            err = 0;
            break;
        }
        i++;
    }
    netcl_cjson()->Delete(wanted);
    return err;
}
