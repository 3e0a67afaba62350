/* cmd_compare_dispatch.c - `ctadel compare-dispatch`: runs a workload under each place policy, and scores the runs
 * against a dispatch log. */
#include "app/app.h"
#include "compare/dispatch.h"
#include "run/outputs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const ui_opt_t opts[] = {
    {"trace", 0, "LIST", "run a kernelslist.g of Accel-Sim instead of a WORKLOAD"},
    {"size", 0, "SIZE", "size of the workload (ctadel list); default: that of its file"},
    {"place", 0, "WORD,...", "only these place policies; default: all that can run it"},
    {"limit", 0, "WORD", "how many CTAs an SM may hold; default tmax"},
    {"ctas", 0, "N", "CTAs per SM under --limit static"},
    {"gate", 0, "WORD,...", "whether a CTA may be dispatched now; all listed gates must agree; default none"},
    {"warp", 0, "WORD", "which warp issues next; default gto"},
    {"priority", 0, "N+N...", "of each workload of a mix: 0 (default) to 7, the highest"},
    {"partition", 0, "SMS+SMS...", "of each workload of a mix: the SMs that it may use; default all"},
    {"lend", 0, NULL, "of partitions: an SM serves others while no kernel of its partition has CTAs to dispatch"},
    {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"},
    {"seed", 0, "N", "seed of the workload's random contents; default 1"},
    {"set", 0, "KEY=VALUE", "a parameter (help machine, help policies), may be repeated; of a key the last counts"},
    {"jobs", 'j', "N", "runs at the same time; default: one per processor"},
    {"csv", 0, "FILE", "write the table as CSV"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0], WORDS = 3 };

typedef struct {
    const char *words[WORDS]; /* log, machine, workload */
    uint32_t word_count;
    const char *jobs, *csv;
    const char *sets[RUN_SETS_MAX];
    char machine[RUN_PATH_BYTES], sass[RUN_PATH_BYTES];
    run_mix_t workload;
    run_opts_t base;
    ui_words_t places; /* those of --place, else all */
    bool named;        /* --place is given */
    bool help;
    uint32_t parallel, sms;
    dispatch_log_t log;
} request_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel compare-dispatch LOG.csv MACHINE WORKLOAD [options]\n"
          "       ctadel compare-dispatch LOG.csv MACHINE --trace LIST [options]\n"
          "Runs a workload under each place policy, and says how near its CTAs are to those of a dispatch log,\n"
          "the nearest policy first. LOG.csv has the line " DISPATCH_LOG_COLUMNS " and a row for each CTA of\n"
          "the workload; examples/dispatch_log measures one on a GPU, and `ctadel run --dispatch-log` writes one.\n"
          "  same SM %     CTAs on the SM of the log; SMs must have the same numbers in both\n"
          "  relabelled %  the same after the SMs of the log got other numbers: the pair of SMs with most\n"
          "                CTAs on both becomes one, then the next pair (greedy)\n"
          "  starts        Spearman's rank correlation of the starts in each launch, mean over the CTAs\n"
          "  tail %        time from when the first SM of a launch has no CTA left to the launch's end,\n"
          "                in per cent of the time from its first start to its end; over all launches\n"
          "  tail - log %  that of the run less that of the log\n\n",
          f);
    ui_args_help(f, opts, OPTS);
    fputs("\nExamples:\n"
          "  ctadel run lcs28 mmul --size small --place tile --dispatch-log mmul.csv\n"
          "  ctadel compare-dispatch mmul.csv lcs28 mmul --size small\n"
          "  ctadel compare-dispatch gpu.csv v100 mine.yaml --place rr,room --engine c\n"
          "Exit code: 0 all checks passed, 1 a check failed, 2 bad input.\n",
          f);
}

static bool take_places(request_t *q, const char *value, err_t *err)
{
    run_opts_t o = {0};
    ui_words_free(&q->places);
    ui_words_split(&q->places, value);
    q->named = true;
    for (uint32_t i = 0; i < q->places.count; i++)
        if (!run_option_set(&o, "place", q->places.word[i], "--place", err)) return false;
    return true;
}

