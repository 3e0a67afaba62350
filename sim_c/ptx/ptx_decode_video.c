/* ptx_decode_video.c - decodes the video instructions: types and parts of operands, saturation, what c is for. */
#include "ptx/ptx_decode_float.h"
#include "ptx/ptx_video.h"

#include <string.h>

static bool is_text(const ptx_elem_t *e, const char *text)
{
    return e->part_len == strlen(text) && memcmp(e->part, text, e->part_len) == 0;
}

/* .b0 to .b3, .h0, .h1; none: the whole register. */
static bool part(ptx_inst_t *in, uint32_t operand, uint32_t *out)
{
    static const char *const WORDS[] = {
        [PART_B0] = "b0", [PART_B1] = "b1", [PART_B2] = "b2", [PART_B3] = "b3", [PART_H0] = "h0", [PART_H1] = "h1"};
    const ptx_elem_t *e = &in->o[operand].e[0];
    *out = PART_ALL;
    if (!e->part) return true;
    for (uint32_t i = 0; i < PART_ALL; i++)
        if (is_text(e, WORDS[i])) *out = i;
    return *out != PART_ALL || ptx_bad_operand(in, e, "a register, with .b0 to .b3, .h0 or .h1 if it is a part");
}

/* .h10 or .b3210 of a source: a digit per part, the highest part first. */
static bool parts(ptx_inst_t *in, uint32_t operand, const video_t *v, uint16_t *out)
{
    const ptx_elem_t *e = &in->o[operand].e[0];
    if (!e->part) return true;
    const uint32_t most = 2 * v->parts;
    uint32_t r = 0;
    bool ok = e->part_len == v->parts + 1u && *e->part == (v->parts == 2 ? 'h' : 'b');
    for (uint32_t i = 1; ok && i <= v->parts; i++) {
        ok = e->part[i] >= '0' && e->part[i] < (char)('0' + most);
        r = r << 4 | ((uint32_t)e->part[i] & 7);
    }
    *out = (uint16_t)r;
    return ok ||
           ptx_bad_operand(in, e, v->parts == 2 ? "parts as .h10, digits 0 to 3" : "parts as .b3210, digits 0 to 7");
}

/* .h0, .h1, .h10 or .b0 to .b3210 of the destination: digits fall. */
static bool mask(ptx_inst_t *in, video_t *v)
{
    const ptx_elem_t *e = &in->o[0].e[0];
    uint32_t bits = 0;
    char last = (char)('0' + v->parts);
    v->mask = (1u << v->parts) - 1;
    if (!e->part) return true;
    bool ok = e->part_len > 1 && *e->part == (v->parts == 2 ? 'h' : 'b');
    for (uint32_t i = 1; ok && i < e->part_len; i++) {
        ok = e->part[i] >= '0' && e->part[i] < last;
        last = e->part[i];
        bits |= 1u << ((uint32_t)last & 3);
    }
    v->mask = bits & 15;
    return ok || ptx_bad_operand(in, e, v->parts == 2 ? "a mask as .h10" : "a mask as .b3210");
}

/* Types of b, a and, unless it is a comparison, d. */
static bool types(ptx_inst_t *in, video_t *v, bool with_d)
{
    ptx_type_t b, a, d = T_U32;
    if (!ptx_take_type(in, TM_32, &b) || !ptx_take_type(in, TM_32, &a) || (with_d && !ptx_take_type(in, TM_32, &d)))
        return false;
    v->a_signed = a == T_S32;
    v->b_signed = b == T_S32;
    v->d_signed = d == T_S32;
    if (ptx_has_word(in, "b32")) return ptx_bad(in); /* no type here */
    return true;
}

static bool compares(ptx_inst_t *in, video_t *v)
{
    static const char *const WORDS[] = {
        [C_EQ] = "eq", [C_NE] = "ne", [C_LT] = "lt", [C_LE] = "le", [C_GT] = "gt", [C_GE] = "ge"};
    for (uint32_t i = 0; i < 6; i++) {
        if (!ptx_mod(in, WORDS[i])) continue;
        v->cmp = i & 7;
        return true;
    }
    return ptx_bad(in);
}

static bool video(ptx_inst_t *in, const video_t *v, lat_t lat)
{
    in->takes_parts = true;
    in->u.group = G_VIDEO;
    in->u.op = UOP(in->row->base, T_U32);
    memcpy(&in->u.imm, v, sizeof *v);
    ptx_timing(in, UNIT_SP, lat);
    if (in->o[0].is_vec || in->o[0].is_addr || in->o[0].is_pair)
        return ptx_bad_operand(in, &in->o[0].e[0], "a register");
    return ptx_dst_elem(in, &in->o[0].e[0], 0, T_U32, false);
}

