/* ptx_decode_tex.c - decodes texture and surface instructions whose object is a 64-bit handle in a register. */
#include "ptx/ptx_build.h"
#include "ptx/texture_read.h"

#include <string.h>

static bool shape(ptx_inst_t *in, texture_shape_t *out)
{
    static const char *const WORDS[] = {
        [SHAPE_1D] = "1d",   [SHAPE_2D] = "2d",     [SHAPE_3D] = "3d",      [SHAPE_A1D] = "a1d",
        [SHAPE_A2D] = "a2d", [SHAPE_CUBE] = "cube", [SHAPE_ACUBE] = "acube"};
    for (uint32_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++) {
        if (!ptx_mod(in, WORDS[i])) continue;
        *out = (texture_shape_t)i;
        in->u.mod = (uint8_t)i;
        return true;
    }
    return ptx_bad(in);
}

/* [handle, coordinates]: handle to slot 0, coordinates to slots 1 and up. A layer is an integer. */
static bool place(ptx_inst_t *in, uint32_t operand, texture_shape_t s, ptx_type_t type)
{
    const ptx_operand_t *at = &in->o[operand], *c = at + 1;
    const uint32_t wanted = texture_coordinates(s);
    if (operand + 1 >= in->operands || !at->is_addr || !c->is_inside || at->offset)
        return ptx_bad_operand(in, &at->e[0], "[object, coordinates]");
    if (at->e[0].kind != OPD_REG) return ptx_bad_operand(in, &at->e[0], "a register with the handle of an object");
    if (!ptx_src_elem(in, &at->e[0], 0, T_U64, false)) return false;
    if (c->n < wanted || c->n > (wanted == 3 ? 4 : wanted))
        return ptx_bad_operand(in, &c->e[0], "as many coordinates as the shape has");
    for (uint32_t i = 0; i < wanted; i++) {
        const bool is_layer = i == 0 && (s == SHAPE_A1D || s == SHAPE_A2D || s == SHAPE_ACUBE);
        if (!ptx_src_elem(in, &c->e[i], i + 1, is_layer ? T_U32 : type, false)) return false;
    }
    return true;
}

static bool results(ptx_inst_t *in, const ptx_operand_t *o, ptx_type_t type)
{
    if (o->n != in->u.vec) return ptx_bad_operand(in, &o->e[0], "as many elements as the vector has");
    for (uint32_t i = 0; i < o->n; i++)
        if (!ptx_dst_elem(in, &o->e[i], i, type, false)) return false;
    return true;
}

static void texture(ptx_inst_t *in, ptx_type_t result, ptx_type_t coordinate)
{
    in->u.group = G_TEX;
    in->u.op = UOP(O_TEX, result);
    in->u.type = (uint8_t)coordinate;
    in->u.vec = 4;
    in->w.op = WI_LOAD;
    in->w.space = SPACE_TEXTURE;
    in->w.width_bytes = 1; /* the texel's size is the object's */
    ptx_timing(in, UNIT_LDST, LAT_INT);
}

/* Operands for the level of detail; ignored, because textures have one level. */
static bool detail(ptx_inst_t *in, uint32_t operands)
{
    for (uint32_t i = 3; i < operands; i++) {
        const ptx_operand_t *o = &in->o[i];
        for (uint32_t e = 0; e < o->n; e++)
            if (o->is_addr || (o->e[e].kind != OPD_REG && o->e[e].kind != OPD_F32))
                return ptx_bad_operand(in, &o->e[e], "a register or a float");
    }
    return ptx_count(in, operands);
}

static bool dec_tex(ptx_inst_t *in)
{
    ptx_type_t coordinate, result;
    texture_shape_t s = SHAPE_1D;
    const bool level = ptx_mod(in, "level"), grad = !level && ptx_mod(in, "grad");
    ptx_mod(in, "base");
    if (!shape(in, &s) || !ptx_mod(in, "v4")) return ptx_bad(in);
    if (!ptx_take_type(in, TM(T_S32) | TM(T_F32), &coordinate) || !ptx_take_type(in, TM_32 | TM(T_F32), &result))
        return false;
    const bool cube = s == SHAPE_CUBE || s == SHAPE_ACUBE;
    if (coordinate == T_S32 && (cube || grad)) return ptx_bad(in);
    texture(in, result, coordinate);
    return results(in, &in->o[0], result) && place(in, 1, s, coordinate) && detail(in, level ? 4 : grad ? 5 : 3);
}

static bool dec_tld4(ptx_inst_t *in)
{
    static const char *const CHANNELS[] = {"r", "g", "b", "a"};
    ptx_type_t coordinate, result;
    texture_shape_t s = SHAPE_1D;
    uint32_t channel = 0;
    while (channel < CHANNELS_MAX && !ptx_mod(in, CHANNELS[channel])) channel++;
    if (channel == CHANNELS_MAX || !shape(in, &s) || !ptx_mod(in, "v4")) return ptx_bad(in);
    if (!ptx_take_type(in, TM(T_F32), &coordinate) || !ptx_take_type(in, TM_32 | TM(T_F32), &result)) return false;
    if (texture_dimensions(s) != 2) return ptx_bad(in);
    texture(in, result, coordinate);
    in->u.mod2 = (uint8_t)(channel + 1);
    return results(in, &in->o[0], result) && place(in, 1, s, coordinate) && ptx_count(in, 3);
}

