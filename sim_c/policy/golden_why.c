/* golden_why.c - why an SM gets no CTA: the first of the dispatcher's questions that it answers with no. */
#include "policy/golden.h"

#include <assert.h>

/* Resources of which the SM has too little for the CTAs that go next together. */
static uint16_t lacks(const golden_t *g, uint32_t s, uint32_t kid)
{
    static const uint16_t of[RES_COUNT] = {[RES_SLOTS] = WHY_SLOTS,
                                           [RES_WARPS] = WHY_WARPS,
                                           [RES_THREADS] = WHY_THREADS,
                                           [RES_REGS] = WHY_REGS,
                                           [RES_SMEM] = WHY_SMEM};
    uint16_t cause = 0;
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if ((uint64_t)g->view.need[kid][r] * g->need > g->view.have[s][r]) cause |= of[r];
    return cause;
}

static uint16_t refusal(const golden_t *g, uint32_t s, uint32_t kid, sm_mask_t admitted)
{
    const disp_view_t *v = &g->view;
    if (!mask_has(v->sm_enable, s)) return WHY_OFF;
    if (!mask_has(g->may, s)) return WHY_PARTITION;
    if (!mask_has(admitted, s)) return WHY_PLACE;
    const uint16_t lacking = lacks(g, s, kid);
    if (lacking) return lacking;
    if (!g->limit->ok(g->limit_st, v, s, kid, g->resident[s] + g->need - 1)) return WHY_LIMIT;
    for (uint32_t i = 0; i < g->gates; i++)
        if (!g->gate[i]->ok(g->gate_st[i], v, s, kid)) return WHY_GATE;
    return WHY_FREE;
}

void golden_why_ask(const golden_t *g, golden_asked_t *asked)
{
    const uint32_t kid = g->view.offers.asked;
    const sm_mask_t admitted = golden_admitted(g);
    /* Without an SM that the place policy lets take a CTA, no kernel is asked about. */
    asked->live = place_live(&g->view);
    asked->kid = g->need && mask_any(mask_and(admitted, g->view.sm_enable)) ? kid : OFFER_NONE;
    for (uint32_t s = 0; s < g->view.sms && asked->kid != OFFER_NONE; s++)
        asked->cause[s] = refusal(g, s, kid, admitted);
}

/* A mask lasts until the next question; if there is none, the place policy has no use for the SM. */
static void end_masks(golden_t *g)
{
    for (uint32_t s = 0; s < g->view.sms; s++)
        for (uint32_t k = 0; k < g->view.kernels; k++)
            if (g->why.cause[s][k] == WHY_MASKED) g->why.cause[s][k] = WHY_PLACE;
}

void golden_why_note(golden_t *g, const golden_asked_t *asked)
{
    const bool open = golden_block_open(g);
    if (asked->kid != OFFER_NONE) g->why.known |= UINT32_C(1) << asked->kid;
    g->why.known &= asked->live;
    if (asked->kid == OFFER_NONE) {
        end_masks(g);
        return;
    }
    for (uint32_t s = 0; s < g->view.sms; s++) {
        const bool masked = g->voided || mask_has(g->out, s);
        uint16_t *cause = &g->why.cause[s][asked->kid];
        *cause = asked->cause[s];
        if (open) *cause = WHY_BLOCK;
        else if (!*cause && masked) *cause = WHY_MASKED;
    }
}
