/* ptx_decode_ctl.c - decodes branches, exits, barriers, and exchange between the lanes of a warp. */
#include "ptx/ptx_build.h"

#include <string.h>

static void control(ptx_inst_t *in, ptx_group_t group, unit_t unit, winst_op_t op)
{
    in->u.group = (uint8_t)group;
    in->w.op = (uint8_t)op;
    ptx_timing(in, unit, LAT_INT);
}

static bool dec_bra(ptx_inst_t *in)
{
    const ptx_elem_t *label = &in->o[0].e[0];
    ptx_mod(in, "uni");
    control(in, G_BRANCH, UNIT_SP, WI_BRANCH);
    if (!ptx_count(in, 1)) return false;
    if (label->kind != OPD_LABEL || in->o[0].is_addr || in->o[0].is_vec || in->o[0].is_pair)
        return ptx_bad_operand(in, label, "a label");
    return ptx_pend(in->ps,
                    (ptx_pending_t){.label = label->text, .len = label->len, .line = in->line, .at = in->ps->k->uops});
}

/* brx.idx i, list: a branch to target i of the list. */
static bool dec_brx(ptx_inst_t *in)
{
    ptx_kernel_t *k = in->ps->k;
    const ptx_elem_t *list = &in->o[1].e[0];
    uint32_t index = 0;
    control(in, G_INDEX, UNIT_SP, WI_BRANCH);
    ptx_mod(in, "uni");
    if (!ptx_mod(in, "idx")) return ptx_bad(in);
    if (!ptx_count(in, 2) || !ptx_src(in, 0, 0, T_U32)) return false;
    if (in->o[0].e[0].kind != OPD_REG) return ptx_bad_operand(in, &in->o[0].e[0], "a register");
    if (list->kind != OPD_LABEL || !ptx_find_list(in->ps, list->text, list->len, &index))
        return ptx_bad_operand(in, list, "the label of a .branchtargets above");
    in->u.imm = index;
    k->indexed += k->target[index];
    if (k->indexed <= PTX_MAX_CODE) return true;
    return err_set(in->ps->lx.err, in->ps->lx.file, in->line,
                   "the brx.idx of %s '%.60s' have more than the %d targets "
                   "allowed",
                   ptx_whose(k), k->name, PTX_MAX_CODE);
}

static bool dec_exit(ptx_inst_t *in)
{
    ptx_mod(in, "uni");
    const bool returns = in->ps->k->is_func && strcmp(in->row->name, "ret") == 0;
    if (returns && !ptx_pass_formals(in, true)) return false;
    if (returns) control(in, G_RET, UNIT_SP, WI_BRANCH);
    else control(in, G_EXIT, UNIT_NONE, WI_EXIT);
    return ptx_count(in, 0);
}

static bool dec_trap(ptx_inst_t *in)
{
    control(in, G_TRAP, UNIT_NONE, WI_EXIT);
    return ptx_count(in, 0);
}

/* brkpt, pmevent: no debugger and no event counters; they take an issue slot. */
static bool dec_watched(ptx_inst_t *in)
{
    control(in, G_NOP, UNIT_NONE, WI_ALU);
    if (strcmp(in->row->name, "brkpt") == 0) return ptx_count(in, 0);
    ptx_mod(in, "mask");
    if (!ptx_count(in, 1)) return false;
    const ptx_elem_t *event = &in->o[0].e[0];
    return event->kind == OPD_INT || ptx_bad_operand(in, event, "a number");
}

static void meets(ptx_inst_t *in)
{
    if (in->ps->m->splits) in->u.flags |= UF_MEETS;
}

static bool dec_warp_bar(ptx_inst_t *in)
{
    control(in, G_NOP, UNIT_NONE, WI_ALU);
    meets(in);
    return ptx_mod(in, "sync") ? ptx_count(in, 1) && ptx_src(in, 0, 0, T_U32) : ptx_bad(in);
}

/* bar.red.popc.u32 d, a{, b}, p and bar.red.{and,or}.pred d, a{, b}, p: decodes the operation, d and p. */
static bool reduction(ptx_inst_t *in)
{
    static const char *const WORDS[] = {[RED_POPC] = "popc", [RED_AND] = "and", [RED_OR] = "or"};
    ptx_type_t t;
    uint32_t how = 0;
    while (how < 3 && !ptx_mod(in, WORDS[how])) how++;
    if (how == 3 || !ptx_take_type(in, how == RED_POPC ? TM(T_U32) : TM(T_PRED), &t)) return ptx_bad(in);
    in->u.mod = (uint8_t)how;
    in->u.op = UOP(O_BAR_RED, t);
    if (in->operands < 3) return ptx_count(in, 3);
    const ptx_operand_t *p = &in->o[--in->operands];
    if (p->is_not) in->u.flags |= UF_NOT;
    return ptx_src_elem(in, &p->e[0], 2, T_PRED, false) && ptx_dst(in, 0, 0, t);
}

