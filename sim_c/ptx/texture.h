/* texture.h - texture and surface objects of a device. A kernel names one by a 64-bit handle in tex, tld4, suld or
 * sust.
 *
 * The fields follow CUDA's cudaTextureDesc. The texels lie in a buffer of the gmem that the caller has allocated and
 * keeps. A texel has 1, 2 or 4 channels of one width and format, packed. Texel (x, y, z) lies at
 * addr + z * slice_bytes + y * pitch_bytes + x * texel bytes; z is the depth of a 3-D texture, a layer, or a face of a
 * cube map. Not modelled: mipmaps; a level of detail is ignored and level 0 is read. */
#ifndef CTADEL_PTX_TEXTURE_H
#define CTADEL_PTX_TEXTURE_H

#include "ptx/gmem.h"

/* Largest extent, texels; TEXTURE_LINEAR_MAX for linear memory (is_array false, height 0). */
enum { TEXTURE_SIDE_MAX = 1 << 17, TEXTURE_LINEAR_MAX = 1 << 28 };

/* The numbers are those of cudaChannelFormatKind, cudaTextureAddressMode, cudaTextureFilterMode. */
typedef enum { TEXEL_SIGNED, TEXEL_UNSIGNED, TEXEL_FLOAT } texel_t;
typedef enum { TEXTURE_WRAP, TEXTURE_CLAMP, TEXTURE_MIRROR, TEXTURE_BORDER } texture_edge_t;
typedef enum { TEXTURE_POINT, TEXTURE_LINEAR } texture_filter_t;

typedef struct {
    uint64_t addr;                     /* device address of the first texel */
    uint32_t width, height, depth;     /* texels, rows, slices; height 0: 1-D; depth 0: no slices */
    uint64_t pitch_bytes, slice_bytes; /* distance of rows, of slices */
    uint32_t channels, channel_bits;   /* 1, 2, 4; 8, 16, 32 */
    texel_t format;                    /* TEXEL_FLOAT: 16 or 32 bits per channel */
    bool is_array;                     /* stored in blocks of 64 bytes x 8 rows, which only the timing model sees */
    bool is_layered;                   /* slices are layers, of 6 faces each if is_cube; no filtering across layers */
    bool is_cube;                      /* slices are faces */
    texture_edge_t edge[3];            /* per dimension; without is_normalised, wrap and mirror act as clamp */
    texture_filter_t filter;           /* linear: only if the result is float */
    bool is_normalised;                /* coordinates [0, 1) span the width */
    bool reads_normalised;             /* 8- and 16-bit integers are read as floats, [0, 1] or [-1, 1] */
    float border[4];                   /* per channel; also the result of a read outside linear memory */
} texture_t;

/* Creates an object and sets *handle, never 0; copies *t. False: err, a member is out of range or the texels do not lie
 * in one buffer. The handle is valid until texture_destroy or gmem_destroy; a kernel that uses any other handle ends in
 * an error. */
bool texture_create(gmem_t *g, const texture_t *t, uint64_t *handle, err_t *err);
bool texture_destroy(gmem_t *g, uint64_t handle);        /* false: no such object */
const texture_t *texture_of(gmem_t *g, uint64_t handle); /* NULL: no such object */
uint32_t texture_texel_bytes(const texture_t *t);
uint64_t texture_bytes(const texture_t *t); /* from the first texel to the end of the last one */

#endif
