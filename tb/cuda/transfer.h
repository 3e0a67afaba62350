/* transfer.h - a copy or a fill of rows and slices, checked when it is asked for and done at its turn in a stream. */
#ifndef CTADEL_TB_CUDA_TRANSFER_H
#define CTADEL_TB_CUDA_TRANSFER_H

#include "cuda/context.h"

typedef struct {
    char *dst;
    const char *src;             /* NULL: a fill with `value` */
    size_t dst_pitch, src_pitch; /* from a row to the next */
    size_t dst_slice, src_slice; /* from a slice to the next */
    size_t width, rows, slices;  /* bytes, rows of a slice, slices */
    int value;
} cuda_transfer_t;

/* A block without rows. */
cuda_transfer_t cuda_transfer_plain(void *dst, const void *src, size_t bytes);
/* kind: which of both ends are the device's; checked. wait: the call returns when it is done. Rows that pinned memory
 * does not hold are copied aside first, as the program may use them again at once. */
cuda_error_t cuda_transfer(cuda_t *c, const cuda_transfer_t *t, int kind, void *stream, bool wait);
/* The same without a check of the ends, for constants, which no address of the device has. */
cuda_error_t cuda_transfer_unchecked(cuda_t *c, const cuda_transfer_t *t, bool from_host, void *stream, bool wait);

#endif
