/* gate_dyncore - DYNCORE (001 §4.2): while 0 < G_act < t_act in a window, the highest enabled SMs run
 * empty and are off; at the end of any other window they come back, whether empty or not.
 *
 * A report of the monitors counts two edges after its own, and the decision falls at the third; then
 * one SM is looked at per cycle. The window ends with the first report that fills it. */
#include "policy/policy.h"

enum { PARAM_WINDOW = 3, PARAM_T_ACT = 10, PARAM_SMS = 11, WINDOW_MAX = UINT16_MAX, OFF_MAX = 63 };

typedef struct {
    bool there;
    uint32_t cycles, active;
} report_t;

typedef struct {
    report_t on_way[2]; /* not counted yet, [0] the younger */
    bool grown;         /* the window grew at the last edge */
    uint32_t cycles, active;
    uint32_t drained;
    uint32_t next, left; /* SMs below `next` are still to be looked at; so many may still drain */
} dyncore_t;

static uint32_t min_u32(uint32_t a, uint32_t b) { return a < b ? a : b; }

static bool decide(dyncore_t *d, const disp_view_t *v)
{
    if (!d->grown || d->cycles < min_u32(v->param[PARAM_WINDOW], WINDOW_MAX)) return false;
    const bool low = d->active > 0 && d->active < v->param[PARAM_T_ACT];
    d->next = low ? v->sms : 0;
    d->left = min_u32(v->param[PARAM_SMS], OFF_MAX);
    if (!low) d->drained = 0;
    d->cycles = d->active = 0;
    return true;
}

static void look(dyncore_t *d, const disp_view_t *v)
{
    const uint32_t bit = UINT32_C(1) << --d->next;
    const bool lower = (v->sm_enable & (bit - 1)) != 0; /* one enabled SM always stays */
    if ((v->sm_enable & bit) && lower && d->left) {
        d->drained |= bit;
        d->left--;
    } else {
        d->drained &= ~bit;
    }
}

static void count(dyncore_t *d, const disp_edge_t *e, const disp_view_t *v)
{
    const report_t *due = &d->on_way[1];
    if (due->there) {
        d->cycles = min_u32(d->cycles + due->cycles, WINDOW_MAX);
        d->active += due->active;
    }
    d->grown = due->there;
    d->on_way[1] = d->on_way[0];
    d->on_way[0] = (report_t){.there = e->mon != NULL};
    if (!e->mon) return;
    d->on_way[0].cycles = e->mon->cycles;
    for (uint32_t s = 0; s < v->sms; s++) d->on_way[0].active += e->mon->active[s];
}

static bool clock(void *st, const disp_view_t *v, const disp_edge_t *e)
{
    dyncore_t *d = st;
    const bool moves = e->mon || d->on_way[0].there || d->on_way[1].there || d->grown || d->next;
    if (!decide(d, v) && d->next) look(d, v);
    count(d, e, v);
    return moves;
}

static uint32_t drain(const void *st, const disp_view_t *v)
{
    const dyncore_t *d = st;
    return v->sm_enable & ~d->drained ? d->drained : 0;
}

static bool ok(const void *st, const disp_view_t *v, uint32_t sm, uint32_t kid)
{
    (void)kid;
    return !(drain(st, v) >> sm & 1);
}

const gate_policy_t policy_gate_dyncore = {.name = "gate_dyncore",
                                           .state_bytes = sizeof(dyncore_t),
                                           .monitors = true,
                                           .ok = ok,
                                           .drain = drain,
                                           .clock = clock};
