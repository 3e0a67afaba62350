/* ptx_order.c - list scheduling of basic blocks. A run of instructions without one that other threads may see is
 * ordered as a whole: of those whose operands have arrived, the one with the longest path of latencies to the end of
 * the run is next. An instruction passes at most AHEAD older ones, which bounds the values that wait for their use. */
#include "ptx/ptx_assemble.h"

#include "ptx/ptx_cfg.h"
#include "ptx/ptx_regs.h"

#include <stdlib.h>
#include <string.h>

enum { AHEAD = 64, RUN_MAX = 4096 /* micro-ops: bounds the time of a run */ };

/* Cycles from issue to use, of a V100: Jia et al., "Dissecting the NVIDIA Volta GPU Architecture via Microbenchmarking"
 * (2018), tables 3.1 and 4.1: 4 of most arithmetic, 8 of f64, 19 of shared memory, 28 of an L1D hit. The SFU's, which
 * it does not state, is taken as long as shared memory's. */
enum { ALU_CYCLES = 4, F64_CYCLES = 8, SMEM_CYCLES = 19, SFU_CYCLES = 19, L1_CYCLES = 28 };

typedef struct { /* an instruction of the run, by number in it, and the next entry of the list; 0 ends it */
    uint32_t to, next, cycles;
} link_t;

typedef struct {
    link_t *at; /* the first is unused */
    uint32_t used, room;
} links_t;

typedef struct {
    uint32_t behind; /* list of the instructions that must come behind it, so many cycles later */
    uint32_t waits;  /* for so many others that are not placed yet */
    uint32_t height; /* longest path of latencies to the end of the run */
    uint32_t ready_cycle;
    bool placed;
} node_t;

typedef struct {
    ptx_kernel_t *k;
    uint32_t first, count, at; /* the run; the instruction that is linked now */
    node_t *node;
    uint32_t registers;         /* behind them come the MEMORIES */
    uint32_t *writer, *readers; /* by register: the last writer plus 1; list of those that have read what it wrote */
    uint32_t *touched, touches; /* registers with an entry in writer or readers */
    links_t edges, reads;
    ptx_uop_t *uop; /* the run in its new order */
    winst_t *winst;
    const char **text;
    bool failed;
} order_t;

static uint32_t max_u32(uint32_t a, uint32_t b) { return a > b ? a : b; }

ptx_kind_t ptx_kind_of(const ptx_uop_t *u)
{
    if (u->flags & (UF_MEETS | UF_POLLS)) return KIND_FIXED;
    if (u->group == G_MEM) return u->op / 16 == O_ST ? KIND_STORE : KIND_LOAD;
    if (u->group == G_TEX) return u->op / 16 == O_TEX ? KIND_LOAD : KIND_FIXED;
    if (u->group == G_MOVE && u->op / 16 == O_CLOCK) return KIND_FIXED;
    const bool joined = u->group == G_NOP && u->flags & UF_SILENT;
    return u->group <= G_CARRY || u->group == G_PARAM || joined ? KIND_PURE : KIND_FIXED;
}

/* Memory of a kind counts as a register: a load reads it and a store writes it, an access without a space those of all
 * kinds. A kernel may write constants, and what textures read, through addresses in global memory. */
typedef enum { MEMORY_GLOBAL, MEMORY_SHARED, MEMORY_LOCAL, MEMORIES } memory_t;

static uint32_t memories_of(const ptx_uop_t *u)
{
    if (u->flags & UF_GENERIC) return (1u << MEMORIES) - 1;
    if (u->group == G_TEX) return 1u << MEMORY_GLOBAL;
    switch (u->space) {
    case SPACE_PARAM: return 0; /* nothing writes it */
    case SPACE_SHARED: return 1u << MEMORY_SHARED;
    case SPACE_LOCAL: return 1u << MEMORY_LOCAL;
    default: return 1u << MEMORY_GLOBAL;
    }
}

static uint32_t latency(const ptx_uop_t *u, const winst_t *w)
{
    if (u->flags & UF_SILENT) return 0;
    if (w->op == WI_LOAD && w->unit == UNIT_LDST)
        return u->space == SPACE_SHARED ? SMEM_CYCLES : u->space == SPACE_PARAM ? ALU_CYCLES : L1_CYCLES;
    return w->unit == UNIT_SFU ? SFU_CYCLES : w->unit == UNIT_DP ? F64_CYCLES : ALU_CYCLES;
}

/* Puts a new entry before the list that begins at *list. */
static void push(order_t *o, links_t *l, uint32_t *list, uint32_t to, uint32_t cycles)
{
    if (!l->used) l->used = 1;
    if (!ptx_grow(&l->at, l->used, &l->room, sizeof *l->at)) {
        o->failed = true;
        return;
    }
    l->at[l->used] = (link_t){to, *list, cycles};
    *list = l->used++;
}

static void go_behind(order_t *o, uint32_t before, bool needs_result)
{
    const uint32_t i = o->first + before;
    if (before == o->at) return;
    push(o, &o->edges, &o->node[before].behind, o->at, needs_result ? latency(&o->k->uop[i], &o->k->winst[i]) : 0);
    o->node[o->at].waits++;
}

static void link_register(void *ctx, uint32_t r, bool is_def)
{
    order_t *o = ctx;
    if (!o->writer[r] && !o->readers[r]) o->touched[o->touches++] = r;
    if (o->writer[r]) go_behind(o, o->writer[r] - 1, !is_def && r < o->registers);
    if (!is_def) {
        push(o, &o->reads, &o->readers[r], o->at, 0);
        return;
    }
    for (uint32_t i = o->readers[r]; i && !o->failed; i = o->reads.at[i].next) go_behind(o, o->reads.at[i].to, false);
    o->readers[r] = 0;
    o->writer[r] = o->at + 1;
}

