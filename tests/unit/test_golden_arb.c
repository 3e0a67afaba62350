/* test_golden_arb.c - the golden warp schedulers by hand-worked vectors: what each grants, and what a
 * paused CTA ranks. */
#include "arb_rig.h"

static void gto_is_greedy_then_oldest(void **state)
{
    (void)state;
    void *e = engine("gto");
    start(e, 3, 0x0f0);           /* oldest: warps 4..7 */
    start(e, 0, 0x00f);           /* younger: warps 0..3 */
    expect_grant(e, 0x0ff, 0, 4); /* oldest CTA, lowest warp */
    expect_grant(e, 0x0ff, 0, 4); /* greedy */
    expect_grant(e, 0x0cf, 0, 6); /* 4 stalls: the next of the oldest CTA */
    expect_grant(e, 0x0ff, 0, 6); /* 4 is ready again, but 6 is the greedy one now */
    expect_grant(e, 0x00c, 0, 2); /* only the younger CTA */
    expect_grant(e, 0, 0, SCHED_NONE);
    expect_grant(e, 0x0ff, 0, 2); /* stays greedy over a stall */
    OPS->arb_cta_end(e, 0, 0);
    expect_grant(e, 0, 0, SCHED_NONE);
    start(e, 1, 0x00f); /* the same warps, a new CTA: no warp is greedy */
    expect_grant(e, 0x0ff, 0, 4);
    OPS->destroy(e);
}

static void cggty_is_greedy_then_youngest(void **state)
{
    (void)state;
    void *e = engine("cggty");
    start(e, 0, 0x00f);           /* older: warps 0..3 */
    start(e, 3, 0x0f0);           /* youngest: warps 4..7 */
    expect_grant(e, 0x0ff, 0, 7); /* youngest CTA, highest warp */
    expect_grant(e, 0x0ff, 0, 7); /* greedy */
    expect_grant(e, 0x03f, 0, 5); /* 6 and 7 stall: the next of the youngest CTA */
    expect_grant(e, 0x0ff, 0, 5); /* 7 is ready again, but 5 is the greedy one now */
    expect_grant(e, 0x00c, 0, 3); /* only the older CTA */
    expect_grant(e, 0, 0, SCHED_NONE);
    expect_grant(e, 0x0ff, 0, 3);      /* stays greedy over a stall */
    expect_grant(e, 0x0ff, 1 << 0, 7); /* paused: its warps rank last */
    expect_grant(e, 0x00f, 1 << 0, 3);
    OPS->arb_cta_end(e, 0, 0);
    expect_grant(e, 0, 0, SCHED_NONE);
    start(e, 1, 0x00f); /* the same warps in a new CTA, the youngest now */
    expect_grant(e, 0x0ff, 0, 3);
    OPS->destroy(e);
}

static void lrr_goes_round(void **state)
{
    (void)state;
    void *e = engine("lrr");
    start(e, 0, 0xff);
    expect_grant(e, 0xff, 0, 0);
    expect_grant(e, 0xff, 0, 1);
    expect_grant(e, 0xf1, 0, 4); /* 2 and 3 are not ready: loose */
    expect_grant(e, 0, 0, SCHED_NONE);
    expect_grant(e, 0xff, 0, 5); /* the pointer moves only on a grant */
    expect_grant(e, 0x07, 0, 0); /* wraps */
    OPS->destroy(e);
}

static void start_in_block(void *e, uint8_t slot, uint64_t warps, uint8_t leader)
{
    const arb_cta_t cta = {.slot = slot, .partner = leader, .warps = warps};
    const arb_in_t idle = {0};
    OPS->arb_cta_start(e, 0, &cta);
    assert_int_equal(OPS->arb_step(e, 0, &idle), SCHED_NONE);
}

static void sca_takes_turns_in_a_group(void **state)
{
    (void)state;
    void *e = engine("sca");
    start(e, 5, 0x0f); /* warps 0..3; with the next: groups 0 4, 1 5, 2 6, 3 7 */
    start_in_block(e, 2, 0xf0, 5);
    start(e, 0, 0xf00); /* a block by itself: groups 8, 9, 10, 11 */
    expect_grant(e, 0xfff, 0, 0);
    expect_grant(e, 0xfff, 0, 4);
    expect_grant(e, 0xfff, 0, 0);
    expect_grant(e, 0xffe, 0, 4);               /* 0 stalls, but it is the turn of 4 */
    expect_grant(e, 0xffe, 0, 1);               /* now it is: the next group of the block */
    expect_grant(e, 0xfff, 0, 5);               /* which goes on though the first could */
    expect_grant(e, 0xffd, 0, 2);               /* 1 stalls: the third group */
    expect_grant(e, 0xf0c, 0, 3);               /* 6 stalls: the fourth */
    expect_grant(e, 0xf00, 0, 8);               /* the next block */
    expect_grant(e, 0xfff, 0, 8);               /* greedy */
    expect_grant(e, 0xcff, 0, 0);               /* 8 stalls: not 10 but the oldest */
    expect_grant(e, 0x001, 0, 0);               /* 4 stalls and no other warp is ready */
    expect_grant(e, 0xfff, 1 << 5 | 1 << 2, 8); /* the block is paused */
    OPS->destroy(e);
}

