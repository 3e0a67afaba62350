/* test_gpu_streams.c - several kernels in the dispatcher: order inside a stream, overlap of streams,
 * caches and books at a kernel's end. */
#include "gpu_rig.h"

enum { JOBS_MAX = 8 };

typedef struct { /* a launch of the list */
    const winst_t *prog;
    uint32_t stream, ctas, threads;
    const char *name;
    fake_t fake;
    kernel_launch_t k;
} job_t;
#define JOB(kernel, in_stream, grid, block, called) \
    {.prog = kernel, .stream = in_stream, .ctas = grid, .threads = block, .name = called}

typedef struct {
    job_t *job;
    uint32_t live, live_max, ended;
} jobs_t;

static uint32_t job_stream(const void *self, uint32_t i)
{
    return ((const jobs_t *)self)->job[i].stream;
}

static const kernel_launch_t *job_begin(void *self, uint32_t i, err_t *err)
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

static void job_end(void *self, const kernel_launch_t *k)
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
static uint64_t run_jobs(rig_t *r, job_t *job, uint32_t count, bool no_skip)
{
    jobs_t js = {.job = job};
    const gpu_list_t list = {&js, count, job_stream, job_begin, job_end};
    rig_start(r, "arb_gto", 0, no_skip);
    if (!gpu_run_list(r->gpu, &list, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    assert_int_equal(js.ended, count);
    assert_in_range(js.live_max, 1, SCHED_KERNELS);
    assert_int_equal(stats_sum(r->stats, "gpu.kernels"), count);
    return gpu_cycle(r->gpu);
}

static uint64_t of(const rig_t *r, uint32_t id, const char *name)
{
    char full[48];
    snprintf(full, sizeof full, "kernel%u.%s", id, name);
    return stats_sum(r->stats, full);
}

static const winst_t LONG[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2), ALU(3, 4, 3),
                               LOAD(4, 5, 4), ALU(5, 6, 5), STORE(6, 6, 0), EXIT(7)};
static const winst_t BRIEF[] = {ALU(0, 1, 0), STORE(1, 1, 0), EXIT(2)};

/* The later kernel's CTAs leave when the earlier one has none left, and do not wait for its end. */
static void streams_overlap(void **state)
{
    (void)state;
    enum { A = 100, B = 90 };
    rig_t r;
    rig_machine(&r);
    job_t both[] = {JOB(LONG, 0, A, 256, "a"), JOB(LONG, 1, B, 256, "b")};
    const uint64_t alone = run_jobs(&r, both, 1, false);
    rig_stop(&r);
    job_t second[] = {JOB(LONG, 0, B, 256, "b")};
    const uint64_t other = run_jobs(&r, second, 1, false);
    rig_stop(&r);
    const uint64_t together = run_jobs(&r, both, 2, false);
    assert_true(together < alone + other);
    assert_int_equal(r.count, A + B);
    for (uint32_t i = 0; i < A + B; i++) assert_int_equal(r.kernel_of[i], i >= A);
    assert_int_equal(of(&r, 1, "launch_cycle"), 0);
    assert_true(of(&r, 1, "first_cycle") < of(&r, 0, "last_cycle"));
    assert_int_equal(of(&r, 1, "ctas_begun"), B);
    assert_int_equal(of(&r, 1, "stream"), 1);
    assert_int_equal(of(&r, 1, "kid"), 1);
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), 2);
    rig_stop(&r);
}

