/* test_warps.c - the warps of an SM alone: masks from CTA start to end, scoreboard, barrier, fence. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "fake_fe.h"
#include "sm/warps.h"

#include <string.h>

enum { BARRIER_CYCLES = 3, WARPS = 4 };

/* 0: r1 = f(r0); 1: r2 = load [r1]; 2: barrier; 3: the end. */
static const winst_t PROG[] = {
    {.pc_bytes = 0, .unit = UNIT_SP, .op = WI_ALU, .nsrc = 1, .src = {0}, .ndst = 1, .dst = {1}},
    {.pc_bytes = 8,
     .unit = UNIT_LDST,
     .op = WI_LOAD,
     .space = SPACE_GLOBAL,
     .nsrc = 1,
     .src = {1},
     .ndst = 1,
     .dst = {2}},
    {.pc_bytes = 16, .unit = UNIT_NONE, .op = WI_BARRIER, .nsrc = 1, .src = {2}},
    {.pc_bytes = 24, .unit = UNIT_NONE, .op = WI_EXIT}};

typedef struct {
    wheel_t *wheel;
    warps_t *ws;
    fake_t fake;
    kernel_launch_t launch;
    sm_counters_t counted;
} rig_t;

static void start(rig_t *r, bool halves)
{
    static const sm_cfg_t cfg = {.warp_lanes = 32,
                                 .threads = 512,
                                 .cta_slots = 4,
                                 .schedulers = 2,
                                 .ibuffer = 4,
                                 .barrier_cycles = BARRIER_CYCLES};
    memset(r, 0, sizeof *r);
    r->wheel = wheel_create();
    r->ws = warps_create(&cfg, halves, r->wheel, &r->counted);
    assert_non_null(r->ws);
    r->fake.prog = PROG;
    r->launch = fake_launch(&r->fake, 2, WARPS * 32);
}

static void stop(rig_t *r)
{
    warps_destroy(r->ws);
    wheel_destroy(r->wheel);
}

static void begin(rig_t *r, uint32_t slot, uint32_t half, uint64_t share[SM_SCHEDS])
{
    err_t err = {{0}};
    const cta_place_t place = {.slot = slot};
    const cta_t cta = {.launch = &r->launch, .fe = fake_begin(&r->fake, &place, &err), .kid = 1};
    warps_cta_begin(r->ws, &cta, slot, half, share);
}

/* Warp w executes its head, as sm_issue.c does it. */
static const winst_t *issue(rig_t *r, uint32_t w)
{
    err_t err = {{0}};
    winst_exec_t x;
    const warp_t *wp = warps_at(r->ws, w);
    const winst_t *in = wp->head;
    assert_true(fake_exec(wp->fe, wp->index, &x, &err));
    if (in->ndst) warps_promise(r->ws, w, in, x.space);
    warps_advance(r->ws, w);
    return in;
}

static bool has(const rig_t *r, uint64_t mask, uint32_t w) { return (mask & warps_place(r->ws, w).bit) != 0; }

static const warp_mask_t *masks(const rig_t *r, uint32_t w) { return &warps_masks(r->ws)[warps_place(r->ws, w).sched]; }

static void warps_are_dealt_to_schedulers_by_number(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 0, HALF_ALL, share);
    assert_int_equal(share[0], 0x3); /* warps 0 and 2 */
    assert_int_equal(share[1], 0x3); /* warps 1 and 3 */
    assert_int_equal(warps_number(r.ws, 1, 1), 3);
    assert_int_equal(warps_absent(r.ws), ~UINT64_C(0xff)); /* 16 warps, 8 each */
    assert_int_equal(warps_want_fetch(r.ws), 0xf);
    assert_int_equal(warps_of_kernels(r.ws)[1], 0xf);
    stop(&r);
}

static void a_cta_of_one_half_has_one_scheduler(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, true);
    begin(&r, 2, HALF_UPPER, share);
    assert_int_equal(share[0], 0);
    assert_int_equal(share[1], 0xf); /* by the SM's own numbers */
    assert_int_equal(warps_place(r.ws, 0).sched, 1);
    stop(&r);
}

