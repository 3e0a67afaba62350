/* fatbin.h - what nvcc puts into a program for the device: entries of PTX text and machine code, plain or compressed by
 * LZ4 or zstd. The format is not documented; what is read here was found in the output of nvcc 10 to 13. */
#ifndef CTADEL_TB_CUDA_FATBIN_H
#define CTADEL_TB_CUDA_FATBIN_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

typedef enum { FATBIN_PTX = 1, FATBIN_CUBIN = 2 } fatbin_kind_t;

typedef struct {
    fatbin_kind_t kind;
    uint32_t arch; /* 75: sm_75 */
    char *bytes;   /* unpacked; PTX ends in a 0 that is not counted */
    size_t size;
} fatbin_entry_t;

/* Unpacks the entries behind `image`, which begins with the header of a fatbin; others than PTX and cubins are left
 * out. False: err. *entries is the caller's, to be given back in any case. */
bool fatbin_read(const void *image, fatbin_entry_t **entries, uint32_t *count, err_t *err);
void fatbin_free(fatbin_entry_t *entries, uint32_t count);

#endif
