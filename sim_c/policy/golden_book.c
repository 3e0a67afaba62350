/* golden_book.c - resources of CTAs: booking of a pick, release of a completed CTA, the end of kernels. */
#include "policy/golden.h"

#include <assert.h>
#include <string.h>

static void account(golden_t *g, uint32_t s, uint32_t slot, uint32_t kid, bool take)
{
    assert(slot < g->view.sm_slots);
    golden_sm_t *sm = &g->sm[s];
    const uint32_t *need = g->view.need[kid];
    for (uint32_t r = 0; r < RES_COUNT; r++) g->view.have[s][r] += take ? 0u - need[r] : need[r];
    sm->used_slots ^= SLOT_BIT(slot);
    sm->kid[slot] = (uint8_t)kid;
    g->view.slots[s][kid] ^= SLOT_BIT(slot);
    g->view.resident[s][kid] = (uint8_t)__builtin_popcount(g->view.slots[s][kid]);
    g->view.out[kid] += take ? 1u : 0u - 1u;
}

static void finish(golden_t *g, uint32_t kid)
{
    g->kernel[kid].state = K_DONE;
    g->view.busy &= ~(UINT32_C(1) << kid);
    g->irq_status |= UINT32_C(1) << kid;
    g->perf.kernels++;
}

/* Ends one draining kernel without CTAs in flight; called in clocks in which no other kernel ends. */
static void finish_aborted(golden_t *g)
{
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if (g->kernel[k].state == K_DRAIN && g->kernel[k].completed == g->kernel[k].issued) {
            finish(g, k);
            return;
        }
}

/* Releases a CTA; true: its kernel ends with it. */
static bool complete(golden_t *g, uint32_t s, uint32_t slot)
{
    const uint32_t kid = g->sm[s].kid[slot];
    golden_kernel_t *k = &g->kernel[kid];
    const bool last = k->state == K_DRAIN && k->completed + 1 == k->issued;
    account(g, s, slot, kid, false);
    k->completed++;
    g->perf.completed++;
    if (last) finish(g, kid);
    return last;
}

static void leave_order(disp_view_t *v, uint32_t kid)
{
    uint32_t n = 0;
    for (uint32_t i = 0; i < v->launched; i++)
        if (v->order[i] != kid) v->order[n++] = v->order[i];
    v->launched = n;
}

uint32_t golden_lowest_free(const golden_t *g)
{
    const slot_mask_t free = ~g->sm[g->book_sm].used_slots;
    const slot_mask_t may =
        g->limit->slots ? g->limit->slots(g->limit_st, &g->view, g->book_kid) : slots_below(g->view.sm_slots);
    return (uint32_t)__builtin_ctz(free & may);
}

void golden_abort(golden_t *g, uint32_t kid)
{
    golden_kernel_t *k = &g->kernel[kid];
    if (k->state == K_ISSUE) leave_order(&g->view, kid);
    k->state = K_DRAIN;
    k->aborted = true;
    golden_stop_policies(g, kid);
    if (g->book_sm != SCHED_NONE && g->book_kid == kid) {
        g->book_sm = SCHED_NONE;
        g->book_new = false;
    }
}

/* Schedulers of an SM that serve kid: all if no other kernel is in the pool; the lower half if all others were launched
 * later; else the upper half. */
static uint32_t half_of(const golden_t *g, uint32_t kid)
{
    uint32_t half = HALF_ALL;
    for (uint32_t k = 0; k < g->view.kernels; k++) {
        if (k == kid || !(g->view.busy >> k & 1)) continue;
        if (g->view.rank[k] < g->view.rank[kid]) return HALF_UPPER;
        half = HALF_LOWER;
    }
    return half;
}

static uint32_t linear_id(const golden_kernel_t *k, const uint32_t xyz[3])
{
    return (xyz[2] * k->grid[1] + xyz[1]) * k->grid[0] + xyz[0];
}

/* Moves on to the next CTA of the cluster, behind its last one to the first of the next cluster. True: there is none.
 */
static bool next_cta(golden_kernel_t *k, const uint32_t cluster[3])
{
    for (uint32_t d = 0; d < 3; d++) {
        if (++k->next[d] % cluster[d]) return false;
        k->next[d] -= cluster[d];
    }
    for (uint32_t d = 0; d < 3; d++) {
        k->next[d] += cluster[d];
        if (k->next[d] < k->grid[d]) return false;
        k->next[d] = 0;
    }
    return true;
}

static void issue(golden_t *g)
{
    const uint32_t s = g->book_sm, kid = g->book_kid;
    golden_kernel_t *k = &g->kernel[kid];
    g->issue_valid = true;
    g->issue_sm = s;
    g->issue_kid = kid;
    g->issue_block = !g->book_head;
    g->issue_half = half_of(g, kid);
    memcpy(g->issue_xyz, g->book_xyz, sizeof g->issue_xyz);
    g->issue_lid = g->place->cta ? linear_id(k, g->book_xyz) : k->issued;
    k->issued++;
    g->view.issued[kid]++;
    g->perf.issued++;
    account(g, s, g->issue_slot, kid, true);
    if (!next_cta(k, g->view.cluster[kid])) return;
    k->state = K_DRAIN;
    leave_order(&g->view, kid);
}

void golden_book(golden_t *g, bool books, const disp_edge_t *pick, uint32_t done)
{
    g->out = pick->pick_sm != SCHED_NONE ? mask_only(pick->pick_sm) : mask_none();
    if (g->book_sm != SCHED_NONE) mask_add(&g->out, g->book_sm);
    if (books) {
        issue(g);
        g->book_sm = SCHED_NONE;
    }
    g->book_new = pick->pick_sm != SCHED_NONE;
    if (g->book_new) {
        g->book_sm = g->view.last_sm = pick->pick_sm;
        g->book_kid = pick->pick_kid;
        g->book_head = pick->pick_head;
    }
    g->book_waits = g->book_sm != SCHED_NONE && g->book_sm == done;
}

void golden_complete(golden_t *g, uint32_t done, const disp_in_t *in)
{
    const bool left = g->left_sm != SCHED_NONE && !g->left_bad;
    const bool bad = done != SCHED_NONE && !(g->sm[done].used_slots >> in->done_slot[done] & 1);
    const bool ended = left && complete(g, g->left_sm, g->left_slot);
    if (!ended) finish_aborted(g);
    if (!left && g->left_sm != SCHED_NONE) g->perf.bad_done++;
    g->left_sm = done;
    g->left_bad = bad;
    g->left_slot = done == SCHED_NONE ? 0 : in->done_slot[done];
}
