/* test_sm_fetch.c - which warps of one SM fetch in which cycle: fetch policies and I-cache banks. The
 * SM runs alone, with the test as its arbiters; a warp is seen to be ready a hit latency after its
 * fetch. Kernel code lies at address 0 of a region (bank 0) or a line further (bank 1). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "config/config.h"
#include "fake_fe.h"
#include "sm/sm.h"

#include <string.h>

#define STEP(at)                                                                                                       \
    {                                                                                                                  \
        .pc_bytes = (at), .unit = UNIT_NONE, .op = WI_ALU                                                              \
    }
#define LEAVE(at)                                                                                                      \
    {                                                                                                                  \
        .pc_bytes = (at), .unit = UNIT_NONE, .op = WI_EXIT                                                             \
    }

enum { BANKS = 3, WARM_CYCLES = 2000, NO_GRANT = -1 };

/* One program per bank, of two fetches. */
static const winst_t PROGRAM[BANKS][3] = {
    {STEP(0), STEP(8), LEAVE(16)}, {STEP(128), STEP(136), LEAVE(144)}, {STEP(256), STEP(264), LEAVE(272)}};

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *memsys;
    sm_t *sm;
    uint64_t now, ready; /* ready: in this cycle */
    bool issue;          /* grant whatever is ready */
    int32_t grant;       /* else this warp, or NO_GRANT */
    uint32_t slot;       /* next one for a CTA */
    fake_t fake[BANKS];
    kernel_launch_t launch[BANKS];
} rig_t;

static void on_start(void *self, uint32_t arb, const arb_cta_t *cta) { (void)self, (void)arb, (void)cta; }

static void on_end(void *self, uint32_t arb, uint32_t slot) { (void)self, (void)arb, (void)slot; }

static uint32_t on_step(void *self, uint32_t arb, const arb_in_t *in)
{
    (void)arb;
    rig_t *r = self;
    r->ready = in->ready;
    if (r->issue && in->ready) return (uint32_t)__builtin_ctzll(in->ready);
    if (r->grant == NO_GRANT || !(in->ready >> r->grant & 1)) return SCHED_NONE;
    const uint32_t granted = (uint32_t)r->grant;
    r->grant = NO_GRANT;
    return granted;
}

static bool on_still(void *self, uint32_t arb)
{
    (void)self, (void)arb;
    return false;
}

static const sched_ops_t OPS = {
    .arb_cta_start = on_start, .arb_cta_end = on_end, .arb_step = on_step, .arb_still = on_still};

static void cycle(rig_t *r)
{
    err_t err = {{0}};
    r->ready = 0;
    memsys_tick(r->memsys);
    sm_wake(r->sm, r->now);
    sm_begin(r->sm, r->now);
    assert_true(sm_issue(r->sm, r->now, 0, &err));
    sm_end(r->sm, r->now);
    uint32_t slot;
    if (sm_done_pending(r->sm, &slot)) sm_done_taken(r->sm, r->now);
    r->now++;
}

static void issue(rig_t *r, int32_t warp) /* as soon as it is ready */
{
    r->grant = warp;
    for (uint32_t c = 0; c < 3 && r->grant != NO_GRANT; c++) cycle(r);
    assert_int_equal(r->grant, NO_GRANT);
}

/* A CTA of the kernel, whose code lies in the bank, gets the lowest free warps. */
static void begin(rig_t *r, uint32_t kid, uint32_t bank, uint32_t warps)
{
    err_t err = {{0}};
    r->launch[bank].warps_per_cta = warps;
    const sm_kernel_t kernel = {&r->launch[bank], kid, kid};
    const cta_place_t place = {.slot = r->slot};
    const cta_group_t alone = {.mate_slot = r->slot, .half = HALF_ALL};
    assert_true(sm_cta_begin(r->sm, r->now, &kernel, &place, &alone, &err));
    r->slot = (r->slot + 1) % r->m.sm.cta_slots;
}

