/* ptx_cfg.c - basic blocks, and the reconvergence point of each branch: its immediate post-dominator.
 *
 * Computes the dominators of the reversed graph by the iterative algorithm of Cooper, Harvey and Kennedy. A guarded ret
 * counts as falling through, because no lane waits for lanes that have exited. A block that cannot reach the exit has
 * no post-dominator; lanes that diverge there rejoin only by exiting. */
#include "ptx/ptx_cfg.h"

#include "ptx/ptx_build.h"

#include <stdlib.h>
#include <string.h>

static bool ends_block(const ptx_uop_t *u)
{
    return u->group == G_BRANCH || u->group == G_INDEX || u->group == G_EXIT || u->group == G_RET || u->group == G_TRAP;
}

/* Targets of a branch; *n of them. */
static const uint32_t *targets_of(const ptx_kernel_t *k, const ptx_uop_t *u, uint32_t *n)
{
    *n = u->group == G_INDEX ? k->target[u->imm] : u->group == G_BRANCH ? 1 : 0;
    return u->group == G_INDEX ? &k->target[u->imm + 1] : &u->target;
}

static void link_blocks(ptx_cfg_t *g, const ptx_kernel_t *k)
{
    for (uint32_t b = 0; b < g->blocks; b++) {
        ptx_block_t *bb = &g->block[b];
        const ptx_uop_t *u = &k->uop[bb->last];
        const bool guarded = u->guard != UREF_NONE;
        uint32_t n;
        const uint32_t *to = targets_of(k, u, &n);
        bb->succ = &g->edge[g->edges];
        for (uint32_t i = 0; i < n; i++) bb->succ[bb->succs++] = g->block_of[to[i]];
        if (!n && ends_block(u) && !guarded) bb->succ[bb->succs++] = g->blocks;
        if (!ends_block(u) || guarded) bb->succ[bb->succs++] = b + 1; /* behind the last block stands the exit */
        g->edges += bb->succs;
    }
}

/* Marks the first micro-op of each block. Returns the number of edges, or a few more. */
static size_t mark_leaders(const ptx_kernel_t *k, bool *leader)
{
    size_t edges = 0;
    leader[0] = true;
    for (uint32_t i = 0; i < k->uops; i++) {
        uint32_t n;
        const uint32_t *to = targets_of(k, &k->uop[i], &n);
        for (uint32_t t = 0; t < n; t++) leader[to[t]] = true;
        if (ends_block(&k->uop[i])) leader[i + 1] = true;
        edges += n;
    }
    for (uint32_t i = 0; i < k->uops; i++) edges += leader[i];
    return edges;
}

bool ptx_cfg_build(ptx_cfg_t *g, const ptx_kernel_t *k)
{
    const uint32_t n = k->uops;
    *g = (ptx_cfg_t){0};
    bool *leader = calloc(n + 1, sizeof *leader);
    g->block_of = calloc(n, sizeof *g->block_of);
    if (leader && g->block_of) {
        g->edge = calloc(mark_leaders(k, leader), sizeof *g->edge);
        for (uint32_t i = 0; i < n; i++) {
            g->blocks += leader[i];
            g->block_of[i] = g->blocks - 1;
        }
        g->block = calloc(g->blocks, sizeof *g->block);
    }
    if (g->block && g->edge) {
        for (uint32_t i = n; i-- > 0;) g->block[g->block_of[i]].first = i;
        for (uint32_t i = 0; i < n; i++) g->block[g->block_of[i]].last = i;
        link_blocks(g, k);
    }
    free(leader);
    return g->block && g->edge;
}

void ptx_cfg_free(ptx_cfg_t *g)
{
    free(g->block);
    free(g->block_of);
    free(g->edge);
}

typedef struct {
    uint32_t *pred_start, *pred; /* predecessors of node v: pred[pred_start[v] .. pred_start[v+1]) */
    uint32_t *order, *rank;      /* nodes in postorder of the reversed graph, and back */
    uint32_t *ipdom, *stack, *next;
    uint32_t ordered;
} pdom_t;

