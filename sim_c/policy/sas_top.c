/* sas_top.c - the tiler, schedulers and SOS of a machine, clocked together. */
#include "policy/sas.h"

#include <stddef.h>

void sas_top_reset(sas_top_t *t, uint32_t sms, uint32_t contexts, uint32_t group, uint32_t depth)
{
    t->sms = sms;
    sas_tiler_reset(&t->tiler, sms);
    for (uint32_t s = 0; s < sms; s++) {
        sas_sched_reset(&t->sched[s], contexts, depth);
        sas_sos_reset(&t->sos[s], contexts, group);
    }
}

sas_sched_in_t sas_top_sched_in(const sas_top_t *t, const sas_top_in_t *in, uint32_t sm)
{
    return (sas_sched_in_t){.whole = in->whole,
                            .stride = in->loop.stride,
                            .allow = t->sos[sm].allow,
                            .want = in->want[sm],
                            .tile = t->tiler.to == sm ? &t->tiler.tile : NULL,
                            .none = t->tiler.none};
}

void sas_top_clock(sas_top_t *t, const sas_top_in_t *in)
{
    uint64_t ask = 0;
    for (uint32_t s = 0; s < t->sms; s++) ask |= (uint64_t)t->sched[s].ask << s;
    for (uint32_t s = 0; s < t->sms; s++) {
        const sas_sched_in_t sched_in = sas_top_sched_in(t, in, s);
        sas_sos_clock(&t->sos[s], in->tasks, in->start, in->live[s], sas_sched_valid(&t->sched[s]) & in->want[s]);
        sas_sched_clock(&t->sched[s], &sched_in);
    }
    sas_tiler_clock(&t->tiler, &in->loop, in->start, ask);
}

bool sas_top_still(const sas_top_t *t, const sas_top_in_t *in)
{
    const bool tiler = t->tiler.running && (t->tiler.setup || t->tiler.to != SAS_NONE);
    if (in->start || tiler) return false;
    for (uint32_t s = 0; s < t->sms; s++) {
        const sas_sched_in_t sched_in = sas_top_sched_in(t, in, s);
        if (t->sched[s].ask || !sas_sos_still(&t->sos[s], in->live[s]) || !sas_sched_still(&t->sched[s], &sched_in))
            return false;
    }
    return true;
}
