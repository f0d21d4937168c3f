/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_runs_registers: all that a group of a bitonic sort does to its LIMIT elements, eight of them an item; for GPUs.
 *
 * The original goes through local memory and a barrier for every step. Here an item holds eight elements that lie
 * `low` apart in registers, which is three steps, of strides 4 * low, 2 * low and low. Only between such triples the
 * elements change hands through local memory, with one barrier: an item writes where nobody else has read. Of 45
 * steps for 512 elements 15 changes of hands are left.
 *
 * LIMIT: elements of a group. FIRST_SIZE, LAST_SIZE, STRIDE: sizes of runs and their first stride.
 * IS_DOWN_ONE(pair): whether a pair changes places where the first is greater (else where it is not).
 * Range: LIMIT / 8 items a group.
 */
#define ITEMS (LIMIT / 8)
/* Elements 8 or any power of two apart lie in different banks. */
#define PLACE(at) ((at) + (at) / 32)

/* The first of the item's elements. */
uint first_of(uint own, uint low)
{
    return (own & ~(low - 1)) * 8 | (own & (low - 1));
}

#define ORDER(i, j, down)                                      \
    do {                                                       \
        const uint key_ = keys[i], value_ = values[i];         \
        const bool is_changed_ = (key_ > keys[j]) == (down);   \
        keys[i] = is_changed_ ? keys[j] : key_;                \
        values[i] = is_changed_ ? values[j] : value_;          \
        keys[j] = is_changed_ ? key_ : keys[j];                \
        values[j] = is_changed_ ? value_ : values[j];          \
    } while (0)

/* The steps of strides from `stride` down to `low`. */
void order_triple(uint *keys, uint *values, uint stride, uint low, const int *down)
{
    if (stride >= 4 * low) {
        ORDER(0, 4, down[0]);
        ORDER(1, 5, down[1]);
        ORDER(2, 6, down[2]);
        ORDER(3, 7, down[3]);
    }
    if (stride >= 2 * low) {
        ORDER(0, 2, down[0]);
        ORDER(1, 3, down[1]);
        ORDER(4, 6, down[2]);
        ORDER(5, 7, down[3]);
    }
    ORDER(0, 1, down[0]);
    ORDER(2, 3, down[1]);
    ORDER(4, 5, down[2]);
    ORDER(6, 7, down[3]);
}

/* From elements `from` apart to elements `to` apart. */
void change_hands(uint *keys, uint *values, local uint *all_keys, local uint *all_values, uint own, uint from, uint to)
{
    const uint given = first_of(own, from), taken = first_of(own, to);

#pragma unroll
    for (int m = 0; m < 8; m++) {
        all_keys[PLACE(given + m * from)] = keys[m];
        all_values[PLACE(given + m * from)] = values[m];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll
    for (int m = 0; m < 8; m++) {
        keys[m] = all_keys[PLACE(taken + m * to)];
        values[m] = all_values[PLACE(taken + m * to)];
    }
}

void read_eight(uint *to, global const uint *from, uint low)
{
    if (low == 1) {
        const uint4 a = *(global const uint4 *)from, b = *(global const uint4 *)(from + 4);
        to[0] = a.x, to[1] = a.y, to[2] = a.z, to[3] = a.w;
        to[4] = b.x, to[5] = b.y, to[6] = b.z, to[7] = b.w;
    } else {
#pragma unroll
        for (int m = 0; m < 8; m++)
            to[m] = from[m * low];
    }
}

void write_eight(global uint *to, const uint *from)
{
    *(global uint4 *)to = (uint4)(from[0], from[1], from[2], from[3]);
    *(global uint4 *)(to + 4) = (uint4)(from[4], from[5], from[6], from[7]);
}

kernel __attribute__((reqd_work_group_size(ITEMS, 1, 1))) void sort_runs_registers(
    global uint *dst_key, global uint *dst_value, global const uint *src_key, global const uint *src_value, uint length,
    uint first_stride, uint merge_size, uint direction)
{
    local uint all_keys[PLACE(LIMIT)], all_values[PLACE(LIMIT)];
    const uint own = get_local_id(0);
    const size_t first = (size_t)get_group_id(0) * LIMIT;
    uint keys[8], values[8], low = 0;

    for (uint size = FIRST_SIZE;; size *= 2) {
        for (uint stride = STRIDE; stride > 0; stride /= 8) {
            const uint next = max(stride / 4, 1u);
            const uint at = first_of(own, next), pair = (first + (at & ~(next - 1))) / 2 + (at & (next - 1));
            int down[4];

            if (low == 0) {
                read_eight(keys, src_key + first + at, next);
                read_eight(values, src_value + first + at, next);
            } else if (low != next) {
                change_hands(keys, values, all_keys, all_values, own, low, next);
            }
            low = next;
#pragma unroll
            for (int m = 0; m < 4; m++)
                down[m] = IS_DOWN_ONE(pair + m * low) != 0;
            order_triple(keys, values, stride, low, down);
        }
        if (size >= LAST_SIZE)
            break;
    }
    write_eight(dst_key + first + 8 * own, keys);
    write_eight(dst_value + first + 8 * own, values);
}
