/* test_fetch.c - the fetch unit alone, over a real I-cache: who fetches in a cycle, and what a fetch brings. */
#include "l1_rig.h"

#include "fake_fe.h"
#include "sm/fetch.h"

enum { WARPS = 3, SECTOR = 32 };

static const winst_t ENDS[] = {{.pc_bytes = 0, .op = WI_EXIT}};
static const winst_t PROG[] = {{.pc_bytes = 0, .op = WI_ALU, .unit = UNIT_NONE}, {.pc_bytes = 24, .op = WI_EXIT}};

typedef struct {
    rig_t *l1;
    wheel_t *wheel;
    warps_t *warps;
    fetch_t *fetch;
    fake_t fake;
    kernel_launch_t launch;
    sm_counters_t counted;
    sm_cfg_t cfg;
} fetch_rig_t;

/* own: fetch, fetch_policy, warp_ends, ibuffer, l1i.mshrs */
static void start_with(fetch_rig_t *r, sm_cfg_t own)
{
    cache_cfg_t cache = small(WRITE_THROUGH);
    cache.mshrs = own.l1i.mshrs;
    *r = (fetch_rig_t){.l1 = rig(cache), .wheel = wheel_create(), .fake = {.prog = PROG}, .cfg = own};
    sm_cfg_t *cfg = &r->cfg;
    cfg->warp_lanes = 32;
    cfg->threads = 512;
    cfg->cta_slots = 4;
    cfg->schedulers = cfg->l1i_banks = 1;
    cfg->l1i = cache;
    r->warps = warps_create(cfg, false, r->wheel, &r->counted);
    r->fetch = fetch_create(cfg, r->l1->l1, r->warps, &r->counted);
    assert_non_null(r->fetch);
    r->launch = fake_launch(&r->fake, 1, WARPS * 32);
    err_t err = {{0}};
    uint64_t share[SM_SCHEDS];
    const cta_place_t place = {0};
    const cta_t cta = {.launch = &r->launch, .fe = fake_begin(&r->fake, &place, &err)};
    warps_cta_begin(r->warps, &cta, 0, HALF_ALL, share);
}

static void start(fetch_rig_t *r, fetch_policy_t policy, uint32_t ibuffer, uint32_t mshrs)
{
    start_with(r, (sm_cfg_t){.fetch_policy = policy, .ibuffer = ibuffer, .l1i.mshrs = mshrs});
}

static void stop(fetch_rig_t *r)
{
    fetch_destroy(r->fetch);
    warps_destroy(r->warps);
    wheel_destroy(r->wheel);
    end(r->l1);
}

static void one_warp_fetches_per_cycle_in_turn(void **state)
{
    (void)state;
    fetch_rig_t r;
    start(&r, FETCH_NULL_1, 2, 4);
    for (uint32_t w = 0; w < WARPS; w++) {
        assert_int_equal(warps_want_fetch(r.warps), (0x7 << w) & 0x7);
        fetch_step(r.fetch);
    }
    assert_int_equal(warps_want_fetch(r.warps), 0);
    assert_int_equal(r.counted.fetches, WARPS);
    stop(&r);
}

/* Warps of one kernel stand at the same address: one bank, so the second waits. */
static void two_fetches_of_one_bank_conflict(void **state)
{
    (void)state;
    fetch_rig_t r;
    start(&r, FETCH_RR_2, 2, 4);
    fetch_step(r.fetch);
    assert_int_equal(r.counted.fetches, 1);
    assert_int_equal(r.counted.fetch_bank_conflicts, 1);
    assert_int_equal(warps_want_fetch(r.warps), 0x6);
    stop(&r);
}

static void a_fetch_brings_what_fits_the_buffer_and_the_sector(void **state)
{
    (void)state;
    for (uint32_t ibuffer = 2; ibuffer <= 8; ibuffer += 6) {
        fetch_rig_t r;
        start(&r, FETCH_NULL_1, ibuffer, 4);
        fetch_step(r.fetch);
        assert_int_equal(warps_masks(r.warps)[0].have, 0);
        expect_token(r.l1, 0);
        fetch_done(r.fetch, 0);
        assert_int_equal(warps_masks(r.warps)[0].have, 1);
        assert_int_equal(warps_at(r.warps, 0)->buffered, ibuffer < 4 ? ibuffer : SECTOR / 8);
        stop(&r);
    }
}

