/* test_sm_atomics.c - what holds a warp behind an atomic, a reduction or a fence. On gtx480, except where a test says
 * otherwise. A program issues an instruction per cycle until something holds it: a whole program fits the buffer. */
#include "gpu_rig.h"

#define ATOM(pc, d, space_)                                                                                            \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_ATOM, .space = space_, .width_bytes = 4, .ndst = 1, .dst = { \
            d                                                                                                          \
        }                                                                                                              \
    }
#define RED(pc, space_)                                                                                                \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_RED, .space = space_, .width_bytes = 4                       \
    }
#define FENCE(pc)                                                                                                      \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_FENCE                                                        \
    }

static bool guards_off; /* no lane executes an atomic */

static bool exec(fe_cta_t *cta, uint32_t warp, winst_exec_t *out, err_t *err)
{
    const winst_t *in = fake_peek(cta, warp);
    const bool ok = fake_exec(cta, warp, out, err);
    if (guards_off && winst_atomic(in)) out->lanes = 0;
    return ok;
}

static void machine(rig_t *r)
{
    err_t err = {0};
    if (!machine_load("configs/machines/gtx480.yaml", &r->m, &err)) fail_msg("%s", err.text);
    r->m.sm.ibuffer = 16;
}

/* Cycles of one warp; the GPU is there until rig_stop. */
static uint64_t run(rig_t *r, const winst_t *prog)
{
    frontend_ops_t ops = fake_ops;
    ops.exec = exec;
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    kernel_launch_t k = fake_launch(&fake, 1, 32);
    k.ops = &ops;
    rig_start(r, "gto", 0, false);
    if (!gpu_run_kernel(r->gpu, &k, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    return gpu_cycle(r->gpu);
}

static uint64_t cycles_after(const winst_t *prog, after_atomic_t after)
{
    rig_t r;
    machine(&r);
    r.m.sm.after_atomic = after;
    const uint64_t cycles = run(&r, prog);
    rig_stop(&r);
    return cycles;
}

static uint64_t cycles_with(const winst_t *prog, fence_t fence)
{
    rig_t r;
    machine(&r);
    r.m.sm.fence = fence;
    const uint64_t cycles = run(&r, prog);
    rig_stop(&r);
    return cycles;
}

/* Cycles from the issue of an ALU instruction until its result is written: what a dependent one adds. */
static uint64_t alu_cycles(void)
{
    static const winst_t ONE[] = {ALU(0, 1, 0), EXIT(1)}, TWO[] = {ALU(0, 1, 0), ALU(1, 2, 1), EXIT(2)};
    return cycles_after(TWO, ATOMIC_WAITS) - cycles_after(ONE, ATOMIC_WAITS);
}

/* The result is written in cycle w. A dependent instruction issues in w. With the wait, an independent one issues in
 * w - 1, in which the data enter the write-back register; without it, it is over long before w. */
static void a_warp_waits_until_its_atomic_is_in_the_write_back_register(void **state)
{
    (void)state;
    static const uint8_t SPACES[] = {SPACE_SHARED, SPACE_GLOBAL};
    for (uint32_t i = 0; i < 2; i++) {
        const winst_t apart[] = {ATOM(0, 1, SPACES[i]), ALU(1, 3, 2), EXIT(2)};
        const winst_t needs[] = {ATOM(0, 1, SPACES[i]), ALU(1, 3, 1), EXIT(2)};
        const uint64_t waits = cycles_after(apart, ATOMIC_WAITS);
        assert_int_equal(cycles_after(needs, ATOMIC_WAITS) - waits, 1);
        assert_int_equal(cycles_after(needs, ATOMIC_CONTINUES) - waits, 1);
        assert_int_equal(waits - cycles_after(apart, ATOMIC_CONTINUES), alu_cycles() - 1);
    }
}

/* The first one is over a cycle after its wait, in the address phase of the second, whose wait goes on. */
static void each_atomic_has_a_wait_of_its_own(void **state)
{
    (void)state;
    static const winst_t ONE[] = {ATOM(0, 1, SPACE_SHARED), ALU(1, 3, 2), EXIT(2)};
    static const winst_t TWO[] = {ATOM(0, 1, SPACE_SHARED), ATOM(1, 4, SPACE_SHARED), ALU(2, 3, 2), EXIT(3)};
    assert_true(cycles_after(TWO, ATOMIC_WAITS) - cycles_after(ONE, ATOMIC_WAITS) > 26); /* its latency */
}

/* A reduction returns data as an atomic does, if its warp waits: the same cycles. */
static void a_warp_waits_for_a_reduction_as_for_an_atomic(void **state)
{
    (void)state;
    static const uint8_t SPACES[] = {SPACE_SHARED, SPACE_GLOBAL};
    for (uint32_t i = 0; i < 2; i++) {
        const winst_t atom[] = {ATOM(0, 1, SPACES[i]), ALU(1, 3, 2), EXIT(2)};
        const winst_t red[] = {RED(0, SPACES[i]), ALU(1, 3, 2), EXIT(2)};
        assert_int_equal(cycles_after(red, ATOMIC_WAITS), cycles_after(atom, ATOMIC_WAITS));
        assert_true(cycles_after(red, ATOMIC_CONTINUES) < cycles_after(red, ATOMIC_WAITS));
    }
}

/* The machine lcs28: the wait ends when the result is written. */
static void without_collectors_a_warp_waits_until_its_atomic_is_over(void **state)
{
    (void)state;
    static const winst_t APART[] = {ATOM(0, 1, SPACE_SHARED), ALU(1, 3, 2), EXIT(2)};
    static const winst_t NEEDS[] = {ATOM(0, 1, SPACE_SHARED), ALU(1, 3, 1), EXIT(2)};
    uint64_t cycles[2];
    for (uint32_t i = 0; i < 2; i++) {
        rig_t r;
        rig_machine(&r);
        r.m.sm.ibuffer = 16;
        r.m.sm.after_atomic = ATOMIC_WAITS;
        cycles[i] = run(&r, i ? NEEDS : APART);
        rig_stop(&r);
    }
    assert_int_equal(cycles[1], cycles[0]);
}

/* 25 or more cycles of shared memory would lie between its result and the next instruction. */
static void an_atomic_of_no_lane_holds_no_warp(void **state)
{
    (void)state;
    static const winst_t PROG[] = {ATOM(0, 1, SPACE_SHARED), RED(1, SPACE_GLOBAL), ALU(2, 3, 2), EXIT(3)};
    guards_off = true;
    assert_int_equal(cycles_after(PROG, ATOMIC_WAITS), cycles_after(PROG, ATOMIC_CONTINUES));
    guards_off = false;
}

/* The fence ends in the cycle in which the load's register is written, as a dependence on it would. A fence that issues
 * right behind the load overtakes it in the collectors, as it has no operand to read. */
static void a_fence_waits_for_pending_results(void **state)
{
    (void)state;
    static const winst_t FENCED[] = {LOAD(0, 1, 0), ALU(1, 5, 4), ALU(2, 6, 4), FENCE(3), ALU(4, 3, 2), EXIT(5)};
    static const winst_t NEEDS[] = {LOAD(0, 1, 0), ALU(1, 3, 1), EXIT(2)};
    const uint64_t needs = cycles_with(NEEDS, FENCE_RESULTS);
    assert_int_equal(cycles_with(FENCED, FENCE_RESULTS), needs);
    assert_int_equal(needs - cycles_with(FENCED, FENCE_STORES), alu_cycles());
}

/* Only one kind of fence lets the load issue before the store is acknowledged. */
static void a_fence_that_waits_for_results_waits_for_no_store(void **state)
{
    (void)state;
    static const winst_t PROG[] = {STORE(0, 1, 0), FENCE(1), LOAD(2, 3, 2), EXIT(3)};
    assert_true(cycles_with(PROG, FENCE_RESULTS) < cycles_with(PROG, FENCE_STORES));
}

/* A line that is loaded before and after the fence. */
static void a_fence_drops_the_lines_of_the_l1d(void **state)
{
    (void)state;
    static const winst_t PROG[] = {LOAD(0, 1, 0), FENCE(1), LOAD(2, 3, 2), FENCE(3), FENCE(4), EXIT(5)};
    for (uint32_t fence = FENCE_STORES; fence <= FENCE_RESULTS; fence++) {
        rig_t r;
        machine(&r);
        r.m.sm.fence = fence;
        run(&r, PROG);
        assert_int_equal(stats_sum(r.stats, "sm*.l1d.misses"), fence == FENCE_RESULTS ? 2 : 1);
        assert_int_equal(stats_sum(r.stats, "sm*.l1d.invalidations"), fence == FENCE_RESULTS ? 2 : 0);
        rig_stop(&r);
    }
}

/* A load takes a cycle of the LD/ST unit, and so does such a fence. */
static void a_fence_passes_the_ldst_unit(void **state)
{
    (void)state;
    static const winst_t PROG[] = {LOAD(0, 1, 0), FENCE(1), FENCE(2), EXIT(3)};
    for (uint32_t fence = FENCE_STORES; fence <= FENCE_RESULTS; fence++) {
        rig_t r;
        machine(&r);
        r.m.sm.fence = fence;
        run(&r, PROG);
        assert_int_equal(stats_sum(r.stats, "sm*.ldst_busy"), fence == FENCE_RESULTS ? 3 : 1);
        rig_stop(&r);
    }
}

/* The only entry is free in the cycle in which the load's register is written: the fence issues, then the ALU. */
static void a_fence_needs_an_entry_of_the_ldst_unit(void **state)
{
    (void)state;
    static const winst_t FENCED[] = {LOAD(0, 1, 0), FENCE(1), ALU(2, 3, 2), EXIT(3)};
    static const winst_t NEEDS[] = {LOAD(0, 1, 0), ALU(1, 3, 1), EXIT(2)};
    rig_t r;
    machine(&r);
    r.m.sm.inflight_loads = 1;
    const uint64_t fenced = run(&r, FENCED);
    rig_stop(&r);
    assert_int_equal(fenced - cycles_with(NEEDS, FENCE_RESULTS), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_warp_waits_until_its_atomic_is_in_the_write_back_register),
        cmocka_unit_test(each_atomic_has_a_wait_of_its_own),
        cmocka_unit_test(a_warp_waits_for_a_reduction_as_for_an_atomic),
        cmocka_unit_test(without_collectors_a_warp_waits_until_its_atomic_is_over),
        cmocka_unit_test(an_atomic_of_no_lane_holds_no_warp),
        cmocka_unit_test(a_fence_waits_for_pending_results),
        cmocka_unit_test(a_fence_that_waits_for_results_waits_for_no_store),
        cmocka_unit_test(a_fence_drops_the_lines_of_the_l1d),
        cmocka_unit_test(a_fence_passes_the_ldst_unit),
        cmocka_unit_test(a_fence_needs_an_entry_of_the_ldst_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
