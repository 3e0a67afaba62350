/* transfer.h - copies and fills of rows and slices. The call checks the transfer and queues it in a stream. */
#ifndef CTADEL_TB_CUDA_TRANSFER_H
#define CTADEL_TB_CUDA_TRANSFER_H

#include "cuda/context.h"

typedef struct {
    char *dst;
    const char *src;             /* NULL: fill with `value` */
    size_t dst_pitch, src_pitch; /* bytes from row to row */
    size_t dst_slice, src_slice; /* bytes from slice to slice */
    size_t width, rows, slices;  /* bytes, rows of a slice, slices */
    int value;
} cuda_transfer_t;

/* A contiguous block: one row. */
cuda_transfer_t cuda_transfer_plain(void *dst, const void *src, size_t bytes);
/* Queues t. kind: CUDA_HOST_TO_HOST to CUDA_DEFAULT_KIND; an end that it calls a device end must lie in device memory.
 * wait: returns after the transfer. Otherwise, rows of pageable host memory are first copied to a buffer, because the
 * program may change them after the call. */
cuda_error_t cuda_transfer(cuda_t *c, const cuda_transfer_t *t, int kind, void *stream, bool wait);
/* The same without checks of the ends, for constants, which have no device address. from_host: src is pageable memory.
 */
cuda_error_t cuda_transfer_unchecked(cuda_t *c, const cuda_transfer_t *t, bool from_host, void *stream, bool wait);

#endif