/* suld.b d, [object, coordinates] and sust.b [object, coordinates], v: move raw bytes; x is a byte offset. */
static bool dec_surface(ptx_inst_t *in)
{
    static const char *const OUTSIDE[] = {"trap", "clamp", "zero"};
    static const char *const CACHES[] = {"ca", "cg", "cs", "cv", "wb", "wt"};
    const bool writes = in->row->base == O_SUST;
    ptx_type_t t;
    texture_shape_t s = SHAPE_1D;
    uint32_t outside = SURF_TRAP;
    if (!ptx_mod(in, "b") || !shape(in, &s) || s >= SHAPE_CUBE) return ptx_bad(in);
    for (uint32_t i = 0; i < sizeof CACHES / sizeof *CACHES; i++) ptx_mod(in, CACHES[i]);
    while (outside <= SURF_ZERO && !ptx_mod(in, OUTSIDE[outside])) outside++;
    if (outside > SURF_ZERO) return ptx_bad(in);
    in->u.vec = ptx_mod(in, "v2") ? 2 : ptx_mod(in, "v4") ? 4 : 1;
    if (!ptx_take_type(in, in->row->types, &t)) return false;
    const uint32_t bytes = in->u.vec * ptx_type_bytes(t);
    if (bytes > 16) return ptx_bad(in);
    in->u.group = G_TEX;
    in->u.op = UOP(in->row->base, t);
    in->u.mod2 = (uint8_t)outside;
    in->w.op = writes ? WI_STORE : WI_LOAD;
    in->w.space = SPACE_GLOBAL;
    in->w.width_bytes = (uint8_t)bytes;
    ptx_timing(in, UNIT_LDST, LAT_INT);
    if (!ptx_count(in, 3) || !place(in, writes ? 0 : 1, s, T_S32)) return false;
    const ptx_operand_t *o = &in->o[writes ? 2 : 0];
    if (o->is_addr || o->n != in->u.vec) return ptx_bad_operand(in, &o->e[0], "as many elements as the vector has");
    for (uint32_t i = 0; i < o->n; i++)
        if (writes ? !ptx_more_src(in, &o->e[i], t) : !ptx_dst_elem(in, &o->e[i], i, t, false)) return false;
    return true;
}

/* txq and suq d, [object]: an extent, in texels. The object's description is no memory access. */
static bool dec_query(ptx_inst_t *in)
{
    static const char *const WORDS[] = {
        [QUERY_WIDTH] = "width", [QUERY_HEIGHT] = "height", [QUERY_DEPTH] = "depth", [QUERY_LAYERS] = "array_size"};
    const ptx_operand_t *at = &in->o[1];
    uint32_t what = QUERY_WIDTH;
    while (what <= QUERY_LAYERS && !ptx_mod(in, WORDS[what])) what++;
    if (what > QUERY_LAYERS || !ptx_mod(in, "b32")) return ptx_bad(in);
    in->u.group = G_TEX;
    in->u.op = UOP(O_TXQ, T_U32);
    in->u.mod = (uint8_t)what;
    if (!ptx_count(in, 2) || !ptx_dst(in, 0, 0, T_U32)) return false;
    if (!at->is_addr || at->offset || at->e[0].kind != OPD_REG)
        return ptx_bad_operand(in, &at->e[0], "[register with the handle of an object]");
    return ptx_src_elem(in, &at->e[0], 0, T_U64, false);
}

#define SHAPES "{1d,2d,3d,a1d,a2d,cube,acube}"
const ptx_row_t ptx_rows_tex[] = {
    {"tex", dec_tex, "tex{.base,.level,.grad}." SHAPES ".v4.{u32,s32,f32}.{s32,f32}, by the handle of an object", O_TEX,
     0, 0},
    {"tld4", dec_tld4, "tld4.{r,g,b,a}.{2d,a2d,cube,acube}.v4.{u32,s32,f32}.f32", O_TEX, 0, 0},
    {"suld", dec_surface, "suld.b.{1d,2d,3d,a1d,a2d}{.ca,.cg,.cs,.cv}{.v2,.v4}.{b8,b16,b32,b64}.{trap,clamp,zero}",
     O_SULD, 0, TM_BYTE | TM_INT},
    {"sust", dec_surface, "sust.b.{1d,2d,3d,a1d,a2d}{.wb,.cg,.cs,.wt}{.v2,.v4}.{b8,b16,b32,b64}.{trap,clamp,zero}",
     O_SUST, 0, TM_BYTE | TM_INT},
    {"txq", dec_query, "txq.{width,height,depth,array_size}.b32, by the handle of an object", O_TXQ, 0, 0},
    {"suq", dec_query, "suq.{width,height,depth,array_size}.b32, by the handle of an object", O_TXQ, 0, 0},
    {0}};
