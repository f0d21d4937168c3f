/* SPDX-License-Identifier: Apache-2.0 */
/*
 * nbody_vector: one step of all bodies under what they do to each other; for CPUs.
 *
 * An item takes V bodies, the lanes of vectors of x, y, z and w: a root, a division and some twenty operations serve V
 * pairs, where the original's work-items make theirs one by one between barriers.
 *
 * Order: a lane is one body, to which the others are added from first to last.
 */
#ifndef T
#define T float
#endif
#define JOIN_(a, b) a##b
#define JOIN(a, b) JOIN_(a, b)
#define TV JOIN(T, V)
#define GATHER(from, c) JOIN(vload, V)(0, take(lanes, from, first, bodies, c))

const T *take(T *lanes, global const T *from, int first, int bodies, int c)
{
    for (int i = 0; i < V; i++)
        lanes[i] = from[min(first + i, bodies - 1) * 4 + c];
    return lanes;
}

void put(global T *to, TV values, int first, int bodies, int c)
{
    T lanes[V];

    JOIN(vstore, V)(values, 0, lanes);
    for (int i = 0; i < min(V, bodies - first); i++)
        to[(first + i) * 4 + c] = lanes[i];
}

kernel void nbody_vector(global const T *restrict pos, global const T *restrict vel, global T *restrict new_pos,
                         global T *restrict new_vel, int bodies, int others, T dt, T eps)
{
    const int first = get_global_id(0) * V;
    T lanes[V];
    const TV x = GATHER(pos, 0), y = GATHER(pos, 1), z = GATHER(pos, 2), w = GATHER(pos, 3);
    TV ax = 0, ay = 0, az = 0, aw = 0;

    for (int j = 0; j < others; j++) {
        const TV rx = pos[j * 4] - x, ry = pos[j * 4 + 1] - y, rz = pos[j * 4 + 2] - z, rw = pos[j * 4 + 3] - w;
        const TV square = rx * rx + ry * ry + rz * rz;
        const TV inverse = 1.0f / sqrt(square + eps);
        const TV cube = inverse * inverse * inverse;
        const TV s = pos[j * 4 + 3] * cube;

        ax += s * rx;
        ay += s * ry;
        az += s * rz;
        aw += s * rw;
    }
    const TV vx = GATHER(vel, 0), vy = GATHER(vel, 1), vz = GATHER(vel, 2), vw = GATHER(vel, 3);
    put(new_pos, x + vx * dt + ax * 0.5f * dt * dt, first, bodies, 0);
    put(new_pos, y + vy * dt + ay * 0.5f * dt * dt, first, bodies, 1);
    put(new_pos, z + vz * dt + az * 0.5f * dt * dt, first, bodies, 2);
    put(new_pos, w, first, bodies, 3);
    put(new_vel, vx + ax * dt, first, bodies, 0);
    put(new_vel, vy + ay * dt, first, bodies, 1);
    put(new_vel, vz + az * dt, first, bodies, 2);
    put(new_vel, vw + aw * dt, first, bodies, 3);
}