/* One scheduler, so that warps are counted as the SM counts them; a fetch is one instruction. */
static void start(rig_t *r, fetch_policy_t policy, uint32_t banks, uint32_t mshrs)
{
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    if (!machine_load("configs/machines/smk.yaml", &r->m, &err)) fail_msg("%s", err.text);
    r->m.sm.schedulers = 1;
    r->m.sm.ibuffer = 1;
    r->m.sm.fetch_policy = policy;
    r->m.sm.l1i_banks = banks;
    r->m.sm.l1i.mshrs = mshrs;
    r->stats = stats_create();
    r->memsys = memsys_create(&r->m, r->stats, "mem");
    const sm_env_t env = {.machine = &r->m, .memsys = r->memsys, .sched = &OPS, .sched_self = r, .stats = r->stats};
    r->sm = sm_create(&env, "sm0");
    assert_non_null(r->sm);
    r->grant = NO_GRANT;
    for (uint32_t b = 0; b < BANKS; b++) {
        r->fake[b].prog = PROGRAM[b];
        r->launch[b] = fake_launch(&r->fake[b], 1, 32);
    }
}

static void stop(rig_t *r)
{
    sm_destroy(r->sm);
    memsys_destroy(r->memsys);
    stats_destroy(r->stats);
}

static uint64_t counted(const rig_t *r, const char *name) { return stats_sum(r->stats, name); }

/* All programs of kernels 0 to 2 are in the I-cache. Warp 0 belongs to a CTA of kernel 3 that stays and
 * has been the last to fetch, so kernel 0 has the turn, and among its warps warp 1. */
static void start_warm(rig_t *r, fetch_policy_t policy, uint32_t banks)
{
    start(r, policy, banks, 2);
    r->issue = true;
    for (uint32_t kid = 0; kid < 3; kid++)
        for (uint32_t b = 0; b < BANKS; b++) {
            begin(r, kid, b, 1);
            for (uint32_t c = 0; c < WARM_CYCLES && sm_resident_ctas(r->sm); c++) cycle(r);
            assert_int_equal(sm_resident_ctas(r->sm), 0);
        }
    r->issue = false;
    begin(r, SCHED_KERNELS - 1, 0, 1);
    for (uint32_t c = 0; c < WARM_CYCLES && !r->ready; c++) cycle(r);
    assert_int_equal(r->ready, 1);
    assert_int_equal(counted(r, "sm0.fetch_bank_conflicts"), 0);
}

/* A word per cycle from the first fetch on: the warps that fetched, in their order of number, as digits
 * and letters; "-" for none. As long as the text expected. */
static void expect(rig_t *r, const char *expected)
{
    char got[128] = "";
    uint64_t before = 1;
    cycle(r);
    assert_int_equal(r->ready, before); /* the hit latency */
    while (strlen(got) < strlen(expected)) {
        cycle(r);
        const size_t used = strlen(got);
        uint64_t arrived = r->ready & ~before;
        before = r->ready;
        if (used) strcat(got, " ");
        if (!arrived) strcat(got, "-");
        for (; arrived; arrived &= arrived - 1) {
            const char name[2] = {"0123456789abcdef"[__builtin_ctzll(arrived)], 0};
            strcat(got, name);
        }
    }
    assert_string_equal(got, expected);
}

/* Kernels make no difference, nor do banks. */
static void null_1_fetches_for_one_warp_at_a_time(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_NULL_1, 2);
    begin(&r, 1, 0, 3);
    begin(&r, 0, 1, 2);
    begin(&r, 1, 0, 1);
    expect(&r, "1 2 3 4 5 6 - -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

/* Warp 1 asks again while others wait: its turn is behind theirs. */
static void warps_fetch_in_turn(void **state)
{
    (void)state;
    for (uint32_t policy = FETCH_NULL_1; policy <= FETCH_BOTH_2; policy++) {
        rig_t r;
        start_warm(&r, policy, 1);
        begin(&r, 1, 0, 6);
        r.grant = 1;
        const uint64_t before = counted(&r, "sm0.fetches");
        for (uint32_t c = 0; c < 2; c++) cycle(&r);
        assert_int_equal(r.grant, NO_GRANT); /* warp 1 has issued and asks */
        uint64_t had = 1;
        for (uint32_t c = 0; c < 5; c++) {
            cycle(&r);
            assert_int_equal(r.ready, had | UINT64_C(4) << c);
            had = r.ready;
        }
        cycle(&r);
        assert_int_equal(r.ready, 0x7f);
        assert_int_equal(counted(&r, "sm0.fetches") - before, 7);
        stop(&r);
    }
}

static void the_warp_that_fetched_is_the_last(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_NULL_1, 1);
    begin(&r, 0, 0, 1);
    issue(&r, 1);
    begin(&r, 0, 0, 1); /* asks from the same cycle on */
    expect(&r, "2 1 -");
    stop(&r);
}

