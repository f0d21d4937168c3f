/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common head of the matvec variants: how one kernel's arithmetic differs from
 * the next. Kernel entries define
 *
 *   TERM(a)      what is multiplied by the vector's element (default a)
 *   START(y)     where a sum starts: y, the old output (default), or 0.0f
 *   ADD_Z        1: add z to a finished sum
 *   STEP(s,a,x,z) how an element enters a sum (default s += TERM(a) * x); z is
 *                column j's of z where USE_Z is 1 (by columns only)
 *   FRAME        1: by columns, all matrices and vectors have one before the first
 *   FINISH(s)    what is stored (by columns only; default the sum)
 *   MATRICES     2: y = alpha * (t + a x) + beta * (y + b x), t kept in tmp
 */
#ifndef T
#define T float
#endif
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define T4 PASTE(T, 4)
#define T16 PASTE(T, 16)
#ifndef TERM
#define TERM(a) (a)
#endif
#ifndef START
#define START(y) (y)
#endif
#ifndef FRAME
#define FRAME 0
#endif
#ifndef STEP
#define STEP(s, a, x, z) s += TERM(a) * (x)
#endif
#ifndef FINISH
#define FINISH(s) (s)
#endif
#ifndef USE_Z
#define USE_Z 0
#endif
#ifndef ADD_Z
#define ADD_Z 0
#endif
#ifndef MATRICES
#define MATRICES 1
#endif

#ifndef ASYNC
#define ASYNC 0
#endif
#if ASYNC
/* Hopper's and Ampere's copies from global to local memory, no register between. */
#define COPY_WIDE(to, from)                                                            \
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint)(size_t)(to)), \
                 "l"((size_t)(from)) : "memory")
#define COPY_ONE(to, from)                                                            \
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((uint)(size_t)(to)), \
                 "l"((size_t)(from)) : "memory")
#define COPIES_END() asm volatile("cp.async.commit_group;" ::: "memory")
#define COPIES_WAIT(n) asm volatile("cp.async.wait_group %0;" ::"n"(n) : "memory")
#endif
