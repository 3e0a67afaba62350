/* test_gpu_launch.c - what a launch does before the first CTA: latency, and the split of L1D and shared memory. */
#include "gpu_rig.h"

enum { LATENCY = 700, WAYS = 128 /* of one set: 16 KB */ };

static const winst_t SHORT[] = {ALU(0, 1, 1), EXIT(1)};
static const winst_t READ[] = {LOAD(0, 1, 2), ALU(1, 3, 1), EXIT(2)};

static uint64_t first_cta(uint32_t launch_cycles, bool no_skip)
{
    rig_t r;
    fake_t f = {.prog = SHORT};
    const kernel_launch_t k = fake_launch(&f, 3, 32);
    rig_machine(&r);
    r.m.pool.launch_cycles = launch_cycles;
    rig_start(&r, "gto", 0, no_skip);
    assert_true(gpu_run_kernel(r.gpu, &k, &r.err));
    assert_int_equal(r.count, 3);
    const uint64_t cycle = r.begun_cycle[0];
    assert_true(no_skip || !launch_cycles || gpu_skipped(r.gpu) >= launch_cycles - 10);
    rig_stop(&r);
    return cycle;
}

static void the_dispatcher_gets_a_kernel_after_the_launch_latency(void **state)
{
    (void)state;
    const uint64_t at_once = first_cta(0, false);
    assert_int_equal(first_cta(LATENCY, false), at_once + LATENCY);
    assert_int_equal(first_cta(LATENCY, true), at_once + LATENCY);
}

/* Two kernels that are launched together wait side by side; the entries keep the order of the launches. */
static void launches_wait_side_by_side(void **state)
{
    (void)state;
    rig_t r;
    fake_t f = {.prog = SHORT};
    const kernel_launch_t a = fake_launch(&f, 2, 32), b = fake_launch(&f, 2, 32);
    rig_machine(&r);
    r.m.pool.launch_cycles = LATENCY;
    rig_start(&r, "gto", 0, false);
    assert_true(gpu_launch(r.gpu, &a, 0, &r.err) && gpu_launch(r.gpu, &b, 1, &r.err));
    assert_true(gpu_wait(r.gpu, &r.err) && gpu_wait(r.gpu, &r.err));
    assert_true(gpu_cycle(r.gpu) < 2 * LATENCY);
    assert_int_equal(r.kernel_of[0], 0);
    assert_int_equal(r.kernel_of[3], 1);
    rig_stop(&r);
}

/* 96 CTAs, one after the other, read a line each. */
static uint64_t evictions(uint32_t smem_bytes)
{
    rig_t r;
    fake_t f = {.prog = READ, .stride_bytes = 128};
    kernel_launch_t k = fake_launch(&f, 96, 32);
    rig_machine(&r);
    r.m.sms = 1;
    r.m.sm.cta_slots = 1;
    r.m.sm.carve_out = CARVE_OUT_VOLTA;
    r.m.sm.unified_bytes = 16 * 1024;
    r.m.sm.smem_bytes = 8 * 1024;
    r.m.sm.l1d.sets = 1;
    r.m.sm.l1d.ways = WAYS;
    r.m.sm.l1d.mshrs = WAYS;
    k.smem_bytes = smem_bytes;
    rig_start(&r, "gto", 0, false);
    assert_true(gpu_run_kernel(r.gpu, &k, &r.err));
    const uint64_t n = stats_sum(r.stats, "sm0.l1d.evictions");
    rig_stop(&r);
    return n;
}

static void shared_memory_takes_ways_of_the_l1d(void **state)
{
    (void)state;
    assert_int_equal(evictions(0), 0);
    assert_int_equal(evictions(4096), 96 - WAYS / 2); /* 8 KB of 16 KB */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_dispatcher_gets_a_kernel_after_the_launch_latency),
        cmocka_unit_test(launches_wait_side_by_side),
        cmocka_unit_test(shared_memory_takes_ways_of_the_l1d),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
