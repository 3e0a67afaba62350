/* cmd_sweep.c - `ctadel sweep`: runs all combinations of an experiment. It keeps each result on disk, and does not
 * repeat a run whose result it has. */
#include "app/app.h"
#include "experiment/sweep.h"
#include "run/outputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ui_opt_t opts[] = {
    {"jobs", 'j', "N", "runs at the same time; default: one per processor"},
    {"out", 'o', "DIR", "folder of the results; default sweep-<experiment>"},
    {"machine", 0, "MACHINE", "machine to use instead of the experiment's"},
    {"size", 0, "SIZE", "size to use instead of the experiment's"},
    {"workloads", 0, "WORD,...", "workloads to run instead of the experiment's"},
    {"points", 0, "NAME,...", "points to run, instead of all of the experiment's"},
    {"gaps", 0, "BYTES,...", "repeat each run with these bytes free before each buffer; numbers are medians"},
    {"help", 'h', NULL, "this text"},
};

typedef struct {
    const char *experiment, *out, *machine, *size, *workloads, *points, *gaps, *jobs;
    uint32_t parallel;
    bool help;
} request_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel sweep EXPERIMENT [options]\n"
          "Runs every combination of an experiment (a word of `ctadel list`, or a .yaml file) and\n"
          "prints a table. Finished runs are kept in DIR/rows and reused while program, machine,\n"
          "workload and options are unchanged: an interrupted sweep resumes where it stopped.\n"
          "DIR/table.csv has the table, DIR/runs.csv all metrics of each run that passed its checks.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel sweep cta_limit\n"
          "  ctadel sweep cta_limit --size tiny --workloads vadd,tran -j 2 --out try\n"
          "  ctadel sweep lcs --machine lcs28-v3 --points gto,lcs --out lcs28-v3\n"
          "Exit code: 0 all checks passed, 1 a check failed, 2 bad input.\n",
          f);
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = sizeof opts / sizeof opts[0]};
    const ui_opt_t *opt;
    const char *value;
    *q = (request_t){0};
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && q->experiment) return err_set(err, NULL, 0, "found a second word '%s'; allowed: EXPERIMENT", value);
        if (!opt) q->experiment = value;
        else if (opt->letter == 'h') q->help = true;
        else if (opt->letter == 'o') q->out = value;
        else if (strcmp(opt->name, "machine") == 0) q->machine = value;
        else if (strcmp(opt->name, "size") == 0) q->size = value;
        else if (strcmp(opt->name, "workloads") == 0) q->workloads = value;
        else if (strcmp(opt->name, "points") == 0) q->points = value;
        else if (strcmp(opt->name, "gaps") == 0) q->gaps = value;
        else q->jobs = value;
    }
    if (err->text[0] || q->help) return !err->text[0];
    if (!pool_parallel(q->jobs, &q->parallel, err)) return false;
    return q->experiment || err_set(err, NULL, 0, "EXPERIMENT is missing; see ctadel sweep --help");
}

/* Fills in the job of one run, and loads its result if it is kept. The caller has set j->column and j->gap. */
static bool prepare_job(const sweep_experiment_t *e, const char *rows, const char *word, sweep_job_t *j, err_t *err)
{
    run_opts_t o;
    char head[RUN_HEAD_BYTES];
    snprintf(j->job.name, sizeof j->job.name, "%.127s", word);
    if (!run_mix(word, &j->workload, err) || !sweep_experiment_options(e, j, &o, head, err) ||
        !sweep_row_path(&o, e->program, rows, j->row_path, err))
        return false;
    j->job.state = sweep_row_load(j->row_path, &j->result) ? POOL_KEPT : POOL_WAITING;
    return true;
}

/* Checks words and sizes of all workloads before the first run. */
static bool check_workloads(const sweep_experiment_t *e, err_t *err)
{
    for (uint32_t i = 0; i < e->workloads.count; i++) {
        run_mix_t mix;
        if (!run_mix(e->workloads.word[i], &mix, err)) return false;
        if (sweep_same_workload(e, i, true))
            return err_set(err, NULL, 0,
                           "workloads: two have the name of '%.80s' in tables; allowed: names that differ",
                           e->workloads.word[i]);
        for (uint32_t w = 0; w < mix.count; w++)
            if (!workload_size_check(mix.path[w], mix.size[w][0] ? mix.size[w] : e->base.size, err)) return false;
    }
    return true;
}

