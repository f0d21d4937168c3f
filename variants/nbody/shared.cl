/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nbody_shared: one step of all bodies under what they do to each other; for GPUs and few thousand bodies.
 *
 * A body is one chain of additions, so an item per body leaves most of a GPU idle: 2048 bodies are 16 items a
 * multiprocessor. But only the last multiply-add of a pair is part of the chain. Here 16 items measure the pairs of a
 * body (distance, root, division) and leave the factors in local memory, a tile of TJ bodies at a time, while four
 * others, one for each component, add up the tile before.
 *
 * Order: the chain of a component takes the bodies from first to last.
 */
#ifndef T
#define T float
#define T4 float4
#endif
#define ADDERS (BODIES * 4)
#define MEASURERS (BODIES * 16)
#define PITCH (TJ + 4)

kernel __attribute__((reqd_work_group_size(ADDERS + MEASURERS, 1, 1)))
void nbody_shared(global const T4 *restrict pos, global const T4 *restrict vel, global T4 *restrict new_pos,
                  global T4 *restrict new_vel, int bodies, int others, T dt, T eps)
{
    local T factor[2][BODIES * PITCH] __attribute__((aligned(16))), at[2][4 * PITCH] __attribute__((aligned(16)));
    const int lid = get_local_id(0), tiles = (others + TJ - 1) / TJ;
    const bool adds = lid < ADDERS;
    const int body = adds ? lid / 4 : (lid - ADDERS) / 16, part = adds ? lid % 4 : (lid - ADDERS) % 16;
    const int mine = get_group_id(0) * BODIES + body, me = min(mine, bodies - 1);
    const T4 my = pos[me];
    const T my_part = adds ? ((global const T *)pos)[me * 4 + part] : 0;
    T acc = 0;

    for (int t = 0; t <= tiles; t++) {
        if (!adds && t < tiles) {
#pragma unroll
            for (int j = part; j < TJ; j += 16) {
                const T4 other = pos[min(t * TJ + j, others - 1)], r = other - my;
                const T square = r.x * r.x + r.y * r.y + r.z * r.z;
                const T inverse = 1.0f / sqrt(square + eps);
                const T cube = inverse * inverse * inverse;

                factor[t & 1][body * PITCH + j] = other.w * cube;
                if (body == 0) {
                    at[t & 1][j] = other.x;
                    at[t & 1][PITCH + j] = other.y;
                    at[t & 1][2 * PITCH + j] = other.z;
                    at[t & 1][3 * PITCH + j] = other.w;
                }
            }
        }
        if (adds && t > 0) {
            local const T *s = factor[~t & 1] + body * PITCH, *q = at[~t & 1] + part * PITCH;
            const int count = min(TJ, others - (t - 1) * TJ);

            if (count == TJ) {
#pragma unroll 4
                for (int j = 0; j < TJ; j += 4) {
                    const T4 s4 = *(local const T4 *)(s + j), r4 = *(local const T4 *)(q + j) - my_part;

                    acc += s4.x * r4.x;
                    acc += s4.y * r4.y;
                    acc += s4.z * r4.z;
                    acc += s4.w * r4.w;
                }
            } else {
                for (int j = 0; j < count; j++)
                    acc += s[j] * (q[j] - my_part);
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE); /* tile t is measured, tile t - 1 no longer needed */
    }
    if (adds && mine < bodies) {
        const T old = ((global const T *)vel)[mine * 4 + part];
        const T place = my_part + old * dt + acc * 0.5f * dt * dt;

        ((global T *)new_pos)[mine * 4 + part] = part == 3 ? my_part : place;
        ((global T *)new_vel)[mine * 4 + part] = old + acc * dt;
    }
}
