/* SPDX-License-Identifier: Apache-2.0 */
/* The kernels that the stencil3d family recognises, plainly written: what "right" means. */

/* A step of heat in nx x ny x nz cells; a cell at a face is its own neighbour there. */
kernel void hotspotOpt1(global float *p, global float *tIn, global float *tOut, float sdc, int nx, int ny, int nz,
                        float ce, float cw, float cn, float cs, float ct, float cb, float cc)
{
    float amb_temp = 80.0f;
    int i = get_global_id(0), j = get_global_id(1), xy = nx * ny;

    for (int k = 0; k < nz; k++) {
        int c = i + j * nx + k * xy;
        int W = i == 0 ? c : c - 1, E = i == nx - 1 ? c : c + 1;
        int N = j == 0 ? c : c - nx, S = j == ny - 1 ? c : c + nx;
        int B = k == 0 ? c : c - xy, T = k == nz - 1 ? c : c + xy;

        tOut[c] = cc * tIn[c] + cw * tIn[W] + ce * tIn[E] + cs * tIn[S] + cn * tIn[N] + cb * tIn[B] + ct * tIn[T]
                  + sdc * p[c] + ct * amb_temp;
    }
}
