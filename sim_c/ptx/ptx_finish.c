/* ptx_finish.c - completes a kernel after its last line: writes register offsets into the micro-ops, scoreboard numbers
 * and instruction addresses into the warp instructions. */
#include "ptx/ptx_regs.h"

typedef struct {
    const ptx_parser_t *ps;
    winst_t *w;
} fill_t;

/* Lists the register for the scoreboard. Registers beyond WINST_SRC_MAX or WINST_DST_MAX are left out. */
static void fill(void *ctx, uint32_t r, bool is_def)
{
    const fill_t *f = ctx;
    const ptx_reg_t *reg = f->ps->reg[r];
    if (!ptx_is_awaited(reg)) return;
    if (is_def && f->w->ndst < WINST_DST_MAX) f->w->dst[f->w->ndst++] = reg->flat;
    if (is_def || f->w->nsrc == WINST_SRC_MAX) return;
    if (reg->bits == 1) f->w->predicates |= (uint16_t)(1u << f->w->nsrc);
    f->w->src[f->w->nsrc++] = reg->flat;
}

static void place(const ptx_parser_t *ps, uint32_t *ref)
{
    if (!(*ref & UREF_POOL) && *ref != UREF_NONE) *ref = ps->reg[*ref]->offset;
}

/* A call waits for its arguments and a return for its results, up to WINST_SRC_MAX registers. */
static void fill_areas(fill_t *f, const ptx_areas_t *areas)
{
    for (uint32_t i = 0; i < areas->used && f->w->nsrc < WINST_SRC_MAX; i++) fill(f, areas->area[i].offset, false);
}

static void place_all(const ptx_parser_t *ps, ptx_areas_t *areas)
{
    for (uint32_t i = 0; i < areas->used; i++) areas->area[i].offset = ps->reg[areas->area[i].offset]->offset;
}

static void place_areas(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    for (uint32_t i = 0; i < k->calls; i++) {
        place_all(ps, &k->call[i].args);
        place_all(ps, &k->call[i].results);
    }
    place_all(ps, &k->formals);
    place_all(ps, &k->results);
}

/* Constant memory counts as read: a kernel may write it through an address in global memory. */
static reach_t memory_reach(const ptx_uop_t *u)
{
    const bool loads = u->group == G_MEM && u->op / 16 == O_LD;
    const bool shared_by_ctas = u->flags & UF_GENERIC || u->space == SPACE_GLOBAL || u->space == SPACE_CONST;
    return !shared_by_ctas ? REACH_OWN : loads ? REACH_READS : REACH_WRITES;
}

static reach_t reach_of(const ptx_kernel_t *k, const ptx_uop_t *u)
{
    switch (u->group) {
    case G_MEM:
    case G_ATOM: return memory_reach(u);
    case G_TEX:
    case G_COPY:
    case G_BULK: return REACH_WRITES;
    case G_CALL: return ptx_is_builtin(&k->call[u->imm]) ? REACH_WRITES : REACH_OWN;
    default: return REACH_OWN;
    }
}

bool ptx_finish(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    uint64_t pc_bytes = 0;
    if (!ptx_place_regs(ps) || !ptx_number_regs(ps)) return false;
    for (uint32_t i = 0; i < k->uops; i++) {
        ptx_uop_t *u = &k->uop[i];
        fill_t f = {ps, &k->winst[i]};
        ptx_each_reg(k, u, fill, &f);
        if (u->group == G_CALL) fill_areas(&f, &k->call[u->imm].args);
        if (u->group == G_RET) fill_areas(&f, &k->results);
        winst_note_regs(f.w);
        f.w->pc_bytes = pc_bytes;
        u->bytes = f.w->width_bytes;
        f.w->reach = (uint8_t)reach_of(k, u);
        if (!(u->flags & UF_SILENT)) pc_bytes += PTX_INST_BYTES;
        place(ps, &u->guard);
        for (uint32_t j = 0; j <= UVEC_MAX; j++) place(ps, &u->s[j]);
        for (uint32_t j = 0; j < UVEC_MAX; j++) place(ps, &u->d[j]);
        for (uint32_t j = 0; j < u->more_srcs; j++) place(ps, &k->more[u->more + j]);
    }
    k->code_bytes = (uint32_t)pc_bytes;
    place_areas(ps);
    return true;
}
