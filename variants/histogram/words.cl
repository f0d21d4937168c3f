/* SPDX-License-Identifier: Apache-2.0 */
/*
 * histogram_group_words: what a group of histogram_words counts, by one item; for CPUs.
 *
 * A table for each byte of a word, so that equal bytes one after the other do not wait for each other.
 *
 * Range: an item a group.
 */
kernel __attribute__((reqd_work_group_size(1, 1, 1))) void histogram_group_words(global uint *result,
                                                                                 global const uint *data, int words,
                                                                                 int size)
{
    uint counts[4 * 256];
    const size_t step = (size_t)size * get_global_size(0);

    for (int i = 0; i < 4 * 256; i++)
        counts[i] = 0;
    for (size_t first = (size_t)get_global_id(0) * size; first < words; first += step) {
        const size_t end = min(first + size, (size_t)words);
        for (size_t at = first; at < end; at++) {
            const uint word = data[at];
            counts[word & 255]++;
            counts[256 + (word >> 8 & 255)]++;
            counts[512 + (word >> 16 & 255)]++;
            counts[768 + (word >> 24)]++;
        }
    }
    for (int i = 0; i < 256; i++)
        result[(size_t)get_global_id(0) * 256 + i] = counts[i] + counts[256 + i] + counts[512 + i] + counts[768 + i];
}
