/* ptx_tex.c - executes texture and surface instructions lane by lane. */
#include "ptx/ptx_exec.h"
#include "ptx/texture_read.h"

#include <inttypes.h>
#include <string.h>

enum { WHY_CHARS = 200 };

typedef struct {
    fe_cta_t *cta;
    ptx_warp_t *w;
    const ptx_uop_t *u;
    uint32_t pc;
    uint64_t handle; /* handle of `object`; 0: none looked up yet */
    const texture_t *object;
} access_t;

static bool fail(const access_t *a, uint32_t lane, const char *why, err_t *err)
{
    char what[WHY_CHARS + 40];
    snprintf(what, sizeof what, "in thread %u %s", a->w->index * a->cta->l->lanes + lane, why);
    return ptx_place_error(a->cta, a->pc, what, err);
}

static bool find(access_t *a, uint32_t lane, err_t *err)
{
    char why[WHY_CHARS];
    const uint64_t handle = ((const lane_u64 *)ptx_ref(a->cta->l, a->w, a->u->s[0]))[lane];
    if (a->object && handle == a->handle) return true;
    a->handle = handle;
    a->object = texture_of(a->cta->l->gmem, handle);
    if (a->object) {
        if (a->cta->l->journal) journal_touch_whole(a->cta->l->journal, a->object->addr, texture_bytes(a->object));
        return true;
    }
    snprintf(why, sizeof why, "uses 0x%" PRIx64 "; expected the handle of a texture or surface object", handle);
    return fail(a, lane, why, err);
}

static uint8_t *texels(const access_t *a)
{
    gmem_t *g = a->cta->l->gmem;
    return gmem_arena(g) + (a->object->addr - gmem_first(g));
}

static void coordinates(const access_t *a, uint32_t lane, uint32_t n, uint32_t c[CHANNELS_MAX])
{
    for (uint32_t i = 0; i < n; i++) c[i] = ((const lane_u32 *)ptx_ref(a->cta->l, a->w, a->u->s[i + 1]))[lane];
}

static void put(const access_t *a, uint32_t element, uint32_t lane, uint64_t v)
{
    const uint32_t d = a->u->d[element];
    if (d != UREF_NONE) ptx_lane_put(a->w->regs + d, a->u->dst == DST_64, lane, v);
}

static bool textures(access_t *a, uint32_t mask, winst_exec_t *out, err_t *err)
{
    texture_query_t q = {
        .shape = (texture_shape_t)a->u->mod, .is_integer = a->u->type == T_S32, .gather = (int32_t)a->u->mod2 - 1};
    out->texels = 0;
    out->texel = (const uint64_t(*)[WARP_LANES_MAX])a->cta->texel;
    for (uint32_t left = mask; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        texture_answer_t answer;
        if (!find(a, i, err)) return false;
        coordinates(a, i, texture_coordinates(q.shape), q.coord);
        texture_read(a->object, texels(a), &q, &answer);
        for (uint32_t e = 0; e < CHANNELS_MAX; e++) put(a, e, i, answer.value[e]);
        out->addr[i] = answer.addr[0];
        for (uint32_t k = 1; k < WINST_TEXELS_MAX; k++)
            a->cta->texel[k - 1][i] = answer.addr[k < answer.texels ? k : 0];
        if (answer.texels > out->texels + 1) out->texels = answer.texels - 1;
    }
    return true;
}

/* Clamps an access at byte, row, slice at[] to the surface, into c[]. False: it lies outside. */
static bool inside(const access_t *a, const int32_t at[3], uint32_t bytes, uint32_t c[3])
{
    const texture_t *t = a->object;
    const int64_t row = (int64_t)t->width * texture_texel_bytes(t);
    const int64_t end[3] = {row - bytes, (int64_t)(t->height ? t->height : 1) - 1,
                            (int64_t)(t->depth ? t->depth : 1) - 1};
    bool is_inside = true;
    for (uint32_t i = 0; i < 3; i++) {
        const int64_t most = end[i] < 0 ? 0 : end[i];
        is_inside &= at[i] >= 0 && at[i] <= end[i];
        c[i] = (uint32_t)(at[i] < 0 ? 0 : at[i] > most ? most : at[i]);
    }
    c[0] -= c[0] % bytes;
    return is_inside;
}

