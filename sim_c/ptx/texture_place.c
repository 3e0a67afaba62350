/* texture_place.c - maps coordinates to texels, one dimension at a time: normalisation, edge mode, filter footprint. */
#include "ptx/texture_place.h"

#include "base/min.h"

#include "ptx/float_bits.h"
#include <math.h>
#include <string.h>

enum { CUBE_FACES = 6, WEIGHT_STEPS = 256 };
#define FAR_AWAY 1073741824.0 /* texels, beyond every texture */

uint32_t texture_dimensions(texture_shape_t shape)
{
    switch (shape) {
    case SHAPE_1D:
    case SHAPE_A1D: return 1;
    case SHAPE_3D: return 3;
    default: return 2;
    }
}

uint32_t texture_coordinates(texture_shape_t shape)
{
    switch (shape) {
    case SHAPE_1D: return 1;
    case SHAPE_2D:
    case SHAPE_A1D: return 2;
    case SHAPE_ACUBE: return 4;
    default: return 3;
    }
}

typedef struct { /* along one dimension */
    int64_t at[2];
    double weight[2];
    uint32_t used;
} line_t;

/* Index of the texel that stands for index i of a dimension of n texels; -1: border. */
static int64_t edge(int64_t i, uint32_t n, texture_edge_t how)
{
    if (i >= 0 && i < n) return i;
    switch (how) {
    case TEXTURE_BORDER: return -1;
    case TEXTURE_WRAP: return (i % n + n) % n;
    case TEXTURE_MIRROR: {
        const int64_t twice = 2 * (int64_t)n, m = (i % twice + twice) % twice;
        return m < n ? m : twice - 1 - m;
    }
    default: return i < 0 ? 0 : (int64_t)n - 1;
    }
}

static double bounded(double x) { return x > FAR_AWAY ? FAR_AWAY : x > -FAR_AWAY ? x : -FAR_AWAY; } /* NaN, too */

/* Texels and weights for coordinate x in a dimension of n texels. */
static line_t place(double x, uint32_t n, texture_edge_t given, bool scaled, bool linear)
{
    const bool folds = given == TEXTURE_WRAP || given == TEXTURE_MIRROR;
    const texture_edge_t how = folds && !scaled ? TEXTURE_CLAMP : given;
    if (scaled) x *= n;
    if (how == TEXTURE_CLAMP) x = x < 0.0 ? 0.0 : x > n ? n : x;
    if (!linear) return (line_t){.at = {edge((int64_t)floor(bounded(x)), n, how)}, .weight = {1.0}, .used = 1};
    const double from = floor(bounded(x - 0.5));
    const double part = rint((bounded(x - 0.5) - from) * WEIGHT_STEPS) / WEIGHT_STEPS;
    const int64_t i = (int64_t)from;
    return (line_t){.at = {edge(i, n, how), edge(i + 1, n, how)}, .weight = {1.0 - part, part}, .used = 2};
}

static double real(uint32_t bits) { return (double)f32_of(bits); }

/* The cube face that direction c hits; at[]: the point on the face, 0 to 1. */
static uint32_t face_of(const uint32_t c[3], double at[2])
{
    const double x = real(c[0]), y = real(c[1]), z = real(c[2]), ax = fabs(x), ay = fabs(y), az = fabs(z);
    double s, t, m;
    uint32_t face;
    if (ax >= ay && ax >= az) {
        face = x < 0.0;
        m = ax;
        s = face ? z : -z;
        t = -y;
    } else if (ay >= az) {
        face = 2 + (y < 0.0);
        m = ay;
        s = x;
        t = face == 2 ? z : -z;
    } else {
        face = 4 + (z < 0.0);
        m = az;
        s = face == 4 ? x : -x;
        t = -y;
    }
    at[0] = m > 0.0 ? (s / m + 1.0) / 2.0 : 0.5;
    at[1] = m > 0.0 ? (t / m + 1.0) / 2.0 : 0.5;
    return face;
}

/* Layer v of n; beyond the last: the last. */
static uint32_t layer(uint32_t v, uint32_t n) { return min_u32(v, n - 1); }

static void cross(const line_t line[3], uint32_t slice, bool sliced, texture_taps_t *taps)
{
    taps->used = 0;
    for (uint32_t k = 0; k < line[2].used; k++)
        for (uint32_t j = 0; j < line[1].used; j++)
            for (uint32_t i = 0; i < line[0].used; i++) {
                const int64_t x = line[0].at[i], y = line[1].at[j], z = sliced ? (int64_t)slice : line[2].at[k];
                taps->tap[taps->used++] =
                    (texture_tap_t){.x = (uint32_t)x,
                                    .y = (uint32_t)y,
                                    .z = (uint32_t)z,
                                    .is_border = x < 0 || y < 0 || z < 0,
                                    .weight = line[0].weight[i] * line[1].weight[j] * line[2].weight[k]};
            }
}

void texture_place(const texture_t *t, const texture_query_t *q, texture_taps_t *taps)
{
    const uint32_t size[3] = {t->width, t->height ? t->height : 1, t->depth ? t->depth : 1};
    const bool layered = q->shape == SHAPE_A1D || q->shape == SHAPE_A2D || q->shape == SHAPE_ACUBE;
    const bool cube = q->shape == SHAPE_CUBE || q->shape == SHAPE_ACUBE;
    const bool linear = q->gather >= 0 || (t->filter == TEXTURE_LINEAR && !q->is_integer);
    const uint32_t dimensions = texture_dimensions(q->shape), *c = q->coord + layered;
    line_t line[3] = {{.weight = {1.0}, .used = 1}, {.weight = {1.0}, .used = 1}, {.weight = {1.0}, .used = 1}};
    double on_face[2];
    uint32_t slice = layered ? q->coord[0] : 0;
    const uint32_t cubes = size[2] / CUBE_FACES;
    if (cube) slice = layer(slice, cubes ? cubes : 1) * CUBE_FACES + face_of(c, on_face);
    for (uint32_t i = 0; i < dimensions; i++) {
        if (q->is_integer) line[i].at[0] = edge((int32_t)c[i], size[i], TEXTURE_BORDER);
        else
            line[i] = place(cube ? on_face[i] * size[i] : real(c[i]), size[i], cube ? TEXTURE_CLAMP : t->edge[i],
                            t->is_normalised && !cube, linear);
    }
    cross(line, layer(slice, size[2]), layered || cube, taps);
}