static bool take(request_t *q, const ui_opt_t *opt, const char *value, err_t *err)
{
    if (!opt && q->word_count == WORDS)
        return err_set(err, NULL, 0, "found a fourth word '%s'; allowed: LOG.csv MACHINE WORKLOAD", value);
    if (!opt) q->words[q->word_count++] = value;
    else if (opt->letter == 'h') q->help = true;
    else if (opt->letter == 'j') q->jobs = value;
    else if (strcmp(opt->name, "csv") == 0) q->csv = value;
    else if (strcmp(opt->name, "trace") == 0) q->base.trace_path = value;
    else if (strcmp(opt->name, "place") == 0) return take_places(q, value, err);
    else return run_option_take(&q->base, q->sets, opt->name, value, err);
    return true;
}

static bool check_words(const request_t *q, err_t *err)
{
    const bool trace = q->base.trace_path != NULL;
    if (trace && q->word_count == WORDS)
        return err_set(err, NULL, 0, "found the workload '%s' and --trace; allowed: one of them", q->words[2]);
    if (trace && q->base.size)
        return err_set(err, NULL, 0, "--size: found together with --trace; allowed: with a WORKLOAD");
    static const char *const missing[WORDS] = {"LOG.csv", "the MACHINE", "the WORKLOAD"};
    return q->word_count == (trace ? WORDS - 1U : WORDS) ||
           err_set(err, NULL, 0, "%s is missing; see ctadel compare-dispatch --help", missing[q->word_count]);
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    q->base = (run_opts_t){.seed = 1, .machine_path = q->machine, .sass_path = q->sass};
    run_data_sass(q->sass);
    run_policy_names("place", &q->places);
    while (ui_args_next(&args, &opt, &value, err))
        if (!take(q, opt, value, err)) return false;
    if (err->text[0] || q->help) return !err->text[0];
    if (!check_words(q, err) || !run_machine_path(q->words[1], q->machine, err)) return false;
    if (!q->base.trace_path) {
        if (!run_mix(q->words[2], &q->workload, err)) return false;
        run_mix_options(&q->workload, &q->base);
    }
    return pool_parallel(q->jobs, &q->parallel, err) && (!q->csv || outputs_writable(q->csv, err));
}

static run_opts_t options_of(const request_t *q, const dispatch_job_t *j)
{
    run_opts_t o = q->base;
    o.place = j->place;
    return o;
}

static bool run_job(const void *self, void *job, err_t *err)
{
    dispatch_job_t *j = job;
    const request_t *q = self;
    dispatch_log_t ran = {0};
    run_opts_t o = options_of(q, j);
    run_result_t *r = calloc(1, sizeof *r);
    o.dispatches = &ran;
    bool ok = (r || err_set(err, NULL, 0, "out of memory")) && cosim_run(&o, r, err);
    if (ok && !difference_found(&r->difference.what)) {
        ok = dispatch_score(&q->log, &ran, q->sms, &j->score) || err_set(err, NULL, 0, "out of memory");
        j->scored = ok;
        j->score.cycles = r->cycles;
    }
    if (ok) {
        snprintf(j->failed, sizeof j->failed, "%s", r->failed);
        snprintf(j->machine, sizeof j->machine, "%s", r->machine);
        snprintf(j->size, sizeof j->size, "%s", r->size);
        snprintf(j->version, sizeof j->version, "%s", r->version);
    }
    dispatch_log_free(&ran);
    free(r);
    return ok;
}

/* Says of each policy that did not run why. Of one that the user named that is a mistake; so it is if none ran. */
static int name_refused(const request_t *q, const dispatch_job_t *jobs)
{
    const dispatch_job_t *first = NULL;
    uint32_t refused = 0;
    for (uint32_t i = 0; i < q->places.count; i++) {
        if (jobs[i].job.state != POOL_ERROR) continue;
        if (!first) first = &jobs[i];
        refused++;
    }
    if (first && (q->named || refused == q->places.count)) return ui_fail(&first->job.err);
    for (uint32_t i = 0; i < q->places.count; i++)
        if (jobs[i].job.state == POOL_ERROR)
            fprintf(stderr, "ctadel: note: --place %s did not run: %s\n", jobs[i].place, jobs[i].job.err.text);
    return UI_OK;
}