static void a_path_fills_the_buffer_beyond_the_sector(void **state)
{
    (void)state;
    fetch_rig_t r;
    start_with(&r, (sm_cfg_t){.fetch = FETCH_PATH, .ibuffer = 8, .l1i.mshrs = 4});
    fetch_step(r.fetch);
    fetch_done(r.fetch, 0);
    assert_int_equal(warps_at(r.warps, 0)->buffered, 8);
    stop(&r);
}

static void a_fetch_that_the_cache_refuses_is_tried_again(void **state)
{
    (void)state;
    fetch_rig_t r;
    start(&r, FETCH_NULL_1, 2, 1);
    must(r.l1, MEM_READ, 0x8000, SECTOR, 99); /* takes the MSHR */
    fetch_step(r.fetch);
    assert_int_equal(r.counted.fetches, 0);
    assert_int_equal(warps_want_fetch(r.warps), 0x7);
    expect_token(r.l1, 99);
    fetch_step(r.fetch);
    assert_int_equal(r.counted.fetches, 1);
    stop(&r);
}

/* The turn stays with warp 0, or has passed from warp 1, behind which the first search starts, to warp 2. */
static void a_refused_fetch_may_pass_the_turn_on(void **state)
{
    (void)state;
    for (uint32_t searched = 0; searched < 2; searched++) {
        fetch_rig_t r;
        start_with(
            &r,
            (sm_cfg_t){.ibuffer = 2, .l1i.mshrs = 1, .warp_ends = searched ? WARP_ENDS_SEARCHED : WARP_ENDS_DRAINED});
        must(r.l1, MEM_READ, 0x8000, SECTOR, 99); /* takes the MSHR */
        fetch_step(r.fetch);                      /* refused */
        assert_int_equal(warps_want_fetch(r.warps), 0x7);
        expect_token(r.l1, 99);
        fetch_step(r.fetch);
        assert_int_equal(warps_want_fetch(r.warps), searched ? 0x3 : 0x6);
        stop(&r);
    }
}

/* The line takes the fetch of a cycle, and is decoded in the next. */
static void a_line_that_arrives_may_take_a_fetch(void **state)
{
    (void)state;
    fetch_rig_t r;
    start(&r, FETCH_NULL_1, 2, 4);
    fetch_step(r.fetch);
    assert_true(fetch_still(r.fetch));
    fetch_arrived(r.fetch, 0);
    assert_false(fetch_still(r.fetch));
    assert_int_equal(warps_masks(r.warps)[0].have, 0);
    assert_true(fetch_decode(r.fetch));
    assert_int_equal(warps_masks(r.warps)[0].have, 1);
    assert_int_equal(r.counted.fetches, 1);
    assert_false(fetch_decode(r.fetch));
    assert_true(fetch_still(r.fetch));
    fetch_step(r.fetch);
    assert_int_equal(r.counted.fetches, 2);
    stop(&r);
}

/* A warp has issued three instructions of the first sector and stands before its last: it looks up the line of that
 * one, or of the place 16 bytes behind the instruction it issued last, which the I-cache does not have. */
static void a_fetch_may_look_up_the_line_behind(void **state)
{
    (void)state;
    static const winst_t FOUR[] = {{.pc_bytes = 0, .op = WI_ALU, .unit = UNIT_NONE},
                                   {.pc_bytes = 8, .op = WI_ALU, .unit = UNIT_NONE},
                                   {.pc_bytes = 16, .op = WI_ALU, .unit = UNIT_NONE},
                                   {.pc_bytes = 24, .op = WI_EXIT}};
    for (uint32_t behind = 0; behind < 2; behind++) {
        fetch_rig_t r;
        winst_exec_t out;
        err_t err = {{0}};
        start_with(&r, (sm_cfg_t){.fetch = behind ? FETCH_BEHIND : FETCH_PATH, .ibuffer = 3, .l1i.mshrs = 4});
        r.fake.prog = FOUR;
        fetch_step(r.fetch);
        expect_token(r.l1, 0);
        fetch_done(r.fetch, 0);
        for (uint32_t k = 0; k < 3; k++) {
            assert_true(fake_exec(warps_cta_of(r.warps, 0)->fe, 0, &out, &err));
            warps_advance(r.warps, 0);
        }
        for (uint32_t w = 1; w < WARPS; w++) fetch_step(r.fetch);
        assert_int_equal(stat(r.l1, "hits"), WARPS - 1);
        assert_int_equal(warps_want_fetch(r.warps), 1);
        fetch_step(r.fetch);
        assert_int_equal(stat(r.l1, "misses"), 1 + behind);
        fetch_done(r.fetch, 0);
        assert_int_equal(warps_at(r.warps, 0)->buffered, 3); /* it brings the next instructions, wherever they are */
        stop(&r);
    }
}

