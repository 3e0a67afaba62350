/* engine_issue.c - engines of the issue-control units with Verilated models: rtl, and lockstep with the golden model.
 */
#include "engine/engine.h"
#include "engine/shim_issue.h"

#include <stdio.h>
#include <stdlib.h>

enum { ALL_WARPS = (1 << ISSUE_SHIM_WARPS) - 1 };

static const issue_shim_t *const MODELS[] = {&issue_shim_bits,   &issue_shim_regs_1,  &issue_shim_regs_3,
                                             &issue_shim_regs_7, &issue_shim_regs_15, &issue_shim_regs_31,
                                             &issue_shim_regs_63};

typedef struct {
    const issue_shim_t *model;
    uint32_t units, schedulers;
    uint32_t first, traced; /* index of the first traced unit, number */
    void *waves;            /* the rtl engine that writes them; NULL: no waves */
    void *c;                /* golden models; NULL: rtl alone */
    uint64_t cycle;
    difference_t difference;
    void *rtl[];
} issue_engine_t;

static void engine_destroy(void *self)
{
    issue_engine_t *e = self;
    if (!e) return;
    for (uint32_t i = 0; i < e->units; i++)
        if (e->rtl[i]) e->model->destroy(e->rtl[i]);
    if (e->c) issues_c_ops.destroy(e->c);
    free(e);
}

/* Each number of consumers that a machine may have has a model. */
static const issue_shim_t *model_for(uint32_t consumers)
{
    uint32_t i = 0;
    while (MODELS[i]->consumers != consumers) i++;
    return MODELS[i];
}

static bool is_traced(const issue_engine_t *e, uint32_t unit) { return unit - e->first < e->traced; }

static void create_models(issue_engine_t *e, wave_t *wave)
{
    for (uint32_t i = 0; i < e->units; i++) {
        char name[32];
        snprintf(name, sizeof name, "sm%u_issue%u", i / e->schedulers, i % e->schedulers);
        e->rtl[i] = e->model->create(name, is_traced(e, i) ? wave : NULL);
    }
}

void *issue_engine_create(const issue_engine_cfg_t *cfg, err_t *err)
{
    issue_engine_t *e = calloc(1, sizeof *e + cfg->units * sizeof e->rtl[0]);
    if (e) {
        e->model = model_for(cfg->consumers);
        e->units = cfg->units;
        e->schedulers = cfg->schedulers;
        e->first = cfg->wave_sm * cfg->schedulers;
        e->traced = cfg->wave ? cfg->schedulers : 0;
        create_models(e, cfg->wave);
        e->c = cfg->lockstep ? issues_c_create(cfg->units, cfg->consumers) : NULL;
        if (e->c || !cfg->lockstep) return e;
    }
    engine_destroy(e);
    err_set(err, NULL, 0, "out of memory");
    return NULL;
}

static void compare(issue_engine_t *e, uint32_t unit, uint64_t rtl, uint64_t c)
{
    difference_t d = {.part = DIFFERENCE_ISSUE,
                      .sm = unit / e->schedulers,
                      .scheduler = unit % e->schedulers,
                      .cycle = e->cycle,
                      .rtl = rtl,
                      .c = c,
                      .signal = "warps that may issue"};
    if (rtl == c) return;
    snprintf(d.unit, sizeof d.unit, "SM %u, scheduler %u", d.sm, d.scheduler);
    snprintf(d.wave, sizeof d.wave, "sm%u_issue%u.issue_%s.ok_o[%d:0]", d.sm, d.scheduler,
             e->model->consumers ? "regs" : "bits", ISSUE_SHIM_WARPS - 1);
    difference_note(&e->difference, &d);
}

static uint64_t engine_ok(void *self, uint32_t unit, issue_heads_t head, uint64_t changed)
{
    issue_engine_t *e = self;
    const uint64_t ok = e->model->ok(e->rtl[unit], head, changed);
    if (e->c) compare(e, unit, ok, issues_c_ops.ok(e->c, unit, head, changed) & ALL_WARPS);
    return ok;
}

/* Only in cycles that may change the unit, as without waves: a clock more would shorten stalls. */
static void traced_step(issue_engine_t *e, uint32_t unit, const issue_in_t *in)
{
    const uint64_t tick = ENGINE_TICK_ISSUE + (unit - e->first) * ENGINE_ISSUE_STRIDE;
    e->model->settle(e->rtl[unit], in);
    engine_rtl_dump(e->waves, tick);
    e->model->rise(e->rtl[unit]);
    engine_rtl_dump(e->waves, tick + ENGINE_ISSUE_STRIDE / 2);
}

static void engine_step(void *self, uint32_t unit, const issue_in_t *in)
{
    issue_engine_t *e = self;
    if (is_traced(e, unit)) traced_step(e, unit, in);
    else e->model->step(e->rtl[unit], in);
    if (e->c) issues_c_ops.step(e->c, unit, in);
}

static void fall(void *self)
{
    const issue_engine_t *e = self;
    for (uint32_t i = e->first; i < e->first + e->traced; i++) e->model->fall(e->rtl[i]);
}

void issue_engine_trace(void *self, void *rtl)
{
    issue_engine_t *e = self;
    e->waves = rtl;
    engine_rtl_follow(rtl, &(engine_follower_t){e, fall});
}

void issue_engine_cycle(void *self, uint64_t cycle) { ((issue_engine_t *)self)->cycle = cycle; }
const difference_t *issue_engine_difference(const void *self) { return &((const issue_engine_t *)self)->difference; }

const issue_ops_t issue_engine_ops = {.destroy = engine_destroy, .ok = engine_ok, .step = engine_step};
