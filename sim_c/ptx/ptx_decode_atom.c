/* ptx_decode_atom.c - decodes atomics: of integers, floats and pairs of 16-bit floats, of vectors, of 16 to 128 bits.
 */
#include "ptx/ptx_build.h"

#include <string.h>

#define TM_ATOM_VECTOR (TM(T_F32) | TM_HALF)

bool ptx_atom_operation(ptx_inst_t *in, ptx_type_t *t, bool *is_b128)
{
    static const struct {
        const char *word;
        uint8_t op;
        uint16_t types;
    } OPS[] = {{"add", A_ADD, TM_32 | TM(T_U64) | TM_FLOAT | TM_HALF},
               {"min", A_MIN, TM_32 | TM_64 | TM_HALF},
               {"max", A_MAX, TM_32 | TM_64 | TM_HALF},
               {"inc", A_INC, TM(T_U32)},
               {"dec", A_DEC, TM(T_U32)},
               {"and", A_AND, TM_32 | TM_64},
               {"or", A_OR, TM_32 | TM_64},
               {"xor", A_XOR, TM_32 | TM_64},
               {"exch", A_EXCH, TM_32 | TM_64},
               {"cas", A_CAS, TM(T_U16) | TM_32 | TM_64}};
    for (uint32_t i = 0; i < sizeof OPS / sizeof *OPS; i++) {
        if (!ptx_mod(in, OPS[i].word)) continue;
        in->u.mod = OPS[i].op;
        if (OPS[i].op == A_EXCH || OPS[i].op == A_CAS) return ptx_take_wide(in, OPS[i].types, 0, t, is_b128);
        return ptx_take_type(in, OPS[i].types, t);
    }
    return ptx_bad(in);
}

/* .v2, .v4, .v8 of floats in global memory, up to 16 bytes; 16-bit floats need .noftz. */
static bool shape(ptx_inst_t *in, ptx_type_t t, bool is_b128, uint8_t space)
{
    const uint8_t n = ptx_mod(in, "v2") ? 2 : ptx_mod(in, "v4") ? 4 : ptx_mod(in, "v8") ? 8 : 1;
    const bool half = TM(t) & TM_HALF, limits = in->u.mod == A_MIN || in->u.mod == A_MAX;
    if (half && !ptx_mod(in, "noftz")) return ptx_bad(in);
    if (n == 1 && half && limits) return ptx_bad(in);
    const uint32_t bytes = n * ptx_type_bytes(t);
    if (n > 1 && (!(TM(t) & TM_ATOM_VECTOR) || bytes > 16 || space == SPACE_SHARED || (t == T_F32 && limits)))
        return ptx_bad(in);
    in->u.vec = is_b128 ? 2 : n;
    in->w.width_bytes = (uint8_t)(is_b128 ? 16 : bytes);
    return true;
}

/* One element per register of the operand, from slot `slot` up. */
static bool sources(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t t)
{
    const ptx_operand_t *o = &in->o[operand];
    if (in->u.vec == 1) return ptx_src(in, operand, slot, t);
    if (!o->is_vec || o->n != in->u.vec) return ptx_bad_operand(in, &o->e[0], "as many elements as the vector has");
    for (uint32_t i = 0; i < o->n; i++)
        if (!ptx_src_elem(in, &o->e[i], slot + i, t, false)) return false;
    return true;
}

static bool results(ptx_inst_t *in, ptx_type_t t)
{
    const ptx_operand_t *o = &in->o[0];
    if (in->u.vec == 1) return ptx_dst(in, 0, 0, t);
    if (o->n == 1 && o->e[0].kind == OPD_SINK) return ptx_dst(in, 0, 0, t);
    if (!o->is_vec || o->n != in->u.vec) return ptx_bad_operand(in, &o->e[0], "as many elements as the vector has");
    for (uint32_t i = 0; i < o->n; i++)
        if (!ptx_dst_elem(in, &o->e[i], i, t, false)) return false;
    return true;
}

static bool has_result(const ptx_inst_t *in)
{
    for (uint32_t i = 0; i < UVEC_MAX; i++)
        if (in->u.d[i] != UREF_NONE) return true;
    return false;
}

static bool dec_atom(ptx_inst_t *in) /* atom d,[a],b{,c}; red [a],b */
{
    ptx_type_t t;
    bool is_b128 = false;
    const bool red = in->row->srcs == 2;
    const uint8_t space = ptx_space_of(in);
    const bool async = red && ptx_mod(in, "async");
    if (async && space != SPACE_GLOBAL && !ptx_completes(in)) return false;
    ptx_cache_words(in);
    in->w.bypass_l1 = false; /* the L2 executes atomics anyway */
    if (!ptx_cache_policy(in)) return false;
    if (space != SPACE_GENERIC && space != SPACE_GLOBAL && space != SPACE_SHARED) return ptx_bad(in);
    if (!ptx_atom_operation(in, &t, &is_b128) || !shape(in, t, is_b128, space)) return false;
    const bool cas = in->u.mod == A_CAS;
    if (red && (cas || in->u.mod == A_EXCH)) return ptx_bad(in);
    const uint32_t at = red ? 0 : 1;
    if (!ptx_count(in, at + (cas ? 3 : 2)) || !ptx_address(in, at, space)) return false;
    in->u.group = G_ATOM;
    in->u.flags |= UF_POLLS;
    in->u.type = (uint8_t)t;
    in->u.op = UOP(O_ATOM, t);
    ptx_timing(in, UNIT_LDST, LAT_INT);
    if (!red && !results(in, t)) return false;
    in->w.op = has_result(in) ? WI_ATOM : WI_RED;
    if (in->w.op == WI_RED) in->u.dst = DST_NONE;
    if (!sources(in, at + 1, 1, t) || (cas && !sources(in, at + 2, 1u + in->u.vec, t))) return false;
    return !async || space == SPACE_GLOBAL || ptx_then_complete(in, 2, 0, in->w.width_bytes);
}

#define FLOATS                                                                                                         \
    "add.noftz.{f16,f16x2,bf16,bf16x2}, {.v2,.v4}.add.f32, {.v2,.v4,.v8}.{add,min,max}.noftz.{f16,…,bf16x2} of "     \
    ".global, up to 16 bytes"
const ptx_row_t ptx_rows_atom[] = {
    {"atom", dec_atom,
     "atom{.global,.shared}.add.{u32,s32,u64,f32,f64}, .{min,max}.{u32,…,s64}, .{inc,dec}.u32, "
     ".{and,or,xor}.{b32,b64}, "
     ".exch.{b32,b64,b128}, .cas.{b16,b32,b64,b128}, ." FLOATS,
     O_ATOM, 3, 0},
    {"red", dec_atom,
     "red{.global,.shared}.add.{u32,s32,u64,f32,f64}, .{min,max}.{u32,…,s64}, .{inc,dec}.u32, .{and,or,xor}.{b32,b64}, "
     "." FLOATS,
     O_ATOM, 2, 0},
    {0}};
