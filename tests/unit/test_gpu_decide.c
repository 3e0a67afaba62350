/* test_gpu_decide.c - statistics of what policies decide, against what the run itself shows: golden schedulers, a
 * scripted kernel. */
#include "gpu_rig.h"

static const winst_t COPY[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2), ALU(3, 4, 3), STORE(4, 4, 0), EXIT(5)};
enum { INSTS = 6, THREADS = 256, WARPS = 8, T_MAX = 6 };

typedef struct {
    rig_t r;
    reg_value_t param[2];
} decide_t;

static void start(decide_t *d, const char *policies, uint32_t sms, bool no_skip)
{
    rig_t *r = &d->r;
    *d = (decide_t){0};
    rig_machine(r);
    r->m.sms = sms;
    r->stats = stats_create();
    r->engine = engine_c_create(arb("gto"), sms * r->m.sm.schedulers, SCHED_SMALL);
    d->param[0] = (reg_value_t){policy_params[PARAM_LIMIT_DYNCTA_WINDOW_CYCLES].addr, 64};
    d->param[1] = (reg_value_t){policy_params[PARAM_GATE_DYNCORE_WINDOW_CYCLES].addr, 128};
    const gpu_env_t env = {.machine = &r->m,
                           .sched = &engine_c_ops,
                           .sched_self = r->engine,
                           .stats = r->stats,
                           .policy = policy_value(policies),
                           .param = d->param,
                           .params = 2,
                           .monitors = true,
                           .no_skip = no_skip};
    r->gpu = gpu_create(&env, &r->err);
    assert_string_equal(r->err.text, "");
}

static void run(decide_t *d, uint32_t ctas, bool is_2d)
{
    fake_t fake = {.prog = COPY, .stride_bytes = 128};
    kernel_launch_t k = fake_launch(&fake, ctas, THREADS);
    k.is_2d = is_2d;
    if (!gpu_run_kernel(d->r.gpu, &k, &d->r.err)) fail_msg("%s", d->r.err.text);
    if (!stats_check_laws(d->r.stats, &d->r.err)) fail_msg("%s", d->r.err.text);
}

static uint64_t value(const decide_t *d, const char *format, uint32_t i)
{
    char name[64];
    snprintf(name, sizeof name, format, i);
    return stats_value(d->r.stats, name);
}

/* The CTA that finishes first has issued all it has, and no other can have issued more. */
static void tnew_is_the_ratio_rounded_down(void **state)
{
    (void)state;
    decide_t d;
    start(&d, "lcs", 4, false);
    run(&d, 100, false);
    for (uint32_t s = 0; s < 4; s++) {
        const uint64_t insts = value(&d, "kernel0.lcs_%u.insts", s), max = value(&d, "kernel0.lcs_%u.insts_max", s);
        assert_int_equal(max, INSTS * WARPS);
        assert_in_range(insts, max, T_MAX * max);
        assert_int_equal(value(&d, "kernel0.lcs_%u.tnew", s), insts / max);
        assert_in_range(value(&d, "kernel0.lcs_%u.cycle", s), 1, gpu_cycle(d.r.gpu));
    }
    assert_int_equal(stats_value(d.r.stats, "kernel0.lcs.decided"), 4);
    rig_stop(&d.r);
}

static void n_is_where_its_changes_lead(void **state)
{
    (void)state;
    decide_t d;
    start(&d, "dyncta", 3, false);
    run(&d, 100, false);
    policy_regs_t regs;
    assert_true(engine_c_ops.disp_watch(d.r.engine, "limit_dyncta", &regs));
    assert_true(stats_value(d.r.stats, "dyncta.windows") > 0);
    for (uint32_t s = 0; s < 3; s++) {
        uint64_t cycles = 0;
        for (uint32_t n = 1; n <= d.r.m.sm.cta_slots; n++) {
            char name[32];
            snprintf(name, sizeof name, "sm%u.dyncta.cycles_%u", s, n);
            cycles += stats_value(d.r.stats, name);
        }
        assert_int_equal(cycles, gpu_cycle(d.r.gpu));
        assert_int_equal(T_MAX / 2 + value(&d, "sm%u.dyncta.raises", s) - value(&d, "sm%u.dyncta.lowers", s),
                         regs.dyncta.n[s]);
        assert_true(value(&d, "sm%u.dyncta.raises", s) > 0);
    }
    rig_stop(&d.r);
}

