/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common head of the sweep2d variants: what a cell becomes. Kernel entries define
 *
 *   CELL           the new value of the cell at row i, column j, from
 *                  X(di,dj), Y(di,dj), OUT(di,dj)   cells of the matrices around it
 *                  SLICE(ds,di,dj)                  of X, in a slice before or behind this one
 *                  LD(pointer)                      one element, or as many as there are columns in a step
 *                  SAME(number)                     the number for each of them
 *                  WIDE(x), NARROW(x)               to double and back
 *                  x_, y_, out_, p_                 the matrices; alpha, beta, gamma, k, rows, cols: other arguments
 *   I0, I1, J0, J1 the rows and columns that are cells: I0 <= i < I1 (default all)
 *   EDGE           what all others become (default: they stay), and INSIDE: 0 where the whole slice is edge
 *   BASE           where the slice starts in X and OUT (default 0)
 *   ROW            a statement for each row i, beside its cells
 *   READS          how many of X and Y there are; EXTRA 1: p_ is there
 */
#ifndef T
#define T float
#endif
#ifndef I0
#define I0 0
#endif
#ifndef I1
#define I1 rows
#endif
#ifndef J0
#define J0 0
#endif
#ifndef J1
#define J1 cols
#endif
#ifndef INSIDE
#define INSIDE 1
#endif
#ifndef BASE
#define BASE 0
#endif
#ifndef ROW
#define ROW
#endif

#define X(di, dj) LD(x_ + at + (di) * cols + (dj))
#define Y(di, dj) LD(y_ + at + (di) * cols + (dj))
#define OUT(di, dj) LD(out_ + at + (di) * cols + (dj))
#define SLICE(ds, di, dj) LD(x_ + at + (ds) * (rows * cols) + (di) * cols + (dj))

#if READS >= 1
#define X_PARAM global const T *restrict x_,
#define X_ARG x_,
#else
#define X_PARAM
#define X_ARG
#endif
#if READS >= 2
#define Y_PARAM global const T *restrict y_,
#define Y_ARG y_,
#else
#define Y_PARAM
#define Y_ARG
#endif
#if EXTRA
#define P_PARAM global T *restrict p_,
#define P_ARG p_,
#else
#define P_PARAM
#define P_ARG
#endif
#define PARAMS X_PARAM Y_PARAM global T *restrict out_, P_PARAM T alpha, T beta, T gamma, int k, int rows, int cols, \
               int slices, int most_rows, int most_cols
#define ARGS X_ARG Y_ARG out_, P_ARG alpha, beta, gamma, k, rows, cols, slices, most_rows, most_cols