/* One stream is one kernel after the other: cycle for cycle what gpu_run_kernel in a row gives. */
static void a_stream_is_in_order(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.sm.l1d.write = WRITE_BACK; /* ends take cycles */
    uint64_t class[2][4];
    job_t jobs[] = {JOB(LONG, 3, 100, 256, "k"), JOB(BRIEF, 3, 500, 128, "k"),
                    JOB(LONG, 3, 20, 64, "k")};
    const uint64_t cycles = run_jobs(&r, jobs, 3, false);
    for (uint32_t i = 1; i < 3; i++) {
        assert_int_equal(of(&r, i, "launch_cycle"), of(&r, i - 1, "end_cycle"));
        assert_true(of(&r, i, "first_cycle") > of(&r, i - 1, "last_cycle"));
        assert_int_equal(of(&r, i, "kid"), 0);
    }
    assert_int_equal(of(&r, 2, "end_cycle"), cycles);
    assert_true(of(&r, 2, "end_cycle") > of(&r, 2, "last_cycle") + 1); /* dirty lines */
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), 1);
    classes(&r, class[0]);
    rig_stop(&r);
    rig_start(&r, "arb_gto", 0, false);
    for (uint32_t i = 0; i < 3; i++) {
        fake_t fake = {.prog = jobs[i].prog, .stride_bytes = 128};
        const kernel_launch_t k = fake_launch(&fake, jobs[i].ctas, jobs[i].threads);
        assert_true(gpu_run_kernel(r.gpu, &k, &r.err));
    }
    assert_int_equal(gpu_cycle(r.gpu), cycles);
    classes(&r, class[1]);
    for (uint32_t c = 0; c < 4; c++) assert_int_equal(class[0][c], class[1][c]);
    rig_stop(&r);
}

/* Streams do not wait for each other, whatever the order of the list. */
static void streams_do_not_block_each_other(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    job_t jobs[] = {JOB(LONG, 0, 168, 256, "k"), JOB(LONG, 0, 168, 256, "k"),
                    JOB(LONG, 0, 168, 256, "k"), JOB(BRIEF, 1, 2, 32, "k"),
                    JOB(BRIEF, 2, 2, 32, "k"),   JOB(BRIEF, 1, 2, 32, "k")};
    run_jobs(&r, jobs, 6, false);
    assert_int_equal(of(&r, 3, "launch_cycle"), 0);
    assert_int_equal(of(&r, 4, "launch_cycle"), 0);
    for (uint32_t i = 1; i < 3; i++)
        assert_int_equal(of(&r, i, "launch_cycle"), of(&r, i - 1, "end_cycle"));
    assert_int_equal(of(&r, 5, "launch_cycle"), of(&r, 3, "end_cycle"));
    rig_stop(&r);
}

static void more_streams_than_entries(void **state)
{
    (void)state;
    enum { N = 7 };
    rig_t r;
    rig_machine(&r);
    job_t jobs[N];
    for (uint32_t i = 0; i < N; i++)
        jobs[i] = (job_t)JOB(LONG, N - i, 40 + 10 * i, 128, "k");
    run_jobs(&r, jobs, N, false);
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), SCHED_KERNELS);
    uint64_t first_end = UINT64_MAX;
    for (uint32_t i = 0; i < N; i++) {
        const uint64_t launched = of(&r, i, "launch_cycle");
        assert_true(i < SCHED_KERNELS ? launched == 0 : launched > 0);
        if (i < SCHED_KERNELS && of(&r, i, "end_cycle") < first_end)
            first_end = of(&r, i, "end_cycle");
        assert_int_equal(of(&r, i, "ctas_done"), 40 + 10 * i);
    }
    assert_int_equal(of(&r, SCHED_KERNELS, "launch_cycle"), first_end);
    rig_stop(&r);
}

/* Also with caches that hold dirty lines at a kernel's end while others run. */
static void skipping_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t back = 0; back < 2; back++) {
        uint64_t cycles[2], class[2][4], l1[2], ends[2][4];
        for (uint32_t k = 0; k < 2; k++) {
            rig_t r;
            rig_machine(&r);
            if (back) r.m.sm.l1d.write = WRITE_BACK;
            job_t jobs[] = {JOB(LONG, 0, 60, 192, "k"), JOB(BRIEF, 1, 30, 64, "k"),
                            JOB(LONG, 2, 10, 64, "k"), JOB(BRIEF, 0, 60, 192, "k")};
            cycles[k] = run_jobs(&r, jobs, 4, k);
            classes(&r, class[k]);
            l1[k] = stats_sum(r.stats, "sm*.l1d.misses");
            for (uint32_t i = 0; i < 4; i++) ends[k][i] = of(&r, i, "end_cycle");
            assert_true(k == 1 || gpu_skipped(r.gpu) > 0);
            rig_stop(&r);
        }
        assert_int_equal(cycles[0], cycles[1]);
        assert_int_equal(l1[0], l1[1]);
        for (uint32_t i = 0; i < 4; i++) {
            assert_int_equal(class[0][i], class[1][i]);
            assert_int_equal(ends[0][i], ends[1][i]);
        }
    }
}

