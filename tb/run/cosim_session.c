/* cosim_session.c - opens a run up to the GPU, and closes it with checks, results and files. The caller launches
 * kernels in between. */
#include "run/cosim_internal.h"
#include "engine/models.h"
#include "run/outputs.h"

#include "base/interrupt.h"
#include "config/config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PROGRESS_PARTS = 1000 /* of a kernel */ };

static void on_kernel_ended(void *self, const gpu_kernel_t *k)
{
    run_t *r = self;
    if (r->ended < COSIM_KERNELS) {
        run_kernel_t *out = &r->kernel[r->ended];
        *out = (run_kernel_t){.id = k->id,
                              .stream = k->stream,
                              .ctas = k->ctas,
                              .launch_cycle = k->launch_cycle,
                              .first_cycle = k->first_cycle,
                              .last_cycle = k->last_cycle,
                              .end_cycle = k->end_cycle};
        snprintf(out->name, sizeof out->name, "%s", k->name);
    }
    r->ended++;
    gpu_settle(r->gpu);
    const energy_launch_t launch = {k->id, k->launch_cycle, k->first_cycle, k->end_cycle, k->beside};
    energy_launches_ended(r->launch_energy, &launch);
    cosim_part_ended(r, k);
    cosim_timeline_kernel(r, k);
}

static bool on_cycle(void *self, uint64_t cycle)
{
    run_t *r = self;
    if (r->rtl) engine_rtl_end_cycle(r->rtl);
    if (r->holds && interrupt_pending()) return false;
    if (r->kind == ENGINE_LOCKSTEP) {
        engine_lockstep_cycle(r->engine, cycle);
        if (r->task_engine) task_engine_cycle(r->task_engine, cycle);
        if (r->issue_engine) issue_engine_cycle(r->issue_engine, cycle);
        if (difference_found(cosim_difference(r))) return false; /* the waves end in its cycle */
    }
    if (r->wave) wave_cycle(r->wave, cycle);
    return true;
}

static void on_progress(void *self, uint64_t cycle, double kernels)
{
    const run_t *r = self;
    (void)cycle;
    ui_progress_set(r->bar, (uint64_t)(PROGRESS_PARTS * kernels), (uint64_t)PROGRESS_PARTS * r->launches);
}

bool cosim_load_machine(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    if (!cosim_words(r, err)) return false;
    if (o->waves && r->kind == ENGINE_C)
        return err_set(err, NULL, 0, "--waves needs the RTL; allowed: --engine rtl, lockstep");
    if (!machine_load(o->machine_path, &r->machine, err)) return false;
    const limit_policy_t *limit = limit_policies[r->use.limit];
    if (limit->pair && r->machine.pool.live > 2) r->machine.pool.live = 2; /* unless --set says otherwise */
    for (uint32_t i = 0; i < o->set_count; i++)
        if (!(o->baseline && cosim_set_of_policy(o->sets[i])) && !cosim_set(r, o->sets[i], err)) return false;
    if (!cosim_check_blocks(r, err) || !machine_check(&r->machine, o->machine_path, err)) return false;
    if (!cosim_check_partitions(r, err)) return false;
    if (limit->counts_sp && r->machine.sm.pipes[UNIT_SP] * MON_CYCLES > MON_SP_MOST)
        return err_set(err, o->machine_path, 0,
                       "sm.pipes.sp is %u; --limit %s works with 1 to %d, the most that the monitors count",
                       r->machine.sm.pipes[UNIT_SP], cosim_policy_words(o, POLICY_LIMIT), MON_SP_MOST / MON_CYCLES);
    if (!disp_model_size((disp_size_t){r->machine.sms, r->machine.sm.cta_slots, r->machine.pool.live}).sms)
        return err_set(err, o->machine_path, 0,
                       "%u SMs of %u CTA slots; allowed: up to %u of %u, for which this program's dispatcher is built",
                       r->machine.sms, r->machine.sm.cta_slots, disp_model_largest().sms, disp_model_largest().slots);
    if (o->threads > r->machine.sms)
        return err_set(err, NULL, 0, "--threads: found '%u'; allowed: 1 to %u, the number of SMs of '%s'", o->threads,
                       r->machine.sms, r->machine.name);
    if (r->machine.sm.schedulers == 1 && r->warp->single) r->warp = r->warp->single;
    return cosim_task_cfg(o, &r->machine, &r->task, err);
}

