/* ptx_decode.c - functions that all decoders share: modifiers, operands, constants, timing. */
#include "ptx/ptx_build.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { POOL_LOOKBACK = 64 }; /* latest constants searched for a duplicate: bounds the time per operand */

bool ptx_bad(ptx_inst_t *in)
{
    return err_set(in->ps->lx.err, in->ps->lx.file, in->line,
                   "unsupported instruction '%.80s' in %s '%.60s'; supported: %s", in->name, ptx_whose(in->ps->k),
                   in->ps->k->name, in->row->forms);
}

bool ptx_bad_operand(ptx_inst_t *in, const ptx_elem_t *e, const char *wanted)
{
    return err_set(in->ps->lx.err, in->ps->lx.file, in->line, "%.60s: expected %s, found '%.*s'", in->name, wanted,
                   e->len < 60 ? (int)e->len : 60, e->text ? e->text : "");
}

bool ptx_mod(ptx_inst_t *in, const char *word)
{
    for (uint32_t i = 0; i < in->parts; i++) {
        if (in->part_used[i] || strcmp(in->part[i], word) != 0) continue;
        in->part_used[i] = true;
        return true;
    }
    return false;
}

bool ptx_has_word(const ptx_inst_t *in, const char *word)
{
    for (uint32_t i = 0; i < in->parts; i++)
        if (strcmp(in->part[i], word) == 0) return true;
    return false;
}

bool ptx_any_mod(ptx_inst_t *in, const char *const *words)
{
    bool found = false;
    for (; *words; words++) found |= ptx_mod(in, *words);
    return found;
}

bool ptx_rounding(ptx_inst_t *in, uint8_t *mode)
{
    static const char *const WORDS[] = {[R_RN] = "rn",   [R_RZ] = "rz",   [R_RM] = "rm",   [R_RP] = "rp",
                                        [R_RNI] = "rni", [R_RZI] = "rzi", [R_RMI] = "rmi", [R_RPI] = "rpi"};
    for (uint32_t i = 0; i < 8; i++) {
        if (!ptx_mod(in, WORDS[i])) continue;
        *mode = (uint8_t)i;
        return true;
    }
    return false;
}

bool ptx_take_type(ptx_inst_t *in, uint32_t mask, ptx_type_t *type)
{
    for (uint32_t i = in->parts; i-- > 0;) {
        if (in->part_used[i] || !ptx_type_of(in->part[i], strlen(in->part[i]), type)) continue;
        in->part_used[i] = true;
        return (mask >> *type & 1) || ptx_bad(in);
    }
    return ptx_bad(in);
}

bool ptx_take_wide(ptx_inst_t *in, uint32_t mask, uint32_t first, ptx_type_t *type, bool *is_b128)
{
    *is_b128 = ptx_mod(in, "b128");
    if (!*is_b128) return ptx_take_type(in, mask, type);
    *type = T_U64;
    for (uint32_t i = first; i < in->operands; i++) {
        ptx_operand_t *o = &in->o[i];
        const ptx_elem_t whole = o->e[0];
        if (o->is_vec || o->is_addr || whole.kind != OPD_REG || whole.reg->bits != 128) continue;
        o->is_vec = true;
        o->n = 2;
        for (uint32_t h = 0; h < 2; h++) {
            o->e[h] = whole;
            o->e[h].reg = whole.reg->half[h];
        }
    }
    return true;
}

bool ptx_count(ptx_inst_t *in, uint32_t operands)
{
    if (in->operands == operands) return true;
    return err_set(in->ps->lx.err, in->ps->lx.file, in->line, "%.60s: expected %u operands, found %u", in->name,
                   operands, in->operands);
}

static uint32_t bits_of(ptx_type_t t) { return t == T_PRED ? 1 : ptx_type_bytes(t) == 8 ? 64 : 32; }

