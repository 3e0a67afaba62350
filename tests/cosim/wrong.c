/* wrong.c - plants a mistake into the golden model of one policy: the linker's --wrap puts it into build/ctadel-wrong.
 *
 * CTADEL_WRONG=limit_lcs.1 names the policy, and the answer that is wrong. place, arb: this choice among several goes
 * to another SM, or to another warp. limit, gate: this refusal and all later ones become an agreement; of limit_tmax,
 * which refuses nothing, and of a limit with slots of its own for each kernel: this agreement and all later ones become
 * a refusal. Lockstep must find it. */
#include "policy/golden.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const limit_policy_t policy_limit_tmax;
bool __real_golden_select(golden_t *g, uint32_t policy);
bool __wrap_golden_select(golden_t *g, uint32_t policy);
void *__real_engine_c_create(const arb_policy_t *warp, uint32_t arbs, disp_size_t size);
void *__wrap_engine_c_create(const arb_policy_t *warp, uint32_t arbs, disp_size_t size);

static const place_policy_t *place; /* the right ones, */
static const limit_policy_t *limit;
static const gate_policy_t *gate;
static const arb_policy_t *arb;
static place_policy_t wrong_place; /* and their copies with the mistake */
static limit_policy_t wrong_limit;
static gate_policy_t wrong_gate;
static arb_policy_t wrong_arb;
static unsigned at, seen; /* number of the wrong answer; answers so far that could be wrong */

static bool planted(const char *policy)
{
    char word[64];
    const char *text = getenv("CTADEL_WRONG");
    return text && sscanf(text, "%63[a-z0-9_].%u", word, &at) == 2 && strcmp(word, policy) == 0;
}

static bool agree_wrongly(bool right) { return right || ++seen >= at; }

/* Once, if there is another choice than the right one. */
static bool choose_wrongly(bool others) { return others && ++seen == at; }

static uint32_t pick(const void *st, const disp_view_t *v)
{
    const uint32_t right = place->pick(st, v);
    sm_mask_t others = v->offers.pickable;
    if (right == SCHED_NONE) return right;
    mask_drop(&others, right);
    return choose_wrongly(mask_any(others)) ? mask_lowest(others) : right;
}

static bool limit_ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid, uint32_t ahead)
{
    const bool right = limit->ok(st, v, sm, kid, ahead);
    if (limit->slots || limit == &policy_limit_tmax) return right && ++seen < at;
    return agree_wrongly(right);
}

static bool gate_ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    return agree_wrongly(gate->ok(st, v, sm, kid));
}

static uint64_t narrow(void *st, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    const uint64_t right = arb->narrow(st, ctx, in, compete), others = compete & ~right;
    return choose_wrongly(others) ? others : right;
}

static uint32_t choose(void *st, const arb_ctx_t *ctx, uint64_t compete)
{
    const uint32_t right = arb->choose(st, ctx, compete);
    const uint64_t others = compete & ~(UINT64_C(1) << right);
    return choose_wrongly(others) ? (uint32_t)__builtin_ctzll(others) : right;
}

/* golden_select compares the place policies before and after. */
bool __wrap_golden_select(golden_t *g, uint32_t policy)
{
    if (g->place == &wrong_place) g->place = place;
    if (!__real_golden_select(g, policy)) return false;
    place = g->place;
    limit = g->limit;
    gate = g->gate[0];
    wrong_place = *place;
    wrong_place.pick = pick;
    wrong_limit = *limit;
    wrong_limit.ok = limit_ok;
    if (planted(place->name)) g->place = &wrong_place;
    if (planted(limit->name)) g->limit = &wrong_limit;
    if (!g->gates || !planted(gate->name)) return true;
    wrong_gate = *gate;
    wrong_gate.ok = gate_ok;
    g->gate[0] = &wrong_gate;
    return true;
}

/* An arbiter that narrows the choice has its mechanism there. */
void *__wrap_engine_c_create(const arb_policy_t *warp, uint32_t arbs, disp_size_t size)
{
    seen = 0; /* the run may be repeated for its waves */
    arb = warp;
    wrong_arb = *warp;
    if (warp->narrow) wrong_arb.narrow = narrow;
    else wrong_arb.choose = choose;
    return __real_engine_c_create(planted(warp->name) ? &wrong_arb : warp, arbs, size);
}
