/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Common head of the reduction variants: which elements a group adds, in which
 * order. G groups of L items; item t of group g has a partial sum, and the L
 * partial sums are added as a tree. The original's L and G are part of that,
 * not something to tune. Kernel entries define
 *
 *   T       element
 *   LOOP    1: sum = 0, then all the item's elements, `STRIDE` apart
 *           0: sum = the item's first element (0 beyond the end)
 *   PAIR    0: one element a step, at START_OF(g) + t
 *           1: a second one L further on, added if it exists
 *           2: the same two added to each other first, both exist
 *           3: two neighbours, at START_OF(g) + 2 t, both exist
 *   TREE    0: no tree, the partial sums are the result
 *           1: halves (t and t + L/2, then L/4, ...)
 *           2: neighbours (t and t + 1, then 2, 4, ...)
 *   DOT     1: element i contributes in[i] * in2[i] instead of in[i] (PAIR 0)
 */
#ifndef DOT
#define DOT 0
#endif
#if DOT
#define TERM(i) (in[i] * in2[i])
#else
#define TERM(i) (in[i])
#endif
#define SPAN ((PAIR ? 2 : 1) * (long)L)
#define START_OF(g) ((g) * SPAN)
#define STRIDE (G * SPAN)

#if PAIR == 0
#define SET_WHOLE(sum, i, t) (sum = TERM((i) + (t)))
#define SET_EDGE(sum, i, t) (sum = (i) + (t) < n ? TERM((i) + (t)) : (T)(0))
#define ADD_WHOLE(sum, i, t) (sum += TERM((i) + (t)))
#define ADD_EDGE(sum, i, t)       \
    do {                          \
        if ((i) + (t) < n)        \
            sum += TERM((i) + (t)); \
    } while (0)
#elif PAIR == 1
#define SET_WHOLE(sum, i, t) (sum = TERM((i) + (t)), sum += TERM((i) + (t) + L))
#define SET_EDGE(sum, i, t)                                  \
    do {                                                     \
        sum = (i) + (t) < n ? TERM((i) + (t)) : (T)(0);      \
        if ((i) + (t) + L < n)                               \
            sum += TERM((i) + (t) + L);                      \
    } while (0)
#define ADD_WHOLE(sum, i, t) (sum += TERM((i) + (t)), sum += TERM((i) + (t) + L))
#define ADD_EDGE(sum, i, t)             \
    do {                                \
        if ((i) + (t) < n)              \
            sum += TERM((i) + (t));     \
        if ((i) + (t) + L < n)          \
            sum += TERM((i) + (t) + L); \
    } while (0)
#elif PAIR == 2
#define ADD_WHOLE(sum, i, t) (sum += TERM((i) + (t)) + TERM((i) + (t) + L))
#define ADD_EDGE(sum, i, t)       \
    do {                          \
        if ((i) + (t) < n)        \
            ADD_WHOLE(sum, i, t); \
    } while (0)
#else
#define SET_WHOLE(sum, i, t) (sum = TERM((i) + 2 * (t)) + TERM((i) + 2 * (t) + 1))
#define SET_EDGE(sum, i, t) SET_WHOLE(sum, i, t)
#endif
