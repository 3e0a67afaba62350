/* cmd_compare.c - `ctadel compare`: runs the traces of a reference table, and prints its figures and CTAdel's side by
 * side. */
#include "app/app.h"
#include "compare/compare.h"
#include "run/outputs.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const ui_opt_t opts[] = {
    {"traces", 0, "DIR", "folder of the traces, DIR/<kernel>/kernelslist.g; required"},
    {"strict", 0, NULL, "refuse a trace with an opcode that is not in the table (configs/opcodes)"},
    {"no-cache", 0, NULL, "read the text of traces, without the compact form that a first run puts in the cache"},
    {"machine", 0, "MACHINE", "machine of all runs; default gtx480"},
    {"jobs", 'j', "N", "runs at the same time; default: one per processor"},
    {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"},
    {"set", 0, "KEY=VALUE", "machine parameter (help machine), may be repeated; of a key the last counts"},
    {"csv", 0, "FILE", "write the table as CSV"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };

typedef struct {
    const char *reference, *traces, *machine, *jobs, *csv;
    const char *sets[RUN_SETS_MAX];
    char machine_path[RUN_PATH_BYTES], sass[RUN_PATH_BYTES];
    run_opts_t base;
    compare_ref_t ref;
    uint32_t parallel;
    bool help;
} request_t;

static void print_help(FILE *f)
{
    fputs("usage: ctadel compare REFERENCE.csv --traces DIR [options]\n"
          "REFERENCE.csv has a row for each run of another simulator, with columns kernel, cta_limit,\n"
          "sched, cycles, l1r_missrate, l2_missrate, row_locality (column accesses per activation of a\n"
          "row) and dram_bwutil (share of DRAM cycles in which the data bus carries data); other columns\n"
          "are ignored. Runs the trace of each row's kernel under the same policies. Prints our figures\n"
          "beside the reference, the error in cycles, and the rank correlation of the policies (Kendall's\n"
          "tau; cycles that differ by less than 1 % rank equal). sched two_level is our --warp tl_clocked;\n"
          "cta_limit, of the CTAs of all kernels on an SM together, is our --set sm.cta_slots.\n\n",
          f);
    ui_args_help(f, opts, OPTS);
    fputs("\nExamples:\n"
          "  ctadel compare accelsim.csv --traces traces\n"
          "  ctadel compare accelsim.csv --traces traces -j 2 --engine c --csv table.csv\n"
          "Exit code: 0 all checks passed, 1 a check failed, 2 bad input.\n",
          f);
}

static bool take_option(request_t *q, const ui_opt_t *opt, const char *value, err_t *err)
{
    if (opt->letter == 'h') q->help = true;
    else if (opt->letter == 'j') q->jobs = value;
    else if (strcmp(opt->name, "traces") == 0) q->traces = value;
    else if (strcmp(opt->name, "no-cache") == 0) q->base.no_cache = true;
    else if (strcmp(opt->name, "strict") == 0) q->base.strict = true;
    else if (strcmp(opt->name, "machine") == 0) q->machine = value;
    else if (strcmp(opt->name, "csv") == 0) q->csv = value;
    else return run_option_take(&q->base, q->sets, opt->name, value, err);
    return true;
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    q->machine = "gtx480";
    q->base = (run_opts_t){.seed = 1, .machine_path = q->machine_path, .sass_path = q->sass};
    run_data_sass(q->sass);
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && q->reference)
            return err_set(err, NULL, 0, "found a second word '%s'; allowed: REFERENCE.csv", value);
        if (!opt) q->reference = value;
        else if (!take_option(q, opt, value, err)) return false;
    }
    if (err->text[0] || q->help) return !err->text[0];
    if (!q->reference || !q->traces)
        return err_set(err, NULL, 0, "%s missing; see ctadel compare --help",
                       q->reference ? "--traces DIR is" : "REFERENCE.csv is");
    return pool_parallel(q->jobs, &q->parallel, err) && run_machine_path(q->machine, q->machine_path, err);
}

static bool prepare(const request_t *q, compare_job_t *jobs, err_t *err)
{
    for (uint32_t i = 0; i < q->ref.count; i++) {
        const compare_row_t *r = &q->ref.row[i];
        compare_job_t *j = &jobs[i];
        j->row = i;
        for (uint32_t k = 0; k < q->base.set_count; k++) j->sets[k] = q->sets[k];
        j->sets[q->base.set_count] = j->slots;
        snprintf(j->slots, sizeof j->slots, "sm.cta_slots=%u", r->ctas);
        snprintf(j->job.name, sizeof j->job.name, "%s", r->kernel);
        if ((size_t)snprintf(j->trace, RUN_PATH_BYTES, "%s/%s/kernelslist.g", q->traces, r->kernel) >= RUN_PATH_BYTES)
            return err_set(
                err, NULL, 0,
                "--traces: found a path of %zu characters; allowed: a shorter one, as files of %s must fit into %d",
                strlen(q->traces), r->kernel, RUN_PATH_BYTES - 1);
        if (access(j->trace, R_OK) != 0)
            return err_set(err, q->reference, r->line, "the trace %s cannot be read: %s; give its folder by --traces",
                           j->trace, strerror(errno));
    }
    return true;
}

