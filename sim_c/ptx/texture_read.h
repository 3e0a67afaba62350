/* texture_read.h - result of one thread's texture access, and the texels that it reads. Pure functions. */
#ifndef CTADEL_PTX_TEXTURE_READ_H
#define CTADEL_PTX_TEXTURE_READ_H

#include "isa/winst.h"
#include "ptx/texture.h"

typedef enum { SHAPE_1D, SHAPE_2D, SHAPE_3D, SHAPE_A1D, SHAPE_A2D, SHAPE_CUBE, SHAPE_ACUBE } texture_shape_t;

enum { CHANNELS_MAX = 4 };

typedef struct {
    texture_shape_t shape;
    bool is_integer;              /* coordinates are texels, nothing is filtered */
    int32_t gather;               /* tld4: channel to gather, 0 to 3; -1: no gather */
    uint32_t coord[CHANNELS_MAX]; /* bits of the coordinates in instruction order: a layer comes first */
} texture_query_t;

typedef struct {
    uint32_t value[CHANNELS_MAX];    /* bits; 0 for channels that the texels lack */
    uint32_t texels;                 /* texels read, at least 1 */
    uint64_t addr[WINST_TEXELS_MAX]; /* their addresses in the timing model */
} texture_answer_t;

/* texel: host pointer to the first texel of t. */
void texture_read(const texture_t *t, const uint8_t *texel, const texture_query_t *q, texture_answer_t *a);

uint32_t texture_dimensions(texture_shape_t shape);  /* 1 to 3; a layer is no dimension */
uint32_t texture_coordinates(texture_shape_t shape); /* 1 to 4 coordinates of an instruction; a layer is one */

/* Byte offset of a texel from the first one in memory; its address in the timing model. */
uint64_t texture_offset(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z);
uint64_t texture_address(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z);

#endif
