/* array.h - CUDA arrays: elements with 1, 2 or 4 channels in one to three dimensions, stored row by row in device
 * memory. Each layer and each face of a cube map is a slice. */
#ifndef CTADEL_TB_CUDA_ARRAY_H
#define CTADEL_TB_CUDA_ARRAY_H

#include "cuda/context.h"

enum { ARRAY_SLICES_MAX = 1 << 14 }; /* width and height go up to TEXTURE_SIDE_MAX (ptx/texture.h) */

typedef struct cuda_array {
    uint64_t addr; /* address of element 0, for the device and for this process */
    cuda_channel_t channel;
    uint32_t elem_bytes;
    cuda_extent_t extent; /* elements, rows, slices; 0: no such dimension */
    size_t pitch, slice;  /* bytes from one row, one slice to the next */
    unsigned flags;       /* CUDA_ARRAY_* */
    struct cuda_array *next;
} cuda_array_t;

/* The array of a program's handle. NULL: no such array. */
cuda_array_t *cuda_array_of(cuda_t *c, const void *handle);

/* Bytes per element. 0: no valid element type. */
uint32_t cuda_channel_bytes(const cuda_channel_t *channel);

void cuda_arrays_free(cuda_t *c);  /* frees all arrays */
void cuda_objects_free(cuda_t *c); /* texture_calls.c: all texture and surface objects */

#endif
