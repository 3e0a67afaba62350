/* cmd_run.c - `ctadel run`: runs a workload on a machine under each of the named policies, and prints the runs side by
 * side in one table. */
#include "app/app.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    run_opts_t base;
    const char *words[2]; /* machine, workload */
    uint32_t word_count;
    char machine[RUN_PATH_BYTES], sass[RUN_PATH_BYTES];
    run_mix_t workload;
    const char *sets[RUN_SETS_MAX];
    ui_words_t limits, ctas; /* the words of --limit and --ctas */
    run_axis_t axes[3];      /* limit (with its CTAs), warp, and task if --task is given */
    uint32_t axis_count;
    bool help;
} request_t;

static bool take_word(request_t *q, const char *word, err_t *err)
{
    if (q->word_count == 2) return err_set(err, NULL, 0, "found a third word '%s'; allowed: MACHINE WORKLOAD", word);
    q->words[q->word_count++] = word;
    return true;
}

static bool take_option(request_t *q, const char *name, const char *value, err_t *err)
{
    if (strcmp(name, "help") == 0) q->help = true;
    else if (strcmp(name, "trace") == 0) q->base.trace_path = value;
    else if (strcmp(name, "sequence") == 0) q->base.sequence_path = value;
    else if (strcmp(name, "no-cache") == 0) q->base.no_cache = true;
    else if (strcmp(name, "strict") == 0) q->base.strict = true;
    else if (strcmp(name, "limit") == 0) ui_words_split(&q->limits, value);
    else if (strcmp(name, "ctas") == 0) ui_words_split(&q->ctas, value);
    else if (strcmp(name, "warp") == 0) ui_words_split(&q->axes[1].values, value);
    else if (strcmp(name, "task") == 0) ui_words_split(&q->axes[2].values, value);
    else return run_option_take(&q->base, q->sets, name, value, err);
    return true;
}

/* The option that names a file of launches instead of a workload; NULL: none. */
static const char *file_option(const request_t *q)
{
    return q->base.trace_path ? "--trace" : q->base.sequence_path ? "--sequence" : NULL;
}

/* Checks what cannot be given together with a file of launches. */
static bool check_file(const request_t *q, const char *option, err_t *err)
{
    if (q->base.trace_path && q->base.sequence_path)
        return err_set(err, NULL, 0, "found --trace and --sequence; allowed: one of them");
    if (q->word_count == 2)
        return err_set(err, NULL, 0, "found the workload '%s' and %s; allowed: one of them", q->words[1], option);
    if (q->base.trace_path && run_is_mix(q->base.trace_path))
        return err_set(err, NULL, 0,
                       "--trace: found a mix; allowed: one list, whose kernels run at once if their "
                       "streams differ");
    if (q->base.size) return err_set(err, NULL, 0, "--size: found together with %s; allowed: with a WORKLOAD", option);
    if (q->base.gap_bytes)
        return err_set(err, NULL, 0,
                       "--gap: found together with %s, which holds fixed addresses; allowed: with a WORKLOAD", option);
    return true;
}

/* Checks that the words name a machine and either a workload or, with a file of launches, none. */
static bool check_words(const request_t *q, err_t *err)
{
    const char *option = file_option(q);
    if (option && !check_file(q, option, err)) return false;
    if (q->base.registers && !q->base.sequence_path)
        return err_set(err, NULL, 0, "--registers: found without --sequence; allowed: with it");
    if (q->word_count == (option ? 1 : 2)) return true;
    return err_set(err, NULL, 0, "%s; see ctadel run --help",
                   q->word_count ? "the WORKLOAD is missing"
                   : option      ? "the MACHINE is missing"
                                 : "MACHINE and WORKLOAD are missing");
}

