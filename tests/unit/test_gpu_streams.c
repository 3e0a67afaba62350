/* test_gpu_streams.c - several kernels in the dispatcher: order inside a stream, overlap of streams. */
#include "gpu_jobs.h"

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
    job_t jobs[] = {JOB(LONG, 3, 100, 256, "k"), JOB(BRIEF, 3, 500, 128, "k"), JOB(LONG, 3, 20, 64, "k")};
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
    rig_start(&r, "gto", 0, false);
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
    job_t jobs[] = {JOB(LONG, 0, 168, 256, "k"), JOB(LONG, 0, 168, 256, "k"), JOB(LONG, 0, 168, 256, "k"),
                    JOB(BRIEF, 1, 2, 32, "k"),   JOB(BRIEF, 2, 2, 32, "k"),   JOB(BRIEF, 1, 2, 32, "k")};
    run_jobs(&r, jobs, 6, false);
    assert_int_equal(of(&r, 3, "launch_cycle"), 0);
    assert_int_equal(of(&r, 4, "launch_cycle"), 0);
    for (uint32_t i = 1; i < 3; i++) assert_int_equal(of(&r, i, "launch_cycle"), of(&r, i - 1, "end_cycle"));
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
    for (uint32_t i = 0; i < N; i++) jobs[i] = (job_t)JOB(LONG, N - i, 40 + 10 * i, 128, "k");
    run_jobs(&r, jobs, N, false);
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), SCHED_KERNELS_SMALL);
    uint64_t first_end = UINT64_MAX;
    for (uint32_t i = 0; i < N; i++) {
        const uint64_t launched = of(&r, i, "launch_cycle");
        assert_true(i < SCHED_KERNELS_SMALL ? launched == 0 : launched > 0);
        if (i < SCHED_KERNELS_SMALL && of(&r, i, "end_cycle") < first_end) first_end = of(&r, i, "end_cycle");
        assert_int_equal(of(&r, i, "ctas_done"), 40 + 10 * i);
    }
    assert_int_equal(of(&r, SCHED_KERNELS_SMALL, "launch_cycle"), first_end);
    rig_stop(&r);
}

static uint64_t code_misses(const char *second, code_places_t places, uint64_t *cycles)
{
    rig_t r;
    rig_machine(&r);
    r.m.sm.code_places = places;
    job_t jobs[] = {JOB(LONG, 0, 84, 64, "a"), JOB(LONG, 1, 84, 64, second)};
    *cycles = run_jobs(&r, jobs, 2, false);
    const uint64_t misses = stats_sum(r.stats, "sm*.l1i.misses");
    rig_stop(&r);
    return misses;
}

/* Overlaid, kernels of two names fetch as kernels of one name do. */
static void code_lies_apart_or_overlaid(void **state)
{
    (void)state;
    uint64_t one, apart, overlaid;
    const uint64_t misses = code_misses("a", CODE_APART, &one);
    assert_true(misses > 0);
    assert_int_equal(code_misses("b", CODE_APART, &apart), 2 * misses);
    assert_int_equal(code_misses("b", CODE_OVERLAID, &overlaid), misses);
    assert_int_equal(overlaid, one);
    assert_true(apart > one);
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
            job_t jobs[] = {JOB(LONG, 0, 60, 192, "k"), JOB(BRIEF, 1, 30, 64, "k"), JOB(LONG, 2, 10, 64, "k"),
                            JOB(BRIEF, 0, 60, 192, "k")};
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

/* Two kernels on an SM fetch from the same bank; an SM in which a fetch waits for its bank stays awake. */
static void skipping_changes_no_fetch(void **state)
{
    (void)state;
    static const char *const SAME[] = {
        "sm*.fetches", "sm*.fetch_bank_conflicts", "sm*.l1i.merges", "sm*.idle", "sm*.mem_stall", "sm*.core_stall"};
    for (uint32_t policy = FETCH_NULL_1; policy <= FETCH_BOTH_2; policy++) {
        uint64_t cycles[2], sum[2][6];
        for (uint32_t k = 0; k < 2; k++) {
            rig_t r;
            rig_machine(&r);
            r.m.sm.fetch_policy = policy;
            job_t jobs[] = {JOB(LONG, 0, 60, 192, "a"), JOB(LONG, 1, 60, 192, "b"), JOB(BRIEF, 2, 60, 192, "c")};
            cycles[k] = run_jobs(&r, jobs, 3, k);
            for (uint32_t i = 0; i < 6; i++) sum[k][i] = stats_sum(r.stats, SAME[i]);
            assert_true(k == 1 || gpu_skipped(r.gpu) > 0);
            assert_int_equal(sum[k][1] > 0, policy != FETCH_NULL_1);
            rig_stop(&r);
        }
        assert_int_equal(cycles[0], cycles[1]);
        for (uint32_t i = 0; i < 6; i++) assert_int_equal(sum[0][i], sum[1][i]);
    }
}

static void the_limit_names_all_that_run(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.max_cycles = 400;
    rig_start(&r, "gto", 0, false);
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
        cmocka_unit_test(code_lies_apart_or_overlaid),
        cmocka_unit_test(skipping_changes_nothing),
        cmocka_unit_test(skipping_changes_no_fetch),
        cmocka_unit_test(the_limit_names_all_that_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
