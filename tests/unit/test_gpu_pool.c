/* test_gpu_pool.c - how many kernels run at once, who follows whom, and what is counted for each. */
#include "gpu_jobs.h"

static bool overlap(const rig_t *r, uint32_t a, uint32_t b)
{
    return of(r, a, "first_cycle") < of(r, b, "last_cycle") && of(r, b, "first_cycle") < of(r, a, "last_cycle");
}

/* Was a launched before b? */
static bool before(const rig_t *r, uint32_t a, uint32_t b)
{
    const uint64_t at_a = of(r, a, "launch_cycle"), at_b = of(r, b, "launch_cycle");
    return at_a < at_b || (at_a == at_b && a < b);
}

/* A kernel begins when fewer than `live` of those launched before it have not ended. */
static void assert_in_turn(const rig_t *r, uint32_t count, uint32_t live)
{
    for (uint32_t i = 0; i < count; i++) {
        uint32_t ahead = 0;
        for (uint32_t k = 0; k < count; k++)
            ahead += before(r, k, i) && of(r, i, "first_cycle") <= of(r, k, "last_cycle");
        assert_true(ahead < live);
    }
}

/* Most kernels between first CTA and last completion, whatever the GPU says of itself. */
static uint32_t at_once(const rig_t *r, uint32_t count)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t n = 0;
        for (uint32_t k = 0; k < count; k++)
            n += of(r, k, "first_cycle") <= of(r, i, "first_cycle") && of(r, i, "first_cycle") < of(r, k, "last_cycle");
        if (n > most) most = n;
    }
    return most;
}

static void live_is_the_most_at_once(void **state)
{
    (void)state;
    enum { N = 6 };
    for (uint32_t live = 1; live <= SCHED_KERNELS_SMALL; live++) {
        rig_t r;
        rig_machine(&r);
        assert_int_equal(r.m.pool.live, SCHED_KERNELS_SMALL);
        r.m.pool.live = live;
        job_t jobs[N];
        for (uint32_t i = 0; i < N; i++) jobs[i] = (job_t)JOB(LONG, i, 40 + 30 * (i % 3), 128, "k");
        run_jobs(&r, jobs, N, false);
        assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), live);
        assert_int_equal(at_once(&r, N), live);
        assert_in_turn(&r, N, live);
        rig_stop(&r);
    }
}

static void sixteen_at_once(void **state)
{
    (void)state;
    enum { N = 20 };
    rig_t r;
    rig_machine(&r);
    r.m.pool.live = SCHED_KERNELS_MAX;
    job_t jobs[N];
    for (uint32_t i = 0; i < N; i++) jobs[i] = (job_t)JOB(LONG, i, 3 + i % 3, 128, "k");
    run_jobs(&r, jobs, N, false);
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), SCHED_KERNELS_MAX);
    assert_int_equal(at_once(&r, N), SCHED_KERNELS_MAX);
    assert_in_turn(&r, N, SCHED_KERNELS_MAX);
    rig_stop(&r);
}

/* A, B, C of one stream each, A and B of three and two kernels: C's first kernel takes the place of the first that
 * ends, and the next kernel of that workload waits for its turn behind those launched before it. */
static void the_next_launched_takes_the_place(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.pool.live = 2;
    job_t jobs[] = {JOB(BRIEF, 0, 60, 128, "a1"), JOB(LONG, 0, 200, 128, "a2"), JOB(LONG, 0, 200, 128, "a3"),
                    JOB(LONG, 1, 100, 128, "b1"), JOB(BRIEF, 1, 90, 128, "b2"), JOB(LONG, 2, 50, 128, "c1"),
                    JOB(BRIEF, 2, 50, 128, "c2"), JOB(LONG, 3, 20, 128, "d")};
    run_jobs(&r, jobs, 8, false);
    for (uint32_t i = 0; i < 8; i++) {
        const bool begins = i == 0 || i == 3 || i == 5 || i == 7;
        assert_int_equal(of(&r, i, "launch_cycle"), begins ? 0 : of(&r, i - 1, "end_cycle"));
    }
    const uint64_t a = of(&r, 0, "last_cycle"), b = of(&r, 3, "last_cycle"), first = a < b ? a : b;
    assert_in_range(of(&r, 5, "first_cycle"), first + 1, first + 100); /* long before a2 */
    assert_true(of(&r, 5, "first_cycle") < of(&r, 1, "first_cycle"));
    assert_in_turn(&r, 8, 2);
    assert_int_equal(stats_sum(r.stats, "gpu.kernels_max"), 2);
    rig_stop(&r);
}

/* A workload of two streams fills a pair by itself; the next one begins with a stream's last kernel. */
static void a_place_is_a_kernels(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.pool.live = 2;
    job_t jobs[] = {JOB(LONG, 0, 200, 128, "a"), JOB(BRIEF, 1, 20, 128, "a'"), JOB(LONG, 2, 50, 128, "b")};
    run_jobs(&r, jobs, 3, false);
    assert_true(overlap(&r, 0, 1));
    assert_false(overlap(&r, 1, 2));
    assert_in_turn(&r, 3, 2);
    rig_stop(&r);
}

static uint64_t count_unit(const winst_t *prog, unit_t unit)
{
    uint64_t n = 0;
    for (uint32_t i = 0; prog[i].op != WI_EXIT; i++) n += prog[i].unit == unit;
    return n;
}

/* Table entries are used again: what a kernel did is counted for it alone. */
static void work_is_its_kernels(void **state)
{
    (void)state;
    enum { N = 7 };
    rig_t r;
    rig_machine(&r);
    const uint64_t interval = r.m.sm.lat[LAT_FP].interval_cycles;
    job_t jobs[N];
    for (uint32_t i = 0; i < N; i++) jobs[i] = (job_t)JOB(i % 2 ? LONG : BRIEF, i, 30 + 7 * i, 64 + 32 * (i % 3), "k");
    const uint64_t cycles = run_jobs(&r, jobs, N, false);
    uint64_t ldst = 0;
    for (uint32_t i = 0; i < N; i++) {
        const winst_t *prog = jobs[i].prog;
        const uint64_t warps = (2 + i % 3) * (30 + 7 * i), mem = count_unit(prog, UNIT_LDST);
        assert_int_equal(of(&r, i, "warp_insts"), warps * (count_unit(prog, UNIT_SP) + mem + 1));
        assert_int_equal(of(&r, i, "thread_insts"), 32 * of(&r, i, "warp_insts"));
        assert_int_equal(of(&r, i, "sp_busy"), warps * count_unit(prog, UNIT_SP) * interval);
        assert_int_equal(of(&r, i, "dp_busy") + of(&r, i, "sfu_busy"), 0);
        assert_true(of(&r, i, "ldst_busy") >= warps * mem); /* one line each, and stalls */
        ldst += of(&r, i, "ldst_busy");
    }
    assert_int_equal(stats_sum(r.stats, "gpu.ldst_busy"), ldst);
    assert_int_equal(stats_sum(r.stats, "gpu.ldst_unit_cycles"), cycles * r.m.sms);
    assert_int_equal(stats_sum(r.stats, "gpu.sp_unit_cycles"), cycles * r.m.sms * r.m.sm.pipes[UNIT_SP]);
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(live_is_the_most_at_once),
        cmocka_unit_test(sixteen_at_once),
        cmocka_unit_test(the_next_launched_takes_the_place),
        cmocka_unit_test(a_place_is_a_kernels),
        cmocka_unit_test(work_is_its_kernels),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
