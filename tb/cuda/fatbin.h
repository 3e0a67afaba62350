/* fatbin.h - reads the fatbin that nvcc embeds in a program: entries of PTX text and machine code, plain or compressed
 * by LZ4 or zstd. NVIDIA does not document the format; this reader follows the output of nvcc 10 to 13. */
#ifndef CTADEL_TB_CUDA_FATBIN_H
#define CTADEL_TB_CUDA_FATBIN_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

typedef enum { FATBIN_PTX = 1, FATBIN_CUBIN = 2 } fatbin_kind_t;

typedef struct {
    fatbin_kind_t kind;
    uint32_t arch; /* 75 for sm_75 */
    char *bytes;   /* decompressed, followed by a 0 byte that `size` does not count */
    size_t size;
} fatbin_entry_t;

/* Decompresses the PTX and cubin entries of the fatbin at `image`; skips other entries. False: err. The caller frees
 * *entries by fatbin_free, also after an error. */
bool fatbin_read(const void *image, fatbin_entry_t **entries, uint32_t *count, err_t *err);
void fatbin_free(fatbin_entry_t *entries, uint32_t count);

#endif
