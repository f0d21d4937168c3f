/* SPDX-License-Identifier: Apache-2.0 */
#include "base/hash.h"

#include <string.h>

uint64_t netcl_hash_bytes(uint64_t state, const void *bytes, size_t length)
{
    const unsigned char *p = bytes;
    size_t i;

    for (i = 0; i < length; i++)
        state = (state ^ p[i]) * UINT64_C(0x100000001b3);
    return state;
}

uint64_t netcl_hash_text(uint64_t state, const char *text)
{
    return netcl_hash_bytes(state, text, strlen(text) + 1);
}

uint64_t netcl_hash_finish(uint64_t state)
{
    state ^= state >> 33;
    state *= UINT64_C(0xff51afd7ed558ccd);
    state ^= state >> 33;
    state *= UINT64_C(0xc4ceb9fe1a85ec53);
    return state ^ (state >> 33);
}
