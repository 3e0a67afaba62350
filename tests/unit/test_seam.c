/* test_seam.c - what the warp arbiters are told: a spy between the SMs and the golden engine counts the
 * load bits of the warps it sees granted, and the lost lines. */
#include "gpu_rig.h"

#define MEM(pc, kind, where, ...)                                                                                      \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = kind, .space = where, .width_bytes = 4, __VA_ARGS__             \
    }
#define TO(d, a) .ndst = 1, .dst = {d}, .nsrc = 1, .src = {a}

typedef struct {
    void *engine;
    uint32_t load_grants, grants, events, events_unready;
} spy_t;

static uint32_t spy_step(void *self, uint32_t arb, const arb_in_t *in)
{
    spy_t *s = self;
    const uint32_t w = engine_c_ops.arb_step(s->engine, arb, in);
    s->events += (uint32_t)__builtin_popcountll(in->victim);
    s->events_unready += in->victim && !in->ready;
    if (w == SCHED_NONE) return w;
    s->grants++;
    s->load_grants += in->load >> w & 1;
    return w;
}

static bool spy_still(void *self, uint32_t arb) { return engine_c_ops.arb_still(((spy_t *)self)->engine, arb); }

#define ENGINE(self) (((spy_t *)(self))->engine)

static bool spy_write(void *self, uint32_t addr, uint32_t value)
{
    return engine_c_ops.reg_write(ENGINE(self), addr, value);
}

static bool spy_read(void *self, uint32_t addr, uint32_t *value)
{
    return engine_c_ops.reg_read(ENGINE(self), addr, value);
}

static void spy_disp_step(void *self, const disp_in_t *in, disp_out_t *out)
{
    engine_c_ops.disp_step(ENGINE(self), in, out);
}

static void spy_cta_start(void *self, uint32_t arb, const arb_cta_t *cta)
{
    engine_c_ops.arb_cta_start(ENGINE(self), arb, cta);
}

static void spy_cta_end(void *self, uint32_t arb, uint32_t slot) { engine_c_ops.arb_cta_end(ENGINE(self), arb, slot); }

static const sched_ops_t SPY = {.reg_write = spy_write,
                                .reg_read = spy_read,
                                .disp_step = spy_disp_step,
                                .arb_cta_start = spy_cta_start,
                                .arb_cta_end = spy_cta_end,
                                .arb_step = spy_step,
                                .arb_still = spy_still};

typedef struct {
    spy_t spy;
    uint64_t lost, warps;
} seen_t;

/* One SM, an L1D of one line, the kernel of `prog` with one CTA of `threads`. */
static seen_t run(const winst_t *prog, uint32_t threads, bool victim_tags)
{
    rig_t r;
    err_t err = {0};
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    seen_t seen = {.warps = threads / 32};
    rig_machine(&r);
    r.m.sms = r.m.sm.l1d.sets = r.m.sm.l1d.ways = 1;
    seen.spy.engine = engine_c_create(arb("gto"), r.m.sms * r.m.sm.schedulers, SCHED_SMALL);
    stats_t *stats = stats_create();
    const gpu_env_t env = {.machine = &r.m,
                           .sched = &SPY,
                           .sched_self = &seen.spy,
                           .stats = stats,
                           .policy = policy_value("tmax"),
                           .victim_tags = victim_tags};
    gpu_t *gpu = gpu_create(&env, &err);
    const kernel_launch_t k = fake_launch(&fake, 1, threads);
    if (!gpu || !gpu_run_kernel(gpu, &k, &err)) fail_msg("%s", err.text);
    if (!stats_check_laws(stats, &err)) fail_msg("%s", err.text);
    seen.lost = stats_sum(stats, "sm0.l1d.lost");
    gpu_destroy(gpu);
    engine_c_ops.destroy(seen.spy.engine);
    stats_destroy(stats);
    return seen;
}

static void only_loads_of_the_l1d_are_loads(void **state)
{
    (void)state;
    static const winst_t prog[] = {
        MEM(0, WI_LOAD, SPACE_GLOBAL, TO(1, 0)),
        {.pc_bytes = 8, .unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU, TO(2, 0)},
        MEM(2, WI_LOAD, SPACE_SHARED, TO(3, 0)),
        MEM(3, WI_LOAD, SPACE_LOCAL, TO(4, 0)),
        MEM(4, WI_LOAD, SPACE_GLOBAL, TO(5, 0), .bypass_l1 = true),
        MEM(5, WI_LOAD, SPACE_CONST, TO(6, 0)),
        MEM(6, WI_STORE, SPACE_GLOBAL, .nsrc = 1, .src = {0}),
        MEM(7, WI_ATOM, SPACE_GLOBAL, TO(7, 0)),
        {.pc_bytes = 8 * 8, .unit = UNIT_NONE, .op = WI_EXIT},
    };
    const seen_t s = run(prog, 256, false);
    assert_int_equal(s.spy.grants, 9 * s.warps);
    assert_int_equal(s.spy.load_grants, 2 * s.warps); /* the global and the local one */
}

/* Every warp reads its line, does a little, and reads it again; the others have pushed it out. */
static const winst_t TWICE[] = {MEM(0, WI_LOAD, SPACE_GLOBAL, TO(1, 0)),
                                MEM(1, WI_LOAD, SPACE_GLOBAL, TO(2, 1)),
                                {.pc_bytes = 16, .unit = UNIT_NONE, .op = WI_EXIT}};

static void every_lost_line_reaches_an_arbiter(void **state)
{
    (void)state;
    const seen_t s = run(TWICE, 512, true);
    assert_true(s.lost >= s.warps / 2);
    assert_int_equal(s.spy.events, s.lost);
    assert_true(s.spy.events_unready > 0); /* also those of cycles without a ready warp */
}

static void without_victim_tags_nothing_is_lost(void **state)
{
    (void)state;
    const seen_t s = run(TWICE, 512, false);
    assert_int_equal(s.lost, 0);
    assert_int_equal(s.spy.events, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(only_loads_of_the_l1d_are_loads),
        cmocka_unit_test(every_lost_line_reaches_an_arbiter),
        cmocka_unit_test(without_victim_tags_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