static void sca_next_group_of_the_block_before_older_blocks(void **state)
{
    (void)state;
    void *e = engine("sca");
    start(e, 0, 0xf00); /* the oldest block: 8, 9, 10, 11 */
    start(e, 5, 0x0f);  /* groups 0 4, 1 5, 2 6, 3 7 */
    start_in_block(e, 2, 0xf0, 5);
    expect_grant(e, 0x0fe, 0, 4); /* 0 stalls at once */
    expect_grant(e, 0xfcc, 0, 2); /* so does the second group: the third, not 8 */
    expect_grant(e, 0xf11, 0, 0); /* 6 stalls, and the fourth: round to the first */
    expect_grant(e, 0xf00, 0, 8);
    expect_grant(e, 0x0ff, 0, 0); /* a block of one CTA stalls: the oldest */
    OPS->destroy(e);
}

static void sca_block_outlives_its_leader(void **state)
{
    (void)state;
    void *e = engine("sca");
    start(e, 0, 0x003);
    start_in_block(e, 1, 0x00c, 0);
    start_in_block(e, 2, 0x030, 0);
    OPS->arb_cta_end(e, 0, 0);
    expect_grant(e, 0, 0, SCHED_NONE);
    start(e, 0, 0x003);          /* in the slot of the former leader, not of its block */
    expect_grant(e, 0x3f, 0, 2); /* the groups are 2 4, 3 5, and the newcomer's 0, 1 */
    expect_grant(e, 0x3f, 0, 4);
    expect_grant(e, 0x3f, 0, 2);
    expect_grant(e, 0x0f, 0, 3);
    expect_grant(e, 0x03, 0, 0);
    OPS->destroy(e);
}

static void owl_first_group_first(void **state)
{
    (void)state;
    void *e = engine("owl");
    start(e, 3, 0x00f);
    start(e, 1, 0x0f0); /* the first group: warps 0..7 */
    start(e, 0, 0xf00); /* the second: 8..11 */
    expect_grant(e, 0xfff, 0, 0);
    expect_grant(e, 0xff1, 0, 4); /* round robin over both CTAs of the group */
    expect_grant(e, 0xf00, 0, 8);
    expect_grant(e, 0xf00, 0, 9);
    expect_grant(e, 0xf03, 0, 0); /* the first group is back, and goes first at once */
    OPS->arb_cta_end(e, 0, 3);
    expect_grant(e, 0, 0, SCHED_NONE);
    start(e, 3, 0x00f); /* joins the second group, which has one CTA */
    expect_grant(e, 0xfff, 0, 4);
    expect_grant(e, 0xf0f, 0, 8);
    expect_grant(e, 0x00f, 0, 0);
    OPS->destroy(e);
}

static void step(void *e, uint64_t ready, uint64_t load, uint64_t victim, uint32_t warp)
{
    const arb_in_t in = {.valid = 7, .ready = ready, .load = load, .victim = victim};
    assert_int_equal(OPS->arb_step(e, 0, &in), warp);
}

/* Three warps: the cutoff is 3 x 4, an event is worth 32. A warp is visited in two steps; the first
 * visit belongs to no warp. */
