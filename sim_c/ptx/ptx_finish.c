/* ptx_finish.c - completes a kernel after its last line: writes register offsets into the micro-ops, scoreboard numbers
 * and instruction addresses into the warp instructions. */
#include "ptx/ptx_regs.h"

#include <stdlib.h>

static uint32_t root_of(uint32_t *name, uint32_t r)
{
    while (name[r] != r) r = name[r] = name[name[r]];
    return r;
}

typedef struct {
    uint32_t *defs;
} count_t;

static void count_defs(void *ctx, uint32_t r, bool is_def) { ((count_t *)ctx)->defs[r] += is_def; }

/* A silent copy takes no instruction, so the scoreboard must see source and destination as one register. That is
 * allowed if neither is written elsewhere. */
static void merge_copies(ptx_parser_t *ps, uint32_t *name, uint32_t *defs)
{
    const ptx_kernel_t *k = ps->k;
    count_t c = {defs};
    for (uint32_t i = 0; i < k->uops; i++) ptx_each_reg(k, &k->uop[i], count_defs, &c);
    for (uint32_t i = 0; i < k->uops; i++) {
        const ptx_uop_t *u = &k->uop[i];
        if (!(u->flags & UF_SILENT) || u->guard != UREF_NONE || u->d[0] == UREF_NONE || (u->s[0] & UREF_POOL) ||
            defs[u->d[0]] > 1 || defs[u->s[0]] > 1)
            continue;
        name[root_of(name, u->d[0])] = root_of(name, u->s[0]);
    }
}

static bool number_regs(ptx_parser_t *ps)
{
    uint32_t *name = calloc(2 * (size_t)ps->regs + 1, sizeof *name);
    uint16_t used = 0;
    if (!name) return ptx_no_memory(ps);
    for (uint32_t r = 0; r < ps->regs; r++) name[r] = r;
    merge_copies(ps, name, name + ps->regs);
    for (uint32_t r = 0; r < ps->regs; r++)
        if (name[r] == r && !ps->reg[r]->sreg) ps->reg[r]->flat = used++;
    for (uint32_t r = 0; r < ps->regs; r++) ps->reg[r]->flat = ps->reg[root_of(name, r)]->flat;
    ps->k->flat_regs = used ? used : 1;
    free(name);
    return true;
}

typedef struct {
    const ptx_parser_t *ps;
    winst_t *w;
} fill_t;

/* Lists the register for the scoreboard. Registers beyond WINST_SRC_MAX or WINST_DST_MAX are left out. */
static void fill(void *ctx, uint32_t r, bool is_def)
{
    const fill_t *f = ctx;
    const ptx_reg_t *reg = f->ps->reg[r];
    if (reg->sreg) return; /* never written: nothing to wait for */
    if (is_def && f->w->ndst < WINST_DST_MAX) f->w->dst[f->w->ndst++] = reg->flat;
    if (!is_def && f->w->nsrc < WINST_SRC_MAX) f->w->src[f->w->nsrc++] = reg->flat;
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

bool ptx_finish(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    uint64_t pc_bytes = 0;
    if (!number_regs(ps) || !ptx_place_regs(ps)) return false;
    for (uint32_t i = 0; i < k->uops; i++) {
        ptx_uop_t *u = &k->uop[i];
        fill_t f = {ps, &k->winst[i]};
        ptx_each_reg(k, u, fill, &f);
        if (u->group == G_CALL) fill_areas(&f, &k->call[u->imm].args);
        if (u->group == G_RET) fill_areas(&f, &k->results);
        f.w->pc_bytes = pc_bytes;
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
