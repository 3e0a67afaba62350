/* cosim_workloads.c - source of launches: one workload, or a mix of several. */
#include "run/cosim_source_ops.h"
#include "run/partition.h"
#include "gpu/gpu.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STREAMS = 16, KERNEL_NAME_BYTES = 256 };
_Static_assert(COSIM_MIX *STREAMS <= GPU_STREAMS, "every stream of a mix has a number");

typedef struct live { /* a launch as the GPU sees it */
    kernel_launch_t launch;
    char name[KERNEL_NAME_BYTES];
    const kernel_launch_t *own; /* the launch that the workload created */
    uint32_t workload;
    struct live *next;
} live_t;

typedef struct {
    workload_t *workload;
    char name[COSIM_NAME_BYTES];
    uint32_t launch0, stream0; /* its first launch and stream in the mix */
    uint32_t priority;
    sm_mask_t sms; /* its partition; empty: all */
    bool borrows;
    workload_verdict_t verdict;
} part_t;

typedef struct {
    part_t part[COSIM_MIX];
    uint32_t count, launches;
    char name[COSIM_MIX * COSIM_NAME_BYTES];
    live_t *live;
} workloads_t;

static void w_close(void *self)
{
    workloads_t *w = self;
    while (w->live) {
        live_t *next = w->live->next;
        free(w->live);
        w->live = next;
    }
    for (uint32_t p = 0; p < w->count; p++) workload_destroy(w->part[p].workload);
    free(w);
}

static const char *w_name(const void *self) { return ((const workloads_t *)self)->name; }
static uint32_t w_launches(const void *self) { return ((const workloads_t *)self)->launches; }
static uint32_t w_workloads(const void *self) { return ((const workloads_t *)self)->count; }

static uint32_t w_workload_of(const void *self, uint32_t i)
{
    const workloads_t *w = self;
    uint32_t p = w->count - 1;
    while (w->part[p].launch0 > i) p--;
    return p;
}

static const char *w_workload_name(const void *self, uint32_t p) { return ((const workloads_t *)self)->part[p].name; }

static const char *w_workload_size(const void *self, uint32_t p)
{
    return workload_size(((const workloads_t *)self)->part[p].workload);
}

static workload_verdict_t w_verdict(const void *self, uint32_t p)
{
    return ((const workloads_t *)self)->part[p].verdict;
}

static uint32_t w_stream(const void *self, uint32_t i)
{
    const part_t *p = &((const workloads_t *)self)->part[w_workload_of(self, i)];
    return p->stream0 + workload_stream(p->workload, i - p->launch0);
}

static const kernel_launch_t *w_launch(void *self, uint32_t i, err_t *err)
{
    workloads_t *w = self;
    const uint32_t p = w_workload_of(self, i);
    const part_t *part = &w->part[p];
    live_t *l = calloc(1, sizeof *l);
    if (!l) {
        err_set(err, NULL, 0, "out of memory");
        return NULL;
    }
    l->own = workload_launch(part->workload, i - part->launch0, err);
    if (!l->own) {
        free(l);
        return NULL;
    }
    l->workload = p;
    l->launch = *l->own;
    l->launch.stream = w_stream(self, i);
    l->launch.priority = part->priority;
    l->launch.sms = part->sms;
    l->launch.borrows = part->borrows;
    snprintf(l->name, sizeof l->name, "%s%s%s", w->count > 1 ? part->name : "", w->count > 1 ? ":" : "", l->own->name);
    l->launch.name = l->name;
    l->next = w->live;
    w->live = l;
    return &l->launch;
}

static void w_release(void *self, const kernel_launch_t *k)
{
    workloads_t *w = self;
    live_t **at = &w->live;
    while (&(*at)->launch != k) at = &(*at)->next;
    live_t *l = *at;
    *at = l->next;
    workload_release(w->part[l->workload].workload, l->own);
    free(l);
}