uint32_t ptx_const(ptx_parser_t *ps, uint64_t value, uint32_t bits, const ptx_var_t *var)
{
    ptx_kernel_t *k = ps->k;
    if (bits == 1) value = value ? UINT32_MAX : 0;
    const uint8_t lane_bits = bits == 64 ? 64 : 32;
    if (lane_bits == 32) value &= UINT32_MAX;
    const uint32_t first = k->pool_used > POOL_LOOKBACK ? k->pool_used - POOL_LOOKBACK : 0;
    for (uint32_t i = k->pool_used; i-- > first;)
        if (k->pool[i].value == value && k->pool[i].var == var && k->pool[i].bits == lane_bits)
            return UREF_POOL | k->pool[i].offset;
    if (!ptx_grow(&k->pool, k->pool_used, &k->pool_room, sizeof *k->pool)) {
        ptx_no_memory(ps);
        return UREF_NONE;
    }
    if (!k->pool_used) { /* the first entry is always the 64-bit zeros at UREF_CONST */
        k->pool[k->pool_used++] = (ptx_const_t){.bits = 64};
        k->pool_bytes = PTX_LANES * 8;
        return ptx_const(ps, value, bits, var);
    }
    const uint32_t offset = k->pool_bytes;
    k->pool[k->pool_used++] =
        (ptx_const_t){.value = value, .var = var, .offset = offset, .line = ps->line, .bits = lane_bits};
    k->pool_bytes += PTX_LANES * (lane_bits / 8u);
    return UREF_POOL | offset;
}

/* The bits of a literal as a value of `type`; false: it cannot be one. */
static bool literal(const ptx_elem_t *e, ptx_type_t type, uint64_t *bits)
{
    double d;
    float f;
    memcpy(&d, &e->value, sizeof d);
    memcpy(&f, &e->value, sizeof f); /* little-endian: 0f bits are the low half */
    const bool is_f32 = e->kind == OPD_F32, is_f64 = e->kind == OPD_F64;
    *bits = e->value;
    if (e->kind == OPD_INT) return type != T_F32 && type != T_F64;
    if (type == T_F32 && is_f64) {
        f = (float)d;
        *bits = 0;
        memcpy(bits, &f, sizeof f);
    } else if (type == T_F64 && is_f32) {
        d = f;
        memcpy(bits, &d, sizeof d);
    } else {
        return (is_f32 && bits_of(type) == 32) || (is_f64 && bits_of(type) == 64);
    }
    return true;
}

bool ptx_src_var(ptx_inst_t *in, const ptx_elem_t *e, uint64_t plus, uint32_t slot, ptx_type_t type)
{
    const uint32_t bits = bits_of(type);
    const ptx_var_t *v = e->var;
    if (bits == 1 || (v->space == SPACE_GLOBAL && bits != 64))
        return ptx_bad_operand(in, e, "a register (an address of .global needs 64 bits)");
    if (v->area) return ptx_bad_operand(in, e, "a register (a .param variable of a call has no address)");
    if (v->space == SPACE_LOCAL && in->ps->k->is_func)
        return ptx_bad_operand(in, e, "a register; mov.u64 gives the address");
    const bool relocated =
        v->space == SPACE_GLOBAL || v->is_extern || v->awaits || (v->space == SPACE_SHARED && in->ps->k->is_func);
    in->u.s[slot] = ptx_const(in->ps, relocated ? plus : v->offset_bytes + plus, bits, relocated ? v : NULL);
    if (bits == 64) in->u.src64 |= (uint16_t)(1u << slot);
    return in->u.s[slot] != UREF_NONE;
}

bool ptx_src_elem(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot, ptx_type_t type, bool relaxed)
{
    const uint32_t bits = bits_of(type);
    uint64_t value;
    if (e->kind == OPD_REG) {
        const bool is_clock = e->reg->sreg >= SR_CLOCK;
        if (is_clock) return ptx_bad_operand(in, e, "a register (only mov reads a clock)");
        if (e->reg->points) return ptx_bad_operand(in, e, "another register (only mov and ld.param read this address)");
        if (e->reg->bits != bits && (!relaxed || e->reg->bits < bits || e->reg->bits > 64))
            return ptx_bad_operand(in, e,
                                   bits == 1    ? "a predicate register"
                                   : bits == 32 ? "a register of up to 32 bits"
                                                : "a 64-bit register");
        if (e->reg->bits == 64) in->u.src64 |= (uint16_t)(1u << slot);
        in->u.s[slot] = e->reg->id;
        return true;
    }
    if (e->kind == OPD_VAR) return ptx_src_var(in, e, 0, slot, type);
    if (e->kind == OPD_FUNC && bits == 64) {
        e->func->is_taken = true;
        value = ((uint64_t)PTX_WINDOW_CODE << PTX_WINDOW_SHIFT) + (uint64_t)e->func->index * PTX_FUNC_BYTES;
        in->u.src64 |= (uint16_t)(1u << slot);
        in->u.s[slot] = ptx_const(in->ps, value, bits, NULL);
        return in->u.s[slot] != UREF_NONE;
    }
    if (e->kind == OPD_WHOLE) return ptx_bad_operand(in, e, "one of .x, .y, .z, .w (only mov.v4 reads all)");
    if (e->kind == OPD_SINK || e->kind == OPD_LABEL || e->kind == OPD_FUNC || !literal(e, type, &value))
        return ptx_bad_operand(in, e,
                               type == T_F32 || type == T_F64 ? "a register or a float constant"
                                                              : "a declared register or a constant of the type");
    if (bits == 64) in->u.src64 |= (uint16_t)(1u << slot);
    in->u.s[slot] = ptx_const(in->ps, value, bits, NULL);
    return in->u.s[slot] != UREF_NONE;
}

