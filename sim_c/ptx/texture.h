/* texture.h - texture and surface objects of a device: what the 64-bit handle that a kernel passes to tex, suld or sust
 * stands for. The words are those of CUDA's texture descriptor; memory belongs to the caller that allocated it in the
 * gmem.
 *
 * A texel is 1, 2 or 4 channels of one width and format, packed. Texel (x, y, z) lies at
 * addr + z * slice_bytes + y * pitch_bytes + x * texel bytes; z is the depth of a 3-D texture, a layer, or a face of a
 * cube map. Mipmaps are not modelled: a level of detail is ignored, there is level 0. */
#ifndef CTADEL_PTX_TEXTURE_H
#define CTADEL_PTX_TEXTURE_H

#include "ptx/gmem.h"

enum { TEXTURE_SIDE_MAX = 1 << 17, TEXTURE_LINEAR_MAX = 1 << 28 /* texels, is_array false and height 0 */ };

/* The numbers are those of cudaChannelFormatKind, cudaTextureAddressMode, cudaTextureFilterMode. */
typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT } texel_t;
typedef enum { TEXTURE_WRAP, TEXTURE_CLAMP, TEXTURE_MIRROR, TEXTURE_BORDER } texture_edge_t;
typedef enum { TEXTURE_POINT, TEXTURE_LINEAR } texture_filter_t;

typedef struct {
    uint64_t addr;                     /* device address of the first texel */
    uint32_t width, height, depth;     /* texels, rows, slices; height 0: 1-D; depth 0: neither 3-D, layers nor cube */
    uint64_t pitch_bytes, slice_bytes; /* row to row, slice to slice */
    uint32_t channels, channel_bits;   /* 1, 2, 4; 8, 16, 32 */
    texel_t format;                    /* TEXEL_FLOAT: 16 or 32 bits */
    bool is_array;                     /* in hardware blocks of 64 bytes by 8 rows; only timing sees them */
    bool is_layered;                   /* slices are layers, of 6 faces each if is_cube, never filtered across */
    bool is_cube;                      /* slices are faces */
    texture_edge_t edge[3];            /* by dimension; wrap and mirror: clamp, unless normalised */
    texture_filter_t filter;           /* linear: only for what is read as float */
    bool is_normalised;                /* coordinates: [0, 1) is the width */
    bool reads_normalised;             /* integers of 8 or 16 bits are read as [0, 1] or [-1, 1] floats */
    float border[4];                   /* by channel; also what linear memory reads outside of it */
} texture_t;

/* The handle of a new object, never 0; *t is copied. False: err says which member is wrong, or that the texels are not
 * in one buffer. A handle is valid until it is destroyed or the gmem is; a kernel that uses another one is an error. */
bool texture_create(gmem_t *g, const texture_t *t, uint64_t *handle, err_t *err);
bool texture_destroy(gmem_t *g, uint64_t handle);        /* false: there is none */
const texture_t *texture_of(gmem_t *g, uint64_t handle); /* NULL: there is none */
uint32_t texture_texel_bytes(const texture_t *t);
uint64_t texture_bytes(const texture_t *t); /* from its first texel to its last */

#endif