bool cosim_load(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    if (!cosim_load_machine(r, err) || (!r->source && !(r->source = source_open(o, &r->machine, err)))) return false;
    if (cosim_task_given(o) && !source_loops(r->source))
        return err_set(err, NULL, 0, "--task, --sos and sas.* are for parallel loops; '%s' has none: leave them out",
                       source_name(r->source));
    r->launches = source_launches(r->source);
    return true;
}

static bool open_outputs(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    if (!outputs_check(o, err)) return false;
    if (o->waves && !waves_file_open(&r->waves_file, o->waves, err)) return false;
    if (!cosim_open_engine(r, o->waves ? r->waves_file.temp : NULL, err)) return false;
    r->timeline = o->timeline
                      ? timeline_open(o->timeline, r->machine.sms, r->machine.sm.cta_slots, r->machine.core_mhz, err)
                      : NULL;
    return (r->timeline || !o->timeline) && cosim_why_open(r, err) && cosim_dispatch_open(r, err);
}

static bool open_gpu(run_t *r, err_t *err)
{
    /* A difference names its cycle; with issue-control units a sequence accesses memory outside issue (memory_accessed
     * in isa/frontend.h); the check of hazards has one log. */
    const bool timed = r->issue_ops && r->opts->sequence_path;
    const bool in_order = r->kind == ENGINE_LOCKSTEP || timed || r->opts->check_hazards;
    gpu_env_t env = {.machine = &r->machine,
                     .sched = r->ops,
                     .sched_self = r->engine,
                     .stats = r->stats,
                     .hooks = {.self = r, .kernel_ended = on_kernel_ended, .cycle = on_cycle, .progress = on_progress},
                     .policy = policy_pack(&r->use),
                     .param = r->param,
                     .params = r->params,
                     .monitors = r->monitors,
                     .victim_tags = r->warp->victim_tags,
                     .turns = r->warp->turns,
                     .halves = r->warp->halves,
                     .every_cycle = r->warp->every_cycle,
                     .issues = r->issue_ops,
                     .issues_self = r->issue_engine,
                     .hazards = r->opts->check_hazards ? &r->hazards : NULL,
                     .tasks = r->task_ops,
                     .tasks_self = r->task_engine,
                     .task = r->task,
                     .threads = in_order || r->rtl ? 1 : r->opts->threads, /* waves: r->rtl */
                     .why = r->why != NULL,
                     .why_waves = r->rtl != NULL,
                     .no_skip = r->rtl != NULL,
                     .no_ahead = in_order};
    cosim_timeline_hooks(r, &env.hooks);
    cosim_why_hooks(r, &env.hooks);
    return (r->gpu = gpu_create(&env, err)) != NULL;
}

static void check_hazards(const run_t *r, run_result_t *out)
{
    const uint64_t *n = r->hazards.count;
    out->hazards = r->hazards;
    if (n[HAZARD_RAW] + n[HAZARD_WAR] + n[HAZARD_WAW])
        snprintf(out->failed, sizeof out->failed,
                 "control bits do not cover all hazards: %" PRIu64 " RAW, %" PRIu64 " WAR, %" PRIu64 " WAW",
                 n[HAZARD_RAW], n[HAZARD_WAR], n[HAZARD_WAW]);
}

/* Checks the laws before the output: a violated law may explain a wrong output, not the reverse. */
static void check(run_t *r, run_result_t *out)
{
    err_t law = {0}, output = {0};
    check_hazards(r, out);
    if (!stats_check_laws(r->stats, &law)) snprintf(out->failed, sizeof out->failed, "%.511s", law.text);
    out->verdict = source_check(r->source, &output);
    if (out->verdict == WORKLOAD_FAIL && !out->failed[0])
        snprintf(out->failed, sizeof out->failed, "%.511s", output.text);
}

/* ended: why the run stopped in the middle; NULL: it is complete. */
static bool write_outputs(run_t *r, const char *ended, err_t *err)
{
    const run_opts_t *o = r->opts;
    timeline_t *t = r->timeline;
    r->timeline = NULL;
    if (ended)
        stats_add_word(r->stats, "run", "ended", "the run stopped in the middle: no figure here is a result", ended);
    if (t && !timeline_close(t, ended, gpu_cycle(r->gpu), err)) return false;
    if (!cosim_why_close(r, err)) return false;
    if (o->stats_json && !stats_write_json(r->stats, o->stats_json, err)) return false;
    if (o->stats_csv && !stats_write_csv(r->stats, o->stats_csv, err)) return false;
    if (ended) return true; /* half of a log or of the registers would be read as the whole */
    if (o->registers && !source_registers(r->source, o->registers, err)) return false;
    return cosim_dispatch_write(r, err);
}

