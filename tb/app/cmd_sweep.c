/* cmd_sweep.c - `ctadel sweep`: runs all combinations of an experiment. It keeps each result on disk, and does not
 * repeat a run whose result it has. */
#include "app/app.h"
#include "app/cmd_sweep.h"
#include "experiment/slurm.h"
#include "experiment/sweep_costs.h"
#include "experiment/sweep_plan.h"
#include "run/outputs.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Checks the policies of all columns with their machine, for a mix like that of `j`. */
static bool check_columns(const sweep_experiment_t *e, sweep_job_t j, err_t *err)
{
    for (j.column = 0; j.column < e->columns; j.column++) {
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t cause = {{0}};
        if (!sweep_experiment_options(e, &j, &o, head, err)) return false;
        if (!cosim_probe_options(&o, &cause))
            return err_set(err, yamldoc_path(e->doc), 0, "%s%s%s", head, head[0] ? ": " : "", cause.text);
    }
    return true;
}

/* Before the first run: words and sizes of all workloads; the columns once for each number of workloads in a mix,
 * because some options have a value for each of them. */
static bool check_runs(const sweep_experiment_t *e, err_t *err)
{
    bool seen[COSIM_MIX + 1] = {false};
    for (uint32_t i = 0; i < e->workloads.count; i++) {
        sweep_job_t j = {0};
        const run_mix_t *mix = &j.workload;
        if (!run_mix(e->workloads.word[i], &j.workload, err)) return false;
        if (!seen[mix->count] && !check_columns(e, j, err)) return false;
        seen[mix->count] = true;
        if (sweep_same_workload(e, i, true))
            return err_set(err, NULL, 0,
                           "workloads: two have the name of '%.80s' in tables; allowed: names that differ",
                           e->workloads.word[i]);
        for (uint32_t w = 0; w < mix->count; w++)
            if (!workload_size_check(mix->path[w], mix->size[w][0] ? mix->size[w] : e->base.size, err)) return false;
    }
    return true;
}

static bool write_results(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count, const char *out,
                          err_t *err)
{
    char path[RUN_PATH_BYTES + 16], few[WAVES_FEW_BYTES];
    ui_table_t *t = sweep_table(e, jobs);
    static const char *const against[] = {"", ", relative to the first column", ", relative to the last column"};
    printf("%s\n%s%s", e->title ? e->title : e->name, e->metric->name, against[e->normalise]);
    if (e->types) printf("; type with a tolerance of %" PRIu64 " %%", e->tolerance_percent);
    if (e->gaps > 1) printf("; the median over %u gaps", e->gaps);
    const ui_origin_t origin = sweep_origin(e, jobs);
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_text(&origin, text);
    printf("\n%s\n\n", text);
    ui_table_print(t, stdout, ui_colour(stdout));
    snprintf(path, sizeof path, "%s/table.csv", out);
    bool ok = sweep_table_csv(t, e, jobs, NULL, e->workloads.count, path, err);
    snprintf(path, sizeof path, "%s/runs.csv", out);
    ok = ok && sweep_row_csv(e, jobs, count, path, err);
    if (ok) printf("\ntable: %s/table.csv\nruns: %s/runs.csv\n", out, out);
    if (ok && sweep_few_waves(e, jobs, NULL, e->workloads.count, few)) fprintf(stderr, "ctadel: note: %s\n", few);
    if (ok && e->figure_count) printf("figures: ctadel report %s --out %s\n", e->word, out);
    ui_table_destroy(t);
    fflush(stdout);
    return ok;
}

/* Prints the error that stopped job i, once for all jobs that it stopped. */
static int fail(const sweep_job_t *jobs, uint32_t count, uint32_t i)
{
    err_t err = jobs[i].job.err;
    uint32_t runs = 0;
    for (uint32_t k = 0; k < count; k++) {
        if (jobs[k].job.state != POOL_ERROR || strcmp(jobs[k].job.err.text, err.text) != 0) continue;
        if (k < i) return UI_BAD_INPUT;
        runs++;
    }
    const size_t used = strlen(err.text);
    if (runs > 1) snprintf(err.text + used, sizeof err.text - used, " (%u runs)", runs);
    return ui_fail(&err);
}

/* Prints why each failed run failed. Returns the worst exit code. */
static int verdict(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count)
{
    int code = UI_OK;
    for (uint32_t i = 0; i < count; i++) {
        const sweep_job_t *j = &jobs[i];
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        sweep_experiment_options(e, j, &o, head, &none);
        if (j->job.state == POOL_ERROR) {
            code = fail(jobs, count, i);
        } else if (j->result.failed[0]) {
            fprintf(stderr, "ctadel: %s, %s: check failed: %s\n", j->result.workload, head, j->result.failed);
            if (code == UI_OK) code = UI_FAILED;
        }
    }
    return code;
}

/* Names parameters without effect before the runs start, as these may take hours. */
static bool note_unused(const sweep_experiment_t *e)
{
    run_opts_t *runs = calloc(e->columns, sizeof *runs);
    char head[RUN_HEAD_BYTES];
    err_t none = {{0}};
    for (uint32_t c = 0; runs && c < e->columns; c++) {
        const sweep_job_t j = {.column = c};
        sweep_experiment_options(e, &j, &runs[c], head, &none);
    }
    if (runs) cosim_note_unused(runs, e->columns, yamldoc_path(e->doc), stderr);
    const bool ok = runs != NULL;
    free(runs);
    return ok;
}

