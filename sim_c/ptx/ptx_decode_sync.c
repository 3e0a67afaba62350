/* ptx_decode_sync.c - decodes fences, and what concerns clusters. */
#include "ptx/ptx_build.h"

#include <string.h>

static void without_pipeline(ptx_inst_t *in, winst_op_t op)
{
    in->u.group = G_NOP;
    in->w.op = (uint8_t)op;
    ptx_timing(in, UNIT_NONE, LAT_INT);
}

static bool scope(ptx_inst_t *in)
{
    static const char *const SCOPES[] = {"cta", "cluster", "gpu", "gl", "sys", NULL};
    return ptx_any_mod(in, SCOPES);
}

static bool restriction(ptx_inst_t *in)
{
    static const char *const WORDS[] = {"sync_restrict::shared::cta", "sync_restrict::shared::cluster", NULL};
    return ptx_any_mod(in, WORDS);
}

/* fence.proxy.…: all memory of a machine is coherent, whichever way it is accessed. */
static bool proxy(ptx_inst_t *in)
{
    static const char *const KINDS[] = {"alias", "async", "async.global", "async.shared::cta", "async.shared::cluster",
                                        NULL};
    static const char *const SPACES[] = {"global", "shared::cta", "shared::cluster", NULL};
    static const char *const ORDERS[] = {"acquire", "release", NULL};
    if (ptx_mod(in, "async::generic")) return ptx_any_mod(in, ORDERS) && restriction(in) && scope(in);
    if (!ptx_any_mod(in, KINDS)) return false;
    ptx_any_mod(in, SPACES);
    return true;
}

static bool dec_fence(ptx_inst_t *in)
{
    static const char *const ORDERS[] = {"sc", "acq_rel", "acquire", "release", NULL};
    without_pipeline(in, WI_FENCE);
    if (ptx_mod(in, "proxy")) {
        if (ptx_mod(in, "tensormap::generic")) return ptx_absent(in, "tensor maps");
        return proxy(in) ? ptx_count(in, 0) : ptx_bad(in);
    }
    if (ptx_mod(in, "mbarrier_init")) return ptx_mod(in, "release") && scope(in) ? ptx_count(in, 0) : ptx_bad(in);
    ptx_any_mod(in, ORDERS);
    restriction(in);
    return scope(in) ? ptx_count(in, 0) : ptx_bad(in);
}

/* griddepcontrol: no launch begins before the one it depends on has ended, so there is nothing to wait for. */
static bool dec_grid(ptx_inst_t *in)
{
    static const char *const WORDS[] = {"wait", "launch_dependents", NULL};
    without_pipeline(in, WI_ALU);
    return ptx_any_mod(in, WORDS) ? ptx_count(in, 0) : ptx_bad(in);
}

/* setmaxnreg: registers are those of the launch, whatever a warp asks for. */
static bool dec_registers(ptx_inst_t *in)
{
    static const char *const WORDS[] = {"inc", "dec", NULL};
    ptx_type_t t;
    without_pipeline(in, WI_ALU);
    if (!ptx_any_mod(in, WORDS) || !ptx_mod(in, "sync") || !ptx_mod(in, "aligned")) return ptx_bad(in);
    if (!ptx_take_type(in, TM(T_U32), &t) || !ptx_count(in, 1)) return false;
    const ptx_elem_t *n = &in->o[0].e[0];
    if (n->kind == OPD_INT && n->value >= 24 && n->value <= 256 && n->value % 8 == 0) return true;
    return ptx_bad_operand(in, n, "a multiple of 8 from 24 to 256");
}

/* mapa d, a, rank: the address of a in the CTA of that rank. */
static bool dec_mapa(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_mod(in, "shared::cluster")) in->u.flags |= UF_GENERIC;
    if (!ptx_take_type(in, TM(T_U32) | TM(T_U64), &t) || !ptx_count(in, 3)) return false;
    in->u.group = G_CLUSTER;
    in->u.op = UOP(O_MAPA, t);
    return ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t) && ptx_src(in, 2, 1, T_U32);
}

static bool dec_rank(ptx_inst_t *in) /* getctarank d, a */
{
    ptx_type_t t;
    if (!ptx_mod(in, "shared::cluster")) in->u.flags |= UF_GENERIC;
    if (!ptx_take_type(in, TM(T_U32) | TM(T_U64), &t) || !ptx_count(in, 2)) return false;
    in->u.group = G_CLUSTER;
    in->u.op = UOP(O_CTARANK, t);
    return ptx_dst(in, 0, 0, T_U32) && ptx_src(in, 1, 0, t);
}

/* barrier.cluster.arrive and .wait: the second waits until all live threads of the cluster have executed the first. */
bool ptx_decode_cluster(ptx_inst_t *in)
{
    static const char *const ORDERS[] = {"release", "relaxed", "acquire", NULL};
    const bool arrive = ptx_mod(in, "arrive");
    if (!arrive && !ptx_mod(in, "wait")) return ptx_bad(in);
    ptx_any_mod(in, ORDERS);
    ptx_mod(in, "aligned");
    if (!ptx_count(in, 0)) return false;
    in->u.group = G_CLUSTER;
    in->u.op = UOP(arrive ? O_CLUSTER_ARRIVE : O_CLUSTER_WAIT, T_NONE);
    in->u.flags |= UF_POLLS;
    if (arrive) return true;
    const ptx_reg_t *r = ptx_new_reg(in->ps, "wait", 32); /* a warp polls at the latency of its test */
    if (!r) return false;
    in->u.d[0] = in->u.s[0] = r->id;
    in->u.dst = DST_32;
    return true;
}

const ptx_row_t ptx_rows_sync[] = {
    {"membar", dec_fence, "membar.{cta,gl,sys}, membar.proxy.{alias,async}", 0, 0, 0},
    {"fence", dec_fence,
     "fence{.sc,.acq_rel,.acquire,.release}{.sync_restrict::…}.{cta,cluster,gpu,sys}, fence.proxy.{alias,async}"
     "{.global,.shared::cta,.shared::cluster}, fence.proxy.async::generic.…, fence.mbarrier_init.release.cluster",
     0, 0, 0},
    {"griddepcontrol", dec_grid, "griddepcontrol.{wait,launch_dependents}", 0, 0, 0},
    {"setmaxnreg", dec_registers, "setmaxnreg.{inc,dec}.sync.aligned.u32", 0, 0, 0},
    {"mapa", dec_mapa, "mapa{.shared::cluster}.{u32,u64}", 0, 0, 0},
    {"getctarank", dec_rank, "getctarank{.shared::cluster}.{u32,u64}", 0, 0, 0},
    {0}};
