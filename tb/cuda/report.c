/* report.c - opens a run with the options in CTADEL_CUDA, and writes table and files at its end. */
#include "cuda/report.h"

#include "app/app.h"
#include "base/interrupt.h"
#include "base/outfile.h"

#include "cuda/launchable.h"
#include "cuda/repeats.h"

#include "run/cosim_session.h"
#include "run/cosim_source_ops.h"
#include "run/partition.h"
#include "run/program_words.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct cuda_report {
    cuda_t *c;
    program_words_t words;
    run_t *run;
};

/* ---- the program as a source of launches; its output cannot be checked ---- */

static void s_close(void *self) { (void)self; }
static uint32_t s_launches(const void *self) { return cuda_launches(self); }
static uint32_t s_stream(const void *self, uint32_t i) { return cuda_launch_stream(self, i); }

static const char *s_name(const void *self)
{
    (void)self;
    return program_invocation_short_name;
}

static workload_verdict_t s_check(void *self, err_t *err)
{
    (void)self;
    (void)err;
    return WORKLOAD_UNCHECKED;
}

static bool s_loops(const void *self)
{
    (void)self;
    return false;
}

static uint64_t s_guard_reads(const void *self)
{
    union {
        const void *in;
        void *out;
    } c = {self};
    return gmem_guard_reads(cuda_memory(c.out));
}

static void s_notes(const void *self, const machine_t *m, char *text, size_t bytes)
{
    (void)self, (void)m;
    if (bytes) *text = '\0';
}

static uint32_t s_workloads(const void *self)
{
    (void)self;
    return 1;
}

static uint32_t s_workload_of(const void *self, uint32_t i)
{
    (void)self;
    (void)i;
    return 0;
}

static const char *s_workload_name(const void *self, uint32_t w)
{
    (void)w;
    return s_name(self);
}

static workload_verdict_t s_verdict(const void *self, uint32_t w)
{
    (void)self;
    (void)w;
    return WORKLOAD_UNCHECKED;
}

static const source_ops_t program_ops = {.close = s_close,
                                         .name = s_name,
                                         .launches = s_launches,
                                         .stream = s_stream,
                                         .check = s_check,
                                         .loops = s_loops,
                                         .guard_reads = s_guard_reads,
                                         .notes = s_notes,
                                         .workloads = s_workloads,
                                         .workload_of = s_workload_of,
                                         .workload_name = s_workload_name,
                                         .verdict = s_verdict};

static bool repeats(cuda_report_t *r, err_t *err)
{
    if (!r->words.repeat_after) return true;
    cuda_parts_t *p = cuda_parts(r->c);
    p->repeats = cuda_repeats_create(p->gmem, cosim_stats(r->run), r->words.repeat_after);
    return p->repeats || err_set(err, NULL, 0, "out of memory");
}

static bool launchable(cuda_report_t *r, err_t *err)
{
    if (!r->words.launchable) return true;
    cuda_parts_t *p = cuda_parts(r->c);
    p->launchable = cuda_launchable_create(p->gpu, p->machine, &r->words.opts);
    return p->launchable || err_set(err, NULL, 0, "out of memory");
}

cuda_report_t *cuda_report_open(cuda_t *c, err_t *err)
{
    interrupt_install_library();
    cuda_report_t *r = calloc(1, sizeof *r);
    source_t *source = source_of(&program_ops, c);
    if (!r || !source) {
        err_set(err, NULL, 0, "out of memory");
    } else {
        r->c = c;
        if (program_words_env(&r->words, err)) {
            r->run = cosim_open(&r->words.opts, source, NULL, err);
            source = NULL; /* closed with the run */
        }
    }
    if (r && r->run) {
        cuda_parts(c)->machine = cosim_machine(r->run);
        cuda_parts(c)->gpu = cosim_gpu(r->run);
        if (repeats(r, err) && launchable(r, err)) return r;
    }
    source_close(source);
    free(r);
    return NULL;
}