static run_opts_t options_of(const request_t *q, const compare_job_t *j)
{
    run_opts_t o = q->base;
    o.trace_path = j->trace;
    o.warp = q->ref.row[j->row].warp;
    o.sets = j->sets;
    o.set_count++;
    return o;
}

static bool run_job(const void *self, void *job, err_t *err)
{
    compare_job_t *j = job;
    const request_t *q = self;
    const run_opts_t o = options_of(q, j);
    return cosim_run(&o, &j->result, err);
}

static bool note_unused(const request_t *q, const compare_job_t *jobs)
{
    run_opts_t *runs = calloc(q->ref.count, sizeof *runs);
    for (uint32_t i = 0; runs && i < q->ref.count; i++) runs[i] = options_of(q, &jobs[i]);
    if (runs) cosim_note_unused(runs, q->ref.count, NULL, stderr);
    const bool ok = runs != NULL;
    free(runs);
    return ok;
}

/* Checks what would end every run, or lose the table, before the first one. */
static bool probe(const request_t *q, const compare_job_t *jobs, err_t *err)
{
    if (q->csv && !outputs_writable(q->csv, err)) return false;
    for (uint32_t i = 0; i < q->ref.count; i++) {
        const run_opts_t o = options_of(q, &jobs[i]);
        if (!(i ? cosim_probe_options : cosim_probe)(&o, err))
            return false; /* only one trace is read: that takes time */
    }
    return true;
}

/* Prints why each failed run failed. Returns the worst exit code. */
static int verdict(const request_t *q, const compare_job_t *jobs)
{
    int code = UI_OK;
    for (uint32_t i = 0; i < q->ref.count; i++) {
        const compare_row_t *r = &q->ref.row[i];
        if (jobs[i].job.state != POOL_DONE) {
            code = ui_fail(&jobs[i].job.err);
        } else if (jobs[i].result.failed[0]) {
            fprintf(stderr, "ctadel: %s, %s, %u CTAs: check failed: %s\n", r->kernel, r->sched, r->ctas,
                    jobs[i].result.failed);
            if (code == UI_OK) code = UI_FAILED;
        }
    }
    return code;
}

static void origin_of(const request_t *q, const compare_job_t *jobs, ui_origin_t *o)
{
    for (uint32_t i = 0; i < q->ref.count; i++)
        if (jobs[i].job.state == POOL_DONE)
            ui_origin_add(o, jobs[i].result.machine, jobs[i].result.size, NULL, jobs[i].result.version);
}

static int compare(const request_t *q)
{
    err_t err = {{0}};
    compare_job_t *jobs = pool_jobs_create(q->ref.count, sizeof *jobs);
    int code = UI_OK;
    bool ok = jobs || err_set(&err, NULL, 0, "out of memory");
    ok = ok && prepare(q, jobs, &err) && probe(q, jobs, &err) &&
         (note_unused(q, jobs) || err_set(&err, NULL, 0, "out of memory"));
    if (ok) {
        const pool_t pool = {"compare", sizeof *jobs, run_job, q, q->parallel, NULL, NULL};
        pool_run(&pool, jobs, q->ref.count);
        ui_table_t *t = compare_table(&q->ref, jobs);
        ui_origin_t origin = {.machine = ""};
        char text[UI_ORIGIN_TEXT_BYTES];
        origin_of(q, jobs, &origin);
        ui_origin_text(&origin, text);
        printf("%s against %s\n%s\n\n", q->machine, q->reference, text);
        ui_table_print(t, stdout, ui_colour(stdout));
        compare_summary(&q->ref, jobs, stdout);
        fflush(stdout);
        code = verdict(q, jobs);
        ok = !q->csv || ui_table_csv(t, &origin, q->csv, &err);
        ui_table_destroy(t);
    }
    pool_jobs_destroy(jobs, q->ref.count, sizeof *jobs);
    return ok ? code : ui_fail(&err);
}

int cmd_compare(int argc, char **argv)
{
    err_t err = {{0}};
    request_t *q = calloc(1, sizeof *q);
    bool ok = q || err_set(&err, NULL, 0, "out of memory");
    ok = ok && parse(q, argc, argv, &err);
    ok = ok && (q->help || compare_ref_read(&q->ref, q->reference, &err));
    int code = UI_OK;
    if (!ok) code = ui_fail(&err);
    else if (q->help) print_help(stdout);
    else code = compare(q);
    if (q) compare_ref_free(&q->ref);
    free(q);
    return code;
}
