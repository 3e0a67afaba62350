/* tasks_c.c - the engine "c" of the task unit: the golden model behind the seam. */
#include "policy/tasks.h"

#include <stdlib.h>

void *task_c_create(const task_dims_t *dims)
{
    sas_top_t *t = calloc(1, sizeof *t);
    if (t) sas_top_reset(t, dims->sms, dims->contexts, dims->group, dims->depth);
    return t;
}

static void c_settle(void *self, const sas_top_in_t *in, task_out_t *out)
{
    const sas_top_t *t = self;
    for (uint32_t s = 0; s < t->sms; s++) {
        const sas_sched_in_t at = sas_top_sched_in(t, in, s);
        out->valid[s] = sas_sched_valid(&t->sched[s]);
        out->none[s] = sas_sched_none(&t->sched[s], &at);
        out->off[s] = sas_sched_off(&t->sched[s], &at);
        for (uint64_t left = out->valid[s] & in->want[s]; left; left &= left - 1) {
            const uint32_t c = (uint32_t)__builtin_ctzll(left);
            out->piece[s][c] = t->sched[s].queue[c].piece[0];
        }
    }
}

static void c_rise(void *self, const sas_top_in_t *in)
{
    if (!sas_top_still(self, in)) sas_top_clock(self, in);
}

static bool c_still(const void *self, const sas_top_in_t *in) { return sas_top_still(self, in); }

const task_ops_t task_c_ops = {.destroy = free, .settle = c_settle, .rise = c_rise, .still = c_still};
