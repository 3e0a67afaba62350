/* cosim_timeline.c - GPU hooks that write the timeline, and into waves and dispatch log which CTAs begin and end. */
#include "run/cosim_internal.h"

enum { UNITS_CYCLES = 512 }; /* least distance of two values of the utilisation counters */

static void on_cta_begun(void *self, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p)
{
    run_t *r = self;
    const timeline_cta_t cta = {k->name, (uint32_t)k->id, (uint32_t)k->stream, p->x, p->y, p->z, p->lid,
                                p->sm,   p->slot};
    if (r->timeline) timeline_begin(r->timeline, cycle, &cta);
    if (r->wave) wave_cta_begun(r->wave, p->sm, p->slot, cta.id, p->lid);
    if (r->dispatch) cosim_dispatch_begun(r, cycle, k, p);
}

static void on_cta_ended(void *self, uint64_t cycle, uint32_t sm, uint32_t slot)
{
    run_t *r = self;
    if (r->timeline) timeline_end(r->timeline, cycle, sm, slot);
    if (r->wave) wave_cta_ended(r->wave, sm, slot);
    if (r->dispatch) cosim_dispatch_ended(r, cycle, sm, slot);
}

static void on_ctas_paused(void *self, uint64_t cycle, uint32_t sm, slot_mask_t slots)
{
    timeline_paused(((run_t *)self)->timeline, cycle, sm, (uint32_t)__builtin_popcount(slots));
}

static void on_refused(void *self, uint64_t cycle, uint32_t sm, uint32_t why_class)
{
    const char *cause = why_class == WHY_CLASS_NOTHING ? NULL : why_word(why_class);
    timeline_refused(((run_t *)self)->timeline, cycle, sm, cause);
}

static void on_quota(void *self, uint64_t cycle, const gpu_kernel_t *k, uint32_t ctas)
{
    timeline_quota(((run_t *)self)->timeline, cycle, k->name, (uint32_t)k->id, ctas);
}

/* A counter of the timeline holds its value until the next one, so the mean of an interval is written at its start. */
static void on_report(void *self, uint64_t cycle, const disp_mon_t *mon)
{
    run_t *r = self;
    const machine_t *m = &r->machine;
    r->units.cycles += mon->cycles;
    for (uint32_t s = 0; s < m->sms; s++) {
        r->units.sp += mon->sp_busy[s];
        r->units.ldst += mon->ldst_busy[s];
    }
    if (r->units.cycles < UNITS_CYCLES) return;
    const double cycles = (double)r->units.cycles * m->sms;
    timeline_units(r->timeline, r->units.from, (double)r->units.sp / (cycles * m->sm.pipes[UNIT_SP]),
                   (double)r->units.ldst / cycles);
    r->units.from = cycle;
    r->units.cycles = r->units.sp = r->units.ldst = 0;
}

void cosim_timeline_hooks(run_t *r, gpu_hooks_t *hooks)
{
    if (!r->timeline && !r->wave && !r->dispatch) return;
    hooks->cta_begun = on_cta_begun;
    hooks->cta_ended = on_cta_ended;
    if (!r->timeline) return;
    hooks->ctas_paused = on_ctas_paused;
    hooks->quota = on_quota;
    hooks->refused = on_refused;
    /* Reports saturate at MON_SP_MOST, so they are used only if the SP pipelines cannot exceed it. */
    if (r->machine.sm.pipes[UNIT_SP] * MON_CYCLES <= MON_SP_MOST) hooks->report = on_report;
}

void cosim_timeline_kernel(run_t *r, const gpu_kernel_t *k)
{
    const timeline_kernel_t bar = {k->name, (uint32_t)k->id, (uint32_t)k->stream, k->launch_cycle, k->end_cycle};
    if (r->timeline) timeline_kernel(r->timeline, &bar);
}