static bool pdom_alloc(pdom_t *p, uint32_t nodes, uint32_t edges)
{
    p->pred_start = calloc(nodes + 2, sizeof(uint32_t));
    p->pred = calloc(edges, sizeof(uint32_t));
    p->order = calloc(nodes, sizeof(uint32_t));
    p->rank = calloc(nodes, sizeof(uint32_t));
    p->ipdom = calloc(nodes, sizeof(uint32_t));
    p->stack = calloc(nodes, sizeof(uint32_t));
    p->next = calloc(nodes, sizeof(uint32_t));
    return p->pred_start && p->pred && p->order && p->rank && p->ipdom && p->stack && p->next;
}

static void pdom_free(pdom_t *p)
{
    uint32_t *const all[] = {p->pred_start, p->pred, p->order, p->rank, p->ipdom, p->stack, p->next};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

static void collect_preds(pdom_t *p, const ptx_cfg_t *g)
{
    for (uint32_t b = 0; b < g->blocks; b++)
        for (uint32_t s = 0; s < g->block[b].succs; s++) p->pred_start[g->block[b].succ[s] + 2]++;
    for (uint32_t v = 2; v <= g->blocks + 2; v++) p->pred_start[v] += p->pred_start[v - 1];
    for (uint32_t b = 0; b < g->blocks; b++)
        for (uint32_t s = 0; s < g->block[b].succs; s++) p->pred[p->pred_start[g->block[b].succ[s] + 1]++] = b;
}

/* Postorder from the exit against the edges. Iterative, because a kernel may have a million instructions. */
static void number(pdom_t *p, uint32_t exit_node)
{
    uint32_t depth = 0;
    for (uint32_t v = 0; v <= exit_node; v++) {
        p->rank[v] = PTX_CFG_NONE;
        p->next[v] = p->pred_start[v];
    }
    p->stack[depth++] = exit_node;
    p->rank[exit_node] = 0; /* marks it seen; the true rank follows */
    while (depth) {
        const uint32_t v = p->stack[depth - 1];
        if (p->next[v] == p->pred_start[v + 1]) {
            p->rank[v] = p->ordered;
            p->order[p->ordered++] = v;
            depth--;
            continue;
        }
        const uint32_t w = p->pred[p->next[v]++];
        if (p->rank[w] != PTX_CFG_NONE) continue;
        p->rank[w] = 0;
        p->stack[depth++] = w;
    }
}

static uint32_t meet(const pdom_t *p, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (p->rank[a] < p->rank[b]) a = p->ipdom[a];
        while (p->rank[b] < p->rank[a]) b = p->ipdom[b];
    }
    return a;
}

static void solve(pdom_t *p, const ptx_cfg_t *g)
{
    const uint32_t exit_node = g->blocks;
    for (uint32_t v = 0; v <= exit_node; v++) p->ipdom[v] = PTX_CFG_NONE;
    p->ipdom[exit_node] = exit_node;
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = p->ordered; i-- > 0;) {
            const uint32_t v = p->order[i];
            uint32_t best = PTX_CFG_NONE;
            if (v == exit_node) continue;
            for (uint32_t s = 0; s < g->block[v].succs; s++) {
                const uint32_t w = g->block[v].succ[s];
                if (p->ipdom[w] == PTX_CFG_NONE) continue;
                best = best == PTX_CFG_NONE ? w : meet(p, w, best);
            }
            changed |= p->ipdom[v] != best;
            p->ipdom[v] = best;
        }
    }
}

bool ptx_reconverge(ptx_parser_t *ps)
{
    ptx_kernel_t *k = ps->k;
    ptx_cfg_t g;
    pdom_t p = {0};
    const bool ok = ptx_cfg_build(&g, k) && pdom_alloc(&p, g.blocks + 1, g.edges);
    if (ok) {
        collect_preds(&p, &g);
        number(&p, g.blocks);
        solve(&p, &g);
        for (uint32_t b = 0; b < g.blocks; b++) {
            ptx_uop_t *u = &k->uop[g.block[b].last];
            const uint32_t at = p.ipdom[b];
            if ((u->group == G_BRANCH || u->group == G_INDEX) && at < g.blocks) u->reconv = g.block[at].first;
        }
    }
    pdom_free(&p);
    ptx_cfg_free(&g);
    return ok || ptx_no_memory(ps);
}
