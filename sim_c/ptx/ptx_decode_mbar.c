/* ptx_decode_mbar.c - decodes mbarrier, and the stores and atomics that complete one. */
#include "ptx/ptx_decode_call.h"

#include <string.h>

/* Memory access and result of an operation on an mbarrier. */
static void access(ptx_inst_t *in, ptx_mbar_t what, winst_op_t op)
{
    in->u.group = G_MBAR;
    in->u.mod = (uint8_t)what;
    in->u.flags |= UF_POLLS;
    in->w.op = (uint8_t)op;
    in->w.width_bytes = MBAR_BYTES;
    ptx_timing(in, UNIT_LDST, LAT_INT);
}

/* The address: of shared memory, or generic. */
static bool place(ptx_inst_t *in, uint32_t operand, uint8_t space)
{
    if (space != SPACE_SHARED && space != SPACE_GENERIC) return ptx_bad(in);
    return ptx_address(in, operand, space);
}

/* Memory order and scope: the model is coherent. */
static void order(ptx_inst_t *in)
{
    static const char *const WORDS[] = {"acquire", "release", "relaxed", "cta", "cluster", NULL};
    ptx_any_mod(in, WORDS);
}

/* init [a], count; inval [a]; expect_tx [a], n; complete_tx [a], n */
static bool set_up(ptx_inst_t *in, ptx_mbar_t what, uint8_t space)
{
    const bool stores = what == MBAR_INIT || what == MBAR_INVAL;
    access(in, what, stores ? WI_STORE : WI_RED);
    if (!ptx_count(in, what == MBAR_INVAL ? 1 : 2) || !place(in, 0, space)) return false;
    return what == MBAR_INVAL || ptx_src(in, 1, 1, T_U32);
}

/* arrive{.expect_tx}{.noComplete} {state,} [a]{, count or bytes} */
static bool arrive(ptx_inst_t *in, bool drops, uint8_t space)
{
    const bool expects = ptx_mod(in, "expect_tx");
    const uint32_t at = in->operands && !in->o[0].is_addr ? 1 : 0;
    ptx_mod(in, "noComplete");
    access(in, drops ? MBAR_DROP : MBAR_ARRIVE, at ? WI_ATOM : WI_RED);
    if (expects) in->u.mod2 = MBAR_EXPECTS;
    const bool counted = in->operands == at + 2;
    if (!counted && (expects || in->operands != at + 1)) return ptx_count(in, at + (expects ? 2 : 1));
    if (!place(in, at, space)) return false;
    if (at && !ptx_dst(in, 0, 0, T_U64)) return false;
    if (in->u.d[0] == UREF_NONE) in->w.op = WI_RED;
    if (counted) return ptx_src(in, at + 1, 1, T_U32);
    in->u.s[1] = ptx_const(in->ps, 1, 32, NULL);
    return in->u.s[1] != UREF_NONE;
}

/* test_wait, try_wait{.parity} p, [a], state or parity{, time}: both answer at once, which the PTX ISA allows. */
static bool test(ptx_inst_t *in, bool tries, uint8_t space)
{
    const bool parity = ptx_mod(in, "parity");
    access(in, parity ? MBAR_TEST_PARITY : MBAR_TEST, WI_LOAD);
    if (tries && in->operands == 4) in->operands--;
    return ptx_count(in, 3) && ptx_dst(in, 0, 0, T_PRED) && place(in, 1, space) &&
           ptx_src(in, 2, 1, parity ? T_U32 : T_U64);
}

static bool pending(ptx_inst_t *in) /* pending_count d, state */
{
    in->u.group = G_MBAR;
    in->u.mod = MBAR_PENDING;
    return ptx_count(in, 2) && ptx_dst(in, 0, 0, T_U32) && ptx_src(in, 1, 1, T_U64);
}

static bool dec_mbarrier(ptx_inst_t *in)
{
    const uint8_t space = ptx_space_of(in);
    if (!ptx_mod(in, "b64")) return ptx_bad(in);
    order(in);
    if (ptx_mod(in, "init")) return set_up(in, MBAR_INIT, space);
    if (ptx_mod(in, "inval")) return set_up(in, MBAR_INVAL, space);
    if (ptx_mod(in, "complete_tx")) return set_up(in, MBAR_COMPLETE, space);
    if (ptx_mod(in, "arrive")) return arrive(in, false, space);
    if (ptx_mod(in, "arrive_drop")) return arrive(in, true, space);
    if (ptx_mod(in, "expect_tx")) return set_up(in, MBAR_EXPECT, space);
    if (ptx_mod(in, "test_wait")) return test(in, false, space);
    if (ptx_mod(in, "try_wait")) return test(in, true, space);
    return ptx_mod(in, "pending_count") ? pending(in) : ptx_bad(in);
}

/* cp.async.mbarrier.arrive{.noinc} [a]: the warp's copies are done when they issue, so the arrival is at once; without
 * .noinc the mbarrier expects it in addition, so that nothing changes. */
bool ptx_decode_copy_arrive(ptx_inst_t *in)
{
    const uint8_t space = ptx_space_of(in);
    if (!ptx_mod(in, "arrive") || !ptx_mod(in, "b64")) return ptx_bad(in);
    access(in, ptx_mod(in, "noinc") ? MBAR_ARRIVE : MBAR_CHECK, WI_RED);
    in->u.s[1] = ptx_const(in->ps, 1, 32, NULL);
    return in->u.s[1] != UREF_NONE && ptx_count(in, 1) && place(in, 0, space);
}

bool ptx_then_complete(ptx_inst_t *in, uint32_t operand, uint32_t size_operand, uint32_t bytes)
{
    const uint16_t kept = in->u.flags & (UF_GUARD_NOT | UF_CLUSTER);
    if (!ptx_append(in)) return false;
    in->u = (ptx_uop_t){.flags = kept};
    in->w = (winst_t){0};
    ptx_clear(in);
    access(in, MBAR_COMPLETE, WI_RED);
    if (!ptx_address(in, operand, SPACE_SHARED)) return false;
    if (!bytes) return ptx_src(in, size_operand, 1, T_U32);
    in->u.s[1] = ptx_const(in->ps, bytes, 32, NULL);
    return in->u.s[1] != UREF_NONE;
}

const ptx_row_t ptx_rows_mbar[] = {
    {"mbarrier", dec_mbarrier,
     "mbarrier.{init,inval,expect_tx,complete_tx,arrive,arrive_drop,test_wait,try_wait,pending_count}….b64 of shared "
     "memory",
     0, 0, 0},
    {0}};
