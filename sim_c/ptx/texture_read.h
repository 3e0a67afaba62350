/* texture_read.h - what a texture access of one thread gives, and which texels it reads. Pure functions. */
#ifndef CTADEL_PTX_TEXTURE_READ_H
#define CTADEL_PTX_TEXTURE_READ_H

#include "isa/winst.h"
#include "ptx/texture.h"

typedef enum { SHAPE_1D, SHAPE_2D, SHAPE_3D, SHAPE_A1D, SHAPE_A2D, SHAPE_CUBE, SHAPE_ACUBE } texture_shape_t;

enum { CHANNELS_MAX = 4 };

typedef struct {
    texture_shape_t shape;
    bool is_integer;              /* coordinates are texels, nothing is filtered */
    int32_t gather;               /* channel of the four texels around a place, -1: none */
    uint32_t coord[CHANNELS_MAX]; /* bits, as the instruction has them: a layer first */
} texture_query_t;

typedef struct {
    uint32_t value[CHANNELS_MAX];    /* bits; channels that the texels do not have: 0 */
    uint32_t texels;                 /* read, at least 1 */
    uint64_t addr[WINST_TEXELS_MAX]; /* where a cache sees them */
} texture_answer_t;

/* texel: host place of the first one. */
void texture_read(const texture_t *t, const uint8_t *texel, const texture_query_t *q, texture_answer_t *a);

uint32_t texture_dimensions(texture_shape_t shape);  /* 1 to 3, layers not among them */
uint32_t texture_coordinates(texture_shape_t shape); /* that an instruction passes, the layer among them */

/* Byte offset of a texel as it lies in memory, and its address as a cache sees it. */
uint64_t texture_offset(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z);
uint64_t texture_address(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z);

#endif
