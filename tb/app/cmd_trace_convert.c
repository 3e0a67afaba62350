/* cmd_trace_convert.c - `ctadel trace-convert`. */
#include "app/app.h"
#include "app/trace_words.h"
#include "run/outputs.h"
#include "ui/progress.h"

#include "trace/trace_convert.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static const ui_opt_t opts[] = {
    {"out", 0, "DIR", "folder for kernelslist.g and the kernels; created if missing"},
    {"format", 0, "FORMAT", "traceg: text; tracez: compressed and indexed; compact: what runs map; default: tracez"},
    {"strict", 0, NULL, "refuse an opcode that is not in the table (configs/opcodes)"},
    {"help", 'h', NULL, "this text"},
};
enum { OPTS = sizeof opts / sizeof opts[0] };

typedef struct {
    trace_convert_t job;
    bool help;
    uint32_t kernels;
    ui_progress_t *progress;
} request_t;

static void help(void)
{
    fputs("usage: ctadel trace-convert LIST --out DIR [options]\n"
          "Reads and checks every line of an Accel-Sim trace, .traceg, .traceg.xz or .tracez, and writes its\n"
          "kernels in another form, with a list of them. LIST is its kernelslist.g. A compact form, .pack,\n"
          "has what runs and trace-info use: no text can be made of it, and another version of ctadel may\n"
          "refuse it, so keep the trace.\n\n",
          stdout);
    ui_args_help(stdout, opts, OPTS);
    fputs("\nExamples:\n"
          "  ctadel trace-convert traces/vecadd/kernelslist.g --out vecadd_z\n"
          "  ctadel trace-convert vecadd_z/kernelslist.g --format traceg --out vecadd_text\n"
          "  ctadel trace-convert vecadd_z/kernelslist.g --format compact --out vecadd_c\n"
          "  ctadel run gtx480 --trace vecadd_c/kernelslist.g\n"
          "Exit code: 0 ok, 2 bad input.\n",
          stdout);
}

static bool parse(request_t *q, int argc, char **argv, err_t *err)
{
    ui_args_t args = {.argc = argc, .at = 1, .argv = argv, .opts = opts, .opt_count = OPTS};
    const ui_opt_t *opt;
    const char *value;
    trace_convert_t *job = &q->job;
    while (ui_args_next(&args, &opt, &value, err)) {
        if (!opt && job->list) return err_set(err, NULL, 0, "found a second word '%s'; allowed: LIST", value);
        if (!opt) job->list = value;
        else if (opt->letter == 'h') q->help = true;
        else if (strcmp(opt->name, "out") == 0) job->dir = value;
        else if (strcmp(opt->name, "strict") == 0) job->strict = true;
        else if (!trace_format(value, TRACE_PACKED, &job->form, err)) return false;
    }
    if (err->text[0]) return false;
    if (q->help) return true;
    if (!job->list) return err_set(err, NULL, 0, "LIST is missing; see ctadel trace-convert --help");
    return job->dir || err_set(err, NULL, 0, "--out DIR is missing; see ctadel trace-convert --help");
}

static void done(void *self, uint32_t kernels, uint32_t of_all)
{
    request_t *q = self;
    q->kernels = kernels;
    ui_progress_set(q->progress, kernels, of_all);
}

static bool convert(request_t *q, err_t *err)
{
    char sass[RUN_PATH_BYTES];
    bool made = false;
    trace_convert_t *job = &q->job;
    run_data_sass(sass);
    job->sass = sass;
    job->done = done;
    job->self = q;
    if (access(job->list, R_OK) == 0 && !outputs_folder(job->dir, "--out", &made, err)) return false;
    q->progress = ui_progress_create("converting");
    const bool ok = trace_convert(job, err);
    ui_progress_destroy(q->progress);
    if (!ok && made) rmdir(job->dir); /* which fails if a kernel is in it */
    if (ok) printf("%s/kernelslist.g: %" PRIu32 " kernel%s\n", job->dir, q->kernels, q->kernels == 1 ? "" : "s");
    return ok;
}

int cmd_trace_convert(int argc, char **argv)
{
    err_t err = {{0}};
    request_t q = {.job = {.form = TRACE_INDEXED}};
    if (!parse(&q, argc, argv, &err)) return ui_fail(&err);
    if (q.help) help();
    else if (!convert(&q, &err)) return ui_fail(&err);
    return UI_OK;
}
