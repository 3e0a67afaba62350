/* decide_dyncore.c - DYNCORE: windows, their G_act, and the SMs that it drains and returns [DYNCTA §4.2]. */
#include "gpu/gpu_decide.h"

static const char POLICY[] = "gate_dyncore";

enum { LOOK_CLOCKS = 3 }; /* after a report: two clocks until the window is over, one until SMs are selected */

#define DYNCORE_ROWS(X, of)                                                                                            \
    X(of, windows, "windows", "windows that have ended")                                                               \
    X(of, low, "windows", "windows with a G_act below t_act: SMs drain")                                               \
    X(of, g_act, "SM-cycles",                                                                                          \
      "G_act summed over the windows that have ended: cycles with an issue, of the SMs that are on")                   \
    X(of, drains, "SMs", "SMs that began to drain, summed over windows")                                               \
    X(of, returns, "SMs", "drained SMs that take CTAs again, summed over windows")                                     \
    X(of, drained_cycles, "SM-cycles", "cycles from drain to return, summed over SMs")

typedef struct {
    DYNCORE_ROWS(STATS_FIELD, _)
    uint64_t from; /* cycle up to which drained_cycles is summed */
    sm_mask_t drained;
    uint32_t clocks;
    bool over; /* a window was over in the last clock */
} dyncore_t;

static void *create(gpu_t *g)
{
    stats_t *s = g->env.stats;
    const char *path = "dyncore";
    dyncore_t *d = gpu_decide_own(g, sizeof *d);
    if (!d) return NULL;
    DYNCORE_ROWS(STATS_ADD, d)
    stats_add_ratio(s, path, "g_act_mean", "SM-cycles", "G_act, mean over windows", &d->g_act, &d->windows);
    return d;
}

static void settle(gpu_t *g, void *st)
{
    dyncore_t *d = st;
    d->drained_cycles += (g->now - d->from) * mask_count(d->drained);
    d->from = g->now;
}

static void take_drain(gpu_t *g, dyncore_t *d)
{
    const sm_mask_t drain = mask_and(g->out.drain, g->all);
    if (mask_equal(drain, d->drained)) return;
    settle(g, d);
    d->drains += mask_count(mask_without(drain, d->drained));
    d->returns += mask_count(mask_without(d->drained, drain));
    d->drained = drain;
}

static void step(gpu_t *g, void *st, bool report)
{
    dyncore_t *d = st;
    policy_regs_t regs;
    take_drain(g, d);
    if (report) d->clocks = LOOK_CLOCKS;
    if (!d->clocks) return;
    d->clocks--;
    decide_look(g, POLICY, &regs);
    d->low += d->over && regs.dyncore.scans;
    d->windows += regs.dyncore.over;
    d->g_act += regs.dyncore.over ? regs.dyncore.g_act : 0;
    d->over = regs.dyncore.over;
}

const decide_ops_t decide_dyncore = {.policy = POLICY, .create = create, .step = step, .settle = settle};
