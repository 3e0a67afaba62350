/* ptx_special.c - special registers by name. Those that have one value on every machine are constants.
 *
 * Constants without a counterpart in the model read as 0: performance counters, the number of the grid, handles of
 * graphs, reserved shared memory. */
#include "ptx/ptx_build.h"

#include <string.h>

typedef struct {
    const char *name; /* a '*' at the end stands for any rest */
    uint8_t sreg;     /* ptx_sreg_t; SR_NONE: the constant `value` */
    bool is_xyz;      /* followed by .x .y .z, or by .w, which is 0 */
    uint8_t value;
} special_t;

static const special_t SPECIALS[] = {
    {"%tid", SR_TID_X, true, 0},
    {"%ntid", SR_NTID_X, true, 0},
    {"%ctaid", SR_CTAID_X, true, 0},
    {"%nctaid", SR_NCTAID_X, true, 0},
    {"%laneid", SR_LANEID, false, 0},
    {"%warpid", SR_WARPID, false, 0},
    {"%nwarpid", SR_NWARPID, false, 0},
    {"%smid", SR_SMID, false, 0},
    {"%nsmid", SR_NONE, false, PTX_SM_IDS},
    {"%lanemask_lt", SR_LT, false, 0},
    {"%lanemask_le", SR_LE, false, 0},
    {"%lanemask_eq", SR_EQ, false, 0},
    {"%lanemask_ge", SR_GE, false, 0},
    {"%lanemask_gt", SR_GT, false, 0},
    {"%clock", SR_CLOCK, false, 0},
    {"%clock_hi", SR_CLOCK_HI, false, 0},
    {"%clock64", SR_CLOCK64, false, 0},
    {"%globaltimer", SR_TIMER64, false, 0},
    {"%globaltimer_lo", SR_TIMER, false, 0},
    {"%globaltimer_hi", SR_TIMER_HI, false, 0},
    {"%dynamic_smem_size", SR_DYN_SMEM, false, 0},
    {"%total_smem_size", SR_SMEM, false, 0},
    {"%aggr_smem_size", SR_SMEM, false, 0},
    {"%clusterid", SR_CLUSTERID_X, true, 0},
    {"%nclusterid", SR_NCLUSTERID_X, true, 0},
    {"%cluster_ctaid", SR_CLUSTER_CTAID_X, true, 0},
    {"%cluster_nctaid", SR_CLUSTER_NCTAID_X, true, 0},
    {"%cluster_ctarank", SR_CLUSTER_CTARANK, false, 0},
    {"%cluster_nctarank", SR_CLUSTER_NCTARANK, false, 0},
    {"%is_explicit_cluster", SR_EXPLICIT_CLUSTER, false, 0},
    {"%gridid", SR_NONE, false, 0},
    {"%current_graph_exec", SR_NONE, false, 0},
    {"%reserved_smem_offset_*", SR_NONE, false, 0},
    {"%pm*", SR_NONE, false, 0},
    {"%envreg1", SR_ENV1, false, 0}, /* OpenCL's launch offsets, and here of a cooperative launch the grid's barrier */
    {"%envreg2", SR_ENV2, false, 0},
    {"%envreg*", SR_NONE, false, 0},
};

static bool is_named(const special_t *s, ptx_tok_t name)
{
    const size_t len = strlen(s->name), fixed = len - 1;
    if (s->name[fixed] != '*') return len == name.len && memcmp(s->name, name.p, len) == 0;
    return name.len > fixed && memcmp(s->name, name.p, fixed) == 0;
}

ptx_reg_t *ptx_sreg(ptx_parser_t *ps, ptx_sreg_t kind, const char *name, uint32_t len)
{
    for (uint32_t i = 0; i < ps->regs; i++)
        if (ps->reg[i]->sreg == kind) return ps->reg[i];
    const char *text = ptx_arena_str(&ps->m->arena, name, len);
    const bool wide = kind == SR_CLOCK64 || kind == SR_TIMER64 || kind == SR_LOCAL;
    const uint8_t bits = wide ? 64 : kind == SR_EXPLICIT_CLUSTER ? 1 : 32;
    ptx_reg_t *r = text ? ptx_new_reg(ps, text, bits) : NULL;
    if (r) r->sreg = (uint8_t)kind;
    return r;
}

static void constant(ptx_elem_t *e, uint64_t value)
{
    e->kind = OPD_INT;
    e->value = value;
}

/* Takes .x, .y, .z or .w. */
static bool axis(ptx_parser_t *ps, uint32_t *i)
{
    static const char NAMES[] = "xyzw";
    const char *at = ps->lx.tok.kind == TK_DOT && ps->lx.tok.len == 2 ? strchr(NAMES, ps->lx.tok.p[1]) : NULL;
    if (!at) return ptx_lex_expected(&ps->lx, ".x, .y, .z or .w");
    *i = (uint32_t)(at - NAMES);
    return ptx_lex_next(&ps->lx);
}

/* .x, .y, .z or .w (i from 0 to 3) of a special register, or one that has none of them (0). */
static bool part(ptx_parser_t *ps, const special_t *s, uint32_t i, ptx_elem_t *e)
{
    if (s->sreg == SR_NONE || i == 3) {
        constant(e, i == 3 ? 0 : s->value);
        return true;
    }
    e->kind = OPD_REG;
    e->reg = ptx_sreg(ps, (ptx_sreg_t)(s->sreg + i), e->text, e->len);
    return e->reg != NULL;
}

bool ptx_special(ptx_parser_t *ps, ptx_tok_t name, ptx_elem_t *e)
{
    const special_t *s = SPECIALS, *end = SPECIALS + sizeof SPECIALS / sizeof *SPECIALS;
    uint32_t i = 0;
    while (s < end && !is_named(s, name)) s++;
    if (s == end)
        return err_set(ps->lx.err, ps->lx.file, name.line,
                       "'%.*s' is neither a declared register nor a supported special register",
                       name.len < 60 ? (int)name.len : 60, name.p);
    if (s->is_xyz && ps->lx.tok.kind != TK_DOT) {
        e->kind = OPD_WHOLE;
        e->value = (uint64_t)(s - SPECIALS);
        return true;
    }
    if (s->is_xyz && !axis(ps, &i)) return false;
    return part(ps, s, i, e);
}

bool ptx_special_part(ptx_parser_t *ps, const ptx_elem_t *e, uint32_t i, ptx_elem_t *to)
{
    *to = *e;
    return part(ps, &SPECIALS[e->value], i, to);
}
