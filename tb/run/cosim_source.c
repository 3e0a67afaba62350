/* cosim_source.c - dispatches calls to the kind of source, and implements the source of a trace. cosim_workloads.c
 * implements that of workloads, cosim_sequence.c that of sequences. */
#include "run/cosim_source_ops.h"
#include "run/options.h"

#include "trace/trace.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NOTED_OPCODES = 8 };

struct source {
    const source_ops_t *ops;
    void *self;
};

/* ---- a trace, which has no values to check ---- */

static void tr_close(void *self) { trace_destroy(self); }
static const char *tr_name(const void *self) { return trace_name(self); }
static uint32_t tr_launches(const void *self) { return trace_kernels(self); }

static uint32_t tr_stream(const void *self, uint32_t i) { return trace_stream(self, i); }

static void tr_release(void *self, const kernel_launch_t *k) { trace_release(self, k); }

static const kernel_launch_t *tr_launch(void *self, uint32_t i, err_t *err) { return trace_kernel(self, i, err); }

static workload_verdict_t tr_check(void *self, err_t *err)
{
    (void)self;
    (void)err;
    return WORKLOAD_UNCHECKED;
}

static bool tr_loops(const void *self)
{
    (void)self;
    return false;
}

static uint64_t tr_guard_reads(const void *self)
{
    (void)self;
    return 0;
}

typedef struct { /* a note that lists opcodes */
    const char *begins;
    bool (*takes)(const trace_opcode_t *op);
    bool says_row; /* which row of the table models each */
} opcode_note_t;

static bool is_unknown(const trace_opcode_t *op) { return !op->known; }
static bool is_unmodelled(const trace_opcode_t *op) { return op->known && op->unmodelled; }

static const opcode_note_t opcode_notes[] = {
    {"opcodes that are not in the table", is_unknown, true},
    {"opcodes issued as no-ops, since the model lacks their function", is_unmodelled, false},
};

__attribute__((format(printf, 3, 4))) static void append(char *text, size_t bytes, const char *format, ...)
{
    va_list ap;
    const size_t used = strlen(text);
    va_start(ap, format);
    vsnprintf(text + used, bytes - used, format, ap);
    va_end(ap);
}

static void note_opcodes(const opcode_note_t *note, const trace_opcode_t *op, uint32_t ops, char *text, size_t bytes)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < ops; i++) {
        if (!note->takes(&op[i]) || !op[i].warp_insts || ++found > NOTED_OPCODES) continue;
        if (found > 1) append(text, bytes, ", ");
        else append(text, bytes, "%s%s: ", text[0] ? "; " : "", note->begins);
        append(text, bytes, "%s (%" PRIu64 " times", op[i].name, op[i].warp_insts);
        if (note->says_row) append(text, bytes, ", taken as %s", op[i].taken_as);
        append(text, bytes, ")");
    }
    if (found > NOTED_OPCODES) append(text, bytes, " and %u more", found - NOTED_OPCODES);
}

static void tr_notes(const void *self, const machine_t *m, char *text, size_t bytes)
{
    (void)m;
    const uint32_t all = trace_opcodes(self, NULL, 0);
    trace_opcode_t *op = calloc(all + 1, sizeof *op);
    const uint32_t ops = op ? trace_opcodes(self, op, all) : 0;
    trace_notes(self, text, bytes);
    for (size_t i = 0; i < sizeof opcode_notes / sizeof opcode_notes[0]; i++)
        note_opcodes(&opcode_notes[i], op, ops, text, bytes);
    free(op);
}

/* The whole trace is one workload. */
static uint32_t tr_workloads(const void *self)
{
    (void)self;
    return 1;
}

static uint32_t tr_workload_of(const void *self, uint32_t i)
{
    (void)self;
    (void)i;
    return 0;
}

static const char *tr_workload_name(const void *self, uint32_t w)
{
    (void)w;
    return trace_name(self);
}

static workload_verdict_t tr_verdict(const void *self, uint32_t w)
{
    (void)self;
    (void)w;
    return WORKLOAD_UNCHECKED;
}

static const source_ops_t trace_source_ops = {.close = tr_close,
                                              .name = tr_name,
                                              .launches = tr_launches,
                                              .stream = tr_stream,
                                              .launch = tr_launch,
                                              .release = tr_release,
                                              .check = tr_check,
                                              .guard_reads = tr_guard_reads,
                                              .notes = tr_notes,
                                              .workloads = tr_workloads,
                                              .workload_of = tr_workload_of,
                                              .workload_name = tr_workload_name,
                                              .verdict = tr_verdict,
                                              .loops = tr_loops};

source_t *source_open(const run_opts_t *o, const machine_t *m, err_t *err)
{
    source_t *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    const uint32_t lanes = m->sm.warp_lanes;
    if (o->trace_path) {
        char folder[RUN_PATH_BYTES];
        const trace_cache_t cache = {folder, o->threads};
        const bool cached = !o->no_cache && run_data_cache(folder);
        const trace_opts_t opts = {cached ? &cache : NULL, o->strict, m->newest_binary};
        s->ops = &trace_source_ops;
        if (lanes != TRACE_WARP_LANES)
            err_set(err, o->trace_path, 0, "machine '%s' has warps of %u lanes; a trace needs %d", m->name, lanes,
                    TRACE_WARP_LANES);
        else s->self = trace_open(o->trace_path, o->sass_path, &opts, err);
    } else if (o->sequence_path) {
        s->ops = &sequence_source_ops;
        s->self = sequence_source_open(o, m, err);
    } else {
        s->ops = &workloads_source_ops;
        s->self = workloads_open(o, m, err);
    }
    if (s->self) return s;
    free(s);
    return NULL;
}

source_t *source_of(const source_ops_t *ops, void *self)
{
    source_t *s = malloc(sizeof *s);
    if (s) *s = (source_t){ops, self};
    return s;
}

void source_close(source_t *s)
{
    if (!s) return;
    s->ops->close(s->self);
    free(s);
}

const char *source_name(const source_t *s) { return s->ops->name(s->self); }
uint32_t source_launches(const source_t *s) { return s->ops->launches(s->self); }
uint64_t source_guard_reads(const source_t *s) { return s->ops->guard_reads(s->self); }
workload_verdict_t source_check(source_t *s, err_t *err) { return s->ops->check(s->self, err); }

bool source_loops(const source_t *s) { return s->ops->loops(s->self); }

uint32_t source_stream(const source_t *s, uint32_t i) { return s->ops->stream(s->self, i); }

const kernel_launch_t *source_launch(source_t *s, uint32_t i, err_t *err) { return s->ops->launch(s->self, i, err); }

void source_release(source_t *s, const kernel_launch_t *k) { s->ops->release(s->self, k); }

void source_notes(const source_t *s, const machine_t *m, char *text, size_t bytes)
{
    s->ops->notes(s->self, m, text, bytes);
}

bool source_registers(const source_t *s, const char *path, err_t *err) { return s->ops->registers(s->self, path, err); }

uint32_t source_workloads(const source_t *s) { return s->ops->workloads(s->self); }

uint32_t source_workload_of(const source_t *s, uint32_t i) { return s->ops->workload_of(s->self, i); }

const char *source_workload_name(const source_t *s, uint32_t w) { return s->ops->workload_name(s->self, w); }

const char *source_workload_size(const source_t *s, uint32_t w)
{
    return s->ops->workload_size ? s->ops->workload_size(s->self, w) : NULL;
}

workload_verdict_t source_verdict(const source_t *s, uint32_t w) { return s->ops->verdict(s->self, w); }
