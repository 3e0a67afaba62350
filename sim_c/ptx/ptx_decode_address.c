/* ptx_decode_address.c - what instructions that access memory share: the address, its space, words and operands that
 * concern caches. */
#include "ptx/ptx_build.h"

#include <string.h>

uint8_t ptx_space_of(ptx_inst_t *in)
{
    static const struct {
        const char *word;
        uint8_t space;
    } SPACES[] = {{"global", SPACE_GLOBAL},          {"shared", SPACE_SHARED},     {"shared::cta", SPACE_SHARED},
                  {"shared::cluster", SPACE_SHARED}, {"const", SPACE_CONST},       {"param", SPACE_PARAM},
                  {"param::entry", SPACE_PARAM},     {"param::func", SPACE_PARAM}, {"local", SPACE_LOCAL}};
    for (uint32_t i = 0; i < sizeof SPACES / sizeof *SPACES; i++) {
        if (!ptx_mod(in, SPACES[i].word)) continue;
        if (strcmp(SPACES[i].word, "shared::cluster") == 0) in->u.flags |= UF_CLUSTER;
        return SPACES[i].space;
    }
    return SPACE_GENERIC;
}

void ptx_cache_words(ptx_inst_t *in)
{
    static const char *const PAST_L1[] = {"volatile", "cg", "cv", "mmio", NULL};
    static const char *const ORDER[] = {"relaxed", "acquire", "release", "acq_rel", NULL};
    static const char *const SCOPE[] = {"gpu", "sys", "cluster", NULL};
    static const char *const HINTS[] = {"cta", "ca", "cs", "lu", "wb", "wt", "weak", "nc", NULL};
    const bool past = ptx_any_mod(in, PAST_L1), order = ptx_any_mod(in, ORDER), wide = ptx_any_mod(in, SCOPE);
    in->w.bypass_l1 = past || (order && wide);
    if (past || order) in->u.flags |= UF_POLLS;
    ptx_any_mod(in, HINTS);
    for (uint32_t i = 0; i < in->parts; i++)
        in->part_used[i] |=
            strncmp(in->part[i], "L1::", 4) == 0 || (strncmp(in->part[i], "L2::", 4) == 0 && in->part[i][4] != 'c');
}

/* A cache policy as the last operand: it changes nothing, and the instruction does not wait for it. */
bool ptx_cache_policy(ptx_inst_t *in)
{
    if (!ptx_mod(in, "L2::cache_hint")) return true;
    const ptx_elem_t *e = in->operands ? &in->o[in->operands - 1].e[0] : NULL;
    if (!e) return ptx_count(in, 1);
    if (e->kind != OPD_INT && (e->kind != OPD_REG || e->reg->bits != 64))
        return ptx_bad_operand(in, e, "a cache policy in a 64-bit register");
    in->operands--;
    return true;
}

bool ptx_address(ptx_inst_t *in, uint32_t operand, uint8_t space)
{
    const ptx_operand_t *o = &in->o[operand];
    const ptx_elem_t *e = &o->e[0];
    const bool generic = space == SPACE_GENERIC;
    if (!o->is_addr) return ptx_bad_operand(in, e, "an address in [ ]");
    in->u.imm = (int64_t)o->offset;
    in->u.space = generic ? SPACE_NONE : space;
    in->w.space = in->u.space;
    if (generic) in->u.flags |= UF_GENERIC;
    if (e->kind == OPD_VAR && e->var->space != (generic ? SPACE_GLOBAL : space))
        return ptx_bad_operand(in, e, "a variable of the instruction's address space");
    if (e->kind == OPD_VAR && e->var->space == SPACE_LOCAL && in->ps->k->is_func) {
        const ptx_reg_t *base = ptx_sreg(in->ps, SR_LOCAL, "%local", 6);
        if (!base) return false;
        in->u.imm += (int64_t)e->var->offset_bytes;
        in->u.s[0] = base->id;
        in->u.src64 |= 1;
        return true;
    }
    const bool narrow = e->kind == OPD_REG && e->reg->bits == 32;
    if (narrow) in->u.flags |= UF_ADDR32;
    return ptx_src_elem(in, e, 0, narrow ? T_U32 : T_U64, false);
}

bool ptx_slot_address(ptx_inst_t *in, uint32_t operand, uint32_t slot, uint8_t space)
{
    const ptx_operand_t *o = &in->o[operand];
    const ptx_elem_t *e = &o->e[0];
    if (!o->is_addr) return ptx_bad_operand(in, e, "an address in [ ]");
    if (e->kind == OPD_VAR && e->var->space != space)
        return ptx_bad_operand(in, e,
                               space == SPACE_SHARED ? "a variable in shared memory" : "a variable in global memory");
    const bool narrow = e->kind == OPD_REG && e->reg->bits == 32;
    in->u.s[slot + 1] = ptx_const(in->ps, o->offset, 64, NULL);
    in->u.src64 |= 2u << slot;
    return in->u.s[slot + 1] != UREF_NONE && ptx_src_elem(in, e, slot, narrow ? T_U32 : T_U64, false);
}

/* st.async, red.async: drops the operand of the mbarrier that the access completes. */
bool ptx_completes(ptx_inst_t *in)
{
    if (!ptx_mod(in, "mbarrier::complete_tx::bytes")) return ptx_bad(in);
    if (!ptx_count(in, 3)) return false;
    in->operands--;
    return true;
}
