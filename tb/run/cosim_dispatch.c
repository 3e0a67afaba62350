/* cosim_dispatch.c - records where and when each CTA runs, for --dispatch-log and `ctadel compare-dispatch`. */
#include "run/cosim_internal.h"

#include <stdlib.h>

struct cosim_dispatch {
    dispatch_log_t log;
    bool lost;                                            /* out of memory */
    dispatch_cta_t *runs[SCHED_SMS_MAX][SCHED_SLOTS_MAX]; /* the CTA in each slot */
};

bool cosim_dispatch_open(run_t *r, err_t *err)
{
    if (!r->opts->dispatch_log && !r->opts->dispatches) return true;
    r->dispatch = calloc(1, sizeof *r->dispatch);
    return r->dispatch || err_set(err, NULL, 0, "out of memory");
}

void cosim_dispatch_begun(run_t *r, uint64_t cycle, const gpu_kernel_t *k, const cta_place_t *p)
{
    struct cosim_dispatch *d = r->dispatch;
    dispatch_cta_t *cta = d->lost ? NULL : dispatch_log_add(&d->log, (uint32_t)k->id, (uint32_t)k->ctas);
    d->lost = !cta;
    if (d->lost) return;
    cta[p->lid] = (dispatch_cta_t){.sm = p->sm, .start = cycle};
    d->runs[p->sm][p->slot] = &cta[p->lid];
}

void cosim_dispatch_ended(run_t *r, uint64_t cycle, uint32_t sm, uint32_t slot)
{
    dispatch_cta_t *cta = r->dispatch->runs[sm][slot];
    if (r->dispatch->lost) return;
    cta->end = cycle;
    cta->known = true;
}

bool cosim_dispatch_write(run_t *r, err_t *err)
{
    struct cosim_dispatch *d = r->dispatch;
    if (!d) return true;
    if (d->lost) return err_set(err, NULL, 0, "out of memory");
    if (r->opts->dispatch_log && !dispatch_log_write(&d->log, r->opts->dispatch_log, err)) return false;
    if (!r->opts->dispatches) return true;
    *r->opts->dispatches = d->log;
    d->log = (dispatch_log_t){0};
    return true;
}

void cosim_dispatch_close(run_t *r)
{
    if (r->dispatch) dispatch_log_free(&r->dispatch->log);
    free(r->dispatch);
}