static bool no_sign(ptx_inst_t *in, uint32_t operand)
{
    const ptx_operand_t *o = &in->o[operand];
    return !o->is_minus || ptx_bad_operand(in, &o->e[0], "an operand without sign");
}

/* vadd, vsub, vabsdiff, vmin, vmax, vshl, vshr, vset: d, a, b; d, a, b, c with .add, .min, .max; d.part, a, b, c */
static bool dec_scalar(ptx_inst_t *in)
{
    const uint8_t base = in->row->base;
    const bool shifts = base == O_VSHL || base == O_VSHR;
    video_t v = {.second = SECOND_NONE};
    uint32_t d_part, a_part, b_part;
    if (base == O_VSET && !compares(in, &v)) return false;
    if (!types(in, &v, base != O_VSET)) return false;
    if (base != O_VSET) v.sat = ptx_mod(in, "sat");
    if (shifts) {
        v.wrap = ptx_mod(in, "wrap");
        if (v.b_signed || (!v.wrap && !ptx_mod(in, "clamp"))) return ptx_bad(in);
    }
    v.second = ptx_mod(in, "add") ? SECOND_ADD : ptx_mod(in, "min") ? SECOND_MIN : ptx_mod(in, "max") ? SECOND_MAX : 0;
    if (in->operands < 3) return ptx_count(in, 3);
    if (!part(in, 0, &d_part) || !part(in, 1, &a_part) || !part(in, 2, &b_part)) return false;
    if (d_part != PART_ALL && v.second) return ptx_bad(in);
    if (!v.second && (d_part != PART_ALL || in->operands == 4)) v.second = SECOND_MERGE; /* all of d: c is not used */
    v.d_part = d_part & 7;
    v.a_part = (uint16_t)a_part;
    v.b_part = (uint16_t)b_part;
    const uint32_t srcs = v.second ? 3 : 2;
    if (!ptx_count(in, srcs + 1) || !video(in, &v, LAT_INT)) return false;
    for (uint32_t i = 0; i < srcs; i++)
        if (!no_sign(in, i + 1) || !ptx_src(in, i + 1, i, T_U32)) return false;
    return !v.second || !in->o[3].e[0].part || ptx_bad_operand(in, &in->o[3].e[0], "a whole register");
}

static bool dec_vmad(ptx_inst_t *in) /* d, {-}a, {-}b, {-}c */
{
    video_t v = {.d_part = PART_ALL};
    uint32_t a_part, b_part;
    if (!types(in, &v, true) || !ptx_count(in, 4)) return false;
    v.sat = ptx_mod(in, "sat");
    v.plus_one = ptx_mod(in, "po");
    v.shift = ptx_mod(in, "shr7") ? 7 : ptx_mod(in, "shr15") ? 15 : 0;
    if (!part(in, 1, &a_part) || !part(in, 2, &b_part)) return false;
    v.a_part = (uint16_t)a_part;
    v.b_part = (uint16_t)b_part;
    v.minus = in->o[1].is_minus != in->o[2].is_minus;
    v.minus_c = in->o[3].is_minus;
    if (v.plus_one && (in->o[1].is_minus || in->o[2].is_minus || v.minus_c)) return ptx_bad(in);
    if (v.minus && v.minus_c) return ptx_bad_operand(in, &in->o[3].e[0], "c without sign, since a * b has one");
    if (in->o[0].e[0].part || in->o[3].e[0].part) return ptx_bad_operand(in, &in->o[0].e[0], "whole registers d and c");
    return video(in, &v, LAT_IMUL) && ptx_src(in, 1, 0, T_U32) && ptx_src(in, 2, 1, T_U32) && ptx_src(in, 3, 2, T_U32);
}

static bool dec_simd(ptx_inst_t *in) /* d{.mask}, a{.parts}, b{.parts}, c */
{
    const uint8_t base = in->row->base;
    const uint32_t n = in->row->name[strlen(in->row->name) - 1] == '2' ? 2 : 4;
    video_t v = {.parts = n & 7, .a_part = n == 2 ? 0x10 : 0x3210, .b_part = n == 2 ? 0x32 : 0x7654};
    if (base == O_VSET && !compares(in, &v)) return false;
    if (!types(in, &v, base != O_VSET) || !ptx_count(in, 4)) return false;
    if (base != O_VSET) v.sat = ptx_mod(in, "sat");
    v.second = ptx_mod(in, "add") ? SECOND_ADD : SECOND_MERGE;
    if (v.sat && v.second == SECOND_ADD) return ptx_bad(in);
    if (!mask(in, &v) || !parts(in, 1, &v, &v.a_part) || !parts(in, 2, &v, &v.b_part)) return false;
    if (in->o[3].e[0].part) return ptx_bad_operand(in, &in->o[3].e[0], "a whole register");
    if (!video(in, &v, base == O_VABSDIFF ? LAT_IMUL : LAT_INT)) return false;
    for (uint32_t i = 0; i < 3; i++)
        if (!no_sign(in, i + 1) || !ptx_src(in, i + 1, i, T_U32)) return false;
    return true;
}

