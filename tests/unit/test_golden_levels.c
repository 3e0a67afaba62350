/* test_golden_levels.c - the golden warp schedulers of two levels by hand-worked vectors: the papers' fetch groups, and
 * GPGPU-Sim's active set. */
#include "arb_rig.h"

static uint32_t step_of(void *e, uint32_t scheds, uint64_t longlat, uint64_t ready)
{
    const arb_in_t in = {.scheds = scheds, .valid = UINT64_MAX, .longlat = longlat, .ready = ready};
    return OPS->arb_step(e, 0, &in);
}

/* Eight warps of an SM form a group: with two schedulers four of each, with one all eight. */
static void tl_goes_through_fetch_groups(void **state)
{
    (void)state;
    for (uint32_t scheds = 1; scheds <= 2; scheds++) {
        void *e = engine("tl");
        start(e, 0, 0xfff);
        assert_int_equal(step_of(e, scheds, 0, 0xfff), 0);
        assert_int_equal(step_of(e, scheds, 0, 0xff0), 4); /* the first group, or in its place the second */
        assert_int_equal(step_of(e, scheds, 0, 0xfff), scheds == 1 ? 5 : 1);
        assert_int_equal(step_of(e, scheds, 0x00f, 0xff0), scheds == 1 ? 6 : 5);
        assert_int_equal(step_of(e, scheds, 0, 0xfff), scheds == 1 ? 7 : 6); /* the second stays */
        assert_int_equal(step_of(e, scheds, 0, 0xfff), scheds == 1 ? 0 : 7);
        assert_int_equal(step_of(e, scheds, 0x0ff, 0xf00), 8);
        assert_int_equal(step_of(e, scheds, 0xfffffff0, 0x00f), scheds == 1 ? 1 : 2);
        OPS->destroy(e);
    }
}

static void tl_active_keeps_a_list(void **state)
{
    (void)state;
    void *e = engine("tl_active");
    arb_in_t in = {.valid = UINT64_MAX, .ready = 0x7c0};
    start(e, 0, 0x7ff);                                     /* 0..5 are active, 6..10 stand behind them */
    assert_int_equal(OPS->arb_step(e, 0, &in), SCHED_NONE); /* active ones stall, but not for long */
    in.longlat = 0x003;
    assert_int_equal(OPS->arb_step(e, 0, &in), 6); /* 0 and 1 leave; 6 and 7 come; 6 is now the last */
    in.longlat = 0x083;
    assert_int_equal(OPS->arb_step(e, 0, &in), 6); /* 7 leaves, 8 comes behind 6 */
    in = (arb_in_t){.valid = UINT64_MAX, .longlat = 0x13c};
    assert_int_equal(OPS->arb_step(e, 0, &in), SCHED_NONE); /* no warp is ready: nothing changes */
    in.longlat = 0x03c;
    in.ready = 0x600;
    assert_int_equal(OPS->arb_step(e, 0, &in), 9); /* 2..5 leave: 8 and 6 stay, 9..12 come */
    assert_int_equal(OPS->arb_step(e, 0, &in), 10);
    in.longlat = 0;
    in.ready = 0x601;
    assert_int_equal(OPS->arb_step(e, 0, &in), 9); /* 0 is ready but stands far behind */
    OPS->destroy(e);
}

/* A machine with eight warps: the places behind them do not count. */
static void tl_active_knows_how_many_warps_there_are(void **state)
{
    (void)state;
    void *e = engine("tl_active");
    arb_in_t in = {.valid = 0xff, .longlat = ~UINT64_C(0xff) | 0x3f, .ready = 0x40};
    start(e, 0, 0xff);
    assert_int_equal(OPS->arb_step(e, 0, &in), 6); /* 0..5 leave; 6, 7 and again 0..3 are active */
    in.longlat = ~UINT64_C(0xff);
    in.ready = 0x30;
    assert_int_equal(OPS->arb_step(e, 0, &in), SCHED_NONE); /* 4 and 5 stand last */
    OPS->destroy(e);
}

/* 0..5 are active; in a step without a ready warp 0 and 1 leave, 6 and 7 come. */
static void tl_clocked_sorts_without_a_ready_warp(void **state)
{
    (void)state;
    for (uint32_t clocked = 0; clocked < 2; clocked++) {
        void *e = engine(clocked ? "tl_clocked" : "tl_active");
        arb_in_t in = {.valid = UINT64_MAX, .longlat = 0x003};
        assert_int_equal(OPS->arb_step(e, 0, &in), SCHED_NONE);
        assert_int_equal(OPS->arb_still(e, 0), !clocked);
        in = (arb_in_t){.valid = UINT64_MAX, .ready = 0x081};
        assert_int_equal(OPS->arb_step(e, 0, &in), clocked ? 7 : 0);
        OPS->destroy(e);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tl_goes_through_fetch_groups),
        cmocka_unit_test(tl_active_keeps_a_list),
        cmocka_unit_test(tl_active_knows_how_many_warps_there_are),
        cmocka_unit_test(tl_clocked_sorts_without_a_ready_warp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
