/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort: steps of a bitonic network, as SDK samples launch them.
 *
 * A step compares elements that lie `stride` apart; runs of `size` elements are sorted in alternating directions. The
 * forms with values carry a number along with each key.
 */
#ifndef LOCAL_SIZE_LIMIT
#define LOCAL_SIZE_LIMIT 512
#endif

/* One step, one pair per work-item; where direction is not 0, the first run ascends. */
kernel void bitonic_step(global uint *data, uint stage, uint pass, uint width, uint direction)
{
    const uint id = get_global_id(0), stride = 1u << (stage - pass);
    const uint left = id / stride * 2 * stride + id % stride, right = left + stride;
    const uint a = data[left], b = data[right];
    const bool is_up = (id >> stage) % 2 == 1 ? direction != 1 : direction != 0;

    data[left] = is_up ? min(a, b) : max(a, b);
    data[right] = is_up ? max(a, b) : min(a, b);
}

/* Changes places if the first is greater and dir is 1, or if it is not and dir is 0. */
void order(local uint *keys, local uint *values, uint at, uint stride, uint dir)
{
    const uint key = keys[at], value = values[at];

    if ((key > keys[at + stride]) == dir) {
        keys[at] = keys[at + stride];
        values[at] = values[at + stride];
        keys[at + stride] = key;
        values[at + stride] = value;
    }
}

uint first_of(uint id, uint stride)
{
    return 2 * id - (id & (stride - 1));
}

/* All steps for arrays of `length` elements, LOCAL_SIZE_LIMIT elements a group. */
kernel void bitonic_sort(global uint *dst_key, global uint *dst_value, global uint *src_key, global uint *src_value,
                         uint length, uint dir)
{
    local uint keys[LOCAL_SIZE_LIMIT], values[LOCAL_SIZE_LIMIT];
    const uint middle = LOCAL_SIZE_LIMIT / 2, id = get_local_id(0), at = get_group_id(0) * LOCAL_SIZE_LIMIT + id;

    keys[id] = src_key[at];
    values[id] = src_value[at];
    keys[id + middle] = src_key[at + middle];
    values[id + middle] = src_value[at + middle];
    for (uint size = 2; size <= length; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            order(keys, values, first_of(id, stride), stride, size == length ? dir : (id & (size / 2)) != 0);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    dst_key[at] = keys[id];
    dst_value[at] = values[id];
    dst_key[at + middle] = keys[id + middle];
    dst_value[at + middle] = values[id + middle];
}

/* All steps within runs of LOCAL_SIZE_LIMIT elements; every second group descends. */
kernel void bitonic_sort_runs(global uint *dst_key, global uint *dst_value, global uint *src_key,
                              global uint *src_value)
{
    local uint keys[LOCAL_SIZE_LIMIT], values[LOCAL_SIZE_LIMIT];
    const uint middle = LOCAL_SIZE_LIMIT / 2, id = get_local_id(0), at = get_group_id(0) * LOCAL_SIZE_LIMIT + id;

    keys[id] = src_key[at];
    values[id] = src_value[at];
    keys[id + middle] = src_key[at + middle];
    values[id + middle] = src_value[at + middle];
    for (uint size = 2; size <= LOCAL_SIZE_LIMIT; size *= 2)
        for (uint stride = size / 2; stride > 0; stride /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            order(keys, values, first_of(id, stride), stride, (get_global_id(0) & (size / 2)) != 0);
        }
    barrier(CLK_LOCAL_MEM_FENCE);
    dst_key[at] = keys[id];
    dst_value[at] = values[id];
    dst_key[at + middle] = keys[id + middle];
    dst_value[at + middle] = values[id + middle];
}

/* One step of arrays of `length` elements, one pair per work-item. */
kernel void bitonic_merge(global uint *dst_key, global uint *dst_value, global uint *src_key, global uint *src_value,
                          uint length, uint size, uint stride, uint direction)
{
    const uint id = get_global_id(0), at = first_of(id, stride), end = at + stride;
    const uint dir = direction ^ ((id & (length / 2 - 1) & (size / 2)) != 0);
    const uint key = src_key[at], value = src_value[at], end_key = src_key[end], end_value = src_value[end];
    const bool is_changed = (key > end_key) == dir;

    dst_key[at] = is_changed ? end_key : key;
    dst_value[at] = is_changed ? end_value : value;
    dst_key[end] = is_changed ? key : end_key;
    dst_value[end] = is_changed ? value : end_value;
}

/* The steps from `stride` down that stay within LOCAL_SIZE_LIMIT elements. */
kernel void bitonic_merge_runs(global uint *dst_key, global uint *dst_value, global uint *src_key,
                               global uint *src_value, uint length, uint stride, uint size, uint direction)
{
    local uint keys[LOCAL_SIZE_LIMIT], values[LOCAL_SIZE_LIMIT];
    const uint middle = LOCAL_SIZE_LIMIT / 2, id = get_local_id(0), at = get_group_id(0) * LOCAL_SIZE_LIMIT + id;
    const uint dir = direction ^ ((get_global_id(0) & (length / 2 - 1) & (size / 2)) != 0);

    keys[id] = src_key[at];
    values[id] = src_value[at];
    keys[id + middle] = src_key[at + middle];
    values[id + middle] = src_value[at + middle];
    for (; stride > 0; stride /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        order(keys, values, first_of(id, stride), stride, dir);
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    dst_key[at] = keys[id];
    dst_value[at] = values[id];
    dst_key[at + middle] = keys[id + middle];
    dst_value[at + middle] = values[id + middle];
}
