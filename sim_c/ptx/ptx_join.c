/* ptx_join.c - joins loads from neighbouring words of shared memory. The first of them becomes a vector load, the
 * others take no instruction any more. */
#include "ptx/ptx_assemble.h"

#include "ptx/ptx_cfg.h"
#include "ptx/ptx_regs.h"

#include <stdlib.h>
#include <string.h>

enum { JOIN_BYTES = 16, JOIN_MAX = 4, LOOKAHEAD = 512 /* micro-ops: bounds the time of a block of many loads */ };

typedef struct {
    ptx_kernel_t *k;
    const uint8_t *alignments;
    uint32_t *used; /* by register: the scan, counted from 1, that has seen it used */
    uint32_t scan;
    uint32_t base; /* of the first load's address; a register or a constant */
    bool is_moved; /* the scan has seen base written */
} join_t;

static void note(void *ctx, uint32_t r, bool is_def)
{
    join_t *j = ctx;
    j->used[r] = j->scan;
    j->is_moved |= is_def && r == j->base;
}

static bool is_load(const ptx_uop_t *u)
{
    return u->group == G_MEM && u->op / 16 == O_LD && u->space == SPACE_SHARED && u->vec == 1 &&
           u->guard == UREF_NONE && !(u->flags & (UF_GENERIC | UF_POLLS)) && u->d[0] != UREF_NONE &&
           ptx_type_bytes((ptx_type_t)u->type) >= 4;
}

/* Loads from shared memory move up past this instruction. */
static bool is_passed(const ptx_uop_t *u)
{
    const ptx_kind_t kind = ptx_kind_of(u);
    return kind != KIND_FIXED && !(kind == KIND_STORE && (u->flags & UF_GENERIC || u->space == SPACE_SHARED));
}

/* Both load an element of one type from one base into registers of one width. */
static bool is_like(const ptx_uop_t *a, const ptx_uop_t *b)
{
    return is_load(b) && b->s[0] == a->s[0] && b->type == a->type && b->dst == a->dst && b->flags == a->flags;
}

typedef struct {
    uint32_t at[JOIN_MAX]; /* micro-op of each element of the aligned JOIN_BYTES; UINT32_MAX: none */
    uint32_t elements, bytes;
} group_t;

/* Offset of the aligned JOIN_BYTES in which a load reads, if its base is as aligned. */
static int64_t window_of(const ptx_uop_t *u) { return u->imm & ~(int64_t)(JOIN_BYTES - 1); }

/* Finds loads behind `first` that may move up to it. */
static void collect(join_t *j, uint32_t first, uint32_t last, group_t *g)
{
    const ptx_uop_t *u = &j->k->uop[first];
    const int64_t window = window_of(u);
    g->bytes = ptx_type_bytes((ptx_type_t)u->type);
    g->elements = JOIN_BYTES / g->bytes;
    memset(g->at, 0xff, sizeof g->at);
    g->at[(uint32_t)(u->imm - window) / g->bytes] = first;
    j->scan++;
    j->base = u->s[0];
    j->is_moved = false;
    ptx_each_reg(j->k, u, note, j);
    for (uint32_t i = first + 1; i <= last && i - first < LOOKAHEAD && !j->is_moved && is_passed(&j->k->uop[i]); i++) {
        const ptx_uop_t *next = &j->k->uop[i];
        const uint64_t offset = (uint64_t)(next->imm - window);
        const bool fits = is_like(u, next) && offset < JOIN_BYTES && j->used[next->d[0]] != j->scan;
        if (fits && g->at[offset / g->bytes] == UINT32_MAX) g->at[offset / g->bytes] = i;
        ptx_each_reg(j->k, next, note, j);
    }
}

static bool has_all(const group_t *g, uint32_t from, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (g->at[from + i] == UINT32_MAX) return false;
    return true;
}

static void silence(ptx_uop_t *u, winst_t *w)
{
    u->group = G_NOP;
    u->flags = UF_SILENT;
    u->s[0] = u->d[0] = UREF_NONE;
    *w = (winst_t){.line = w->line, .unit = UNIT_NONE};
}

/* Makes one load of elements from..from+count, in the place of micro-op `first`. */
static void make(join_t *j, uint32_t first, const group_t *g, uint32_t from, uint32_t count)
{
    ptx_uop_t *to = &j->k->uop[first];
    uint32_t d[JOIN_MAX];
    for (uint32_t i = 0; i < count; i++) d[i] = j->k->uop[g->at[from + i]].d[0];
    to->imm = window_of(to) + (int64_t)from * g->bytes;
    to->vec = (uint8_t)count;
    j->k->winst[first].width_bytes = (uint8_t)(count * g->bytes);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t at = g->at[from + i];
        if (at != first) silence(&j->k->uop[at], &j->k->winst[at]);
        to->d[i] = d[i];
    }
}

static void join(join_t *j, uint32_t first, uint32_t last)
{
    const ptx_uop_t *u = &j->k->uop[first];
    const uint32_t base = ptx_operand_alignment(j->k, j->alignments, u->s[0]),
                   bytes = ptx_type_bytes((ptx_type_t)u->type);
    if (base < 3 || u->imm % bytes) return; /* not even pairs of words are known to be aligned */
    group_t g;
    collect(j, first, last, &g);
    const uint32_t own = (uint32_t)((uint64_t)u->imm % JOIN_BYTES) / bytes, pair = own & ~1u;
    if (base >= 4 && has_all(&g, 0, g.elements)) make(j, first, &g, 0, g.elements);
    else if (bytes == 4 && has_all(&g, pair, 2)) make(j, first, &g, pair, 2);
}

bool ptx_join_loads(ptx_parser_t *ps)
{
    ptx_cfg_t cfg = {0};
    uint8_t *alignments = ptx_alignments(ps);
    join_t j = {.k = ps->k, .alignments = alignments, .used = calloc(ps->regs + 1u, sizeof *j.used)};
    const bool ok = ptx_cfg_build(&cfg, ps->k) && alignments && j.used;
    for (uint32_t b = 0; ok && b < cfg.blocks; b++)
        for (uint32_t i = cfg.block[b].first; i <= cfg.block[b].last; i++)
            if (is_load(&ps->k->uop[i])) join(&j, i, cfg.block[b].last);
    ptx_cfg_free(&cfg);
    free(alignments);
    free(j.used);
    return ok || ptx_no_memory(ps);
}