/* bar.sync a{, b}, bar.arrive a, b, bar.red: barrier a of the CTA; it opens after b threads, or all of the CTA. */
static bool dec_bar(ptx_inst_t *in)
{
    ptx_mod(in, "cta");
    if (ptx_mod(in, "warp")) return dec_warp_bar(in);
    if (ptx_mod(in, "cluster")) return ptx_decode_cluster(in);
    control(in, G_BARRIER, UNIT_NONE, WI_BARRIER);
    meets(in);
    ptx_mod(in, "aligned");
    const bool arrive = ptx_mod(in, "arrive"), red = !arrive && ptx_mod(in, "red");
    const uint32_t first = red ? 1 : 0;
    if (!arrive && !red && !ptx_mod(in, "sync")) return ptx_bad(in);
    in->u.op = UOP(arrive ? O_BAR_ARRIVE : O_BAR_SYNC, T_U32);
    if (red && !reduction(in)) return false;
    const uint32_t least = first + (arrive ? 2 : 1);
    if (in->operands < least || in->operands > first + 2) return ptx_count(in, least);
    return ptx_src(in, first, 0, T_U32) && (in->operands == first + 1 || ptx_src(in, first + 1, 1, T_U32));
}

static bool dec_nanosleep(ptx_inst_t *in)
{
    ptx_type_t t;
    control(in, G_NOP, UNIT_NONE, WI_ALU);
    return ptx_take_type(in, TM(T_U32), &t) && ptx_count(in, 1) && ptx_src(in, 0, 0, t);
}

/* The member mask of a .sync form. Before sm_70 it is a source for the scoreboard only; the active lanes exchange. */
static bool members(ptx_inst_t *in, bool sync, uint32_t operand)
{
    if (sync) meets(in);
    return ptx_count(in, operand + (sync ? 1 : 0)) && (!sync || ptx_src(in, operand, 3, T_U32));
}

static bool pair_pred(ptx_inst_t *in)
{
    return !in->o[0].is_pair || ptx_dst_elem(in, &in->o[0].second, 1, T_PRED, false);
}

static bool dec_shfl(ptx_inst_t *in)
{
    static const char *const MODES[] = {
        [SHFL_UP] = "up", [SHFL_DOWN] = "down", [SHFL_BFLY] = "bfly", [SHFL_IDX] = "idx"};
    ptx_type_t t;
    const bool sync = ptx_mod(in, "sync");
    uint32_t i = 0;
    while (i < 4 && !ptx_mod(in, MODES[i])) i++;
    if (i == 4 || !ptx_take_type(in, TM_32, &t)) return ptx_bad(in);
    in->u.group = G_WARP;
    in->u.op = UOP(O_SHFL, T_U32);
    in->u.mod = (uint8_t)i;
    return members(in, sync, 4) && ptx_dst_elem(in, &in->o[0].e[0], 0, T_U32, false) && pair_pred(in) &&
           ptx_src(in, 1, 0, T_U32) && ptx_src(in, 2, 1, T_U32) && ptx_src(in, 3, 2, T_U32);
}

static bool dec_vote(ptx_inst_t *in)
{
    static const char *const MODES[] = {
        [VOTE_ALL] = "all", [VOTE_ANY] = "any", [VOTE_UNI] = "uni", [VOTE_BALLOT] = "ballot"};
    ptx_type_t t;
    const bool sync = ptx_mod(in, "sync");
    uint32_t i = 0;
    while (i < 4 && !ptx_mod(in, MODES[i])) i++;
    if (i == 4) return ptx_bad(in);
    const bool ballot = i == VOTE_BALLOT;
    if (!ptx_take_type(in, ballot ? TM(T_U32) : TM(T_PRED), &t)) return false;
    in->u.group = G_WARP;
    in->u.op = UOP(O_VOTE, t);
    in->u.mod = (uint8_t)i;
    if (in->operands > 1 && in->o[1].is_not) in->u.flags |= UF_NOT;
    return members(in, sync, 2) && ptx_dst(in, 0, 0, t) && ptx_src_elem(in, &in->o[1].e[0], 0, T_PRED, false);
}

