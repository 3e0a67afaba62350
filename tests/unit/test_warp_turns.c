/* test_warp_turns.c - warp issue of two kernels on an SM, first level: alt, where the kernels take turns, and sim,
 * where each has a half of the schedulers: what the golden models answer, which half the golden dispatcher
 * says, and which warps an SM deals to which scheduler. */
#include "policies.h"

#include "config/config.h"
#include "fake_fe.h"
#include "policy/golden.h"
#include "sm/sm.h"

enum { SCHEDS = 4 };

static const sched_ops_t *const OPS = &engine_c_ops;

/* Of an SM of two schedulers: warps of a CTA in either. */
static void start(void *e, uint8_t slot, uint8_t kid, uint64_t low, uint64_t high)
{
    const arb_in_t idle = {0};
    const arb_cta_t cta[2] = {{.slot = slot, .kid = kid, .partner = slot, .warps = low},
                              {.slot = slot, .kid = kid, .partner = slot, .warps = high}};
    for (uint32_t i = 0; i < 2; i++) {
        OPS->arb_cta_start(e, i, &cta[i]);
        assert_int_equal(OPS->arb_step(e, i, &idle), SCHED_NONE);
    }
}

/* One cycle of that SM: the kernel served, and who is granted. */
static void cycle(void *e, uint64_t low, uint64_t high, slot_mask_t paused, uint8_t serve, uint32_t at_low,
                  uint32_t at_high)
{
    arb_in_t in[2] = {{.valid = UINT64_MAX, .ready = low, .paused = paused},
                      {.valid = UINT64_MAX, .ready = high, .paused = paused}};
    assert_int_equal(OPS->arb_serve(e, 0, 2, in), serve);
    in[0].serve = in[1].serve = serve;
    assert_int_equal(OPS->arb_step(e, 0, &in[0]), at_low);
    assert_int_equal(OPS->arb_step(e, 1, &in[1]), at_high);
}

static void kernels_take_turns(void **state)
{
    (void)state;
    void *e = engine_c_create(arb("alt"), 4, SCHED_SMALL);
    start(e, 0, 3, 0x0f, 0x0f); /* kernel 3, though older, waits for its turn */
    start(e, 1, 1, 0xf0, 0xf0);
    cycle(e, 0xff, 0xff, 0, 2, 4, 4);          /* the first that asks from entry 0 on is 1 */
    cycle(e, 0x2f, 0x0f, 0, 2, 5, SCHED_NONE); /* one warp of it, in one scheduler, is enough */
    cycle(e, 0x0f, 0x0e, 0, 8, 0, 1);          /* none: the other, in the same cycle */
    cycle(e, 0xff, 0xff, 0, 8, 0, 1);          /* which keeps the turn */
    cycle(e, 0xf0, 0xf1, 0, 8, SCHED_NONE, 0);
    assert_true(OPS->arb_still(e, 0)); /* nothing changed where no warp was granted */
    cycle(e, 0, 0, 0, 0, SCHED_NONE, SCHED_NONE);
    cycle(e, 0xf0, 0xf1, 0, 8, SCHED_NONE, 0); /* a cycle without a ready warp is no turn */
    cycle(e, 0xff, 0xff, 1 << 0, 2, 4, 4);     /* a pause ranks above the turn: kernel 3 does not compete */
    cycle(e, 0x0f, 0xff, 1 << 0, 2, SCHED_NONE, 4);
    cycle(e, 0x0f, 0x0f, 1 << 0, 8, 0, 0); /* the paused compete where no other is ready */
    OPS->destroy(e);
}

static void the_turn_goes_round(void **state)
{
    (void)state;
    void *e = engine_c_create(arb("alt"), 4, SCHED_SMALL);
    for (uint8_t k = 0; k < 4; k++) start(e, k, k, UINT64_C(1) << k, UINT64_C(0x10) << k);
    cycle(e, 0xc, 0, 0, 4, 2, SCHED_NONE);    /* from 0: the next that asks is 2 */
    cycle(e, 0x3, 0x80, 0, 8, SCHED_NONE, 7); /* then 3, which asks in the other scheduler, */
    cycle(e, 0x7, 0x70, 0, 1, 0, 4);          /* then 0 */
    cycle(e, 0x8, 0x20, 0, 2, SCHED_NONE, 5);
    arb_in_t other[2] = {{.valid = UINT64_MAX, .ready = 0}, {.valid = UINT64_MAX, .ready = 0}};
    assert_int_equal(OPS->arb_serve(e, 2, 2, other), 0); /* the next SM has a turn of its own */
    OPS->destroy(e);
}