/* Warp 1, the first to fetch, has fetched its exit, and ends; the turn is with warp 2. */
static void start_ended(fetch_rig_t *r)
{
    winst_exec_t out;
    err_t err = {{0}};
    start_with(r, (sm_cfg_t){.ibuffer = 2, .l1i.mshrs = 4, .warp_ends = WARP_ENDS_SEARCHED});
    r->fake.prog = ENDS;
    fetch_step(r->fetch);
    fetch_done(r->fetch, 1);
    assert_true(fake_exec(warps_cta_of(r->warps, 1)->fe, 1, &out, &err));
    warps_advance(r->warps, 1);
    assert_int_equal(warps_drained(r->warps), 2);
}

static uint64_t searched(fetch_rig_t *r) /* warps that have ended and have not left, after a cycle */
{
    fetch_begin(r->fetch);
    fetch_step(r->fetch);
    return warps_drained(r->warps);
}

/* Warps 2 and 0 want a fetch, and stop the search before it comes round to warp 1. */
static void a_search_ends_at_the_first_warp_that_wants_a_fetch(void **state)
{
    (void)state;
    fetch_rig_t r;
    start_ended(&r);
    assert_int_equal(searched(&r), 2);
    assert_int_equal(searched(&r), 2);
    assert_int_equal(warps_want_fetch(r.warps), 0);
    assert_int_equal(searched(&r), 0);
    stop(&r);
}

static void a_line_that_takes_the_fetch_leaves_no_search(void **state)
{
    (void)state;
    fetch_rig_t r;
    start_ended(&r);
    for (uint32_t w = 1; w < WARPS; w++) assert_int_equal(searched(&r), 2);
    fetch_begin(r.fetch);
    fetch_arrived(r.fetch, 2); /* in place of fetch_step */
    assert_int_equal(warps_drained(r.warps), 2);
    assert_true(fetch_decode(r.fetch));
    assert_int_equal(searched(&r), 0);
    stop(&r);
}

/* Two fetches in a cycle: the first is decoded in the same cycle, the second at the start of the next. None asks the
 * I-cache. */
static void a_perfect_fetch_is_decoded_by_the_next(void **state)
{
    (void)state;
    fetch_rig_t r;
    start_with(&r, (sm_cfg_t){.fetch = FETCH_PATH, .ibuffer = 2, .l1i.mshrs = 4, .perfect_fetches = 2});
    assert_true(fetch_perfect(r.fetch));
    assert_int_equal(warps_masks(r.warps)[0].have, 1);
    assert_int_equal(warps_want_fetch(r.warps), 0x4);
    assert_false(fetch_still(r.fetch));
    assert_true(fetch_perfect(r.fetch));
    assert_int_equal(warps_masks(r.warps)[0].have, 7);
    assert_false(fetch_perfect(r.fetch));
    assert_int_equal(r.counted.fetches, WARPS);
    assert_int_equal(l1_pending(r.l1->l1), 0);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_warp_fetches_per_cycle_in_turn),
        cmocka_unit_test(two_fetches_of_one_bank_conflict),
        cmocka_unit_test(a_fetch_brings_what_fits_the_buffer_and_the_sector),
        cmocka_unit_test(a_path_fills_the_buffer_beyond_the_sector),
        cmocka_unit_test(a_fetch_may_look_up_the_line_behind),
        cmocka_unit_test(a_search_ends_at_the_first_warp_that_wants_a_fetch),
        cmocka_unit_test(a_line_that_takes_the_fetch_leaves_no_search),
        cmocka_unit_test(a_fetch_that_the_cache_refuses_is_tried_again),
        cmocka_unit_test(a_refused_fetch_may_pass_the_turn_on),
        cmocka_unit_test(a_line_that_arrives_may_take_a_fetch),
        cmocka_unit_test(a_perfect_fetch_is_decoded_by_the_next),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
