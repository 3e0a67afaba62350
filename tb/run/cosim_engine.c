/* cosim_engine.c - creates the engines of a run: dispatcher with arbiters, the issue-control units, the task unit. */
#include "run/cosim_internal.h"
#include "engine/models.h"

#include <string.h>

static bool open_task_engine(run_t *r, err_t *err)
{
    const machine_t *m = &r->machine;
    const task_engine_cfg_t cfg = {
        {m->sms, m->sm.threads, m->sm.warp_lanes, m->sm.task_queue}, r->kind == ENGINE_LOCKSTEP, r->wave};
    if (!source_loops(r->source)) return true;
    r->task_ops = r->kind == ENGINE_C ? &task_c_ops : &task_engine_ops;
    if (r->kind != ENGINE_C) return (r->task_engine = task_engine_create(&cfg, err)) != NULL;
    r->task_engine = task_c_create(&cfg.dims);
    return r->task_engine || err_set(err, NULL, 0, "out of memory");
}

static bool open_issue_engine(run_t *r, err_t *err)
{
    const machine_t *m = &r->machine;
    const uint32_t consumers = m->sm.issue_by == ISSUE_BY_COUNTS ? m->sm.consumers : 0;
    if (m->sm.issue_by == ISSUE_BY_SCOREBOARD && r->opts->check_hazards)
        return err_set(
            err, NULL, 0,
            "found --check-hazards and machine '%s', whose scoreboard lets no hazard pass; allowed: machines "
            "that issue by control bits",
            m->name);
    if (m->sm.issue_by == ISSUE_BY_SCOREBOARD) return true;
    if (r->warp->halves) /* a scheduler may have any warp of the SM, more than ISSUES_WARPS */
        return err_set(err, NULL, 0,
                       "found --warp %s and machine '%s', which issues by %s; allowed: other "
                       "policies, or --set sm.issue_by=scoreboard",
                       r->warp->name + strlen("arb_"), m->name, consumers ? "a counting scoreboard" : "control bits");
    r->issue_ops = r->kind == ENGINE_C ? &issues_c_ops : &issue_engine_ops;
    const issue_engine_cfg_t cfg = {.units = m->sms * m->sm.schedulers,
                                    .schedulers = m->sm.schedulers,
                                    .consumers = consumers,
                                    .lockstep = r->kind == ENGINE_LOCKSTEP,
                                    .wave = r->wave,
                                    .wave_sm = r->waves.sm};
    r->issue_engine = r->kind == ENGINE_C ? issues_c_create(cfg.units, consumers) : issue_engine_create(&cfg, err);
    return r->issue_engine || err->text[0] || err_set(err, NULL, 0, "out of memory");
}

/* Models are attached to the wave file before the rtl engine opens it. */
bool cosim_open_engine(run_t *r, const char *waves, err_t *err)
{
    const sm_cfg_t *sm = &r->machine.sm;
    const uint32_t warps = sm->threads / sm->warp_lanes;
    r->wave = waves ? wave_create() : NULL;
    const engine_cfg_t cfg = {.warp = r->warp,
                              .use = cosim_needed(r, waves || r->opts->why),
                              .machine = {r->machine.sms, sm->cta_slots, r->machine.pool.live},
                              .schedulers = sm->schedulers,
                              .warps = r->warp->halves ? warps : (warps + sm->schedulers - 1) / sm->schedulers,
                              .wave = r->wave,
                              .wave_sm = r->waves.sm,
                              .waves = waves,
                              .waves_from_cycle = r->waves.from_cycle,
                              .waves_room_cycles = r->waves.room_cycles};
    if (!open_task_engine(r, err) || !open_issue_engine(r, err)) return false;
    switch (r->kind) {
    case ENGINE_RTL:
        r->ops = &engine_rtl_ops;
        r->engine = engine_rtl_create(&cfg, err);
        if (waves) r->rtl = r->engine;
        break;
    case ENGINE_C:
        r->ops = &engine_c_ops;
        r->engine = engine_c_create(cfg.warp, cfg.machine.sms * cfg.schedulers, disp_model_size(cfg.machine));
        if (!r->engine) err_set(err, NULL, 0, "out of memory");
        break;
    case ENGINE_LOCKSTEP:
        r->ops = &engine_lockstep_ops;
        r->engine = engine_both_create(&cfg, err);
        if (waves && r->engine) r->rtl = engine_lockstep_rtl(r->engine);
        break;
    }
    if (r->rtl && r->task_engine) task_engine_trace(r->task_engine, r->rtl);
    if (r->rtl && r->issue_engine) issue_engine_trace(r->issue_engine, r->rtl);
    return r->engine != NULL;
}
