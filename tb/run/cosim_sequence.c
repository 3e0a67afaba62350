/* cosim_sequence.c - the source of hand-written sequences of instructions. Their values are computed, but there is no
 * reference to compare them with. */
#include "run/cosim_source_ops.h"

#include "sequence/sequence.h"

#include <stdio.h>

static void sq_close(void *self) { sequence_close(self); }
static const char *sq_name(const void *self) { return sequence_name(self); }
static uint32_t sq_launches(const void *self) { return sequence_kernels(self); }

/* All kernels are in one stream: they run one after another. */
static uint32_t sq_stream(const void *self, uint32_t i)
{
    (void)self, (void)i;
    return 0;
}

static const kernel_launch_t *sq_launch(void *self, uint32_t i, err_t *err)
{
    (void)err;
    return sequence_kernel(self, i);
}

static void sq_release(void *self, const kernel_launch_t *k) { (void)self, (void)k; }

static workload_verdict_t sq_check(void *self, err_t *err)
{
    (void)self, (void)err;
    return WORKLOAD_UNCHECKED;
}

static bool sq_loops(const void *self)
{
    (void)self;
    return false;
}

static uint64_t sq_guard_reads(const void *self)
{
    (void)self;
    return 0;
}

static void sq_notes(const void *self, const machine_t *m, char *text, size_t bytes)
{
    (void)self;
    *text = '\0';
    if (m->sm.issue_by != ISSUE_BY_CONTROL_BITS)
        snprintf(text, bytes,
                 "control bits are checked when the file is read; issue on this machine ignores them, as its "
                 "scoreboard decides when an instruction may issue");
}

/* The whole file is one workload. */
static uint32_t sq_workloads(const void *self)
{
    (void)self;
    return 1;
}

static uint32_t sq_workload_of(const void *self, uint32_t i)
{
    (void)self, (void)i;
    return 0;
}

static const char *sq_workload_name(const void *self, uint32_t w)
{
    (void)w;
    return sequence_name(self);
}

static workload_verdict_t sq_verdict(const void *self, uint32_t w)
{
    (void)self, (void)w;
    return WORKLOAD_UNCHECKED;
}

static bool sq_registers(const void *self, const char *path, err_t *err)
{
    return sequence_write_registers(self, path, err);
}

const source_ops_t sequence_source_ops = {.close = sq_close,
                                          .name = sq_name,
                                          .launches = sq_launches,
                                          .stream = sq_stream,
                                          .launch = sq_launch,
                                          .release = sq_release,
                                          .check = sq_check,
                                          .loops = sq_loops,
                                          .guard_reads = sq_guard_reads,
                                          .notes = sq_notes,
                                          .workloads = sq_workloads,
                                          .workload_of = sq_workload_of,
                                          .workload_name = sq_workload_name,
                                          .verdict = sq_verdict,
                                          .registers = sq_registers};

void *sequence_source_open(const run_opts_t *o, const machine_t *m, err_t *err)
{
    if (m->sm.warp_lanes != SEQUENCE_WARP_LANES) {
        err_set(err, o->sequence_path, 0, "machine '%s' has warps of %u lanes; a sequence needs %d", m->name,
                m->sm.warp_lanes, SEQUENCE_WARP_LANES);
        return NULL;
    }
    sequence_t *s = sequence_open(o->sequence_path, err);
    if (!s || !o->registers || sequence_keep(s, err)) return s;
    sequence_close(s);
    return NULL;
}