static bool take_workload(request_t *q, err_t *err)
{
    if (!run_mix(q->words[1], &q->workload, err)) return false;
    run_mix_options(&q->workload, &q->base);
    return true;
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv};
    const ui_opt_t *opt;
    const char *value;
    args.opts = cmd_run_opts(&args.opt_count);
    *q = (request_t){.base = {.seed = 1, .progress = true},
                     .axes = {{.key = "limit"}, {.key = "warp"}, {.key = "task"}}};
    strcpy(q->axes[0].where, "--limit");
    strcpy(q->axes[1].where, "--warp");
    strcpy(q->axes[2].where, "--task");
    while (ui_args_next(&args, &opt, &value, err))
        if (!(opt ? take_option(q, opt->name, value, err) : take_word(q, value, err))) return false;
    if (err->text[0]) return false;
    if (q->help) return true;
    if (!check_words(q, err)) return false;
    q->base.machine_path = q->machine;
    q->base.sass_path = q->sass;
    run_data_sass(q->sass);
    if (!q->axes[1].values.count)
        ui_words_add(&q->axes[1].values, policy_plain(POLICY_WARP), strlen(policy_plain(POLICY_WARP)));
    q->axis_count = q->axes[2].values.count ? 3 : 2;
    return run_machine_path(q->words[0], q->machine, err) && (file_option(q) || take_workload(q, err)) &&
           run_axis_limits(&q->axes[0], &q->limits, &q->ctas, err);
}

/* Names the output file of one run of several: "f.json" of the run "static 4" is "f.static-4.json". */
static const char *file_of_run(const char *path, const char *head, char out[RUN_PATH_BYTES])
{
    if (!path || !head[0]) return path;
    const char *slash = strrchr(path, '/'), *dot = strrchr(path, '.');
    if (!dot || (slash && dot < slash)) dot = path + strlen(path);
    snprintf(out, RUN_PATH_BYTES, "%.*s.%s%s", (int)(dot - path), path, head, dot);
    for (char *c = out + (dot - path); *c; c++)
        if (*c == ' ') *c = '-';
    return out;
}

typedef char run_files_t[7][RUN_PATH_BYTES];

static bool column_options(const request_t *q, uint32_t column, run_opts_t *o, run_files_t file, char *head, err_t *err)
{
    *o = q->base;
    if (!run_axes_apply(q->axes, q->axis_count, column, o, head, err)) return false;
    o->waves = file_of_run(o->waves, head, file[0]);
    o->stats_json = file_of_run(o->stats_json, head, file[1]);
    o->stats_csv = file_of_run(o->stats_csv, head, file[2]);
    o->timeline = file_of_run(o->timeline, head, file[3]);
    o->why = file_of_run(o->why, head, file[4]);
    o->registers = file_of_run(o->registers, head, file[5]);
    o->dispatch_log = file_of_run(o->dispatch_log, head, file[6]);
    return true;
}

static bool run_column(const request_t *q, uint32_t column, run_result_t *r, char *head, err_t *err)
{
    run_opts_t o;
    run_files_t file;
    if (!column_options(q, column, &o, file, head, err) || !cosim_run(&o, r, err)) return false;
    if (!head[0]) snprintf(head, RUN_HEAD_BYTES, "%s", r->label);
    if (isatty(STDERR_FILENO) && r->host_seconds > 0.0)
        fprintf(stderr, "%s: %.1f s, %.0f thousand cycles/s\n", head, r->host_seconds,
                1e-3 * (double)r->cycles / r->host_seconds);
    return true;
}

/* Prints the paths of the output files. A run that a failed check has stopped may have written none. */
static void name_files(const request_t *q, uint32_t columns)
{
    static const char *const what[] = {"waves", "stats", "stats-csv", "timeline", "why", "registers", "dispatch-log"};
    for (uint32_t c = 0; c < columns; c++) {
        run_opts_t o;
        run_files_t file;
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        if (!column_options(q, c, &o, file, head, &none)) return;
        const char *const files[] = {o.waves, o.stats_json, o.stats_csv,   o.timeline,
                                     o.why,   o.registers,  o.dispatch_log};
        for (size_t i = 0; i < sizeof files / sizeof files[0]; i++)
            if (files[i] && access(files[i], F_OK) == 0) printf("%s: %s\n", what[i], files[i]);
    }
}

/* Checks the options of all columns before the first run, so that a typo does not end the command after a long run. */
static bool check_columns(const request_t *q, uint32_t columns, err_t *err)
{
    if (columns > RUN_COLUMNS_MAX)
        return err_set(err, NULL, 0, "found %u combinations of policies; allowed: up to %d in one table", columns,
                       RUN_COLUMNS_MAX);
    for (uint32_t c = 0; c < columns; c++) {
        run_opts_t o;
        run_files_t file;
        char head[RUN_HEAD_BYTES];
        if (!column_options(q, c, &o, file, head, err)) return false;
        /* Of a mix also the workloads, as each of them runs alone first. */
        if (!(q->workload.count > 1 ? cosim_probe : cosim_probe_options)(&o, err)) return false;
    }
    return true;
}

