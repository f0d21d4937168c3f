/* SPDX-License-Identifier: Apache-2.0 */
/*
 * sort_step: one step of a bitonic network without values, 16 pairs at a time; for CPUs.
 *
 * The original divides by numbers that are only known at the launch and compares one pair in each work-item. Pairs
 * 16 or more apart are two vectors; nearer ones lie in the same vector.
 *
 * Range: PER times 16 pairs an item.
 */
int16 is_up(uint16 pairs, uint stage, uint direction)
{
    const int16 is_odd = ((pairs >> stage) & 1) == 1;

    return select((int16)(direction != 0 ? -1 : 0), (int16)(direction != 1 ? -1 : 0), is_odd);
}

void step_far(global uint *data, uint pair, uint stride, uint stage, uint direction)
{
    global uint *left = data + ((pair & ~(stride - 1)) * 2 | (pair & (stride - 1)));
    const uint16 a = vload16(0, left), b = vload16(0, left + stride);
    const int16 up = is_up(pair + LANE, stage, direction);

    vstore16(select(max(a, b), min(a, b), up), 0, left);
    vstore16(select(min(a, b), max(a, b), up), 0, left + stride);
}

void step_near(global uint *data, uint pair, uint stride, uint stage, uint direction)
{
    for (uint at = 2 * pair; at < 2 * pair + 32; at += 16) {
        const uint16 own = vload16(0, data + at), other = shuffle(own, LANE ^ stride);
        const int16 is_least = is_up(pairs_of(at, stride), stage, direction) ^ is_second(stride);
        vstore16(select(max(own, other), min(own, other), is_least), 0, data + at);
    }
}

kernel __attribute__((reqd_work_group_size(1, 1, 1))) void sort_step(global uint *data, uint stage, uint pass,
                                                                     uint direction)
{
    const uint stride = 1u << (stage - pass), first = get_global_id(0) * PER * 16;

    for (uint pair = first; pair < first + PER * 16; pair += 16)
        if (stride >= 16)
            step_far(data, pair, stride, stage, direction);
        else
            step_near(data, pair, stride, stage, direction);
}