static void each_half_is_greedy_then_oldest(void **state)
{
    (void)state;
    void *e = engine_c_create(arb("sim"), 2, SCHED_SMALL);
    start(e, 0, 3, 0x00, 0x0f);
    start(e, 1, 1, 0xf0, 0x00);
    const arb_in_t low = {.valid = UINT64_MAX, .ready = 0xf0}, high = {.valid = UINT64_MAX, .ready = 0x0f};
    const arb_in_t less = {.valid = UINT64_MAX, .ready = 0xe0};
    assert_int_equal(OPS->arb_step(e, 0, &low), 4);
    assert_int_equal(OPS->arb_step(e, 1, &high), 0);
    assert_int_equal(OPS->arb_step(e, 0, &less), 5);
    assert_int_equal(OPS->arb_step(e, 1, &high), 0);
    assert_int_equal(OPS->arb_step(e, 0, &low), 5);
    OPS->destroy(e);
    assert_true(arb("sim")->halves && arb("sim")->single == arb("alt"));
}

static void write(void *e, uint32_t addr, uint32_t value) { assert_true(OPS->reg_write(e, addr, value)); }

static void launch(void *e, uint32_t kid, uint32_t ctas)
{
    const uint32_t base = REG_KERNEL + kid * REG_KERNEL_STRIDE;
    write(e, base + REG_K_GRID_X, ctas);
    write(e, base + REG_K_GRID_Y, 1);
    write(e, base + REG_K_GRID_Z, 1);
    write(e, base + REG_K_THREADS, 32);
    write(e, base + REG_K_WARPS, 1);
    write(e, base + REG_K_CMD, REG_K_CMD_LAUNCH);
}

/* Takes a CTA; `done`: an SM that reports its slot 0 meanwhile, or SCHED_NONE. */
static disp_out_t take(void *e, uint32_t done)
{
    disp_in_t in = {.done_valid = done == SCHED_NONE ? mask_none() : mask_only(done)};
    disp_out_t out = {0}, cta = {0};
    for (uint32_t n = 0; n < 40; n++) {
        in.issue_ready = out.issue_valid ? mask_all() : mask_none();
        if (out.issue_valid) cta = out;
        OPS->disp_step(e, &in, &out);
        in.done_valid = mask_without(in.done_valid, out.done_ready);
        if (cta.issue_valid) return cta;
    }
    fail_msg("no CTA");
    return cta;
}

static void expect_half(void *e, uint32_t kid, uint32_t half)
{
    const disp_out_t cta = take(e, SCHED_NONE);
    assert_int_equal(cta.kid, kid);
    assert_int_equal(cta.half, half);
}

static void the_dispatcher_says_which_half(void **state)
{
    (void)state;
    void *e = engine_c_create(arb("sim"), 2, SCHED_SMALL);
    write(e, REG_POLICY, policy_value("tmax"));
    write(e, REG_SM_ENABLE, 1);
    write(e, REG_CAP_SLOTS, 16);
    write(e, REG_CAP_WARPS, 48);
    write(e, REG_CAP_THREADS, 1536);
    write(e, REG_CTRL, REG_CTRL_INIT);
    launch(e, 2, 3);
    expect_half(e, 2, HALF_ALL);
    launch(e, 0, 1);
    launch(e, 1, 3);
    expect_half(e, 2, HALF_ALL);   /* it stood at the port before the others were launched */
    expect_half(e, 2, HALF_LOWER); /* the first of three; a lower entry does not matter */
    expect_half(e, 0, HALF_UPPER);
    expect_half(e, 1, HALF_UPPER);
    /* Slots 0, 1, 2 are of kernel 2, slot 3 of kernel 0. When 2 has ended, 0 is the earlier one still. */
    disp_in_t in = {.done_valid = mask_only(0)};
    disp_out_t out = {0};
    for (uint8_t slot = 0; slot < 3;) {
        in.done_slot[0] = slot;
        OPS->disp_step(e, &in, &out);
        if (mask_any(out.done_ready)) slot++;
    }
    expect_half(e, 1, HALF_UPPER);
    in.done_slot[0] = 3;
    for (out.done_ready = mask_none(); !mask_any(out.done_ready);) OPS->disp_step(e, &in, &out);
    in.done_valid = mask_none();
    for (uint32_t n = 0; n < 4; n++) OPS->disp_step(e, &in, &out);
    assert_true(out.issue_valid); /* it was booked before the end of 0, and says what was so then */
    expect_half(e, 1, HALF_UPPER);
    launch(e, 3, 2);
    launch(e, 0, 1);
    expect_half(e, 3, HALF_UPPER);
    OPS->destroy(e);
}