static void link_memory(order_t *o)
{
    const ptx_uop_t *u = &o->k->uop[o->first + o->at];
    const ptx_kind_t kind = ptx_kind_of(u);
    if (kind != KIND_LOAD && kind != KIND_STORE) return;
    for (uint32_t m = memories_of(u); m; m &= m - 1)
        link_register(o, o->registers + (uint32_t)__builtin_ctz(m), kind == KIND_STORE);
}

static void link_all(order_t *o)
{
    memset(o->node, 0, o->count * sizeof *o->node);
    o->edges.used = o->reads.used = 0;
    for (o->at = 0; o->at < o->count && !o->failed; o->at++) {
        ptx_each_reg(o->k, &o->k->uop[o->first + o->at], link_register, o);
        link_memory(o);
    }
    for (; o->touches; o->touches--) {
        o->writer[o->touched[o->touches - 1]] = 0;
        o->readers[o->touched[o->touches - 1]] = 0;
    }
    for (uint32_t i = o->count; i-- > 0;) {
        node_t *n = &o->node[i];
        n->height = latency(&o->k->uop[o->first + i], &o->k->winst[o->first + i]); /* its use may lie behind the run */
        for (uint32_t e = n->behind; e; e = o->edges.at[e].next) {
            const uint32_t height = o->node[o->edges.at[e].to].height + o->edges.at[e].cycles;
            if (height > n->height) n->height = height;
        }
    }
}

/* Of those whose operands arrive by `now`, the highest; else that whose operands arrive first. Equal ones in their
 * order. */
static uint32_t choose(const order_t *o, uint32_t oldest, uint32_t now)
{
    uint32_t best = UINT32_MAX;
    for (uint32_t i = oldest; i < o->count && i - oldest <= AHEAD; i++) {
        const node_t *n = &o->node[i], *b = &o->node[best == UINT32_MAX ? i : best];
        if (n->placed || n->waits) continue;
        const uint32_t cycle = max_u32(n->ready_cycle, now), best_cycle = max_u32(b->ready_cycle, now);
        if (best == UINT32_MAX || cycle < best_cycle || (cycle == best_cycle && n->height > b->height)) best = i;
    }
    return best;
}

/* The next instruction of the run in its new order; returns the cycle after it. */
static uint32_t place(order_t *o, uint32_t to, uint32_t chosen, uint32_t now)
{
    node_t *n = &o->node[chosen];
    const uint32_t cycle = max_u32(n->ready_cycle, now), from = o->first + chosen;
    n->placed = true;
    for (uint32_t e = n->behind; e; e = o->edges.at[e].next) {
        node_t *next = &o->node[o->edges.at[e].to];
        next->waits--;
        next->ready_cycle = max_u32(next->ready_cycle, cycle + o->edges.at[e].cycles);
    }
    o->uop[to] = o->k->uop[from];
    o->winst[to] = o->k->winst[from];
    o->text[to] = o->k->text[from];
    return o->uop[to].flags & UF_SILENT ? cycle : cycle + 1;
}

static void order_run(order_t *o, uint32_t first, uint32_t end)
{
    uint32_t now = 0, oldest = 0;
    o->first = first;
    o->count = end - first;
    if (o->count < 2 || o->failed) return;
    link_all(o);
    for (uint32_t to = 0; to < o->count && !o->failed; to++) {
        now = place(o, to, choose(o, oldest, now), now);
        while (oldest < o->count && o->node[oldest].placed) oldest++;
    }
    if (o->failed) return;
    memcpy(&o->k->uop[first], o->uop, o->count * sizeof *o->uop);
    memcpy(&o->k->winst[first], o->winst, o->count * sizeof *o->winst);
    memcpy(&o->k->text[first], o->text, o->count * sizeof *o->text);
}

static void order_block(order_t *o, const ptx_block_t *b)
{
    uint32_t first = b->first;
    for (uint32_t i = b->first; i <= b->last; i++) {
        const bool fixed = ptx_kind_of(&o->k->uop[i]) == KIND_FIXED;
        if (!fixed && i - first < RUN_MAX) continue;
        order_run(o, first, i);
        first = fixed ? i + 1 : i;
    }
    order_run(o, first, b->last + 1);
}

bool ptx_order(ptx_parser_t *ps)
{
    ptx_cfg_t cfg = {0};
    const size_t regs = (size_t)ps->regs + MEMORIES;
    order_t o = {.k = ps->k,
                 .registers = ps->regs,
                 .node = malloc((RUN_MAX + 1) * sizeof *o.node),
                 .uop = malloc((RUN_MAX + 1) * sizeof *o.uop),
                 .winst = malloc((RUN_MAX + 1) * sizeof *o.winst),
                 .text = malloc((RUN_MAX + 1) * sizeof *o.text),
                 .writer = calloc(3 * regs, sizeof *o.writer)};
    o.failed = !ptx_cfg_build(&cfg, ps->k) || !o.node || !o.uop || !o.winst || !o.text || !o.writer;
    if (o.writer) {
        o.readers = o.writer + regs;
        o.touched = o.readers + regs;
    }
    for (uint32_t b = 0; b < cfg.blocks && !o.failed; b++) order_block(&o, &cfg.block[b]);
    ptx_cfg_free(&cfg);
    free(o.node);
    free(o.uop);
    free(o.winst);
    free(o.text);
    free(o.writer);
    free(o.edges.at);
    free(o.reads.at);
    return !o.failed || ptx_no_memory(ps);
}
