/* decide_blocks.c - blocks of CTAs [LCS §4.2]: how often, and for how many cycles, an SM had room for a CTA of a kernel
 * but not for a whole block. The number of CTAs in a block is learnt at the issue port. */
#include "gpu/gpu_decide.h"
#include "policy/registry.h"

#include <stdio.h>
#include <string.h>

#define BLOCK_ROWS(X, of)                                                                                              \
    X(of, waits, "times", "times that the SM had room for a CTA but not for a whole block of any kernel")              \
    X(of, wait_cycles, "cycles", "cycles in which the SM had room for a CTA but not for a whole block of any kernel")

typedef struct {
    BLOCK_ROWS(STATS_FIELD, _)
    uint64_t from; /* cycle up to which wait_cycles is summed */
    bool waits_now;
    uint32_t run; /* CTAs so far of the block that started last */
    uint32_t resident[SCHED_KERNELS_MAX];
} block_sm_t;

typedef struct {
    block_sm_t sm[SCHED_SMS_MAX];
    uint32_t block[SCHED_KERNELS_MAX]; /* by table entry: CTAs of a block, the most seen so far */
    bool lcs, dyncta;                  /* which limit policy is in use */
} blocks_t;

static void *create(gpu_t *g)
{
    stats_t *s = g->env.stats;
    blocks_t *b = gpu_decide_own(g, sizeof *b);
    for (uint32_t i = 0; b && i < g->m.sms; i++) {
        const block_sm_t *m = &b->sm[i];
        char path[24];
        snprintf(path, sizeof path, "sm%u.blocks", i);
        BLOCK_ROWS(STATS_ADD, m)
    }
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    if (b) b->lcs = !strcmp(limit_policies[use.limit]->name, "limit_lcs");
    if (b) b->dyncta = !strcmp(limit_policies[use.limit]->name, "limit_dyncta");
    return b;
}

static bool launch(gpu_t *g, void *st, const kernel_t *k)
{
    (void)g;
    ((blocks_t *)st)->block[k->sm.kid] = 1;
    return true;
}

/* CTAs of entry kid that the limit policy lets the SM take; policies other than LCS and DYNCTA count as no limit. */
static uint32_t limit_room(const gpu_t *g, const blocks_t *b, uint32_t sm, uint32_t kid)
{
    policy_regs_t regs;
    uint32_t most = SCHED_SLOTS_MAX, held = b->sm[sm].resident[kid];
    if (b->lcs || b->dyncta) decide_look(g, b->lcs ? "limit_lcs" : "limit_dyncta", &regs);
    if (b->lcs) {
        const uint8_t tnew = regs.lcs.tnew[sm][kid];
        if (tnew != LCS_OPEN && tnew != LCS_WAITS) most = tnew;
    } else if (b->dyncta) {
        most = regs.dyncta.n[sm];
        for (uint32_t k = held = 0; k < g->entries; k++) held += b->sm[sm].resident[k];
    }
    return most > held ? most - held : 0;
}

static bool waits(const gpu_t *g, const blocks_t *b, uint32_t sm)
{
    const block_sm_t *m = &b->sm[sm];
    bool some = false;
    for (uint32_t k = 0; k < g->entries; k++) {
        const gpu_kernel_t *p = g->entry[k] ? &g->entry[k]->pub : NULL;
        if (!p || p->ctas_begun == p->ctas) continue;
        const uint64_t left = p->ctas - p->ctas_begun, need = b->block[k] < left ? b->block[k] : left;
        const uint32_t fits = gpu_host_room(g, m->resident, k), lets = limit_room(g, b, sm, k);
        const uint32_t room = fits < lets ? fits : lets;
        if (room >= need) return false;
        some |= room > 0;
    }
    return some;
}

static void settle_sm(const gpu_t *g, block_sm_t *m)
{
    if (m->waits_now) m->wait_cycles += g->now - m->from;
    m->from = g->now;
}

static void settle(gpu_t *g, void *st)
{
    for (uint32_t s = 0; s < g->m.sms; s++) settle_sm(g, &((blocks_t *)st)->sm[s]);
}

static void look(gpu_t *g, blocks_t *b, uint32_t sm)
{
    block_sm_t *m = &b->sm[sm];
    const bool now = waits(g, b, sm);
    if (now == m->waits_now) return;
    settle_sm(g, m);
    m->waits += now;
    m->waits_now = now;
}

static void cta(gpu_t *g, void *st, const decide_cta_t *c)
{
    blocks_t *b = st;
    block_sm_t *m = &b->sm[c->sm];
    const gpu_kernel_t *k = &g->entry[c->kid]->pub;
    if (c->begins) {
        m->resident[c->kid]++;
        m->run = c->of_block ? m->run + 1 : 1;
        if (m->run > b->block[c->kid]) b->block[c->kid] = m->run;
    } else {
        m->resident[c->kid]--;
    }
    if (c->begins && k->ctas_begun == k->ctas) /* its last CTA: no SM waits for the kernel any more */
        for (uint32_t s = 0; s < g->m.sms; s++) look(g, b, s);
    else look(g, b, c->sm);
}

const decide_ops_t decide_blocks = {.create = create, .launch = launch, .cta = cta, .settle = settle};