typedef struct { /* an SM by itself, with the test as its arbiters */
    machine_t m;
    stats_t *stats;
    memsys_t *memsys;
    sm_t *sm;
    uint64_t warps[SCHEDS]; /* of the last CTA that started, by scheduler */
    fake_t fake;
    kernel_launch_t launch;
} rig_t;

static void on_start(void *self, uint32_t arb, const arb_cta_t *cta) { ((rig_t *)self)->warps[arb] = cta->warps; }

static const sched_ops_t SPY = {.arb_cta_start = on_start};
static const winst_t PROGRAM[] = {{.unit = UNIT_NONE, .op = WI_EXIT}};

static void rig_start(rig_t *r, bool halves)
{
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    if (!machine_load("configs/machines/smk15.yaml", &r->m, &err)) fail_msg("%s", err.text);
    assert_int_equal(r->m.sm.schedulers, SCHEDS);
    r->stats = stats_create();
    r->memsys = memsys_create(&r->m, r->stats, "mem");
    const sm_env_t env = {
        .machine = &r->m, .memsys = r->memsys, .sched = &SPY, .sched_self = r, .stats = r->stats, .halves = halves};
    r->sm = sm_create(&env, "sm0");
    r->fake.prog = PROGRAM;
    r->launch = fake_launch(&r->fake, 1, 32);
}

static void rig_stop(rig_t *r)
{
    sm_destroy(r->sm);
    memsys_destroy(r->memsys);
    stats_destroy(r->stats);
}

static void deal(rig_t *r, uint32_t slot, uint32_t warps, uint32_t half, const uint64_t expected[SCHEDS])
{
    err_t err = {{0}};
    r->launch.warps_per_cta = warps;
    const sm_kernel_t kernel = {&r->launch, 0, 0};
    const cta_place_t place = {.slot = slot};
    const cta_group_t group = {.partner_slot = slot, .half = half};
    assert_true(sm_cta_begin(r->sm, 0, &kernel, &place, &group, &err));
    for (uint32_t i = 0; i < SCHEDS; i++) assert_int_equal(r->warps[i], expected[i]);
}

/* A scheduler calls a warp as the SM does: the lowest free numbers, in the order of the CTA's warps. */
static void warps_are_dealt_to_a_half(void **state)
{
    (void)state;
    rig_t r;
    rig_start(&r, true);
    deal(&r, 0, 6, HALF_ALL, (uint64_t[]){0x11, 0x22, 0x04, 0x08});
    deal(&r, 1, 5, HALF_LOWER, (uint64_t[]){0x540, 0x280, 0, 0});
    deal(&r, 2, 4, HALF_UPPER, (uint64_t[]){0, 0, 0x2800, 0x5000});
    deal(&r, 3, 1, HALF_UPPER, (uint64_t[]){0, 0, 0x8000, 0});
    for (uint32_t slot = 4; slot < 10; slot++) { /* one scheduler may get half of the SM's warps */
        const uint64_t first = UINT64_C(0x55) << (16 + 8 * (slot - 4));
        deal(&r, slot, 8, HALF_LOWER, (uint64_t[]){first, first << 1, 0, 0});
    }
    rig_stop(&r);
}

static void otherwise_the_numbers_say_whose_they_are(void **state)
{
    (void)state;
    rig_t r;
    rig_start(&r, false);
    deal(&r, 0, 6, HALF_LOWER, (uint64_t[]){3, 3, 1, 1});
    deal(&r, 1, 4, HALF_UPPER, (uint64_t[]){4, 4, 2, 2});
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kernels_take_turns),
        cmocka_unit_test(the_turn_goes_round),
        cmocka_unit_test(each_half_is_greedy_then_oldest),
        cmocka_unit_test(the_dispatcher_says_which_half),
        cmocka_unit_test(warps_are_dealt_to_a_half),
        cmocka_unit_test(otherwise_the_numbers_say_whose_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