static void both_2_fetches_for_one_warp_of_each_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 3);
    begin(&r, 1, 1, 4);
    expect(&r, "14 25 36 7 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

/* The second waits a cycle, and not longer: it is the first of the next. */
static void both_2_meets_in_a_bank(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 3);
    begin(&r, 1, 0, 3);
    expect(&r, "1 4 2 5 3 6 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 5);
    stop(&r);
}

/* Kernel 1 has code in both banks: what waits for one does not keep kernel 0 from the other. */
static void a_waiting_fetch_shares_the_next_cycle(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1); /* 1 */
    begin(&r, 1, 0, 1); /* 2 meets 1 */
    begin(&r, 0, 1, 2); /* 3, 4 */
    begin(&r, 1, 0, 1); /* 5 */
    expect(&r, "1 23 45 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

static void both_2_fetches_once_for_a_kernel_alone(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 1, 0, 1);
    begin(&r, 1, 1, 2);
    expect(&r, "1 2 3 -");
    stop(&r);
}

/* Warp 1 is one of kernel 0 until its CTA ends, and then one of kernel 1. */
static void a_warp_belongs_to_one_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1);
    for (uint32_t insts = 0; insts < 3; insts++) issue(&r, 1);
    cycle(&r);
    assert_int_equal(sm_resident_ctas(r.sm), 1);
    issue(&r, 0);
    for (uint32_t c = 0; c < 2; c++) cycle(&r); /* warp 0 has fetched, and kernel 0 has the turn */
    begin(&r, 1, 0, 1);
    begin(&r, 1, 1, 1);
    expect(&r, "1 2 -");
    stop(&r);
}

static void both_2_takes_three_kernels_in_turn(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 4);
    begin(&r, 0, 0, 2); /* 1, 2 */
    begin(&r, 1, 1, 2); /* 3, 4 */
    begin(&r, 2, 2, 2); /* 5, 6 */
    expect(&r, "13 45 26 -");
    stop(&r);
}

static void rr_2_fetches_for_two_warps_of_one_kernel(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    for (uint32_t kid = 0; kid < 2; kid++)
        for (uint32_t w = 0; w < 4; w++) begin(&r, kid, w % 2, 1);
    begin(&r, 0, 0, 1); /* 9: alone of its kernel, and kernel 1 has none left */
    expect(&r, "12 56 34 78 9 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    stop(&r);
}

/* Kernel 0 has its turn and one warp: the place left stays empty. */
static void rr_2_does_not_mix_kernels(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 1);
    begin(&r, 1, 1, 1);
    begin(&r, 1, 0, 1);
    expect(&r, "1 23 -");
    stop(&r);
}

/* Warps at the same place of their code meet in its bank. The place beside one that waits is for the
 * kernel in turn. */
static void rr_2_meets_in_a_bank(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 4);
    begin(&r, 1, 1, 2);
    /* 1 and 2 meet; 2 beside kernel 1's 5; 3 and 4 meet; 4 beside 6 */
    expect(&r, "1 25 3 46 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 2);
    stop(&r);
}

static void a_kernel_alone_fills_the_place_beside_one_that_waits(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_RR_2, 2);
    begin(&r, 0, 0, 2);
    begin(&r, 0, 1, 1);
    expect(&r, "1 23 -");
    stop(&r);
}