/* Prints notes on the input, on the choice of policies, and on parameters that have no effect. False: out of memory. */
static bool print_notes(const request_t *q, const run_result_t *results, const char *const *heads, uint32_t columns)
{
    run_opts_t *runs = calloc(columns, sizeof *runs);
    if (!runs) return false;
    if (results[0].notes[0]) fprintf(stderr, "ctadel: note: %s\n", results[0].notes);
    for (uint32_t c = 0; c < columns; c++) {
        char head[RUN_HEAD_BYTES];
        err_t none = {{0}};
        if (results[c].advice[0]) fprintf(stderr, "ctadel: note: %s: %s\n", heads[c], results[c].advice);
        if (results[c].compared[0]) fprintf(stderr, "ctadel: lockstep: %s: %s\n", heads[c], results[c].compared);
        runs[c] = q->base;
        run_axes_apply(q->axes, q->axis_count, c, &runs[c], head, &none);
    }
    notes_idle(stderr, results, heads, columns);
    cosim_note_unused(runs, columns, NULL, stderr);
    free(runs);
    return true;
}

static int run_all(request_t *q, uint32_t columns)
{
    err_t err = {{0}};
    int code = UI_OK;
    run_result_t *results = calloc(columns, sizeof *results);
    char(*head)[RUN_HEAD_BYTES] = calloc(columns, sizeof *head);
    const char **heads = calloc(columns, sizeof *heads);
    bool ok = results && head && heads;
    if (!ok) err_set(&err, NULL, 0, "out of memory");
    if (ok && q->workload.count > 1) code = run_mix_alone(&q->base, results, &err);
    ok = ok && code == UI_OK;
    uint32_t ran = 0; /* runs without a difference between rtl and c; the first difference ends the command */
    bool differs = false;
    for (uint32_t c = 0; ok && !differs && c < columns; c++) {
        ok = run_column(q, c, &results[c], head[c], &err);
        heads[c] = head[c];
        differs = difference_found(&results[c].difference.what);
        ran += !differs;
    }
    if (ok) {
        if (ran) summary(stdout, results, heads, ran);
        name_files(q, ran);
        if (ran && differs) putchar('\n');
        if (differs) summary_difference(stdout, &results[ran]);
        fflush(stdout);
        columns = ran + differs;
        ok = print_notes(q, results, heads, columns) || err_set(&err, NULL, 0, "out of memory");
    }
    fflush(stdout);
    for (uint32_t c = 0; ok && c < columns; c++)
        if (results[c].failed[0] || results[c].verdict == WORKLOAD_FAIL) {
            fprintf(stderr, "ctadel: %s: check failed: %s\n", heads[c], results[c].failed);
            for (uint32_t i = 0; i < results[c].hazards.listed; i++)
                fprintf(stderr, "ctadel: hazard: %s\n", results[c].hazards.list[i].text);
            code = UI_FAILED;
        }
    free(results);
    free(head);
    free(heads);
    return err.text[0] ? ui_fail(&err) : code;
}

int cmd_run(int argc, char **argv)
{
    err_t err = {{0}};
    request_t *q = calloc(1, sizeof *q);
    if (!q) err_set(&err, NULL, 0, "out of memory");
    bool ok = q && parse(q, argc, argv, &err);
    uint32_t columns = ok && !q->help ? run_axes_columns(q->axes, q->axis_count) : 0;
    ok = ok && check_columns(q, columns, &err);
    int code = UI_OK;
    if (!ok) code = ui_fail(&err);
    else if (q->help) cmd_run_help(stdout);
    else code = run_all(q, columns);
    if (q) {
        ui_words_free(&q->limits);
        ui_words_free(&q->ctas);
        ui_words_free(&q->axes[0].values);
        ui_words_free(&q->axes[1].values);
        ui_words_free(&q->axes[2].values);
    }
    free(q);
    return code;
}