static bool dec_redux(ptx_inst_t *in) /* redux.sync.op.type d, a, mask */
{
    static const char *const WORDS[] = {[REDUX_ADD] = "add", [REDUX_MIN] = "min", [REDUX_MAX] = "max",
                                        [REDUX_AND] = "and", [REDUX_OR] = "or",   [REDUX_XOR] = "xor"};
    ptx_type_t t;
    uint32_t how = 0;
    while (how < 6 && !ptx_mod(in, WORDS[how])) how++;
    if (how == 6 || !ptx_mod(in, "sync") || !ptx_take_type(in, in->row->types, &t)) return ptx_bad(in);
    in->u.group = G_WARP;
    in->u.op = UOP(O_REDUX, t);
    in->u.mod = (uint8_t)how;
    return members(in, true, 2) && ptx_dst(in, 0, 0, t) && ptx_src(in, 1, 0, t);
}

static bool dec_elect(ptx_inst_t *in) /* elect.sync d|p, mask */
{
    in->u.group = G_WARP;
    in->u.op = UOP(O_ELECT, T_U32);
    if (!ptx_mod(in, "sync")) return ptx_bad(in);
    return members(in, true, 1) && ptx_dst_elem(in, &in->o[0].e[0], 0, T_U32, false) && pair_pred(in);
}

static bool dec_activemask(ptx_inst_t *in)
{
    ptx_type_t t;
    if (!ptx_take_type(in, TM(T_U32), &t)) return false;
    in->u.group = G_WARP;
    in->u.op = UOP(O_ACTIVEMASK, T_U32);
    return ptx_count(in, 1) && ptx_dst(in, 0, 0, T_U32);
}

static bool dec_match(ptx_inst_t *in) /* match.{any,all}.sync d{|p}, a, mask */
{
    ptx_type_t t;
    const bool all = ptx_mod(in, "all");
    if ((!all && !ptx_mod(in, "any")) || !ptx_mod(in, "sync") || !ptx_take_type(in, in->row->types, &t))
        return ptx_bad(in);
    in->u.group = G_WARP;
    in->u.op = UOP(O_MATCH, ptx_unsigned(t));
    in->u.mod = all;
    return members(in, true, 2) && ptx_dst_elem(in, &in->o[0].e[0], 0, T_U32, false) && pair_pred(in) &&
           ptx_src(in, 1, 0, t);
}

const ptx_row_t ptx_rows_ctl[] = {
    {"bra", dec_bra, "bra{.uni}", 0, 0, 0},
    {"brx", dec_brx, "brx.idx{.uni}", 0, 0, 0},
    {"ret", dec_exit, "ret{.uni}", 0, 0, 0},
    {"exit", dec_exit, "exit", 0, 0, 0},
    {"trap", dec_trap, "trap", 0, 0, 0},
    {"brkpt", dec_watched, "brkpt", 0, 0, 0},
    {"pmevent", dec_watched, "pmevent{.mask}", 0, 0, 0},
    {"bar", dec_bar, "bar{.cta}.{sync,arrive}, bar{.cta}.red.{popc.u32,and.pred,or.pred}, bar.warp.sync", 0, 0, 0},
    {"barrier", dec_bar,
     "barrier{.cta}.{sync,arrive}{.aligned}, barrier{.cta}.red{.aligned}.{popc.u32,and.pred,or.pred}, "
     "barrier.cluster.{arrive,wait}",
     0, 0, 0},
    {"nanosleep", dec_nanosleep, "nanosleep.u32", 0, 0, 0},
    {"shfl", dec_shfl, "shfl{.sync}.{up,down,bfly,idx}.b32", 0, 0, 0},
    {"vote", dec_vote, "vote{.sync}.{all,any,uni}.pred, vote{.sync}.ballot.b32", 0, 0, 0},
    {"redux", dec_redux, "redux.sync.{add,min,max}.{u32,s32}, redux.sync.{and,or,xor}.b32", 0, 0, TM_32},
    {"elect", dec_elect, "elect.sync", 0, 0, 0},
    {"activemask", dec_activemask, "activemask.b32", 0, 0, 0},
    {"match", dec_match, "match.{any,all}.sync.{b32,b64}", 0, 0, TM_32 | TM_64},
    {0}};
