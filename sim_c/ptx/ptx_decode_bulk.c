/* ptx_decode_bulk.c - decodes copies of any size by one thread: cp.async.bulk, st.bulk. */
#include "ptx/ptx_decode_call.h"

#include <string.h>

static bool no_operation(ptx_inst_t *in, uint32_t operands)
{
    in->u.group = G_NOP;
    ptx_timing(in, UNIT_NONE, LAT_INT);
    return ptx_count(in, operands);
}

/* Copies are complete when they have issued, so their groups have nothing to wait for. */
static bool wait_group(ptx_inst_t *in)
{
    ptx_mod(in, "read");
    if (!no_operation(in, 1)) return false;
    return in->o[0].e[0].kind == OPD_INT || ptx_bad_operand(in, &in->o[0].e[0], "a number of groups");
}

static void timing(ptx_inst_t *in, winst_op_t op, uint8_t space)
{
    in->u.group = G_BULK;
    in->w.op = (uint8_t)op;
    in->w.width_bytes = BULK_LANE_BYTES;
    in->w.space = space;
    in->w.bypass_l1 = true;
    ptx_timing(in, UNIT_LDST, LAT_INT);
}

static bool to_shared(ptx_inst_t *in, bool from_global)
{
    timing(in, from_global ? WI_LOAD : in->u.mod2 ? WI_RED : WI_STORE, from_global ? SPACE_GLOBAL : SPACE_SHARED);
    in->u.mod = from_global ? BULK_IN : BULK_INSIDE;
    const bool multicast = from_global && ptx_mod(in, "multicast::cluster");
    if (!ptx_mod(in, "mbarrier::complete_tx::bytes")) return ptx_bad(in);
    if (!ptx_cache_policy(in) || !ptx_count(in, multicast ? 5 : 4)) return false;
    if (multicast) in->u.flags |= UF_MULTICAST;
    if (multicast && !ptx_src(in, 4, BULK_CTAS, T_U16)) return false;
    if (!ptx_slot_address(in, 0, BULK_TO, SPACE_SHARED) ||
        !ptx_slot_address(in, 1, BULK_FROM, from_global ? SPACE_GLOBAL : SPACE_SHARED) ||
        !ptx_src(in, 2, BULK_SIZE, T_U32))
        return false;
    if (!ptx_then_complete(in, 3, 2, 0)) return false;
    if (multicast) in->u.flags |= UF_MULTICAST;
    return !multicast || ptx_src(in, 4, MBAR_CTAS, T_U16);
}

static bool to_global(ptx_inst_t *in)
{
    timing(in, in->u.mod2 ? WI_RED : WI_STORE, SPACE_GLOBAL);
    in->u.mod = BULK_OUT;
    if (!ptx_mod(in, "bulk_group")) return ptx_bad(in);
    if (!ptx_cache_policy(in)) return false;
    const bool masked = !in->u.mod2 && ptx_mod(in, "cp_mask");
    in->u.s[BULK_BYTES] = ptx_const(in->ps, UINT16_MAX, 32, NULL);
    if (in->u.s[BULK_BYTES] == UREF_NONE || !ptx_count(in, masked ? 4 : 3)) return false;
    return (!masked || ptx_src(in, 3, BULK_BYTES, T_U16)) && ptx_slot_address(in, 0, BULK_TO, SPACE_GLOBAL) &&
           ptx_slot_address(in, 1, BULK_FROM, SPACE_SHARED) && ptx_src(in, 2, BULK_SIZE, T_U32);
}

/* cp.reduce.async.bulk: the operation and type of an atomic. */
static bool reduction(ptx_inst_t *in)
{
    ptx_type_t t;
    bool is_b128 = false;
    ptx_mod(in, "noftz");
    if (!ptx_atom_operation(in, &t, &is_b128)) return false;
    if (is_b128 || in->u.mod == A_EXCH || in->u.mod == A_CAS) return ptx_bad(in);
    in->u.mod2 = in->u.mod + 1;
    in->u.type = (uint8_t)t;
    return true;
}

bool ptx_decode_bulk(ptx_inst_t *in, bool reduces)
{
    static const char *const OWN[] = {"shared::cluster", "shared::cta", NULL};
    if (ptx_mod(in, "tensor")) return ptx_absent(in, "tensor maps");
    if (reduces && !reduction(in)) return false;
    if (reduces && ptx_mod(in, "prefetch")) return ptx_bad(in);
    if (ptx_mod(in, "commit_group")) return no_operation(in, 0);
    if (ptx_mod(in, "wait_group")) return wait_group(in);
    if (ptx_mod(in, "prefetch")) {
        if (!ptx_mod(in, "L2") || !ptx_mod(in, "global")) return ptx_bad(in);
        return ptx_cache_policy(in) && no_operation(in, 2);
    }
    const char *const to = in->part[reduces ? 3 : 2];
    const bool out = strcmp(to, "global") == 0, global = ptx_mod(in, "global");
    if (strcmp(to, "shared::cluster") == 0) in->u.flags |= UF_CLUSTER;
    if (!ptx_any_mod(in, OWN)) return ptx_bad(in);
    return out ? to_global(in) : to_shared(in, global);
}

/* st.bulk{.weak}{.shared::cta} [a], bytes, 0 */
bool ptx_decode_store_bulk(ptx_inst_t *in)
{
    const uint8_t space = ptx_space_of(in);
    ptx_mod(in, "weak");
    timing(in, WI_STORE, SPACE_SHARED);
    in->u.mod = BULK_ZERO;
    if (space != SPACE_SHARED && space != SPACE_GENERIC) return ptx_bad(in);
    if (!ptx_count(in, 3) || !ptx_slot_address(in, 0, BULK_TO, SPACE_SHARED)) return false;
    const ptx_operand_t *size = &in->o[1], *zero = &in->o[2];
    if (zero->e[0].kind != OPD_INT || zero->e[0].value) return ptx_bad_operand(in, &zero->e[0], "0");
    const bool wide = size->e[0].kind == OPD_REG && size->e[0].reg->bits == 64;
    return ptx_src(in, 1, BULK_SIZE, wide ? T_U64 : T_U32);
}
