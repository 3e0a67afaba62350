#include "cosim_source.h"

#include "trace/trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

enum { UNKNOWN_SHOWN = 8, OPCODES_MAX = 4096 };

typedef struct { /* one kind of source; self is what open made */
    void (*close)(void *self);
    const char *(*name)(const void *self);
    uint32_t (*launches)(const void *self);
    uint32_t (*stream)(const void *self, uint32_t i);
    const kernel_launch_t *(*launch)(void *self, uint32_t i, err_t *err);
    void (*release)(void *self, const kernel_launch_t *k);
    workload_verdict_t (*check)(void *self, err_t *err);
    uint64_t (*guard_reads)(const void *self);
    void (*notes)(const void *self, char *text, size_t bytes);
} source_ops_t;

struct source {
    const source_ops_t *ops;
    void *self;
};

/* ---- a workload ---- */

static void wl_close(void *self)
{
    workload_destroy(self);
}
static const char *wl_name(const void *self)
{
    return workload_name(self);
}
static uint32_t wl_launches(const void *self)
{
    return workload_launches(self);
}
static workload_verdict_t wl_check(void *self, err_t *err)
{
    return workload_check(self, err);
}
static uint64_t wl_guard_reads(const void *self)
{
    return workload_guard_reads(self);
}

static uint32_t wl_stream(const void *self, uint32_t i)
{
    return workload_stream(self, i);
}

static void wl_release(void *self, const kernel_launch_t *k)
{
    workload_release(self, k);
}

static const kernel_launch_t *wl_launch(void *self, uint32_t i, err_t *err)
{
    return workload_launch(self, i, err);
}

static void wl_notes(const void *self, char *text, size_t bytes)
{
    (void)self;
    if (bytes) *text = '\0';
}

static const source_ops_t workload_ops = {wl_close,   wl_name,  wl_launches,    wl_stream, wl_launch,
                                          wl_release, wl_check, wl_guard_reads, wl_notes};

/* ---- a trace: no values, so nothing to check ---- */

static void tr_close(void *self)
{
    trace_destroy(self);
}
static const char *tr_name(const void *self)
{
    return trace_name(self);
}
static uint32_t tr_launches(const void *self)
{
    return trace_kernels(self);
}

static uint32_t tr_stream(const void *self, uint32_t i)
{
    return trace_stream(self, i);
}

static void tr_release(void *self, const kernel_launch_t *k)
{
    trace_release(self, k);
}

static const kernel_launch_t *tr_launch(void *self, uint32_t i, err_t *err)
{
    return trace_kernel(self, i, err);
}

static workload_verdict_t tr_check(void *self, err_t *err)
{
    (void)self;
    (void)err;
    return WORKLOAD_UNCHECKED;
}

static uint64_t tr_guard_reads(const void *self)
{
    (void)self;
    return 0;
}

static void tr_notes(const void *self, char *text, size_t bytes)
{
    trace_opcode_t *op = calloc(OPCODES_MAX, sizeof *op);
    const uint32_t all = op ? trace_opcodes(self, op, OPCODES_MAX) : 0;
    size_t used = 0;
    uint32_t unknown = 0;
    *text = '\0';
    for (uint32_t i = 0; i < all && i < OPCODES_MAX; i++) {
        if (op[i].known || ++unknown > UNKNOWN_SHOWN || used >= bytes) continue;
        used += (size_t)snprintf(text + used, bytes - used, "%s%s (%" PRIu64 " times, taken as %s)",
                                 used ? ", " : "opcodes that are not in the table: ", op[i].name,
                                 op[i].warp_insts, op[i].taken_as);
    }
    if (unknown > UNKNOWN_SHOWN && used < bytes)
        snprintf(text + used, bytes - used, " and %u more", unknown - UNKNOWN_SHOWN);
    free(op);
}

static const source_ops_t trace_source_ops = {
    tr_close,   tr_name,  tr_launches,    tr_stream, tr_launch,
    tr_release, tr_check, tr_guard_reads, tr_notes};

source_t *source_open(const run_opts_t *o, const machine_t *m, err_t *err)
{
    source_t *s = calloc(1, sizeof *s);
    if (!s) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    const uint32_t lanes = m->sm.warp_lanes;
    if (o->trace_path) {
        s->ops = &trace_source_ops;
        if (lanes != TRACE_WARP_LANES)
            err_set(err, o->trace_path, 0, "a trace has warps of %d lanes; machine '%s' has %u",
                    TRACE_WARP_LANES, m->name, lanes);
        else
            s->self = trace_open(o->trace_path, o->sass_path, err);
    } else {
        s->ops = &workload_ops;
        s->self = workload_load(o->workload_path, o->size, lanes, o->seed, err);
    }
    if (s->self) return s;
    free(s);
    return NULL;
}

void source_close(source_t *s)
{
    if (!s) return;
    s->ops->close(s->self);
    free(s);
}

const char *source_name(const source_t *s)
{
    return s->ops->name(s->self);
}
uint32_t source_launches(const source_t *s)
{
    return s->ops->launches(s->self);
}
uint64_t source_guard_reads(const source_t *s)
{
    return s->ops->guard_reads(s->self);
}
workload_verdict_t source_check(source_t *s, err_t *err)
{
    return s->ops->check(s->self, err);
}

uint32_t source_stream(const source_t *s, uint32_t i)
{
    return s->ops->stream(s->self, i);
}

const kernel_launch_t *source_launch(source_t *s, uint32_t i, err_t *err)
{
    return s->ops->launch(s->self, i, err);
}

void source_release(source_t *s, const kernel_launch_t *k)
{
    s->ops->release(s->self, k);
}

void source_notes(const source_t *s, char *text, size_t bytes)
{
    s->ops->notes(s->self, text, bytes);
}