void cuda_report_confine(const cuda_report_t *r, uint32_t stream, kernel_launch_t *k)
{
    enum { DEFAULT_STREAMS = 2 }; /* the legacy one and that of the thread */
    k->sms = partition_of(&r->words.opts, stream < DEFAULT_STREAMS ? 0 : stream - DEFAULT_STREAMS + 1);
    k->borrows = r->words.opts.lend;
}

/* ---- the end ---- */

static void print_table(FILE *f, cuda_t *c, const run_result_t *result)
{
    char head[sizeof result->label + 64], text[320];
    const struct cuda_repeats *repeats = cuda_parts(c)->repeats;
    const uint64_t repeated = cuda_repeats_count(repeats);
    snprintf(head, sizeof head, "%s", result->label);
    if (repeated)
        snprintf(head, sizeof head, "%s, %" PRIu64 " of %" PRIu64 " launches", result->label,
                 (uint64_t)result->launches, result->launches + repeated);
    const char *const heads[] = {head};
    summary(f, result, heads, 1);
    cuda_repeats_text(repeats, result->cycles, text, sizeof text);
    fputs(text, f);
}

static bool write_table(const cuda_report_t *r, const run_result_t *result, err_t *err)
{
    if (r->words.launchable) return true; /* it has its own */
    if (!r->words.opts.table) {
        fflush(stdout);
        print_table(stderr, r->c, result);
        return true;
    }
    outfile_t *o = outfile_open(r->words.opts.table, err);
    if (!o) return false;
    print_table(outfile_stream(o), r->c, result);
    return outfile_commit(o, err);
}

static void name_files(const program_words_t *w)
{
    const run_opts_t *o = &w->opts;
    const struct {
        const char *what, *file;
    } row[] = {{"table", o->table},
               {"csv", o->csv},
               {"waves", o->waves},
               {"stats", o->stats_json},
               {"stats-csv", o->stats_csv},
               {"timeline", o->timeline},
               {"dispatch-log", o->dispatch_log}};
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].file && access(row[i].file, F_OK) == 0) fprintf(stderr, "%s: %s\n", row[i].what, row[i].file);
}

bool cuda_report_launchable(cuda_report_t *r)
{
    err_t err = {{0}};
    cuda_parts_t *p = cuda_parts(r->c);
    const bool ok = cuda_launchable_write(p->launchable, &err);
    if (err.text[0]) cuda_line(err.text);
    cuda_launchable_destroy(p->launchable);
    p->launchable = NULL;
    return ok;
}

bool cuda_report_close(cuda_report_t *r, bool ran)
{
    err_t err = {{0}};
    run_result_t *result = calloc(1, sizeof *result);
    bool ok = result && cosim_close(r->run, ran, result, &err);
    if (ok) result->program_judges = true;
    if (ok && !difference_found(&result->difference.what)) { /* with a difference there are no figures */
        ok = write_table(r, result, &err);
        name_files(&r->words);
        if (ok && result->advice[0]) cuda_note(r->c, "%s", result->advice);
        if (ok && result->idle[0]) cuda_note(r->c, "%s", result->idle);
        if (ok) cosim_note_unused(&r->words.opts, 1, NULL, stderr);
    }
    if (ok && result->failed[0]) ok = err_set(&err, NULL, 0, "check failed: %s", result->failed);
    if (err.text[0]) cuda_line(err.text);
    for (uint32_t i = 0; result && i < result->hazards.listed; i++)
        cuda_note(r->c, "hazard: %s", result->hazards.list[i].text);
    cuda_repeats_destroy(cuda_parts(r->c)->repeats);
    cuda_parts(r->c)->repeats = NULL;
    free(result);
    free(r);
    return ok;
}

void cuda_report_mark(const char *word)
{
    const char *path = getenv("CTADEL_CUDA_MARKS");
    char line[64];
    const int fd = path && *path ? open(path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (fd < 0) return;
    const int bytes = snprintf(line, sizeof line, "%s %ld\n", word, (long)getpid());
    if (write(fd, line, (size_t)bytes) != bytes) fprintf(stderr, "ctadel: %s cannot be written\n", path);
    close(fd);
}
