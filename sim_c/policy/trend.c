/* trend.c - the decision of limit_smk, with divisions as in the paper. */
#include "policy/trend.h"

#include <assert.h>

enum {
    SAMPLE_FULL = 65504, /* cycles at which a sample stops counting */
    ONE = 1024           /* utilisation 1.0; a utilisation saturates below it */
};

static const uint32_t UNITS[TREND_PIPES] = {8, 1};

void trend_add(trend_sample_t *s, const disp_mon_t *mon, uint32_t sm)
{
    if (s->cycles >= SAMPLE_FULL) return;
    assert(mon->sp_busy[sm] <= UNITS[TREND_SP] * mon->cycles && mon->ldst_busy[sm] <= mon->cycles);
    s->cycles += mon->cycles;
    s->busy[TREND_SP] += mon->sp_busy[sm];
    s->busy[TREND_LDST] += mon->ldst_busy[sm];
    s->part[TREND_SP] += mon->sp_part[sm];
    s->part[TREND_LDST] += mon->ldst_part[sm];
}

static uint32_t utilisation(uint64_t busy, uint64_t cycles, uint32_t pipe)
{
    const uint64_t u = busy * ONE / (cycles * UNITS[pipe]);
    return u < ONE ? (uint32_t)u : ONE - 1;
}

/* The critical pipeline: smallest ratio of utilisation to reference, below 1; TREND_PIPES: none. A tie goes to SP. */
static uint32_t critical(const trend_t *t, const uint32_t now[TREND_PIPES])
{
    const uint32_t *was = t->whole;
    const bool sp = now[TREND_SP] < was[TREND_SP], ldst = now[TREND_LDST] < was[TREND_LDST];
    if (sp && ldst) return now[TREND_SP] * was[TREND_LDST] <= now[TREND_LDST] * was[TREND_SP] ? TREND_SP : TREND_LDST;
    return sp ? TREND_SP : ldst ? TREND_LDST : TREND_PIPES;
}

/* The seat that prefers the pipeline: with the higher SP / LDST ratio for SP, the lower for LD/ST. The ratio is highest
 * without any LD/ST use. */
static int32_t who_prefers(const trend_t *t, uint32_t pipe, uint32_t earlier)
{
    const uint32_t *a = t->seat[0], *b = t->seat[1];
    if (!a[TREND_LDST] != !b[TREND_LDST]) return (pipe == TREND_SP) == !a[TREND_LDST] ? 0 : 1;
    const uint32_t x = a[TREND_SP] * b[TREND_LDST], y = b[TREND_SP] * a[TREND_LDST];
    if (x == y) return (int32_t)earlier;
    return (x > y) == (pipe == TREND_SP) ? 0 : 1;
}

static void remember(const trend_t *t, uint32_t *was, uint32_t now) { *was = t->known ? (*was + now) / 2 : now; }

int32_t trend_decide(trend_t *t, const trend_sample_t *s, uint32_t earlier)
{
    uint32_t now[TREND_PIPES];
    for (uint32_t p = 0; p < TREND_PIPES; p++) now[p] = utilisation(s->busy[p], s->cycles, p);
    const uint32_t pipe = t->known ? critical(t, now) : TREND_PIPES;
    const int32_t who = pipe == TREND_PIPES ? -1 : who_prefers(t, pipe, earlier);
    for (uint32_t p = 0; p < TREND_PIPES; p++) {
        const uint32_t part = utilisation(s->part[p], s->cycles, p);
        remember(t, &t->whole[p], now[p]);
        remember(t, &t->seat[0][p], part);
        t->seat[1][p] = t->whole[p] - t->seat[0][p];
    }
    t->known = true;
    return who;
}
