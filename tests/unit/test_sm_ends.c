/* test_sm_ends.c - the last cycles of an instruction and of a warp, on the machine gtx480: a hit in the cycle of its
 * look-up, the latency of an exit, and the search that takes an ended warp out of its CTA. */
#include "gpu_rig.h"

static void machine(rig_t *r)
{
    err_t err = {0};
    if (!machine_load("configs/machines/gtx480.yaml", &r->m, &err)) fail_msg("%s", err.text);
    r->m.sm.ibuffer = 16; /* a whole program: fetch takes no part */
    r->m.sm.constants = CONSTANTS_CACHED;
}

static uint64_t cycles_of(rig_t *r, const winst_t *prog, uint32_t ctas, uint32_t threads)
{
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, ctas, threads);
    rig_start(r, "gto", 0, false);
    if (!gpu_run_kernel(r->gpu, &k, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    const uint64_t cycles = gpu_cycle(r->gpu);
    rig_stop(r);
    return cycles;
}

/* The second and the third load of a line hit, each after the one before. */
static void a_hit_may_be_written_in_the_cycle_of_its_look_up(void **state)
{
    (void)state;
    winst_t prog[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2), ALU(3, 4, 3), LOAD(4, 5, 4), ALU(5, 6, 5), EXIT(6)};
    for (uint32_t constant = 0; constant < 2; constant++) {
        rig_t r;
        uint64_t cycles[2];
        for (uint32_t i = 0; constant && i < 6; i += 2) prog[i].space = SPACE_CONST;
        for (uint32_t late = 0; late < 2; late++) {
            machine(&r);
            r.m.sm.l1d.hit_latency_cycles = r.m.sm.l1c.hit_latency_cycles = late;
            cycles[late] = cycles_of(&r, prog, 1, 32);
        }
        assert_int_equal(cycles[1] - cycles[0], 2);
    }
}

static void an_exit_has_a_latency_of_its_own(void **state)
{
    (void)state;
    static const winst_t PROG[] = {EXIT(0)};
    rig_t r;
    uint64_t cycles[2];
    for (uint32_t own = 0; own < 2; own++) {
        machine(&r);
        r.m.sm.control_cycles = own;
        cycles[own] = cycles_of(&r, PROG, 1, 32);
    }
    assert_int_equal(cycles[0] - cycles[1], 3); /* 4 is that of int */
}

/* A warp leaves in the cycle after its last result, if no other fetches: it is the only one. */
static void a_search_takes_ended_warps_out(void **state)
{
    (void)state;
    static const winst_t PROG[] = {ALU(0, 1, 0), EXIT(1)};
    rig_t r;
    uint64_t cycles[2];
    for (uint32_t searched = 0; searched < 2; searched++) {
        machine(&r);
        r.m.sm.warp_ends = searched ? WARP_ENDS_SEARCHED : WARP_ENDS_DRAINED;
        cycles[searched] = cycles_of(&r, PROG, 1, 32);
    }
    assert_int_equal(cycles[1] - cycles[0], 1);
}

/* rr.2 and both.2 have no single search. */
static void other_fetch_policies_search_no_ended_warps(void **state)
{
    (void)state;
    static const winst_t PROG[] = {ALU(0, 1, 0), EXIT(1)};
    for (uint32_t policy = FETCH_RR_2; policy <= FETCH_BOTH_2; policy++) {
        rig_t r;
        uint64_t cycles[2];
        for (uint32_t searched = 0; searched < 2; searched++) {
            machine(&r);
            r.m.sm.fetch_policy = policy;
            r.m.sm.warp_ends = searched ? WARP_ENDS_SEARCHED : WARP_ENDS_DRAINED;
            cycles[searched] = cycles_of(&r, PROG, 1, 32);
        }
        assert_int_equal(cycles[1], cycles[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_exit_has_a_latency_of_its_own),
        cmocka_unit_test(a_search_takes_ended_warps_out),
        cmocka_unit_test(other_fetch_policies_search_no_ended_warps),
        cmocka_unit_test(a_hit_may_be_written_in_the_cycle_of_its_look_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
