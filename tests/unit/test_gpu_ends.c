/* test_gpu_ends.c - what a kernel's end does to caches while others run, and whose code is whose. */
#include "gpu_jobs.h"

/* When a kernel has ended, what it wrote is in the L2, also from SMs that another one keeps. */
static void an_end_writes_dirty_lines(void **state)
{
    (void)state;
    enum { CTAS = 28, WARPS = 2 };
    rig_t r;
    rig_machine(&r);
    r.m.sm.l1d.write = WRITE_BACK;
    rig_start(&r, "gto", 0, false);
    static const winst_t STORES[] = {STORE(0, 1, 0), EXIT(1)};
    static const winst_t LOADS[] = {LOAD(0, 1, 0),    LOAD(1, 2, 1),    LOAD(2, 3, 2),   LOAD(3, 4, 3),
                                    LOAD(4, 5, 4),    LOAD(5, 6, 5),    LOAD(6, 7, 6),   LOAD(7, 8, 7),
                                    BAR(8),           LOAD(9, 9, 8),    LOAD(10, 10, 9), LOAD(11, 11, 10),
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
    rig_start(&r, "gto", 0, false);
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
        job_t jobs[] = {JOB(AGAIN, 0, 1, 32, "k"), JOB(ONCE, overlap, 1, 32, "k"), JOB(ONCE, 0, 1, 32, "k")};
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

/* An exit is in Allocate when its kernel ends, behind one that waits for its ports. The next kernel begins at once. */
static void a_kernel_takes_its_instructions_with_it(void **state)
{
    (void)state;
    static const inst_control_t READS = {
        .stall_cycles = 1, .operand = {2, 10, 18}, .operand_regs = {1, 1, 1}, .read_counter = CONTROL_NONE};
    static const winst_t PROG[] = {{.unit = UNIT_INT, .op = WI_BRANCH, .control = &READS},
                                   {.pc_bytes = 8, .unit = UNIT_NONE, .op = WI_EXIT, .control = &READS}};
    rig_t r;
    err_t err = {0};
    if (!machine_load("configs/machines/a6000.yaml", &r.m, &err)) fail_msg("%s", err.text);
    r.m.sms = 1;
    r.m.sm.issue_by = ISSUE_BY_SCOREBOARD;
    rig_start(&r, "gto", 0, false);
    fake_t first = {.prog = PROG}, second = {.prog = PROG};
    const kernel_launch_t a = fake_launch(&first, 1, 128), b = fake_launch(&second, 1, 128);
    assert_true(gpu_run_kernel(r.gpu, &a, &r.err));
    for (uint32_t i = 0; i < 2; i++) first.copy[i] = (winst_t){.control = (const inst_control_t *)1, .ndst = 1};
    assert_true(gpu_run_kernel(r.gpu, &b, &r.err));
    assert_true(stats_check_laws(r.stats, &r.err));
    rig_stop(&r);
}

/* Prefetched lines of code arrive some hundred cycles behind the last kernel; nothing is due after them. */
static void a_drain_ends_with_the_last_line(void **state)
{
    (void)state;
    static const winst_t PROG[] = {{.unit = UNIT_INT, .op = WI_BRANCH},
                                   {.pc_bytes = 8, .unit = UNIT_NONE, .op = WI_EXIT}};
    rig_t r;
    err_t err = {0};
    if (!machine_load("configs/machines/a6000.yaml", &r.m, &err)) fail_msg("%s", err.text);
    r.m.sms = 1;
    r.m.sm.issue_by = ISSUE_BY_SCOREBOARD;
    rig_start(&r, "gto", 0, false);
    fake_t fake = {.prog = PROG};
    const kernel_launch_t k = fake_launch(&fake, 1, 128);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    const uint64_t end = gpu_cycle(r.gpu);
    gpu_drain(r.gpu);
    assert_in_range(gpu_cycle(r.gpu), end + 1, end + 1000);
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_end_writes_dirty_lines),
        cmocka_unit_test(a_busy_sm_is_flushed_later),
        cmocka_unit_test(lines_stay_while_an_sm_runs),
        cmocka_unit_test(code_is_shared_by_name),
        cmocka_unit_test(a_kernel_takes_its_instructions_with_it),
        cmocka_unit_test(a_drain_ends_with_the_last_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
