/* texture.c - creates texture objects: checks the members, and that the texels lie in one buffer. */
#include "ptx/texture.h"

#include "ptx/gmem_access.h"
#include "ptx/texture_table.h"

#include <inttypes.h>

enum { CUBE_FACES = 6 };

uint32_t texture_texel_bytes(const texture_t *t) { return t->channels * t->channel_bits / 8; }

static bool wrong(err_t *err, const char *what, uint64_t found, const char *allowed)
{
    return err_set(err, NULL, 0, "texture object: %s is %" PRIu64 "; allowed: %s", what, found, allowed);
}

static bool check_format(const texture_t *t, err_t *err)
{
    if (t->channels != 1 && t->channels != 2 && t->channels != 4) return wrong(err, "channels", t->channels, "1, 2, 4");
    if (t->format > TEXEL_FLOAT) return wrong(err, "format", t->format, "0 to 2");
    const bool is_float = t->format == TEXEL_FLOAT;
    if (t->channel_bits != 32 && t->channel_bits != 16 && (is_float || t->channel_bits != 8))
        return wrong(err, "channel_bits", t->channel_bits, is_float ? "16, 32" : "8, 16, 32");
    if (t->reads_normalised && (is_float || t->channel_bits == 32))
        return wrong(err, "channel_bits", t->channel_bits, "8, 16, of integers that are read as normalised floats");
    if (t->filter > TEXTURE_LINEAR) return wrong(err, "filter", t->filter, "0 (point), 1 (linear)");
    if (t->filter == TEXTURE_LINEAR && !is_float && !t->reads_normalised)
        return wrong(err, "filter", t->filter, "0 (point), if integers are read as integers");
    for (uint32_t i = 0; i < 3; i++)
        if (t->edge[i] > TEXTURE_BORDER) return wrong(err, "edge", t->edge[i], "0 to 3 (wrap, clamp, mirror, border)");
    return true;
}

static bool check_shape(const texture_t *t, err_t *err)
{
    const bool is_row = !t->is_array && !t->height;
    const uint32_t most = is_row ? TEXTURE_LINEAR_MAX : TEXTURE_SIDE_MAX;
    if (!t->width || t->width > most) return wrong(err, "width", t->width, is_row ? "1 to 2^28" : "1 to 2^17");
    if (t->height > TEXTURE_SIDE_MAX) return wrong(err, "height", t->height, "0 to 2^17");
    if (t->depth > TEXTURE_SIDE_MAX || (t->depth && !t->height && !t->is_layered) || (t->is_layered && !t->depth))
        return wrong(err, "depth", t->depth, "0 to 2^17; 0 if height is 0; at least 1 with layers");
    if (t->is_cube && (!t->depth || t->depth % CUBE_FACES || (!t->is_layered && t->depth != CUBE_FACES)))
        return wrong(err, "depth", t->depth, "6 for a cube map, 6 per layer for a layered one");
    if (t->is_cube && t->height != t->width) return wrong(err, "height", t->height, "the width, for a cube map");
    return true;
}

static uint64_t rows_of(const texture_t *t) { return t->height ? t->height : 1; }
static uint64_t slices_of(const texture_t *t) { return t->depth ? t->depth : 1; }

static uint64_t rows_bytes(const texture_t *t) /* of a slice; below 2^51 */
{
    return (rows_of(t) - 1) * t->pitch_bytes + (uint64_t)t->width * texture_texel_bytes(t);
}

uint64_t texture_bytes(const texture_t *t) { return (slices_of(t) - 1) * t->slice_bytes + rows_bytes(t); }

static bool check_place(gmem_t *g, const texture_t *t, err_t *err)
{
    const uint64_t texel_bytes = texture_texel_bytes(t), row_bytes = t->width * texel_bytes;
    uint32_t none = UINT32_MAX;
    if (t->addr % texel_bytes) return wrong(err, "addr", t->addr, "a multiple of the texel's size");
    if (rows_of(t) > 1 && (t->pitch_bytes < row_bytes || t->pitch_bytes > UINT32_MAX || t->pitch_bytes % texel_bytes))
        return wrong(err, "pitch_bytes", t->pitch_bytes, "a multiple of the texel's size, at least a row, below 2^32");
    if (slices_of(t) > 1 &&
        (t->slice_bytes < rows_bytes(t) || t->slice_bytes > UINT64_C(1) << 40 || t->slice_bytes % texel_bytes))
        return wrong(err, "slice_bytes", t->slice_bytes,
                     "a multiple of the texel's size, at least the rows, up to 2^40");
    const uint64_t bytes = texture_bytes(t);
    if (t->addr <= UINT64_MAX - bytes && gmem_span(g, t->addr, t->addr + bytes - 1, &none)) return true;
    return err_set(err, NULL, 0,
                   "texture object: its %" PRIu64 " bytes at 0x%" PRIx64
                   " do not lie in one buffer; allocate them first",
                   bytes, t->addr);
}

bool texture_create(gmem_t *g, const texture_t *t, uint64_t *handle, err_t *err)
{
    *handle = 0;
    if (!check_format(t, err) || !check_shape(t, err) || !check_place(g, t, err)) return false;
    *handle = texture_table_add(gmem_textures(g), t, sizeof *t);
    return *handle || err_set(err, NULL, 0, "out of memory for a texture object");
}

bool texture_destroy(gmem_t *g, uint64_t handle) { return texture_table_remove(*gmem_textures(g), handle); }

const texture_t *texture_of(gmem_t *g, uint64_t handle) { return texture_table_get(*gmem_textures(g), handle); }