/* A shard ends with a count. Only the sweep as a whole prints the table. */
static int finish_shard(const sweep_request_t *q, const sweep_plan_t *plan)
{
    const sweep_count_t n = sweep_plan_count(plan);
    const int code = verdict(plan->e, plan->job, plan->count);
    printf("%s, shard %u of %u: %u of all %u runs are in %s\n", plan->e->name, q->shard, q->shards, n.there, n.runs,
           q->rows);
    if (!q->job && !n.left && !n.failed) puts("the table: the same command without --shard");
    return code;
}

static int finish(const sweep_request_t *q, sweep_plan_t *plan, const slurm_t *s, err_t *err)
{
    if (q->slurm) slurm_logs(s, plan, stderr);
    const sweep_count_t n = sweep_plan_count(plan);
    if (n.left) {
        err_set(err, NULL, 0, "%u of %u runs have no row; the same command submits them again", n.left, n.runs);
        return ui_fail(err);
    }
    sweep_plan_gather(plan);
    if (!write_results(plan->e, plan->job, plan->cells, s->out, err)) return ui_fail(err);
    return verdict(plan->e, plan->job, plan->cells);
}

static int sweep(const sweep_request_t *q, sweep_plan_t *plan, const char *out)
{
    err_t err = {{0}};
    const sweep_count_t before = sweep_plan_count(plan);
    if (before.there) fprintf(stderr, "%u of %u runs are kept from before\n", before.there, before.runs);
    if (q->job && !sweep_assign_take(plan, q->job, q->shard, &err)) return ui_fail(&err);
    if (q->shards && !q->job) sweep_plan_shard(plan, q->shard, q->shards);
    if (before.left && access(q->rows, W_OK) != 0) {
        err_set(&err, q->rows, 0, "cannot be written: %s", strerror(errno));
        return ui_fail(&err);
    }
    const slurm_t s = {out, q->rows, q->repeated, q->batch, q->time, q->partition, q->tasks, q->detach};
    if (q->slurm) {
        const slurm_end_t end = slurm_sweep(&s, plan, &err);
        if (end == SLURM_ERROR) return ui_fail(&err);
        if (end == SLURM_DETACHED) return UI_OK;
    } else {
        sweep_plan_run(plan, q->parallel);
    }
    sweep_plan_load(plan);
    return q->shards ? finish_shard(q, plan) : finish(q, plan, &s, &err);
}

/* Hands the words of an option's list to `fn`. */
static bool take_list(sweep_experiment_t *e, const char *list, const char *option,
                      bool (*fn)(sweep_experiment_t *, const ui_words_t *, const char *, err_t *), err_t *err)
{
    ui_words_t words = {0};
    ui_words_split(&words, list);
    const bool ok = fn(e, &words, option, err);
    ui_words_free(&words);
    return ok;
}

/* Rows of another program would never be found: a node with another build is refused. */
static bool check_program(const sweep_request_t *q, sweep_experiment_t *e, err_t *err)
{
    char host[SWEEP_HOST_BYTES] = "", hash[20];
    if (!sweep_row_program(&e->program, err)) return false;
    snprintf(hash, sizeof hash, "%016" PRIx64, e->program);
    gethostname(host, sizeof host - 1);
    return !q->program || strcmp(q->program, hash) == 0 ||
           err_set(err, NULL, 0,
                   "host %s has another build: found program %s; allowed: %.40s. Install the same file there", host,
                   hash, q->program);
}

static bool folders(sweep_request_t *q, const sweep_experiment_t *e, char out[SWEEP_FOLDER_BYTES], err_t *err)
{
    const char *own = q->rows_option;
    if (!sweep_folder(q->out, e->name, out, err)) return false;
    if (own && strlen(own) >= sizeof q->rows)
        return err_set(err, NULL, 0, "--rows: found a path of %zu characters; allowed: up to %zu", strlen(own),
                       sizeof q->rows - 1);
    snprintf(q->rows, sizeof q->rows, "%s%s", own ? own : out, own ? "" : "/rows");
    if (own && !outputs_folder(own, "--rows", NULL, err)) return false; /* before --out, which it leaves unmade */
    return outputs_folder(out, "--out", NULL, err) && outputs_folder(q->rows, "--rows", NULL, err);
}

int cmd_sweep(int argc, char **argv)
{
    sweep_request_t q;
    sweep_experiment_t e = {0};
    sweep_plan_t plan;
    char path[RUN_PATH_BYTES], out[SWEEP_FOLDER_BYTES];
    err_t err = {{0}};
    bool ok = cmd_sweep_parse(&q, argc, argv, &err);
    if (ok && q.help) {
        cmd_sweep_help(stdout);
        return UI_OK;
    }
    ok = ok && run_data_path(RUN_EXPERIMENT, q.experiment, path, &err) && sweep_experiment_read(&e, path, &err);
    if (ok && q.size) e.base.size = q.size;
    if (ok && q.workloads) {
        ui_words_free(&e.workloads);
        ui_words_split(&e.workloads, q.workloads);
    }
    if (ok && q.points) ok = take_list(&e, q.points, "--points", sweep_points_keep, &err);
    if (ok && q.machine) ok = sweep_experiment_machine(&e, q.machine, &err);
    if (ok && q.gaps) ok = take_list(&e, q.gaps, "--gaps", sweep_gaps, &err);
    ok = ok && check_runs(&e, &err) && check_program(&q, &e, &err);
    ok = ok && (note_unused(&e) || err_set(&err, NULL, 0, "out of memory"));
    ok = ok && (!q.slurm || slurm_check(q.out ? q.out : "", q.batch, &err)) && folders(&q, &e, out, &err);
    e.failures = q.job;
    const bool planned = ok;
    ok = ok && sweep_plan_create(&e, q.rows, &plan, &err);
    const int code = ok ? sweep(&q, &plan, out) : ui_fail(&err);
    if (planned) sweep_plan_free(&plan);
    sweep_experiment_free(&e);
    return code;
}
