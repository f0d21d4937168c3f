/* SPDX-License-Identifier: Apache-2.0 */
/*
 * image: memory objects whose elements have a format and up to three
 * dimensions. They lie packed in the object's memory, row after row and slice
 * after slice, so that operations see them as they see a buffer.
 *
 * Belongs to its memory object and never changes.
 */
#ifndef FAKECL_IMAGE_H
#define FAKECL_IMAGE_H

#include "kernel.h"

#pragma GCC visibility push(hidden)

struct fakecl_image {
    cl_mem_object_type type;
    cl_image_format format;
    size_t element_bytes;
    size_t lanes;
    enum fakecl_elem elem; /* of one lane */
    /* 0 where the type has none of it. */
    size_t width, height, depth, layers;
    /* As regions have it. */
    size_t size[3];
};

#pragma GCC visibility pop

#endif
