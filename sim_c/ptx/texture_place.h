/* texture_place.h - maps the coordinates of a texture access to texels and filter weights. */
#ifndef CTADEL_PTX_TEXTURE_PLACE_H
#define CTADEL_PTX_TEXTURE_PLACE_H

#include "ptx/texture_read.h"

typedef struct {
    uint32_t x, y, z;
    bool is_border; /* outside the texture: the border colour */
    double weight;
} texture_tap_t;

typedef struct {
    uint32_t used; /* 1, or 2 for each dimension that is filtered; x changes fastest */
    texture_tap_t tap[WINST_TEXELS_MAX];
} texture_taps_t;

void texture_place(const texture_t *t, const texture_query_t *q, texture_taps_t *taps);

#endif
