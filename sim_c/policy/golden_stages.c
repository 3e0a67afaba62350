/* golden_stages.c - the policies in use and their state. */
#include "policy/golden.h"
#include "policy/registry.h"

#include <stdlib.h>
#include <string.h>

static void release(golden_t *g)
{
    free(g->place_st);
    free(g->limit_st);
    for (uint32_t i = 0; i < g->gates; i++) free(g->gate_st[i]);
}

void golden_free(golden_t *g) { release(g); }

static void *state(size_t bytes) { return calloc(1, bytes ? bytes : 1); }

bool golden_select(golden_t *g, uint32_t policy)
{
    golden_t n = *g; /* frees the old state only after all of the new state is allocated */
    policy_use_t use;
    if (!policy_unpack(policy, &use)) return false;
    n.policy = policy;
    n.place = place_policies[use.place];
    n.limit = limit_policies[use.limit];
    n.place_st = state(n.place->state_bytes);
    n.limit_st = state(n.limit->state_bytes);
    bool whole = n.place_st && n.limit_st;
    n.gates = 0;
    for (uint32_t left = use.gates; left; left &= left - 1) {
        n.gate[n.gates] = gate_policies[__builtin_ctz(left)];
        n.gate_st[n.gates] = state(n.gate[n.gates]->state_bytes);
        whole = whole && n.gate_st[n.gates];
        n.gates++;
    }
    release(whole ? g : &n);
    if (!whole) return false;
    const bool other = n.place != g->place;
    *g = n;
    golden_init_policies(g);
    if (other) golden_forget_offers(g);
    return true;
}

void golden_init_policies(golden_t *g)
{
    disp_view_t *const v = &g->view;
    v->last_sm = v->sms - 1;
    memset(g->place_st, 0, g->place->state_bytes);
    memset(g->limit_st, 0, g->limit->state_bytes);
    if (g->place->init) g->place->init(g->place_st, v);
    if (g->place->ask) golden_forget_offers(g);
    if (g->limit->init) g->limit->init(g->limit_st, v);
    for (uint32_t i = 0; i < g->gates; i++) {
        memset(g->gate_st[i], 0, g->gate[i]->state_bytes);
        if (g->gate[i]->init) g->gate[i]->init(g->gate_st[i], v);
    }
}

void golden_start_policies(golden_t *g, uint32_t kid)
{
    if (g->limit->start) g->limit->start(g->limit_st, &g->view, kid);
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->start) g->gate[i]->start(g->gate_st[i], &g->view, kid);
}

void golden_stop_policies(golden_t *g, uint32_t kid)
{
    for (uint32_t i = 0; i < g->gates; i++)
        if (g->gate[i]->stop) g->gate[i]->stop(g->gate_st[i], &g->view, kid);
}