/* When a kernel has ended, what it wrote is in the L2, also from SMs that another one keeps. */
static void an_end_writes_dirty_lines(void **state)
{
    (void)state;
    enum { CTAS = 28, WARPS = 2 };
    rig_t r;
    rig_machine(&r);
    r.m.sm.l1d.write = WRITE_BACK;
    rig_start(&r, "arb_gto", 0, false);
    static const winst_t STORES[] = {STORE(0, 1, 0), EXIT(1)};
    static const winst_t LOADS[] = {LOAD(0, 1, 0), LOAD(1, 2, 1), LOAD(2, 3, 2), LOAD(3, 4, 3),
                                    LOAD(4, 5, 4), LOAD(5, 6, 5), LOAD(6, 7, 6), LOAD(7, 8, 7),
                                    BAR(8), LOAD(9, 9, 8), LOAD(10, 10, 9), LOAD(11, 11, 10),
                                    LOAD(12, 12, 11), LOAD(13, 13, 12), EXIT(14)};
    fake_t writer = {.prog = STORES, .stride_bytes = 128};
    fake_t reader = {.prog = LOADS, .stride_bytes = 4096};
    const kernel_launch_t w = fake_launch(&writer, CTAS, 32 * WARPS);
    const kernel_launch_t l = fake_launch(&reader, CTAS, 1024);
    assert_true(gpu_launch(r.gpu, &l, 5, &r.err) && gpu_launch(r.gpu, &w, 9, &r.err));
    const gpu_kernel_t *first = gpu_wait(r.gpu, &r.err);
    assert_non_null(first);
    assert_int_equal(first->id, 9);
    assert_ptr_equal(first->launch, &w);
    assert_true(first->end_cycle > first->last_cycle + 1);
    assert_true(of(&r, 5, "ctas_done") < CTAS);
    assert_int_equal(stats_sum(r.stats, "sm*.l1d.writebacks"), CTAS * WARPS);
    assert_int_equal(stats_sum(r.stats, "mem.writes"), CTAS * WARPS);
    const gpu_kernel_t *second = gpu_wait(r.gpu, &r.err);
    assert_non_null(second);
    assert_int_equal(second->id, 5);
    assert_true(stats_check_laws(r.stats, &r.err));
    rig_stop(&r);
}

/* The SM that a kernel's end found busy is flushed when its last CTA leaves, though that CTA's kernel
 * goes on elsewhere. */
static void a_busy_sm_is_flushed_later(void **state)
{
    (void)state;
    enum { LINES = 16, THREADS = 512 };
    rig_t r;
    rig_machine(&r);
    r.m.sms = 2;
    r.m.sm.l1d.write = WRITE_BACK;
    rig_start(&r, "arb_gto", 0, false);
    winst_t prog[64] = {STORE(0, 1, 0)};
    for (uint32_t i = 1; i < 62; i++) {
        prog[i] = (winst_t)ALU(i, 1, 1);
        prog[i].unit = UNIT_SFU; /* two CTAs take longer than one */
        prog[i].lat = LAT_SFU;
    }
    prog[62] = (winst_t)STORE(62, 1, 0);
    prog[63] = (winst_t)EXIT(63);
    fake_t many = {.prog = prog, .stride_bytes = 128}, one = {.prog = BRIEF, .stride_bytes = 128};
    const kernel_launch_t a = fake_launch(&many, 3, THREADS), b = fake_launch(&one, 1, 32);
    assert_true(gpu_launch(r.gpu, &a, 0, &r.err) && gpu_launch(r.gpu, &b, 1, &r.err));
    assert_int_equal(gpu_wait(r.gpu, &r.err)->id, 1); /* SM 0 and 1 both run a */
    assert_int_equal(of(&r, 0, "ctas_done"), 0);
    const uint64_t before = stats_sum(r.stats, "sm1.l1d.writebacks");
    while (!of(&r, 0, "ctas_done")) assert_true(gpu_step(r.gpu, &r.err));
    assert_int_equal(stats_sum(r.stats, "sm1.ctas_ended"), 2); /* b's, and the only one of a */
    while (stats_sum(r.stats, "sm1.l1d.writebacks") < before + LINES) {
        assert_true(gpu_step(r.gpu, &r.err));
        assert_int_equal(of(&r, 0, "ctas_done"), 1); /* SM 0 shares its pipes among two */
    }
    assert_non_null(gpu_wait(r.gpu, &r.err));
    assert_true(stats_check_laws(r.stats, &r.err));
    rig_stop(&r);
}