/* Checks all workloads; reports the first failure. */
static workload_verdict_t w_check(void *self, err_t *err)
{
    workloads_t *w = self;
    workload_verdict_t all = WORKLOAD_PASS;
    for (uint32_t p = 0; p < w->count; p++) {
        err_t own = {{0}};
        part_t *part = &w->part[p];
        part->verdict = workload_check(part->workload, &own);
        if (part->verdict == WORKLOAD_PASS || all == WORKLOAD_FAIL) continue;
        all = part->verdict;
        if (all == WORKLOAD_FAIL) *err = own;
    }
    return all;
}

static bool w_loops(const void *self)
{
    return workload_loops(((const workloads_t *)self)->part[0].workload); /* in a mix none has */
}

static uint64_t w_guard_reads(const void *self)
{
    const workloads_t *w = self;
    uint64_t reads = 0;
    for (uint32_t p = 0; p < w->count; p++) reads += workload_guard_reads(w->part[p].workload);
    return reads;
}

static void w_notes(const void *self, const machine_t *m, char *text, size_t bytes)
{
    (void)self, (void)m;
    if (bytes) *text = '\0';
}

const source_ops_t workloads_source_ops = {.close = w_close,
                                           .name = w_name,
                                           .launches = w_launches,
                                           .stream = w_stream,
                                           .launch = w_launch,
                                           .release = w_release,
                                           .check = w_check,
                                           .guard_reads = w_guard_reads,
                                           .notes = w_notes,
                                           .workloads = w_workloads,
                                           .workload_of = w_workload_of,
                                           .workload_name = w_workload_name,
                                           .workload_size = w_workload_size,
                                           .verdict = w_verdict,
                                           .loops = w_loops};

/* Names the workload "bp", its second occurrence "bp.2". */
static void name_part(workloads_t *w, uint32_t p)
{
    const char *name = workload_name(w->part[p].workload);
    uint32_t before = 0;
    for (uint32_t q = 0; q < p; q++) before += !strcmp(workload_name(w->part[q].workload), name);
    if (before) snprintf(w->part[p].name, COSIM_NAME_BYTES, "%.*s.%u", COSIM_NAME_BYTES - 8, name, before + 1);
    else snprintf(w->part[p].name, COSIM_NAME_BYTES, "%s", name);
    const size_t used = strlen(w->name);
    snprintf(w->name + used, sizeof w->name - used, "%s%s", p ? "+" : "", name);
}

/* A workload with parallel loops must run alone, on a machine with a task unit. */
static bool place_loops(const run_opts_t *o, workload_t *w, const machine_t *m, err_t *err)
{
    if (cosim_workloads(o) > 1 && workload_loops(w))
        return err_set(err, NULL, 0, "'%s' has parallel loops, and the task unit serves one workload; run it alone",
                       workload_name(w));
    return workload_contexts(w, m->name, m->sms, m->sm.task_queue ? m->sm.threads : 0, err);
}

void *workloads_open(const run_opts_t *o, const machine_t *m, err_t *err)
{
    workloads_t *w = calloc(1, sizeof *w);
    uint32_t streams = 0;
    if (!w) err_set(err, NULL, 0, "out of memory");
    for (uint32_t p = 0; w && p < cosim_workloads(o); p++) {
        part_t *part = &w->part[p];
        const workload_t *before = p ? w->part[p - 1].workload : NULL;
        part->workload =
            workload_load_behind(before, o->workload_path[p], cosim_size(o, p), &m->sm, o->seed, o->gap_bytes, err);
        if (part->workload) w->count++; /* so that w_close destroys it after an error */
        if (!part->workload || !place_loops(o, part->workload, m, err)) {
            w_close(w);
            return NULL;
        }
        part->launch0 = w->launches;
        part->stream0 = streams;
        part->priority = o->priority[p];
        part->sms = partition_of(o, p);
        part->borrows = o->lend;
        w->launches += workload_launches(part->workload);
        for (uint32_t i = part->launch0; i < w->launches; i++)
            if (w_stream(w, i) >= streams) streams = w_stream(w, i) + 1;
        name_part(w, p);
    }
    return w;
}