static void a_warp_is_clear_when_no_register_is_pending(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 0, HALF_ALL, share);
    assert_false(has(&r, masks(&r, 1)->have, 1));
    warps_fetching(r.ws, 1);
    warps_decoded(r.ws, 1, 4);
    assert_int_equal(warps_want_fetch(r.ws), 0xd);
    assert_true(has(&r, masks(&r, 1)->clear, 1) && has(&r, masks(&r, 1)->unit[UNIT_SP], 1));

    const winst_t *alu = issue(&r, 1); /* the load reads r1, which the ALU has not written */
    assert_true(has(&r, masks(&r, 1)->have, 1) && has(&r, masks(&r, 1)->load, 1));
    assert_false(has(&r, masks(&r, 1)->clear, 1));
    assert_false(has(&r, masks(&r, 1)->wait_mem, 1));
    assert_int_equal(warps_at(r.ws, 1)->wait_reg, 1);
    warps_release(r.ws, 1, alu);
    assert_true(has(&r, masks(&r, 1)->clear, 1));

    const winst_t *load = issue(&r, 1); /* what comes next reads r2, which memory writes */
    assert_false(has(&r, masks(&r, 1)->clear, 1));
    assert_true(has(&r, masks(&r, 1)->wait_mem, 1) && has(&r, masks(&r, 1)->longlat, 1));
    warps_release(r.ws, 1, load);
    assert_true(has(&r, masks(&r, 1)->clear, 1));
    assert_false(has(&r, masks(&r, 1)->wait_mem, 1));
    assert_int_equal(r.counted.results_due, r.counted.results_done);
    stop(&r);
}

static void a_barrier_opens_after_the_last_live_warp(void **state)
{
    (void)state;
    rig_t r;
    event_t ev;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 3, HALF_ALL, share);
    for (uint32_t w = 0; w < WARPS; w++) {
        assert_int_equal(wheel_next(r.wheel, 0), UINT64_MAX);
        warps_barrier_arrive(r.ws, 10 + w, w, &(winst_exec_t){.lanes = 1});
        assert_true(has(&r, masks(&r, w)->held, w));
    }
    assert_int_equal(wheel_next(r.wheel, 0), 10 + WARPS - 1 + BARRIER_CYCLES);
    assert_true(wheel_pop(r.wheel, 10 + WARPS - 1 + BARRIER_CYCLES, &ev));
    assert_int_equal(ev.kind, EV_BARRIER);
    assert_int_equal(ev.id, 3 * BARRIERS_MAX);
    warps_barrier_open(r.ws, 3 * BARRIERS_MAX);
    for (uint32_t w = 0; w < WARPS; w++) assert_false(has(&r, masks(&r, w)->held, w));
    stop(&r);
}

/* Two warps of the CTA at barrier 5, one of them only to say that it came; the others go on. */
static void a_named_barrier_opens_after_as_many_warps_as_it_says(void **state)
{
    (void)state;
    rig_t r;
    event_t ev;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 3, HALF_ALL, share);
    winst_exec_t x = {.lanes = 1, .barrier = 5, .barrier_warps = 2};
    warps_barrier_arrive(r.ws, 10, 1, &x);
    assert_true(has(&r, masks(&r, 1)->held, 1));
    assert_int_equal(wheel_next(r.wheel, 0), UINT64_MAX);
    x.passes = true;
    warps_barrier_arrive(r.ws, 20, 0, &x);
    assert_false(has(&r, masks(&r, 0)->held, 0));
    assert_true(wheel_pop(r.wheel, 20 + BARRIER_CYCLES, &ev));
    assert_int_equal(ev.id, 3 * BARRIERS_MAX + 5);
    warps_barrier_open(r.ws, ev.id);
    assert_false(has(&r, masks(&r, 1)->held, 1));
    stop(&r);
}