static void move_bytes(const access_t *a, uint32_t lane, uint8_t *p, bool zero)
{
    const ptx_uop_t *u = a->u;
    const ptx_launch_t *l = a->cta->l;
    const uint32_t bytes = ptx_type_bytes((ptx_type_t)(u->op % 16));
    for (uint32_t e = 0; e < u->vec; e++) {
        uint64_t v = 0;
        if (u->op / 16 == O_SUST) {
            const void *s = ptx_ref(l, a->w, l->k->more[u->more + e]);
            memcpy(&v, (const uint8_t *)s + (size_t)lane * (bytes == 8 ? 8 : 4), bytes);
            if (!zero) memcpy(p + e * bytes, &v, bytes);
        } else {
            if (!zero) memcpy(&v, p + e * bytes, bytes);
            put(a, e, lane, v);
        }
    }
}

static bool surface(access_t *a, uint32_t lane, uint32_t bytes, winst_exec_t *out, err_t *err)
{
    const texture_shape_t shape = (texture_shape_t)a->u->mod;
    const bool layered = shape == SHAPE_A1D || shape == SHAPE_A2D;
    uint32_t raw[CHANNELS_MAX] = {0}, c[3];
    int32_t at[3] = {0};
    char why[WHY_CHARS];
    if (!find(a, lane, err)) return false;
    coordinates(a, lane, texture_coordinates(shape), raw);
    for (uint32_t i = 0; i < texture_coordinates(shape) - layered; i++) at[i] = (int32_t)raw[i + layered];
    if (layered) at[2] = (int32_t)raw[0];
    if (at[0] % (int32_t)bytes) {
        snprintf(why, sizeof why, "accesses byte %d of a row, which is not aligned to the access's %u bytes", at[0],
                 bytes);
        return fail(a, lane, why, err);
    }
    const bool is_inside = inside(a, at, bytes, c);
    if (!is_inside && (a->u->mod2 == SURF_TRAP || texture_texel_bytes(a->object) * a->object->width < bytes)) {
        snprintf(why, sizeof why, "accesses byte %d of row %d of slice %d, outside of the surface of %ux%ux%u texels",
                 at[0], at[1], at[2], a->object->width, a->object->height, a->object->depth);
        return fail(a, lane, why, err);
    }
    move_bytes(a, lane, texels(a) + texture_offset(a->object, c[0], c[1], c[2]), !is_inside && a->u->mod2 == SURF_ZERO);
    out->addr[lane] = texture_address(a->object, c[0], c[1], c[2]) & ~(uint64_t)(bytes - 1);
    return true;
}

/* An object without rows, slices or layers has no such extent: an error, because PTX leaves the answer open. */
static bool query(access_t *a, uint32_t lane, err_t *err)
{
    static const char *const NAMES[] = {
        [QUERY_WIDTH] = "width", [QUERY_HEIGHT] = "height", [QUERY_DEPTH] = "depth", [QUERY_LAYERS] = "layers"};
    char why[WHY_CHARS];
    if (!find(a, lane, err)) return false;
    const texture_t *t = a->object;
    const uint32_t what = a->u->mod, slices = t->depth / (t->is_cube ? 6 : 1);
    const uint32_t flat = t->is_layered || t->is_cube ? 0 : t->depth;
    const uint32_t extent[] = {t->width, t->height, flat, t->is_layered ? slices : 0};
    if (extent[what]) {
        put(a, 0, lane, extent[what]);
        return true;
    }
    snprintf(why, sizeof why, "asks for the %s of an object that has none", NAMES[what]);
    return fail(a, lane, why, err);
}

static bool queries(access_t *a, uint32_t mask, err_t *err)
{
    for (uint32_t left = mask; left; left &= left - 1)
        if (!query(a, (uint32_t)__builtin_ctz(left), err)) return false;
    return true;
}

bool ptx_exec_tex(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_kernel_t *k = cta->l->k;
    access_t a = {.cta = cta, .w = w, .u = &k->uop[pc], .pc = pc};
    out->space = k->winst[pc].space;
    if (a.u->op / 16 == O_TXQ) return queries(&a, mask, err);
    if (a.u->op / 16 == O_TEX) return textures(&a, mask, out, err);
    if (a.u->op / 16 != O_SULD && a.u->op / 16 != O_SUST) ptx_missing(a.u->group, a.u->op);
    for (uint32_t left = mask; left; left &= left - 1)
        if (!surface(&a, (uint32_t)__builtin_ctz(left), k->winst[pc].width_bytes, out, err)) return false;
    return true;
}