/* Checks the policies of all columns with their machine before the first run. */
static bool check_columns(const sweep_experiment_t *e, err_t *err)
{
    for (uint32_t c = 0; c < e->columns; c++) {
        const sweep_job_t j = {.column = c};
        run_opts_t o;
        char head[RUN_HEAD_BYTES];
        err_t cause = {{0}};
        if (!sweep_experiment_options(e, &j, &o, head, err)) return false;
        if (!cosim_probe_options(&o, &cause))
            return err_set(err, yamldoc_path(e->doc), 0, "%s%s%s", head, head[0] ? ": " : "", cause.text);
    }
    return true;
}

static bool prepare(const sweep_experiment_t *e, const char *out, const char *rows, sweep_job_t *jobs, err_t *err)
{
    if (!outputs_folder(out, NULL, err) || !outputs_folder(rows, NULL, err)) return false;
    for (uint32_t i = 0; i < sweep_cells(e) * e->gaps; i++) {
        const uint32_t cell = i % sweep_cells(e);
        jobs[i].gap = i / sweep_cells(e);
        jobs[i].column = cell % e->columns;
        if (!prepare_job(e, rows, e->workloads.word[cell / e->columns], &jobs[i], err)) return false;
    }
    return true;
}

static bool write_results(const sweep_experiment_t *e, const sweep_job_t *jobs, uint32_t count, const char *out,
                          err_t *err)
{
    char path[RUN_PATH_BYTES + 16];
    ui_table_t *t = sweep_table(e, jobs);
    static const char *const against[] = {"", ", relative to the first column", ", relative to the last column"};
    printf("%s\n%s%s", e->title ? e->title : e->name, e->metric->name, against[e->normalise]);
    if (e->types) printf("; type with a tolerance of %" PRIu64 " %%", e->tolerance_percent);
    if (e->gaps > 1) printf("; the median over %u gaps", e->gaps);
    printf("\n\n");
    ui_table_print(t, stdout, ui_colour(stdout));
    snprintf(path, sizeof path, "%s/table.csv", out);
    bool ok = ui_table_csv(t, path, err);
    snprintf(path, sizeof path, "%s/runs.csv", out);
    ok = ok && sweep_row_csv(e, jobs, count, path, err);
    if (ok) printf("\ntable: %s/table.csv\nruns: %s/runs.csv\n", out, out);
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

static int sweep(const request_t *q, const sweep_experiment_t *e)
{
    char out[SWEEP_FOLDER_BYTES], rows[RUN_PATH_BYTES];
    err_t err = {{0}};
    uint32_t count = sweep_cells(e) * e->gaps, reused = 0;
    if (!sweep_folder(q->out, e->name, out, &err)) return ui_fail(&err);
    snprintf(rows, sizeof rows, "%s/rows", out);
    sweep_job_t *jobs = sweep_jobs_create(count);
    if (!jobs) {
        err_set(&err, NULL, 0, "out of memory");
        return ui_fail(&err);
    }
    int code = UI_OK;
    bool ok = prepare(e, out, rows, jobs, &err) && (note_unused(e) || err_set(&err, NULL, 0, "out of memory"));
    if (ok) {
        for (uint32_t i = 0; i < count; i++) reused += jobs[i].job.state == POOL_KEPT;
        if (reused) fprintf(stderr, "%u of %u runs are kept from before\n", reused, count);
        ok = sweep_alone(e, rows, q->parallel, jobs, count, &err);
    }
    if (ok) {
        const pool_t pool = {e->name, sizeof *jobs, sweep_run_job, e, q->parallel, POOL_RESUME};
        pool_run(&pool, jobs, count);
        ok = write_results(e, jobs, count, out, &err);
        code = verdict(e, jobs, count);
    }
    sweep_jobs_destroy(jobs, count);
    return ok ? code : ui_fail(&err);
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

int cmd_sweep(int argc, char **argv)
{
    request_t q;
    sweep_experiment_t e = {0};
    char path[RUN_PATH_BYTES];
    err_t err = {{0}};
    bool ok = parse(&q, argc, argv, &err);
    if (ok && q.help) {
        print_help(stdout);
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
    ok = ok && check_columns(&e, &err) && check_workloads(&e, &err) && sweep_row_program(&e.program, &err);
    int code = ok ? sweep(&q, &e) : ui_fail(&err);
    sweep_experiment_free(&e);
    return code;
}
