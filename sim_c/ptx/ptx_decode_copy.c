/* ptx_decode_copy.c - decodes cp.async and its groups. */
#include "ptx/ptx_build.h"

#include <string.h>

static bool dec_wait(ptx_inst_t *in, ptx_copy_t what)
{
    in->u.group = G_COPY;
    in->u.mod = (uint8_t)what;
    in->w.op = WI_FENCE;
    ptx_timing(in, UNIT_NONE, LAT_INT);
    if (what != COPY_WAIT) return ptx_count(in, 0);
    if (!ptx_count(in, 1)) return false;
    const ptx_elem_t *n = &in->o[0].e[0];
    if (n->kind != OPD_INT || n->value > INT32_MAX) return ptx_bad_operand(in, n, "a number of groups");
    in->u.imm = (int64_t)n->value;
    if (n->value + 1 < COPY_GROUPS) return true;
    in->u.group = G_NOP; /* never that many groups are pending: nothing to wait for */
    in->w.op = WI_ALU;
    return true;
}

/* A predicate, or its negation, instead of the bytes to read: true reads none. A silent micro-op computes the number.
 */
static bool ignores(ptx_inst_t *in, const ptx_operand_t *p, uint32_t bytes)
{
    ptx_inst_t sel = ptx_beside(in);
    const ptx_reg_t *r = ptx_new_reg(in->ps, "bytes", 32);
    if (!r) return false;
    sel.u.group = G_INT;
    sel.u.op = UOP(O_SELP, T_U32);
    sel.u.flags |= UF_SILENT;
    if (p->is_vec || p->is_addr || p->is_pair) return ptx_bad_operand(in, &p->e[0], "a single predicate");
    sel.u.s[0] = ptx_const(in->ps, p->is_not ? bytes : 0, 32, NULL);
    sel.u.s[1] = ptx_const(in->ps, p->is_not ? 0 : bytes, 32, NULL);
    sel.u.s[2] = p->e[0].reg->id;
    sel.u.d[0] = in->u.s[3] = r->id;
    sel.u.dst = DST_32;
    if (sel.u.s[0] == UREF_NONE || sel.u.s[1] == UREF_NONE) return false;
    return ptx_append(&sel) && ptx_more_src(in, &p->e[0], T_PRED);
}

/* cp.async [to], [from], bytes{, bytes to read; the rest is zeroed}{, cache policy} */
static bool dec_copy(ptx_inst_t *in)
{
    const bool ca = ptx_mod(in, "ca"), cg = ptx_mod(in, "cg");
    if (ca == cg || !(ptx_mod(in, "shared") || ptx_mod(in, "shared::cta")) || !ptx_mod(in, "global"))
        return ptx_bad(in);
    if (!ptx_cache_policy(in)) return false;
    for (uint32_t i = 0; i < in->parts; i++) in->part_used[i] |= strncmp(in->part[i], "L2::", 4) == 0;
    if (in->operands != 4 && !ptx_count(in, 3)) return false;
    const ptx_elem_t *n = &in->o[2].e[0];
    if (n->kind != OPD_INT || (n->value != 16 && (cg || (n->value != 4 && n->value != 8))))
        return ptx_bad_operand(in, n, cg ? "16" : "4, 8 or 16");
    in->w.width_bytes = (uint8_t)n->value;
    in->w.bypass_l1 = cg;
    in->w.op = WI_LOAD;
    in->u.mod = COPY_BYTES;
    ptx_timing(in, UNIT_LDST, LAT_INT);
    if (!ptx_address(in, 1, SPACE_GLOBAL) || !ptx_slot_address(in, 0, 1, SPACE_SHARED)) return false;
    in->u.group = G_COPY;
    const ptx_elem_t *less = &in->o[3].e[0];
    if (in->operands == 4 && less->kind == OPD_REG && less->reg->bits == 1)
        return ignores(in, &in->o[3], (uint32_t)n->value);
    return ptx_src(in, in->operands == 4 ? 3 : 2, 3, T_U32);
}

static bool dec_cp(ptx_inst_t *in)
{
    const bool reduces = ptx_mod(in, "reduce");
    if (!ptx_mod(in, "async")) return ptx_bad(in);
    if (ptx_mod(in, "bulk")) return ptx_decode_bulk(in, reduces);
    if (reduces) return ptx_bad(in);
    if (ptx_mod(in, "mbarrier")) return ptx_decode_copy_arrive(in);
    if (ptx_mod(in, "commit_group")) return dec_wait(in, COPY_COMMIT);
    if (ptx_mod(in, "wait_group")) return dec_wait(in, COPY_WAIT);
    if (ptx_mod(in, "wait_all")) return dec_wait(in, COPY_WAIT_ALL);
    return dec_copy(in);
}

const ptx_row_t ptx_rows_copy[] = {
    {"cp", dec_cp,
     "cp.async.{ca,cg}.shared{::cta}.global{.L2::…} [to], [from], 4, 8 or 16 (cg: 16){, bytes to read}; "
     "cp.async.{commit_group,wait_group,wait_all}, cp{.reduce}.async.bulk…, cp.async.mbarrier.arrive{.noinc}.b64, "
     "cp.async.bulk….{shared::cta,"
     "shared::cluster,global}….{mbarrier::complete_tx::bytes,bulk_group}",
     0, 0, 0},
    {0}};