static void one_bank_is_one_fetch_per_cycle(void **state)
{
    (void)state;
    static const char *const EXPECTED[] = {"1 2 3 4 -", "1 2 3 4 -", "1 3 2 4 -"};
    for (uint32_t policy = FETCH_NULL_1; policy <= FETCH_BOTH_2; policy++) {
        rig_t r;
        start_warm(&r, policy, 1);
        begin(&r, 0, 0, 2);
        begin(&r, 1, 1, 2);
        expect(&r, EXPECTED[policy]);
        stop(&r);
    }
}

/* A line further than the last bank is bank 0 again. */
static void banks_follow_line_addresses(void **state)
{
    (void)state;
    rig_t r;
    start_warm(&r, FETCH_BOTH_2, 2);
    begin(&r, 0, 0, 1);
    begin(&r, 1, 2, 1);
    expect(&r, "1 2 -");
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

/* Two misses go out in one cycle, unless the I-cache has one MSHR: the other tries until it is free. */
static void misses_do_not_wait_for_each_other(void **state)
{
    (void)state;
    for (uint32_t mshrs = 1; mshrs <= 2; mshrs++) {
        rig_t r;
        start(&r, FETCH_BOTH_2, 2, mshrs);
        begin(&r, 0, 0, 1);
        begin(&r, 1, 1, 1);
        cycle(&r);
        assert_int_equal(counted(&r, "sm0.fetches"), mshrs);
        for (uint32_t c = 0; c < WARM_CYCLES && r.ready != 3; c++) cycle(&r);
        assert_int_equal(r.ready, 3);
        assert_int_equal(counted(&r, "sm0.fetches"), 2);
        assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
        stop(&r);
    }
}

/* One bank and one MSHR, which is taken: a fetch that waits behind one that is refused meets no fetch.
 * It does when the MSHR is free and the other goes. */
static void a_refused_fetch_is_no_conflict(void **state)
{
    (void)state;
    rig_t r;
    start(&r, FETCH_BOTH_2, 1, 1);
    begin(&r, 0, 0, 1);
    cycle(&r); /* takes the MSHR */
    begin(&r, 1, 1, 1);
    begin(&r, 2, 2, 1);
    cycle(&r);
    cycle(&r);
    assert_int_equal(counted(&r, "sm0.l1i.stall_mshr"), 2);
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 0);
    for (uint32_t c = 0; c < 2 * WARM_CYCLES && r.ready != 7; c++) cycle(&r);
    assert_int_equal(r.ready, 7);
    assert_int_equal(counted(&r, "sm0.fetches"), 3);
    assert_int_equal(counted(&r, "sm0.fetch_bank_conflicts"), 1);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(null_1_fetches_for_one_warp_at_a_time),
        cmocka_unit_test(warps_fetch_in_turn),
        cmocka_unit_test(the_warp_that_fetched_is_the_last),
        cmocka_unit_test(both_2_fetches_for_one_warp_of_each_kernel),
        cmocka_unit_test(both_2_meets_in_a_bank),
        cmocka_unit_test(a_waiting_fetch_shares_the_next_cycle),
        cmocka_unit_test(both_2_fetches_once_for_a_kernel_alone),
        cmocka_unit_test(a_warp_belongs_to_one_kernel),
        cmocka_unit_test(both_2_takes_three_kernels_in_turn),
        cmocka_unit_test(rr_2_fetches_for_two_warps_of_one_kernel),
        cmocka_unit_test(rr_2_does_not_mix_kernels),
        cmocka_unit_test(rr_2_meets_in_a_bank),
        cmocka_unit_test(a_kernel_alone_fills_the_place_beside_one_that_waits),
        cmocka_unit_test(one_bank_is_one_fetch_per_cycle),
        cmocka_unit_test(banks_follow_line_addresses),
        cmocka_unit_test(a_refused_fetch_is_no_conflict),
        cmocka_unit_test(misses_do_not_wait_for_each_other),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