static void a_fence_holds_until_all_stores_are_acknowledged(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 0, HALF_ALL, share);
    warps_fence(r.ws, 2); /* no store is under way */
    assert_false(has(&r, masks(&r, 2)->held, 2));
    warps_store_sent(r.ws, 2, 2);
    warps_fence(r.ws, 2);
    warps_store_acked(r.ws, 2);
    assert_true(has(&r, masks(&r, 2)->held, 2));
    warps_store_acked(r.ws, 2);
    assert_false(has(&r, masks(&r, 2)->held, 2));
    stop(&r);
}

static void an_atomic_holds_its_warp_which_waits_for_memory(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 0, HALF_ALL, share);
    warps_decoded(r.ws, 2, 4);
    warps_answered(r.ws, 2); /* no atomic is under way */
    assert_false(has(&r, masks(&r, 2)->held, 2));
    warps_atomic(r.ws, 2);
    issue(&r, 2);
    assert_true(has(&r, masks(&r, 2)->held, 2));
    assert_true(has(&r, masks(&r, 2)->wait_mem, 2));
    warps_answered(r.ws, 2);
    assert_false(has(&r, masks(&r, 2)->held, 2));
    assert_false(has(&r, masks(&r, 2)->wait_mem, 2));
    stop(&r);
}

static void copies_hold_a_warp_by_group(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 0, HALF_ALL, share);
    warps_await(r.ws, 2, 0xff); /* no copy is under way */
    assert_false(has(&r, masks(&r, 2)->held, 2));
    for (uint8_t group = 1; group <= 4; group *= 2) warps_copy(r.ws, 2, group);
    warps_copy(r.ws, 2, 1);
    warps_await(r.ws, 2, 0x83); /* of the third group none */
    warps_copied(r.ws, 2, 1);
    warps_copied(r.ws, 2, 2);
    warps_copied(r.ws, 2, 4);
    assert_true(has(&r, masks(&r, 2)->held, 2));
    warps_copied(r.ws, 2, 1);
    assert_false(has(&r, masks(&r, 2)->held, 2));
    stop(&r);
}

static void run_to_the_end(rig_t *r, uint32_t w)
{
    for (uint32_t at = 0; at < 4; at++) {
        if (!has(r, masks(r, w)->have, w)) warps_decoded(r->ws, w, 4);
        const winst_t *in = issue(r, w);
        if (in->ndst) warps_release(r->ws, w, in);
    }
}

static void a_cta_ends_when_its_last_warp_has_drained(void **state)
{
    (void)state;
    rig_t r;
    uint64_t share[SM_SCHEDS];
    start(&r, false);
    begin(&r, 1, HALF_ALL, share);
    warps_store_sent(r.ws, 3, 1);
    for (uint32_t w = 0; w < WARPS; w++) {
        run_to_the_end(&r, w);
        assert_null(warps_at(r.ws, w)->head);
        assert_false(has(&r, masks(&r, w)->resident, w));
        assert_false(warps_finished(r.ws)); /* the last one has a store under way */
    }
    warps_store_acked(r.ws, 3);
    assert_true(warps_finished(r.ws));
    assert_int_equal(warps_take_finished(r.ws), 1);
    warps_cta_end(r.ws, 1);
    assert_int_equal(warps_of_kernels(r.ws)[1], 0);
    begin(&r, 0, HALF_ALL, share); /* the lowest numbers are free again */
    assert_int_equal(warps_cta(r.ws, 0)->warps, 0xf);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(warps_are_dealt_to_schedulers_by_number),
        cmocka_unit_test(a_cta_of_one_half_has_one_scheduler),
        cmocka_unit_test(a_warp_is_clear_when_no_register_is_pending),
        cmocka_unit_test(a_barrier_opens_after_the_last_live_warp),
        cmocka_unit_test(a_named_barrier_opens_after_as_many_warps_as_it_says),
        cmocka_unit_test(a_fence_holds_until_all_stores_are_acknowledged),
        cmocka_unit_test(an_atomic_holds_its_warp_which_waits_for_memory),
        cmocka_unit_test(copies_hold_a_warp_by_group),
        cmocka_unit_test(a_cta_ends_when_its_last_warp_has_drained),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
