/* engine_task.c - engine of the Verilated task unit, alone or in lockstep with the golden model. A loop is programmed
 * through the port before the cycle in which it starts, in clocks that are not core cycles. */
#include "engine/engine.h"
#include "engine/task_pair.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    task_pair_t pair;
    uint32_t sms;
    uint64_t cycle;
    difference_t difference;
} task_engine_t;

static void engine_destroy(void *self)
{
    task_engine_t *e = self;
    if (!e) return;
    if (e->pair.rtl) sas_shim_destroy(e->pair.rtl);
    if (e->pair.c) task_c_ops.destroy(e->pair.c);
    free(e);
}

static bool built(const task_dims_t *d, err_t *err)
{
    if (d->sms <= SAS_SHIM_SMS && d->contexts <= SAS_SHIM_CONTEXTS && d->group == SAS_SHIM_GROUP &&
        d->depth == SAS_SHIM_DEPTH)
        return true;
    return err_set(err, NULL, 0,
                   "the machine has %u SMs of %u contexts in groups of %u, queues of %u; the RTL of the "
                   "task unit is built for up to %d of %d in groups of %d, queues of %d: use --engine c",
                   d->sms, d->contexts, d->group, d->depth, SAS_SHIM_SMS, SAS_SHIM_CONTEXTS, SAS_SHIM_GROUP,
                   SAS_SHIM_DEPTH);
}

void *task_engine_create(const task_engine_cfg_t *cfg, err_t *err)
{
    static const task_dims_t as_built = {SAS_SHIM_SMS, SAS_SHIM_CONTEXTS, SAS_SHIM_GROUP, SAS_SHIM_DEPTH};
    if (!built(&cfg->dims, err)) return NULL;
    task_engine_t *e = calloc(1, sizeof *e);
    if (e) {
        e->sms = cfg->dims.sms;
        e->pair.rtl = sas_shim_create(cfg->wave);
        e->pair.c = cfg->c ? task_c_create(&as_built) : NULL;
        task_pair_reset(&e->pair);
        if (e->pair.c || !cfg->c) return e;
    }
    engine_destroy(e);
    err_set(err, NULL, 0, "out of memory");
    return NULL;
}

/* `wave`: output of sas_unit. */
static void differ(task_engine_t *e, uint32_t sm, const char *signal, const char *wave, uint64_t rtl, uint64_t c)
{
    difference_t d = {.part = DIFFERENCE_TASK, .cycle = e->cycle, .rtl = rtl, .c = c};
    if (rtl == c) return;
    snprintf(d.unit, sizeof d.unit, "task unit, SM %u", sm);
    snprintf(d.signal, sizeof d.signal, "%s", signal);
    snprintf(d.wave, sizeof d.wave, "task.sas_unit.%s", wave);
    difference_note(&e->difference, &d);
}

/* Programs the loop. The port must accept it: a refusal counts as a difference. */
static void program(task_engine_t *e, const sas_top_in_t *in)
{
    static const difference_t refused = {.unit = "task unit",
                                         .signal = "loop accepted",
                                         .wave = "task.sas_unit.s_axil_bresp_o[1:0]",
                                         .part = DIFFERENCE_TASK,
                                         .c = 1};
    const bool taken = task_pair_program(&e->pair, in);
    difference_t d = taken ? e->pair.difference : refused;
    d.cycle = e->cycle;
    difference_note(&e->difference, &d);
}

static uint64_t bounds(const sas_vec_t *v) { return v->at[0] | (uint64_t)v->at[1] << 16 | (uint64_t)v->at[2] << 32; }

static void compare(task_engine_t *e, const sas_top_in_t *in)
{
    const sas_shim_out_t *rtl = &e->pair.from_rtl;
    const task_out_t *c = &e->pair.from_c;
    for (uint32_t s = 0; s < e->sms; s++) {
        differ(e, s, "piece_valid", "piece_valid_o[63:0]", rtl->valid[s], c->valid[s]);
        differ(e, s, "piece_none", "piece_none_o[63:0]", rtl->none[s], c->none[s]);
        differ(e, s, "piece_off", "piece_off_o[63:0]", rtl->off[s], c->off[s]);
        for (uint64_t left = c->valid[s] & in->want[s]; left; left &= left - 1) {
            const uint32_t i = (uint32_t)__builtin_ctzll(left);
            char signal[32];
            snprintf(signal, sizeof signal, "piece_lower of context %u", i);
            differ(e, s, signal, "piece_lower_o[3071:0]", bounds(&rtl->piece[s][i].lower),
                   bounds(&c->piece[s][i].lower));
            snprintf(signal, sizeof signal, "piece_upper of context %u", i);
            differ(e, s, signal, "piece_upper_o[3071:0]", bounds(&rtl->piece[s][i].upper),
                   bounds(&c->piece[s][i].upper));
        }
    }
}

static void engine_settle(void *self, const sas_top_in_t *in, task_out_t *out)
{
    task_engine_t *e = self;
    const sas_shim_out_t *rtl = &e->pair.from_rtl;
    if (in->start) program(e, in);
    task_pair_settle(&e->pair, in);
    if (e->pair.c) compare(e, in);
    for (uint32_t s = 0; s < e->sms; s++) {
        out->valid[s] = rtl->valid[s];
        out->none[s] = rtl->none[s];
        out->off[s] = rtl->off[s];
        memcpy(out->piece[s], rtl->piece[s], sizeof rtl->piece[s]);
    }
}

static void engine_rise(void *self, const sas_top_in_t *in) { task_pair_rise(&((task_engine_t *)self)->pair, in); }

/* The RTL has no such output. */
static bool engine_still(const void *self, const sas_top_in_t *in)
{
    (void)self;
    (void)in;
    return false;
}

static void dump(void *rtl, bool edge) { engine_rtl_dump(rtl, ENGINE_TICK_TASK + (edge ? ENGINE_TASK_STRIDE / 2 : 0)); }

static void fall(void *self) { sas_shim_fall(((task_engine_t *)self)->pair.rtl); }

void task_engine_trace(void *self, void *rtl)
{
    task_engine_t *e = self;
    e->pair.wave = (task_wave_t){rtl, dump, engine_rtl_end_cycle};
    engine_rtl_follow(rtl, &(engine_follower_t){e, fall});
}

void task_engine_cycle(void *self, uint64_t cycle) { ((task_engine_t *)self)->cycle = cycle; }
const difference_t *task_engine_difference(const void *self) { return &((const task_engine_t *)self)->difference; }

const task_ops_t task_engine_ops = {
    .destroy = engine_destroy, .settle = engine_settle, .rise = engine_rise, .still = engine_still};