/* G_act stays below 40960 in so short a window: the eight highest SMs go, and never come back while it is not 0. */
static void a_low_window_drains_its_sms(void **state)
{
    (void)state;
    decide_t d;
    start(&d, "dyncore", 12, false);
    run(&d, 300, false);
    const uint64_t windows = stats_value(d.r.stats, "dyncore.windows"), low = stats_value(d.r.stats, "dyncore.low");
    assert_in_range(windows, gpu_cycle(d.r.gpu) / (128 + MON_CYCLES), gpu_cycle(d.r.gpu) / 128);
    assert_in_range(low, 1, windows);
    assert_in_range(stats_value(d.r.stats, "dyncore.drains"), 8, 8 * low);
    assert_in_range(stats_value(d.r.stats, "dyncore.returns"), 0, stats_value(d.r.stats, "dyncore.drains"));
    assert_in_range(stats_value(d.r.stats, "dyncore.drained_cycles"), 1, 8 * gpu_cycle(d.r.gpu));
    assert_in_range(stats_value(d.r.stats, "dyncore.g_act"), 1, stats_sum(d.r.stats, "sm*.active"));
    rig_stop(&d.r);
}

/* Six CTAs fill an SM; a block of two waits from the end of one of its CTAs to that of the next. */
static void a_slot_waits_for_a_partner(void **state)
{
    (void)state;
    decide_t d;
    start(&d, "bcs", 2, false);
    run(&d, 40, false);
    assert_int_equal(stats_sum(d.r.stats, "sm*.blocks.waits"), 0); /* 1-D: single CTAs */
    rig_stop(&d.r);
    start(&d, "bcs", 2, false);
    run(&d, 40, true);
    const uint64_t waits = stats_sum(d.r.stats, "sm*.blocks.waits");
    assert_in_range(waits, 1, 40);
    assert_in_range(stats_sum(d.r.stats, "sm*.blocks.wait_cycles"), waits, 2 * gpu_cycle(d.r.gpu));
    rig_stop(&d.r);
}

static const char *const SUMS[] = {"kernel*.lcs_*",    "kernel*.claso.*", "sm*.dyncta.*",
                                   "sm*.blocks.wait*", "dyncore.*",       "dyncta.windows"};

static void skipped_cycles_change_nothing(void **state)
{
    (void)state;
    static const char *const POLICIES[] = {"lcs+bcs", "dyncta+claso+dyncore"};
    for (uint32_t p = 0; p < 2; p++) {
        uint64_t sum[2] = {0};
        for (uint32_t no_skip = 0; no_skip < 2; no_skip++) {
            decide_t d;
            start(&d, POLICIES[p], 4, no_skip);
            run(&d, 60, true);
            for (uint32_t i = 0; i < sizeof SUMS / sizeof SUMS[0]; i++)
                if (stats_count(d.r.stats, SUMS[i])) sum[no_skip] = sum[no_skip] * 31 + stats_sum(d.r.stats, SUMS[i]);
            rig_stop(&d.r);
        }
        assert_true(sum[0] > 0);
        assert_int_equal(sum[0], sum[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tnew_is_the_ratio_rounded_down), cmocka_unit_test(n_is_where_its_changes_lead),
        cmocka_unit_test(a_low_window_drains_its_sms),    cmocka_unit_test(a_slot_waits_for_a_partner),
        cmocka_unit_test(skipped_cycles_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
