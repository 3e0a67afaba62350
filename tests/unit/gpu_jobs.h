/* gpu_jobs.h - lists of scripted kernels in streams, for tests. */
#ifndef CTADEL_TESTS_GPU_JOBS_H
#define CTADEL_TESTS_GPU_JOBS_H

#include "gpu_rig.h"

typedef struct { /* a launch of the list */
    const winst_t *prog;
    uint32_t stream, ctas, threads;
    const char *name;
    fake_t fake;
    kernel_launch_t k;
} job_t;
#define JOB(kernel, in_stream, grid, block, called)                                                                    \
    {                                                                                                                  \
        .prog = kernel, .stream = in_stream, .ctas = grid, .threads = block, .name = called                            \
    }

typedef struct {
    job_t *job;
    uint32_t live, live_max, ended;
} jobs_t;

static inline uint32_t job_stream(const void *self, uint32_t i) { return ((const jobs_t *)self)->job[i].stream; }

static inline const kernel_launch_t *job_begin(void *self, uint32_t i, err_t *err)
{
    (void)err;
    jobs_t *js = self;
    job_t *j = &js->job[i];
    assert_null(j->k.ops);
    j->fake = (fake_t){.prog = j->prog, .stride_bytes = 128};
    j->k = fake_launch(&j->fake, j->ctas, j->threads);
    j->k.stream = j->stream;
    j->k.name = j->name;
    if (++js->live > js->live_max) js->live_max = js->live;
    return &j->k;
}

static inline void job_end(void *self, const kernel_launch_t *k)
{
    jobs_t *js = self;
    job_t *j = (job_t *)((char *)(uintptr_t)k - offsetof(job_t, k));
    uint64_t insts = 1;
    while (j->prog[insts - 1].op != WI_EXIT) insts++;
    assert_int_equal(j->fake.executed, insts * k->warps_per_cta * j->ctas);
    js->live--;
    js->ended++;
    j->k.ops = NULL; /* not used any more */
}

/* Runs the jobs on a fresh GPU, which stays for the test to look at. */
static inline uint64_t run_jobs(rig_t *r, job_t *job, uint32_t count, bool no_skip)
{
    jobs_t js = {.job = job};
    const gpu_list_t list = {&js, count, job_stream, job_begin, job_end};
    rig_start(r, "gto", 0, no_skip);
    if (!gpu_run_list(r->gpu, &list, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    assert_int_equal(js.ended, count);
    assert_in_range(js.live_max, 1, SCHED_KERNELS_MAX);
    assert_int_equal(stats_sum(r->stats, "gpu.kernels"), count);
    return gpu_cycle(r->gpu);
}

static inline uint64_t of(const rig_t *r, uint32_t id, const char *name)
{
    char full[48];
    snprintf(full, sizeof full, "kernel%u.%s", id, name);
    return stats_sum(r->stats, full);
}

static const winst_t LONG[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2),  ALU(3, 4, 3),
                               LOAD(4, 5, 4), ALU(5, 6, 5), STORE(6, 6, 0), EXIT(7)};
static const winst_t BRIEF[] = {ALU(0, 1, 0), STORE(1, 1, 0), EXIT(2)};

#endif