/* Refuses policies that cannot run with the others of the options, and reads the log. Returns an exit code. */
static int prepare(request_t *q, dispatch_job_t *jobs, err_t *err)
{
    const dispatch_job_t *runs = NULL;
    for (uint32_t i = 0; i < q->places.count; i++) {
        dispatch_job_t *j = &jobs[i];
        j->place = q->places.word[i];
        j->number = i;
        snprintf(j->job.name, sizeof j->job.name, "--place %s", j->place);
        const run_opts_t o = options_of(q, j);
        if (!cosim_probe(&o, &j->job.err)) j->job.state = POOL_ERROR;
        else if (!runs) runs = j;
    }
    if (!runs || q->named) {
        const int code = name_refused(q, jobs);
        if (code != UI_OK) return code;
    }
    const run_opts_t o = options_of(q, runs);
    const bool ok = cosim_grids(&o, &q->log, &q->sms, err) && dispatch_log_read(&q->log, q->sms, q->words[0], err);
    return ok ? UI_OK : ui_fail(err);
}

static bool note_unused(const request_t *q, const dispatch_job_t *jobs)
{
    run_opts_t *runs = calloc(q->places.count, sizeof *runs);
    for (uint32_t i = 0; runs && i < q->places.count; i++) runs[i] = options_of(q, &jobs[i]);
    if (runs) cosim_note_unused(runs, q->places.count, NULL, stderr);
    const bool ok = runs != NULL;
    free(runs);
    return ok;
}

static int print_failed(const dispatch_job_t *jobs, uint32_t count)
{
    int code = UI_OK;
    for (uint32_t i = 0; i < count; i++) {
        if (!jobs[i].failed[0]) continue;
        fprintf(stderr, "ctadel: --place %s: check failed: %s\n", jobs[i].place, jobs[i].failed);
        code = UI_FAILED;
    }
    return code;
}

static bool print_table(const request_t *q, const dispatch_job_t *jobs, err_t *err)
{
    ui_table_t *t = dispatch_table(jobs, q->places.count);
    ui_origin_t origin = {.machine = ""};
    char text[UI_ORIGIN_TEXT_BYTES];
    uint64_t ctas = 0;
    for (uint32_t k = 0; k < q->log.kernels; k++) ctas += q->log.kernel[k].ctas;
    ui_origin_add(&origin, jobs[0].machine, jobs[0].size, NULL, jobs[0].version);
    ui_origin_text(&origin, text);
    printf("%s: launches %" PRIu32 ", CTAs %" PRIu64 ", tail %.1f %%\n%s\n\n", q->words[0], q->log.kernels, ctas,
           100.0 * dispatch_tail(&q->log, q->sms), text);
    ui_table_print(t, stdout, ui_colour(stdout));
    fflush(stdout);
    const bool ok = !q->csv || ui_table_csv(t, &origin, q->csv, err);
    ui_table_destroy(t);
    return ok;
}

static int compare(request_t *q)
{
    err_t err = {{0}};
    const uint32_t count = q->places.count;
    dispatch_job_t *jobs = pool_jobs_create(count, sizeof *jobs);
    int code = jobs ? prepare(q, jobs, &err) : UI_BAD_INPUT;
    if (!jobs) fputs("ctadel: out of memory\n", stderr);
    if (jobs && code == UI_OK) {
        const pool_t pool = {"compare-dispatch", sizeof *jobs, run_job, q, q->parallel, NULL, NULL};
        pool_run(&pool, jobs, count);
        dispatch_sort(jobs, count);
        bool ok = !jobs[0].scored || print_table(q, jobs, &err);
        ok = ok && (note_unused(q, jobs) || err_set(&err, NULL, 0, "out of memory"));
        code = ok ? name_refused(q, jobs) : ui_fail(&err);
        const int failed = print_failed(jobs, count);
        if (code == UI_OK) code = failed;
    }
    pool_jobs_destroy(jobs, count, sizeof *jobs);
    return code;
}

int cmd_compare_dispatch(int argc, char **argv)
{
    err_t err = {{0}};
    request_t *q = calloc(1, sizeof *q);
    const bool ok = q ? parse(q, argc, argv, &err) : err_set(&err, NULL, 0, "out of memory");
    int code = UI_OK;
    if (!ok) code = ui_fail(&err);
    else if (q->help) print_help(stdout);
    else code = compare(q);
    if (q) {
        ui_words_free(&q->places);
        dispatch_log_free(&q->log);
    }
    free(q);
    return code;
}
