/* sas_sos.c - Sample, Optimize, Symbios as adapted by [SAS §VI]: of the widths 1, 2, 4, ... of each SIMT group, the one
 * that does a given number of tasks in the fewest cycles; searched again in each parallel loop. */
#include "policy/sas.h"

enum { CYCLES_MAX = (1 << 24) - 1 };

void sas_sos_reset(sas_sos_t *s, uint32_t contexts, uint32_t group)
{
    *s = (sas_sos_t){.contexts = contexts, .group = group, .cycles_max = CYCLES_MAX, .width = group};
}

/* Live contexts in the first `width` lanes of their groups; if there are none, all live ones. */
static uint64_t allowed(const sas_sos_t *s, uint64_t live)
{
    uint64_t lanes = 0, all = 0;
    for (uint32_t c = 0; c < s->contexts; c++) {
        const uint64_t context = live & UINT64_C(1) << c;
        all |= context;
        if (c % s->group < s->width) lanes |= context;
    }
    return lanes ? lanes : all;
}

static void trial_begins(sas_sos_t *s, uint32_t width)
{
    s->width = width;
    s->tasks = s->cycles = 0;
}

static void trial_ends(sas_sos_t *s)
{
    if (s->width == 1 || s->cycles < s->least) {
        s->best = s->width;
        s->least = s->cycles;
    }
    s->tries = s->width < s->group;
    trial_begins(s, s->tries ? 2 * s->width : s->best);
}

void sas_sos_clock(sas_sos_t *s, uint32_t tasks, bool start, uint64_t live, uint64_t taken)
{
    s->allow = allowed(s, live);
    if (start) {
        s->tries = tasks > 0;
        trial_begins(s, s->tries ? 1 : s->group);
    } else if (s->tries && s->tasks >= tasks) {
        trial_ends(s);
    } else if (s->tries) {
        if (s->tasks && s->cycles < s->cycles_max) s->cycles++;
        s->tasks += s->now;
    }
    s->now = 0;
    for (uint32_t c = 0; c < s->contexts; c++) s->now += taken >> c & 1;
}

bool sas_sos_still(const sas_sos_t *s, uint64_t live) { return !s->tries && !s->now && s->allow == allowed(s, live); }