bool ptx_more_src(ptx_inst_t *in, const ptx_elem_t *e, ptx_type_t type)
{
    ptx_kernel_t *k = in->ps->k;
    const ptx_uop_t before = in->u;
    if (!ptx_src_elem(in, e, 0, type, false)) return false;
    const uint32_t ref = in->u.s[0];
    in->u = before;
    if (!in->u.more_srcs) in->u.more = k->mores;
    if (!ptx_grow(&k->more, k->mores, &k->mores_room, sizeof *k->more)) return ptx_no_memory(in->ps);
    k->more[k->mores++] = ref;
    in->u.more_srcs++;
    return true;
}

bool ptx_dst_elem(ptx_inst_t *in, const ptx_elem_t *e, uint32_t slot, ptx_type_t type, bool relaxed)
{
    const uint32_t bits = bits_of(type);
    uint8_t dst = bits == 1 ? DST_PRED : bits == 64 ? DST_64 : DST_32;
    in->u.d[slot] = UREF_NONE;
    if (e->kind == OPD_REG && !e->reg->sreg) {
        if (e->reg->bits != bits && (!relaxed || e->reg->bits < bits || e->reg->bits > 64))
            return ptx_bad_operand(in, e,
                                   bits == 1    ? "a predicate register"
                                   : bits == 32 ? "a register of up to 32 bits"
                                                : "a 64-bit register");
        if (e->reg->bits == 64) dst = DST_64;
        if (e->reg->points) return ptx_bad_operand(in, e, "another register (it holds the address of a parameter)");
        in->u.d[slot] = e->reg->id;
    } else if (e->kind != OPD_SINK) {
        return ptx_bad_operand(in, e, "a declared register or _");
    }
    if (slot == 0 || in->u.dst == DST_NONE) in->u.dst = dst;
    return true;
}

bool ptx_dst(ptx_inst_t *in, uint32_t operand, uint32_t slot, ptx_type_t type)
{
    const ptx_operand_t *o = &in->o[operand];
    if (o->is_vec || o->is_addr || o->is_pair || o->is_not) return ptx_bad_operand(in, &o->e[0], "a single register");
    return ptx_dst_elem(in, &o->e[0], slot, type, false);
}

ptx_type_t ptx_unsigned(ptx_type_t t) { return t < T_F32 ? (ptx_type_t)(t & ~1u) : t; }

void ptx_timing(ptx_inst_t *in, unit_t unit, lat_t lat)
{
    in->w.unit = (uint8_t)unit;
    in->w.lat = (uint8_t)lat;
}

/* True: the bits of the result do not depend on signedness. */
static bool is_signless(uint8_t base)
{
    switch (base) {
    case O_ADD:
    case O_SUB:
    case O_MUL:
    case O_MAD:
    case O_MOV:
    case O_SELP:
    case O_SLCT:
    case O_AND:
    case O_OR:
    case O_XOR:
    case O_NOT:
    case O_CNOT:
    case O_SHL:
    case O_POPC:
    case O_CLZ:
    case O_BREV:
    case O_BFI:
    case O_LOP3:
    case O_PRMT: return true;
    default: return false;
    }
}

void ptx_set_op(ptx_inst_t *in, ptx_group_t group, uint8_t base, ptx_type_t type)
{
    in->u.group = (uint8_t)group;
    in->u.op = UOP(base, is_signless(base) ? ptx_unsigned(type) : type);
    in->u.type = (uint8_t)type;
}