bool ptx_decode_pairs(ptx_inst_t *in, bool *taken)
{
    const uint8_t base = in->row->base;
    const bool limits = base == O_MIN || base == O_MAX, is_unsigned = ptx_mod(in, "u16x2");
    const bool pairs = is_unsigned || ptx_mod(in, "s16x2"), relu = limits && ptx_mod(in, "relu");
    ptx_type_t t;
    *taken = pairs || relu;
    if (!*taken) return true;
    if ((!limits && base != O_ADD) || (relu && is_unsigned) || (!pairs && !ptx_take_type(in, TM(T_S32), &t)))
        return ptx_bad(in);
    video_t v = {.a_signed = !is_unsigned, .b_signed = !is_unsigned, .sat = relu, .d_part = PART_ALL};
    v.a_part = v.b_part = PART_ALL;
    if (pairs)
        v = (video_t){.a_signed = !is_unsigned,
                      .b_signed = !is_unsigned,
                      .sat = relu,
                      .parts = 2,
                      .mask = 3,
                      .a_part = 0x10,
                      .b_part = 0x32,
                      .second = SECOND_MERGE};
    in->u.group = G_VIDEO; /* .relu: saturation of an unsigned result */
    in->u.op = UOP(base == O_ADD ? O_VADD : base == O_MIN ? O_VMIN : O_VMAX, T_U32);
    memcpy(&in->u.imm, &v, sizeof v);
    return ptx_same_types(in, T_U32, 2);
}

#define TYPES  "{u32,s32}.{u32,s32}"
#define SCALAR "." TYPES ".{u32,s32}{.sat}{.add,.min,.max}"
#define SIMD   "." TYPES ".{u32,s32}{.sat,.add}"
const ptx_row_t ptx_rows_video[] = {
    {"vadd", dec_scalar, "vadd" SCALAR, O_VADD, 3, TM_32},
    {"vsub", dec_scalar, "vsub" SCALAR, O_VSUB, 3, TM_32},
    {"vabsdiff", dec_scalar, "vabsdiff" SCALAR, O_VABSDIFF, 3, TM_32},
    {"vmin", dec_scalar, "vmin" SCALAR, O_VMIN, 3, TM_32},
    {"vmax", dec_scalar, "vmax" SCALAR, O_VMAX, 3, TM_32},
    {"vshl", dec_scalar, "vshl." TYPES ".u32{.sat}.{clamp,wrap}{.add,.min,.max}", O_VSHL, 3, TM_32},
    {"vshr", dec_scalar, "vshr." TYPES ".u32{.sat}.{clamp,wrap}{.add,.min,.max}", O_VSHR, 3, TM_32},
    {"vset", dec_scalar, "vset." TYPES ".{eq,ne,lt,le,gt,ge}{.add,.min,.max}", O_VSET, 3, TM_32},
    {"vmad", dec_vmad, "vmad." TYPES ".{u32,s32}{.po}{.sat}{.shr7,.shr15}", O_VMAD, 3, TM_32},
    {"vadd2", dec_simd, "vadd2" SIMD, O_VADD, 3, TM_32},
    {"vadd4", dec_simd, "vadd4" SIMD, O_VADD, 3, TM_32},
    {"vsub2", dec_simd, "vsub2" SIMD, O_VSUB, 3, TM_32},
    {"vsub4", dec_simd, "vsub4" SIMD, O_VSUB, 3, TM_32},
    {"vavrg2", dec_simd, "vavrg2" SIMD, O_VAVRG, 3, TM_32},
    {"vavrg4", dec_simd, "vavrg4" SIMD, O_VAVRG, 3, TM_32},
    {"vabsdiff2", dec_simd, "vabsdiff2" SIMD, O_VABSDIFF, 3, TM_32},
    {"vabsdiff4", dec_simd, "vabsdiff4" SIMD, O_VABSDIFF, 3, TM_32},
    {"vmin2", dec_simd, "vmin2" SIMD, O_VMIN, 3, TM_32},
    {"vmin4", dec_simd, "vmin4" SIMD, O_VMIN, 3, TM_32},
    {"vmax2", dec_simd, "vmax2" SIMD, O_VMAX, 3, TM_32},
    {"vmax4", dec_simd, "vmax4" SIMD, O_VMAX, 3, TM_32},
    {"vset2", dec_simd, "vset2." TYPES ".{eq,ne,lt,le,gt,ge}{.add}", O_VSET, 3, TM_32},
    {"vset4", dec_simd, "vset4." TYPES ".{eq,ne,lt,le,gt,ge}{.add}", O_VSET, 3, TM_32},
    {0}};