static void ccws_lets_who_lost_lines_load(void **state)
{
    (void)state;
    void *e = engine("ccws");
    start(e, 0, 7);
    step(e, 0, 0, 2, SCHED_NONE);                         /* the event is kept though no warp is ready or visited */
    for (uint32_t i = 0; i < 4; i++) step(e, 7, 7, 0, 0); /* visits no warp, then 0 */
    for (uint32_t i = 0; i < 4; i++) step(e, 7, 7, 0, 0); /* 1: 36; 2: 36, 4 before it: held back */
    for (uint32_t i = 0; i < 2; i++) step(e, 7, 7, 0, 0); /* 0: 36 before it */
    step(e, 7, 7, 0, 1);                                  /* 0 and 2 may not load; visits 1: */
    step(e, 7, 7, 0, 1);                                  /* 34 */
    step(e, 5, 5, 0, SCHED_NONE);
    step(e, 5, 1, 0, 2);              /* 2 does not load */
    for (uint32_t i = 0; i < 74; i++) /* 12 visits of 1 later it stands at 10, less than the cutoff */
        step(e, 1, 1, 0, SCHED_NONE);
    step(e, 1, 1, 0, 0);
    step(e, 4, 4, 0, SCHED_NONE); /* 2 still has 10 and 4 before it */
    OPS->arb_cta_end(e, 0, 0);
    step(e, 0, 0, 7, SCHED_NONE);
    start(e, 1, 7); /* the same warps, a new CTA: all at the base, no event */
    for (uint32_t i = 0; i < 18; i++) step(e, 4, 4, 0, 2);
    OPS->destroy(e);
}

static void paused_ctas_rank_last(void **state)
{
    (void)state;
    static const char *const WARP[] = {"gto", "lrr"};
    for (uint32_t i = 0; i < 2; i++) {
        void *e = engine(WARP[i]);
        start(e, 0, 0x0f);
        start(e, 1, 0xf0);
        expect_grant(e, 0xff, 1 << 0, 4); /* CTA 0 paused: CTA 1's first */
        expect_grant(e, 0x0f, 1 << 0, 0); /* no other warp is ready: the paused one is granted */
        expect_grant(e, 0xff, 1 << 0, 4);
        OPS->destroy(e);
    }
}

/* An arbiter of the test's own: counts in the last byte of its state how often it has refused, five times
 * at most, and then grants the warp it began with. */
enum { ROOM = 1000, REFUSALS = 5 };
typedef struct {
    uint8_t first, room[ROOM], refused;
} shy_t;

static uint8_t shy_first;

static void shy_reset(void *state) { ((shy_t *)state)->first = shy_first++; }

static uint64_t shy_narrow(void *state, const arb_ctx_t *ctx, const arb_in_t *in, uint64_t compete)
{
    shy_t *st = state;
    (void)ctx;
    if (in->longlat) return 0;
    if (st->refused == REFUSALS) return compete;
    st->refused++;
    return 0;
}

static uint32_t shy_choose(void *state, const arb_ctx_t *ctx, uint64_t compete)
{
    (void)ctx, (void)compete;
    return ((const shy_t *)state)->first;
}

static const arb_policy_t shy = {
    .name = "arb_shy", .state_bytes = sizeof(shy_t), .reset = shy_reset, .narrow = shy_narrow, .choose = shy_choose};

static void a_state_belongs_to_one_arbiter(void **state)
{
    (void)state;
    const arb_in_t in = {.valid = UINT64_MAX, .ready = 7}, waits = {.valid = 7, .ready = 7, .longlat = 7};
    shy_first = 0;
    void *e = engine_c_create(&shy, 3, SCHED_SMALL);
    for (uint32_t i = 0; i < REFUSALS; i++) {
        assert_int_equal(OPS->arb_step(e, 1, &in), SCHED_NONE);
        assert_false(OPS->arb_still(e, 1)); /* one byte has changed, the last */
    }
    assert_int_equal(OPS->arb_step(e, 1, &waits), SCHED_NONE);
    assert_true(OPS->arb_still(e, 1)); /* nothing has */
    assert_int_equal(OPS->arb_step(e, 1, &in), 1);
    for (uint32_t arb = 0; arb < 3; arb += 2) { /* its neighbours stand where they stood */
        for (uint32_t i = 0; i < REFUSALS; i++) assert_int_equal(OPS->arb_step(e, arb, &in), SCHED_NONE);
        assert_int_equal(OPS->arb_step(e, arb, &in), arb);
    }
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gto_is_greedy_then_oldest),
        cmocka_unit_test(cggty_is_greedy_then_youngest),
        cmocka_unit_test(lrr_goes_round),
        cmocka_unit_test(sca_takes_turns_in_a_group),
        cmocka_unit_test(sca_next_group_of_the_block_before_older_blocks),
        cmocka_unit_test(sca_block_outlives_its_leader),
        cmocka_unit_test(owl_first_group_first),
        cmocka_unit_test(ccws_lets_who_lost_lines_load),
        cmocka_unit_test(paused_ctas_rank_last),
        cmocka_unit_test(a_state_belongs_to_one_arbiter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