/* An SM that runs on keeps its lines; one that is empty drops them. */
static void lines_stay_while_an_sm_runs(void **state)
{
    (void)state;
    static const winst_t ONCE[] = {LOAD(0, 1, 0), EXIT(1)};
    static const winst_t AGAIN[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2), EXIT(3)};
    uint64_t misses[2];
    for (uint32_t overlap = 0; overlap < 2; overlap++) {
        rig_t r;
        rig_machine(&r);
        r.m.sms = 1;
        /* a reads a line, then b and c of other streams; without overlap each starts cold */
        job_t jobs[] = {JOB(AGAIN, 0, 1, 32, "k"), JOB(ONCE, overlap, 1, 32, "k"),
                        JOB(ONCE, 0, 1, 32, "k")};
        run_jobs(&r, jobs, 3, false);
        misses[overlap] = stats_sum(r.stats, "sm0.l1d.misses");
        rig_stop(&r);
    }
    assert_int_equal(misses[0], 3);
    assert_int_equal(misses[1], 2); /* b joined a; c came when the SM had been empty */
}

/* Code of two kernels at once lies apart unless it is the same kernel. */
static void code_is_shared_by_name(void **state)
{
    (void)state;
    uint64_t misses[2];
    for (uint32_t same = 0; same < 2; same++) {
        rig_t r;
        rig_machine(&r);
        r.m.sms = 1;
        job_t jobs[] = {JOB(LONG, 0, 1, 32, "a"), JOB(LONG, 1, 1, 32, same ? "a" : "b")};
        run_jobs(&r, jobs, 2, false);
        misses[same] = stats_sum(r.stats, "sm0.l1i.misses");
        rig_stop(&r);
    }
    assert_int_equal(misses[0], 2 * misses[1]);
}

static void the_limit_names_all_that_run(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.max_cycles = 400;
    rig_start(&r, "arb_gto", 0, false);
    fake_t a = {.prog = LONG, .stride_bytes = 128}, b = {.prog = LONG, .stride_bytes = 128};
    kernel_launch_t ka = fake_launch(&a, 500, 256), kb = fake_launch(&b, 50, 256);
    ka.name = "first", kb.name = "second", kb.stream = 6;
    assert_true(gpu_launch(r.gpu, &ka, 0, &r.err) && gpu_launch(r.gpu, &kb, 1, &r.err));
    assert_null(gpu_wait(r.gpu, &r.err));
    assert_non_null(strstr(r.err.text, "kernels 'first' (stream 0, "));
    assert_non_null(strstr(r.err.text, "'second' (stream 6, 0 of 50 CTAs done) passed the limit"));
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(streams_overlap),
        cmocka_unit_test(a_stream_is_in_order),
        cmocka_unit_test(streams_do_not_block_each_other),
        cmocka_unit_test(more_streams_than_entries),
        cmocka_unit_test(skipping_changes_nothing),
        cmocka_unit_test(an_end_writes_dirty_lines),
        cmocka_unit_test(a_busy_sm_is_flushed_later),
        cmocka_unit_test(lines_stay_while_an_sm_runs),
        cmocka_unit_test(code_is_shared_by_name),
        cmocka_unit_test(the_limit_names_all_that_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
