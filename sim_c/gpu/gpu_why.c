/* gpu_why.c - why SMs get no CTA: counts the cycles of each SM by cause, and reports each change of a cause. The
 * dispatcher's answers are read after its clocks in a core cycle; while it sleeps they stand.
 *
 * Of several kernels with CTAs left, an SM's cycle counts for the one that got furthest in the order of the
 * dispatcher's questions. */
#include "gpu/gpu_internal.h"

#include <stdlib.h>
#include <string.h>

struct gpu_why {
    uint16_t shown[SCHED_SMS_MAX][SCHED_KERNELS_MAX]; /* last cause that the hook got */
    uint8_t class[SCHED_SMS_MAX];                     /* WHY_CLASS_...: of the cycles from `since` on */
    uint64_t since[SCHED_SMS_MAX];
    uint64_t cycles[WHY_CLASS_COUNT], sum;
};

static void register_stats(gpu_t *g)
{
    stats_t *s = g->env.stats;
    gpu_why_t *w = g->why;
#define ADD(arg, bit, name, word, text)                                                                                \
    stats_add_u64(s, "gpu", "refused_" word, "cycles", "without a CTA dispatched to an SM that " text, &w->cycles[bit]);
    WHY_CAUSES(ADD, _)
#undef ADD
    stats_add_u64(s, "gpu", "refused_turn", "cycles",
                  "without a CTA dispatched to an SM that could take one: another SM was picked",
                  &w->cycles[WHY_CLASS_TURN]);
    stats_add_u64(s, "gpu", "refused_nothing", "cycles", "of an SM while no kernel had a CTA to dispatch",
                  &w->cycles[WHY_CLASS_NOTHING]);
    stats_add_u64(s, "gpu", "dispatched", "cycles", "of an SM in which a CTA was dispatched to it",
                  &w->cycles[WHY_CLASS_DISPATCHED]);
    stats_add_law(s, "gpu", "law_refused", "every cycle of an SM without a dispatch has a cause", &g->sm_cycles,
                  &w->sum);
}

bool gpu_why_create(gpu_t *g)
{
    g->in.why = g->env.why || g->env.why_waves;
    if (!g->env.why) return true;
    if (!(g->why = calloc(1, sizeof *g->why))) return false;
    memset(g->why->shown, 0xff, sizeof g->why->shown); /* WHY_NOT_ASKED in each */
    memset(g->why->class, WHY_CLASS_NOTHING, sizeof g->why->class);
    register_stats(g);
    return true;
}

void gpu_why_free(gpu_t *g) { free(g->why); }

static void count_until(gpu_why_t *w, uint32_t s, uint64_t cycle)
{
    if (cycle <= w->since[s]) return; /* a dispatch has counted this cycle */
    w->cycles[w->class[s]] += cycle - w->since[s];
    w->since[s] = cycle;
}

static void report(const gpu_t *g, uint32_t s, uint32_t k, uint16_t cause, uint32_t lid)
{
    const gpu_why_event_t event = {s, &g->entry[k]->pub, cause, lid};
    if (g->env.hooks.why) g->env.hooks.why(g->env.hooks.self, g->now, &event);
}

void gpu_why_cta(gpu_t *g, uint32_t s, uint32_t k, uint32_t lid)
{
    if (!g->why) return;
    count_until(g->why, s, g->now);
    g->why->cycles[WHY_CLASS_DISPATCHED]++;
    g->why->since[s]++;
    report(g, s, k, WHY_DISPATCHED, lid);
}

/* Cause for the kernel in table entry k; WHY_NOT_ASKED: it has no CTAs left, or SMs were not asked about it. */
static uint16_t cause_of(const gpu_t *g, const disp_why_t *why, uint32_t s, uint32_t k)
{
    const kernel_t *e = g->entry[k];
    const bool left = e && e->pub.ctas_begun < e->pub.ctas;
    return left && why->known >> k & 1 ? why->cause[s][k] : WHY_NOT_ASKED;
}

void gpu_why_step(gpu_t *g)
{
    disp_why_t why;
    gpu_why_t *w = g->why;
    if (!w || !g->env.sched->disp_why(g->env.sched_self, &why)) return;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        uint32_t class = WHY_CLASS_NOTHING;
        for (uint32_t k = 0; k < g->entries; k++) {
            const uint16_t cause = cause_of(g, &why, s, k);
            if (cause != w->shown[s][k]) report(g, s, k, cause, 0);
            w->shown[s][k] = cause;
            if (cause == WHY_NOT_ASKED) continue;
            const uint32_t of = cause ? (uint32_t)__builtin_ctz(cause) : WHY_CLASS_TURN;
            if (class == WHY_CLASS_NOTHING || of > class) class = of;
        }
        if (class == w->class[s]) continue;
        count_until(w, s, g->now);
        w->class[s] = (uint8_t) class;
        if (g->env.hooks.refused) g->env.hooks.refused(g->env.hooks.self, g->now, s, class);
    }
}

void gpu_why_settle(gpu_t *g)
{
    gpu_why_t *w = g->why;
    if (!w) return;
    w->sum = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) count_until(w, s, g->now);
    for (uint32_t c = 0; c < WHY_CLASS_COUNT; c++) w->sum += w->cycles[c];
}