static void close_run(run_t *r)
{
    gpu_destroy(r->gpu);
    if (r->engine) r->ops->destroy(r->engine);
    if (r->task_engine) r->task_ops->destroy(r->task_engine);
    if (r->issue_engine) r->issue_ops->destroy(r->issue_engine);
    if (r->wave) wave_destroy(r->wave);
    timeline_abort(r->timeline);
    outfile_abort(r->why);
    cosim_dispatch_close(r);
    source_close(r->source);
    energy_launches_destroy(r->launch_energy);
    stats_destroy(r->stats);
}

run_t *cosim_open(const run_opts_t *o, source_t *source, const cosim_waves_t *waves, err_t *err)
{
    run_t *r = calloc(1, sizeof *r);
    if (!r || !(r->stats = stats_create()) || !(r->launch_energy = energy_launches_create(&r->machine, r->stats))) {
        if (r) stats_destroy(r->stats);
        free(r);
        source_close(source);
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    clock_gettime(CLOCK_MONOTONIC, &r->start);
    r->opts = o;
    r->source = source;
    if (waves) r->waves = *waves;
    /* A CUDA program of the user's is not kept from ending. */
    r->holds = !source && !interrupt_held() &&
               (o->waves || o->stats_json || o->stats_csv || o->timeline || o->why || o->registers);
    if (r->holds) interrupt_hold();
    bool ok = cosim_load(r, err) && open_outputs(r, err);
    if (ok) cosim_origin(r);
    if (ok && open_gpu(r, err)) {
        r->bar = o->progress ? ui_progress_create(source_name(r->source)) : NULL;
        return r;
    }
    run_result_t *none = calloc(1, sizeof *none);
    if (none) cosim_close(r, false, none, err);
    free(none);
    return NULL;
}

gpu_t *cosim_gpu(run_t *r) { return r->gpu; }

const machine_t *cosim_machine(const run_t *r) { return &r->machine; }

source_t *cosim_run_source(run_t *r) { return r->source; }

stats_t *cosim_stats(run_t *r) { return r->stats; }

bool cosim_close(run_t *r, bool ran, run_result_t *out, err_t *err)
{
    struct timespec end;
    memset(out, 0, sizeof *out);
    ui_progress_destroy(r->bar);
    const bool differs = difference_found(cosim_difference(r));
    const char *ended = ran ? NULL : cosim_ended(r);
    if (ran) gpu_drain(r->gpu);
    if (ran || ended) gpu_settle(r->gpu);
    if (differs) err->text[0] = '\0'; /* the difference explains a deadlock */
    if (ran || differs) cosim_names(r, out);
    if (differs) {
        cosim_difference_result(r, out);
    } else if (ran) {
        if (energy_of(&r->energy, &r->machine, r->stats)) {
            energy_register(&r->energy, &r->machine, r->stats);
            energy_launches_register(r->launch_energy, &r->energy);
        }
        check(r, out);
        cosim_parts(r, out);
        cosim_result(r, out);
        ran = write_outputs(r, NULL, err);
    }
    bool ok = ran || differs;
    err_t lost = {{0}}; /* of the files: the cause of the end is said before */
    bool kept = ended && write_outputs(r, ended, &lost);
    const bool holds = r->holds;
    close_run(r);
    if (ended) kept = waves_file_close(&r->waves_file, r->opts->waves, true, &lost) && kept;
    else ok = waves_file_close(&r->waves_file, r->opts->waves, ok, err) && ok;
    if (ended && !kept) fprintf(stderr, "ctadel: %s\n", lost.text);
    else if (ended && !r->waves.room_cycles) cosim_name_unfinished(r->opts, ended, r->waves_file.temp[0]);
    if (holds) interrupt_release();
    clock_gettime(CLOCK_MONOTONIC, &end);
    out->host_seconds = (double)(end.tv_sec - r->start.tv_sec) + (double)(end.tv_nsec - r->start.tv_nsec) * 1e-9;
    free(r);
    return ok;
}
