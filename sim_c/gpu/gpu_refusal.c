/* gpu_refusal.c - at a deadlock: which stage of the dispatcher refuses the CTAs that are left, of each kernel. */
#include "gpu/gpu_internal.h"
#include "policy/registry.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ASK_CLOCKS = 64 }; /* in which a place policy asks about every kernel of the table */
enum { WHY_FIT = WHY_SLOTS | WHY_SMEM | WHY_REGS | WHY_THREADS | WHY_WARPS };

typedef struct {
    char *at;
    size_t left; /* with the final zero */
} text_t;

__attribute__((format(printf, 2, 3))) static void add(text_t *t, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    const int n = vsnprintf(t->at, t->left, fmt, args);
    va_end(args);
    const size_t used = n < 0 ? 0 : (size_t)n < t->left ? (size_t)n : t->left - 1;
    t->at += used;
    t->left -= used;
}

/* Makes the dispatcher ask about all kernels again: a write of a register that keeps its value wakes it. The run has
 * ended, and nothing starts in these clocks. */
static bool ask_again(gpu_t *g, disp_why_t *why)
{
    const sched_ops_t *ops = g->env.sched;
    const disp_in_t in = {.why = true};
    disp_out_t out;
    if (!ops->reg_write(g->env.sched_self, REG_IRQ_ENABLE, (1u << g->entries) - 1)) return false;
    for (uint32_t clock = 0; clock < ASK_CLOCKS; clock++) ops->disp_step(g->env.sched_self, &in, &out);
    return ops->disp_why(g->env.sched_self, why);
}

/* "limit lcs"; of several gates "gate claso,dyncore". */
static void add_policy(const gpu_t *g, policy_stage_t stage, text_t *t)
{
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    const char *between = " ", *word;
    add(t, "%s", policy_option(stage));
    for (uint32_t i = 0; (word = policy_word(stage, i)) != NULL; i++) {
        if (!(stage == POLICY_PLACE   ? i == use.place
              : stage == POLICY_LIMIT ? i == use.limit
                                      : i && (use.gates >> (i - 1) & 1)))
            continue;
        add(t, "%s%s", between, word);
        between = ",";
    }
}

static void add_stage(const gpu_t *g, uint32_t causes, text_t *t)
{
    const char *between = "fit (";
    switch (causes) {
    case WHY_BLOCK: add(t, "an open block of CTAs"); return;
    case WHY_OFF: add(t, "the host's mask of SMs"); return;
    case WHY_PARTITION: add(t, "its partition"); return;
    case WHY_PLACE: add_policy(g, POLICY_PLACE, t); return;
    case WHY_LIMIT: add_policy(g, POLICY_LIMIT, t); return;
    case WHY_GATE: add_policy(g, POLICY_GATE, t); return;
    default: break;
    }
    for (uint32_t left = causes; left; left &= left - 1) {
        add(t, "%s%s", between, why_word((uint32_t)__builtin_ctz(left)));
        between = ", ";
    }
    add(t, ")");
}

/* Appends, stage by stage in the order of the questions, on how many SMs it refuses the kernel. */
static void add_kernel(const gpu_t *g, const kernel_t *k, const disp_why_t *why, text_t *t)
{
    static const uint32_t stages[] = {WHY_BLOCK, WHY_OFF, WHY_PARTITION, WHY_PLACE, WHY_FIT, WHY_LIMIT, WHY_GATE};
    const char *between = "";
    char name[80];
    snprintf(name, sizeof name, " refuses kernel '%s'", k->pub.name);
    for (size_t i = 0; i < sizeof stages / sizeof stages[0]; i++) {
        uint32_t sms = 0, causes = 0;
        for (uint32_t s = 0; s < g->m.sms; s++) {
            const uint32_t cause = why->known >> k->sm.kid & 1 ? why->cause[s][k->sm.kid] : WHY_PLACE;
            sms += (cause & stages[i]) != 0;
            causes |= cause & stages[i];
        }
        if (!sms) continue;
        add(t, "%s", between);
        add_stage(g, causes, t);
        add(t, "%s on ", name);
        if (sms == g->m.sms) add(t, "all %u SMs", sms);
        else add(t, "%u of %u SMs", sms, g->m.sms);
        between = ", ";
        name[0] = '\0';
    }
    if (!name[0]) add(t, ", %llu CTAs left; ", (unsigned long long)(k->pub.ctas - k->pub.ctas_begun));
}

void gpu_refusal(gpu_t *g, char *text, size_t bytes)
{
    text_t t = {text, bytes};
    disp_why_t why;
    *text = '\0';
    if (!g->running || !ask_again(g, &why)) return;
    uint32_t pool = 0; /* kernels that wait for a place in the pool are refused by no stage */
    for (uint32_t i = g->overlap; i < g->launched && pool < g->m.pool.live; i++) {
        const kernel_t *k = g->kernel[i];
        if (g->entry[k->sm.kid] != k || !(g->running >> k->sm.kid & 1)) continue;
        pool++;
        if (k->pub.ctas_begun < k->pub.ctas) add_kernel(g, k, &why, &t);
    }
}
