/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the nbody family recognises, plainly written: what "right" means. */

/* One step: what all bodies (as many as fill whole groups) do to one, in their order. */
kernel void nbody_sim(global float4 *pos, global float4 *vel, int numBodies, float deltaTime, float epsSqr,
                      local float4 *localPos, global float4 *newPosition, global float4 *newVelocity)
{
    uint gid = get_global_id(0), n = get_local_size(0);
    float4 my = pos[gid], acc = (float4)(0);

    for (uint j = 0; j < numBodies / n * n; j++) {
        float4 r = pos[j] - my;
        float square = r.x * r.x + r.y * r.y + r.z * r.z;
        float inverse = 1.0f / sqrt(square + epsSqr);
        float cube = inverse * inverse * inverse;
        float s = pos[j].w * cube;

        acc += s * r;
    }
    float4 old = vel[gid], place = my + old * deltaTime + acc * 0.5f * deltaTime * deltaTime;
    place.w = my.w;
    newPosition[gid] = place;
    newVelocity[gid] = old + acc * deltaTime;
}
