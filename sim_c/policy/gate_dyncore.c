/* gate_dyncore.c - DYNCORE [DYNCTA §4.2]: at the end of a window with 0 < G_act < t_act, the highest enabled SMs drain
 * and are off when empty; at the end of any other window they take CTAs again, whether empty or not.
 *
 * A report of the monitors is summed one edge after its own, and the decision falls at the next edge; then SMs are
 * examined from the highest down, a word of neighbours (words.h) per cycle. The window ends with the first report that
 * fills it. */
#include "policy/policy.h"

#include "base/min.h"
#include "policy/words.h"

enum { WINDOW_MAX = UINT16_MAX };

typedef struct {
    bool report;     /* a report was sampled at the last edge */
    uint32_t active; /* its SM-cycles with an issue */
    bool ends;       /* it ends a window */
    bool over;       /* a window has ended, g_act is complete */
    uint32_t window_cycles;
    uint64_t g_act;
    sm_mask_t drained;   /* SMs that drain or are off */
    uint32_t next, left; /* SMs below `next` are to be examined; SMs that may still drain */
} dyncore_t;

static void decide(dyncore_t *d, const disp_view_t *v)
{
    const bool low = d->g_act > 0 && d->g_act < v->param[PARAM_GATE_DYNCORE_T_ACT_CYCLES];
    d->next = low ? v->sms : 0;
    d->left = v->param[PARAM_GATE_DYNCORE_SMS];
    if (!low) d->drained = mask_none();
    d->g_act = 0;
}

/* Examines the next word of SMs. One enabled SM always stays on. */
static void look(dyncore_t *d, const disp_view_t *v)
{
    for (uint32_t left = word_sms(v->sms); left > 0 && d->next > 0; left--) {
        const uint32_t s = --d->next;
        const bool lower = mask_any(mask_and(v->sm_enable, mask_below(s)));
        if (mask_has(v->sm_enable, s) && lower && d->left) {
            mask_add(&d->drained, s);
            d->left--;
        } else {
            mask_drop(&d->drained, s);
        }
    }
}

/* Adds the sum of the last edge's report to the window, then sums this edge's report. */
static void count(dyncore_t *d, const disp_edge_t *e, const disp_view_t *v)
{
    d->g_act += d->active;
    d->over = d->ends;
    d->report = e->mon != NULL;
    d->active = 0;
    d->ends = false;
    if (!e->mon) return;
    for (uint32_t s = 0; s < v->sms; s++) d->active += e->mon->active[s];
    d->window_cycles = min_u32(d->window_cycles + e->mon->cycles, WINDOW_MAX);
    d->ends = d->window_cycles >= v->param[PARAM_GATE_DYNCORE_WINDOW_CYCLES];
    if (d->ends) d->window_cycles = 0;
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    dyncore_t *d = st;
    const bool moves = e->mon || d->report || d->over || d->next;
    if (d->next) look(d, v);
    if (d->over) decide(d, v);
    count(d, e, v);
    return moves;
}

static sm_mask_t drain(const void *st, const disp_view_t *v)
{
    const dyncore_t *d = st;
    return mask_any(mask_without(v->sm_enable, d->drained)) ? d->drained : mask_none();
}

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    (void)kid;
    return !mask_has(drain(st, v), sm);
}

static void watch(const void *st, policy_regs_t *regs)
{
    const dyncore_t *d = st;
    regs->dyncore = (watch_dyncore_t){.over = d->over, .g_act = (uint32_t)d->g_act, .scans = d->next != 0};
}

const gate_policy_t policy_gate_dyncore = {.name = "gate_dyncore",
                                           .all_sms = true,
                                           .state_bytes = sizeof(dyncore_t),
                                           .monitors = true,
                                           .ok = ok,
                                           .drain = drain,
                                           .clock = clock,
                                           .watch = watch};
