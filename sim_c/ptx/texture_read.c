/* texture_read.c - reads texels, converts their channels and filters them.
 *
 * Weights of the linear filter have 8 fraction bits, as in CUDA's programming guide; the sum is formed in double and
 * rounded once. Not modelled: filtering across faces of a cube map, mipmaps, sRGB. */
#include "ptx/float_bits.h"
#include "ptx/texture_place.h"

#include "ptx/ptx_half.h"

#include <math.h>
#include <string.h>

enum { BLOCK_BYTES = 64, BLOCK_ROWS = 8, BITS_PER_BYTE = 8 };

uint64_t texture_offset(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z)
{
    return z * t->slice_bytes + y * t->pitch_bytes + x_bytes;
}

/* The last blocks of an array may extend beyond its last row; these addresses exist only in the timing model. */
uint64_t texture_address(const texture_t *t, uint32_t x_bytes, uint32_t y, uint32_t z)
{
    if (!t->is_array || t->height < 2) return t->addr + texture_offset(t, x_bytes, y, z);
    const uint64_t per_row = ((uint64_t)t->width * texture_texel_bytes(t) + BLOCK_BYTES - 1) / BLOCK_BYTES;
    const uint64_t block = (uint64_t)(y / BLOCK_ROWS) * per_row + x_bytes / BLOCK_BYTES;
    return t->addr + z * t->slice_bytes + (block * BLOCK_ROWS + y % BLOCK_ROWS) * BLOCK_BYTES + x_bytes % BLOCK_BYTES;
}

/* A channel as an integer; a signed one is sign-extended. */
static uint32_t raw_channel(const texture_t *t, const uint8_t *p)
{
    uint32_t v = 0;
    memcpy(&v, p, t->channel_bits / BITS_PER_BYTE);
    if (t->format != TEXEL_SIGNED || t->channel_bits == 32) return v;
    return t->channel_bits == 8 ? (uint32_t)(int8_t)v : (uint32_t)(int16_t)v;
}

static double as_float(const texture_t *t, uint32_t raw)
{
    if (t->format == TEXEL_FLOAT) return t->channel_bits == 16 ? ptx_half_to_float((uint16_t)raw) : f32_of(raw);
    const double most = t->format == TEXEL_SIGNED ? (t->channel_bits == 8 ? INT8_MAX : INT16_MAX)
                                                  : (t->channel_bits == 8 ? UINT8_MAX : UINT16_MAX);
    const double v = t->format == TEXEL_SIGNED ? (double)(int32_t)raw : (double)raw;
    return v / most < -1.0 ? -1.0 : v / most;
}

static bool reads_float(const texture_t *t) { return t->format == TEXEL_FLOAT || t->reads_normalised; }

static uint32_t float_bits(double v) { return f32_bits((float)v); }

/* Host pointer to the texel of a tap; NULL: the border colour. */
static const uint8_t *texel_at(const texture_t *t, const uint8_t *texel, const texture_tap_t *tap)
{
    return tap->is_border ? NULL : texel + texture_offset(t, tap->x * texture_texel_bytes(t), tap->y, tap->z);
}

static double float_channel(const texture_t *t, const uint8_t *p, uint32_t c)
{
    return p ? as_float(t, raw_channel(t, p + c * t->channel_bits / BITS_PER_BYTE)) : (double)t->border[c];
}

static uint32_t integer_channel(const texture_t *t, const uint8_t *p, uint32_t c)
{
    if (p) return raw_channel(t, p + c * t->channel_bits / BITS_PER_BYTE);
    const double v = (double)t->border[c];
    return v >= -2147483648.0 && v <= 4294967295.0 ? (uint32_t)(int64_t)v : 0;
}

static uint32_t filtered(const texture_t *t, const uint8_t *texel, const texture_taps_t *taps, uint32_t c)
{
    double sum = 0.0;
    if (!reads_float(t)) return integer_channel(t, texel_at(t, texel, &taps->tap[0]), c);
    if (taps->used == 1) return float_bits(float_channel(t, texel_at(t, texel, &taps->tap[0]), c));
    for (uint32_t i = 0; i < taps->used; i++)
        if (taps->tap[i].weight > 0.0)
            sum += taps->tap[i].weight * float_channel(t, texel_at(t, texel, &taps->tap[i]), c);
    return float_bits(sum);
}

/* tld4: one channel of the four texels, counter-clockwise from the lower left. */
static void gathered(const texture_t *t, const uint8_t *texel, const texture_taps_t *taps, uint32_t c, uint32_t v[4])
{
    static const uint8_t ORDER[4] = {2, 3, 1, 0};
    for (uint32_t i = 0; i < 4; i++) {
        const uint8_t *p = texel_at(t, texel, &taps->tap[ORDER[i]]);
        v[i] = reads_float(t) ? float_bits(float_channel(t, p, c)) : integer_channel(t, p, c);
    }
}

void texture_read(const texture_t *t, const uint8_t *texel, const texture_query_t *q, texture_answer_t *a)
{
    texture_taps_t taps;
    texture_place(t, q, &taps);
    memset(a, 0, sizeof *a);
    if (q->gather >= 0) {
        if ((uint32_t)q->gather < t->channels) gathered(t, texel, &taps, (uint32_t)q->gather, a->value);
    } else {
        for (uint32_t c = 0; c < t->channels; c++) a->value[c] = filtered(t, texel, &taps, c);
    }
    for (uint32_t i = 0; i < taps.used; i++) {
        const texture_tap_t *tap = &taps.tap[i];
        if (!tap->is_border) a->addr[a->texels++] = texture_address(t, tap->x * texture_texel_bytes(t), tap->y, tap->z);
    }
    if (!a->texels) a->addr[a->texels++] = t->addr; /* all taps are border: the timing model still sees one access */
}
