/* test_gpu_ahead.c - SMs that run ahead write the statistics of SMs that do not, on machines of each kind; they run
 * ahead only where nothing can reach them. */
#include "gpu_jobs.h"

static const winst_t WORK[] = {LOAD(0, 1, 0),  ALU(1, 2, 1),  ALU(2, 3, 2),    ALU(3, 4, 3),   BAR(4),
                               ALU(5, 5, 4),   ALU(6, 6, 5),  ALU(7, 7, 6),    STORE(8, 7, 0), ALU(9, 8, 7),
                               LOAD(10, 9, 8), ALU(11, 1, 9), ALU(12, 2, 1),   ALU(13, 3, 2),  BAR(14),
                               ALU(15, 4, 3),  ALU(16, 5, 4), STORE(17, 5, 0), EXIT(18)};

static void machine(rig_t *r, const char *name)
{
    char path[64];
    err_t err = {{0}};
    snprintf(path, sizeof path, "configs/machines/%s.yaml", name);
    if (!machine_load(path, &r->m, &err)) fail_msg("%s", err.text);
}

/* no_skip also keeps the SMs in step. */
static void statistics_are_the_same(void **state)
{
    (void)state;
    static const char *const MACHINE[] = {"lcs28", "gtx480", "smk15", "claso14"};
    for (uint32_t i = 0; i < 4; i++) {
        char *text[2];
        for (uint32_t in_step = 0; in_step < 2; in_step++) {
            rig_t r;
            machine(&r, MACHINE[i]);
            job_t jobs[] = {JOB(WORK, 0, 700, 192, "wide"), JOB(BRIEF, 0, 90, 64, "brief"),
                            JOB(WORK, 0, 30, 256, "few")};
            run_jobs(&r, jobs, 3, in_step);
            assert_int_equal(gpu_ahead_cycles(r.gpu) > 0, !in_step);
            text[in_step] = rig_text(&r);
            rig_stop(&r);
        }
        assert_string_equal(text[0], text[1]);
        free(text[0]);
        free(text[1]);
    }
}

/* A second kernel may start CTAs on any SM. */
static void two_kernels_stay_in_step(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    job_t jobs[] = {JOB(WORK, 0, 400, 192, "a"), JOB(WORK, 1, 400, 192, "b")};
    rig_start(&r, "gto", 0, false);
    jobs_t js = {.job = jobs};
    err_t err = {{0}};
    assert_true(gpu_launch(r.gpu, job_begin(&js, 0, &err), 0, &err) &&
                gpu_launch(r.gpu, job_begin(&js, 1, &err), 1, &err));
    assert_non_null(gpu_wait(r.gpu, &err));
    assert_int_equal(gpu_ahead_cycles(r.gpu), 0);
    assert_non_null(gpu_wait(r.gpu, &err));
    rig_stop(&r);
}

/* Between single steps the caller may launch a kernel. */
static void single_steps_stay_in_step(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    job_t job = JOB(WORK, 0, 400, 192, "k");
    rig_start(&r, "gto", 0, false);
    jobs_t js = {.job = &job};
    err_t err = {{0}};
    assert_true(gpu_launch(r.gpu, job_begin(&js, 0, &err), 0, &err));
    while (!gpu_ended(r.gpu)) assert_true(gpu_step(r.gpu, &err));
    assert_int_equal(gpu_ahead_cycles(r.gpu), 0);
    rig_stop(&r);
}

/* Stopped by the hook, all SMs have carried out the same cycles. */
static void a_stop_waits_for_those_ahead(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    for (uint64_t stop_cycle = 700; stop_cycle < 760; stop_cycle += 7) {
        job_t job = JOB(WORK, 0, 400, 192, "k");
        jobs_t js = {.job = &job};
        rig_start(&r, "gto", 0, false);
        r.stop_cycle = stop_cycle;
        assert_true(gpu_launch(r.gpu, job_begin(&js, 0, &r.err), 0, &r.err));
        assert_null(gpu_wait(r.gpu, &r.err));
        assert_string_equal(r.err.text, "");
        assert_in_range(gpu_cycle(r.gpu), stop_cycle, stop_cycle + GPU_AHEAD_CYCLES);
        assert_true(gpu_ahead_cycles(r.gpu) > 0);
        gpu_settle(r.gpu);
        assert_int_equal(stats_sum(r.stats, "gpu.class_cycles"), stats_sum(r.stats, "gpu.sm_cycles"));
        rig_stop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(statistics_are_the_same),
        cmocka_unit_test(two_kernels_stay_in_step),
        cmocka_unit_test(single_steps_stay_in_step),
        cmocka_unit_test(a_stop_waits_for_those_ahead),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
