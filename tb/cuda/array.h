/* array.h - CUDA arrays: elements of one to four channels in one to three dimensions, kept row by row in the device's
 * memory. Of layers and faces of a cube, each is a slice. */
#ifndef CTADEL_TB_CUDA_ARRAY_H
#define CTADEL_TB_CUDA_ARRAY_H

#include "cuda/context.h"

enum { ARRAY_SLICES_MAX = 1 << 14 }; /* rows and texels of a row: TEXTURE_SIDE_MAX (ptx/texture.h) */

typedef struct cuda_array {
    uint64_t addr; /* of element 0, in the device's memory and in this process */
    cuda_channel_t channel;
    uint32_t elem_bytes;
    cuda_extent_t extent; /* elements, rows, slices; 0 where there is no such dimension */
    size_t pitch, slice;  /* bytes from a row, a slice to the next */
    unsigned flags;       /* CUDA_ARRAY_* */
    struct cuda_array *next;
} cuda_array_t;

/* By the handle that the program has; NULL: there is no such array. */
cuda_array_t *cuda_array_of(cuda_t *c, const void *handle);

/* Bytes of an element; 0: no such element. */
uint32_t cuda_channel_bytes(const cuda_channel_t *channel);

void cuda_arrays_free(cuda_t *c);  /* all of them */
void cuda_objects_free(cuda_t *c); /* texture_calls.c: all texture and surface objects */

#endif
