/* ptx_decode_mem.c - decodes loads and stores. */
#include "ptx/ptx_decode_call.h"

#include <string.h>

/* Elements of a vector: .v2, .v4, .v8; a .b128 counts as two. */
static uint8_t elements(ptx_inst_t *in, bool is_b128)
{
    const uint8_t n = ptx_mod(in, "v2") ? 2 : ptx_mod(in, "v4") ? 4 : ptx_mod(in, "v8") ? 8 : 1;
    return is_b128 ? n * 2 : n;
}

/* 32 bytes only of global memory, in four or eight parts. */
static bool vector(ptx_inst_t *in, const ptx_operand_t *o, ptx_type_t t, bool is_b128, uint8_t space)
{
    in->u.vec = elements(in, is_b128);
    if (o->n != in->u.vec)
        return ptx_bad_operand(in, &o->e[0],
                               in->u.vec == 1 ? "a single register" : "as many elements as .v2, .v4 or .v8 says");
    const uint32_t bytes = in->u.vec * ptx_type_bytes(t);
    if (bytes > 32 || (bytes > 16 && space != SPACE_GLOBAL && space != SPACE_GENERIC)) return ptx_bad(in);
    if ((in->u.vec == 8 && bytes < 32) || (is_b128 && in->u.vec > 2)) return ptx_bad(in);
    in->w.width_bytes = (uint8_t)bytes;
    return true;
}

/* True: the operand is a .param variable of a call, not a parameter of the kernel. */
static bool is_area(ptx_inst_t *in, uint32_t operand, uint8_t space)
{
    ptx_operand_t *o = &in->o[operand];
    ptx_elem_t *e = &o->e[0];
    if (space == SPACE_PARAM && o->is_addr && e->kind == OPD_REG && e->reg->points) {
        e->kind = OPD_VAR;
        e->var = e->reg->points;
    }
    return space == SPACE_PARAM && o->is_addr && o->e[0].kind == OPD_VAR && o->e[0].var->area;
}

static bool dec_ld(ptx_inst_t *in)
{
    ptx_type_t t;
    bool is_b128;
    const uint8_t space = ptx_space_of(in);
    ptx_cache_words(in);
    if (!ptx_cache_policy(in)) return false;
    if (!ptx_take_wide(in, in->row->types, 0, &t, &is_b128) || !ptx_count(in, 2)) return false;
    if (!vector(in, &in->o[0], t, is_b128, space)) return false;
    if (is_area(in, 1, space)) return ptx_decode_area(in, t, false);
    if (!ptx_address(in, 1, space)) return false;
    in->u.group = G_MEM;
    in->u.type = (uint8_t)t;
    in->u.op = UOP(O_LD, t);
    in->w.op = WI_LOAD;
    in->w.indexed = in->o[1].e[0].kind == OPD_REG;
    ptx_timing(in, UNIT_LDST, LAT_INT);
    for (uint32_t i = 0; i < in->u.vec; i++) {
        const ptx_elem_t *e = &in->o[0].e[i];
        if (!ptx_dst_elem(in, e, i, t, true)) return false;
        if (e->kind == OPD_REG && (e->reg->bits == 64) != (in->u.dst == DST_64))
            return ptx_bad_operand(in, e, "registers of one width");
    }
    return true;
}

static bool dec_st(ptx_inst_t *in)
{
    ptx_type_t t;
    bool is_b128;
    if (ptx_mod(in, "bulk")) return ptx_decode_store_bulk(in);
    const uint8_t space = ptx_space_of(in);
    const bool completes = ptx_mod(in, "async") && space != SPACE_GLOBAL;
    if (completes && !ptx_completes(in)) return false;
    ptx_cache_words(in);
    if (!ptx_cache_policy(in)) return false;
    if (!ptx_take_wide(in, in->row->types, 0, &t, &is_b128) || !ptx_count(in, 2)) return false;
    if (!vector(in, &in->o[1], t, is_b128, space)) return false;
    if (is_area(in, 0, space)) return ptx_decode_area(in, t, true);
    if (space == SPACE_CONST || space == SPACE_PARAM) return ptx_bad(in);
    if (!ptx_address(in, 0, space)) return false;
    in->u.group = G_MEM;
    in->u.type = (uint8_t)t;
    in->u.op = UOP(O_ST, t);
    in->w.op = WI_STORE;
    in->w.bypass_l1 = false; /* the L1's write policy decides */
    ptx_timing(in, UNIT_LDST, LAT_INT);
    for (uint32_t i = 0; i < in->u.vec; i++)
        if (!ptx_src_elem(in, &in->o[1].e[i], i + 1, t, true)) return false;
    return !completes || ptx_then_complete(in, 2, 0, in->w.width_bytes);
}

#define TM_MEM (TM_INT | TM_BYTE | TM_FLOAT)
const ptx_row_t ptx_rows_mem[] = {
    {"ld", dec_ld,
     "ld{.volatile,.relaxed,.acquire,.weak}{.cta,.gpu,.sys}{.global,.shared,.const,"
     ".param,.local}{.ca,.cg,.cs,.lu,.cv}{.nc}{.v2,.v4,.v8}.{b8,…,b128,u8,…,s64,f32,f64}, up "
     "to 16 bytes, of .global 32",
     O_LD, 1, TM_MEM},
    {"ldu", dec_ld, "ldu{.global}{.v2,.v4}.{b8,…,b64,u8,…,s64,f32,f64}", O_LD, 1, TM_MEM},
    {"st", dec_st,
     "st{.volatile,.relaxed,.release,.weak}{.cta,.gpu,.sys}{.global,.shared,.local}{.wb,"
     ".cg,.cs,.wt}{.v2,.v4,.v8}.{b8,…,b128,u8,…,s64,f32,f64}, up to 16 bytes, of .global 32; st.async, st.bulk",
     O_ST, 1, TM_MEM},
    {0}};
