/* test_energy.c - energies against hand-computed figures, allocated storage, and SMs that are off. */
#include "energy_table.h"

static energy_t energies(const table_t *t)
{
    energy_t e;
    assert_true(energy_of(&e, &t->m, t->stats));
    assert_int_equal(e.total_pj, e.places_pj);
    return e;
}

static void no_figures_no_energy(void **state)
{
    (void)state;
    table_t t;
    energy_t e;
    table_begin(&t);
    assert_false(energy_of(&e, &t.m, t.stats));
    assert_int_equal(e.total_pj, 0);
    stats_destroy(t.stats);
}

static void events_cost_what_the_machine_says(void **state)
{
    (void)state;
    table_t t;
    table_begin(&t);
    t.m.energy = (energy_cfg_t){.int_pj = 3,
                                .fp_pj = 5,
                                .issue_pj = 7,
                                .rf_read_pj = 11,
                                .l1d_pj = 13,
                                .l2_pj = 17,
                                .icnt_flit_pj = 19,
                                .dram_read_pj = 23,
                                .dram_write_pj = 29,
                                .dram_activate_pj = 31};
    t.sm[0][LANES_INT] = 10, t.sm[0][FP] = 100, t.sm[0][INSTS] = 4, t.sm[0][READS] = 2;
    t.sm[1][FP] = 1000, t.sm[1][L1D] = 6, t.sm[1][L1D + 1] = 1;
    for (uint32_t i = 1; i <= ACTIVATES; i++) t.mem[i] = i;
    const energy_t e = energies(&t);
    assert_int_equal(e.kind_pj[ENERGY_LANES], 10 * 3 + 1100 * 5);
    assert_int_equal(e.kind_pj[ENERGY_ISSUE], 4 * 7);
    assert_int_equal(e.kind_pj[ENERGY_RF], 2 * 11);
    assert_int_equal(e.kind_pj[ENERGY_L1], 7 * 13);
    assert_int_equal(e.kind_pj[ENERGY_L2], (1 + 2) * 17);
    assert_int_equal(e.kind_pj[ENERGY_ICNT], (3 + 4) * 19);
    assert_int_equal(e.kind_pj[ENERGY_DRAM_ACCESS], 5 * 23 + 6 * 29 + 7 * 31);
    assert_int_equal(e.sm_pj[0], 10 * 3 + 100 * 5 + 4 * 7 + 2 * 11);
    assert_int_equal(e.sm_pj[1], 1000 * 5 + 7 * 13);
    assert_int_equal(e.group_pj[ENERGY_CORE_DYNAMIC], e.sm_pj[0] + e.sm_pj[1]);
    assert_int_equal(e.group_pj[ENERGY_CORE_STATIC], 0);
    stats_destroy(t.stats);
}

static void gated_storage_costs_what_is_allocated(void **state)
{
    (void)state;
    table_t t;
    table_begin(&t);
    t.m.energy = (energy_cfg_t){
        .sm_static_mw = 50, .rf_static_mw = 20, .smem_static_mw = 8, .uncore_static_mw = 3, .dram_static_mw = 1};
    t.mem[0] = t.sm[0][CYCLES] = t.sm[1][CYCLES] = 600;
    t.sm[0][REGS] = 250 * 600; /* a quarter all the time */
    t.sm[1][REGS] = 1000 * 60; /* all of it for a tenth */
    t.sm[1][SMEM] = 200 * 300; /* half for half */
    energy_t e = energies(&t);
    assert_int_equal(e.kind_pj[ENERGY_SM_STATIC], 2 * 600 * 500);
    assert_int_equal(e.kind_pj[ENERGY_RF_STATIC], 2 * 600 * 200);
    assert_int_equal(e.kind_pj[ENERGY_SMEM_STATIC], 2 * 600 * 80);
    assert_int_equal(e.group_pj[ENERGY_UNCORE], 600 * 30);
    assert_int_equal(e.group_pj[ENERGY_DRAM], 600 * 10);
    t.m.energy.storage_gating = 1;
    e = energies(&t);
    assert_int_equal(e.kind_pj[ENERGY_SM_STATIC], 2 * 600 * 500);
    assert_int_equal(e.kind_pj[ENERGY_RF_STATIC], (150 + 60) * 200);
    assert_int_equal(e.kind_pj[ENERGY_SMEM_STATIC], 150 * 80);
    stats_destroy(t.stats);
}

static void gated_cores_cost_nothing_while_off(void **state)
{
    (void)state;
    table_t t;
    table_begin(&t);
    t.m.energy = (energy_cfg_t){.sm_static_mw = 50, .rf_static_mw = 20, .uncore_static_mw = 3};
    t.mem[0] = t.sm[0][CYCLES] = t.sm[1][CYCLES] = 600;
    t.sm[1][OFF] = 400;
    assert_int_equal(energies(&t).sm_pj[1], 600 * 700);
    t.m.energy.core_gating = 1;
    const energy_t e = energies(&t);
    assert_int_equal(e.sm_pj[0], 600 * 700);
    assert_int_equal(e.sm_pj[1], 200 * 700);
    assert_int_equal(e.group_pj[ENERGY_UNCORE], 600 * 30);
    stats_destroy(t.stats);
}

static const winst_t COPY[] = {LOAD(0, 1, 0), ALU(1, 2, 1), STORE(2, 2, 0), BAR(3), EXIT(4)};

static void run(rig_t *r, uint32_t ctas, uint32_t threads, uint32_t smem_bytes)
{
    fake_t fake = {.prog = COPY, .stride_bytes = 128};
    kernel_launch_t k = fake_launch(&fake, ctas, threads);
    k.smem_bytes = smem_bytes;
    if (!gpu_run_kernel(r->gpu, &k, &r->err)) fail_msg("%s", r->err.text);
}

/* CTAs of 3 warps with 16 registers a lane hold 1536 registers each as long as they are resident. */
static void residency_counts_registers_and_bytes(void **state)
{
    (void)state;
    for (uint32_t no_skip = 0; no_skip < 2; no_skip++) {
        rig_t r;
        rig_machine(&r);
        rig_start(&r, "gto", 0, no_skip);
        run(&r, 300, 96, 1024);
        const uint64_t held = stats_sum(r.stats, "sm*.cta_cycles");
        assert_true(held > 0);
        assert_int_equal(stats_sum(r.stats, "sm*.reg_cycles"), held * 3 * 32 * 16);
        assert_int_equal(stats_sum(r.stats, "sm*.smem_cycles"), held * 1024);
        assert_int_equal(stats_sum(r.stats, "sm*.fp_lanes"), 300 * 96);
        assert_int_equal(stats_sum(r.stats, "sm*.int_lanes"), 300 * 96 * 2); /* addresses */
        rig_stop(&r);
    }
}

/* A dispatcher that wants SM 1 drained from the beginning on, and SM 2 once CTAs are everywhere. */
static void drain_some(void *self, const disp_in_t *in, disp_out_t *out)
{
    engine_c_ops.disp_step(self, in, out);
    out->drain = mask_only(1);
    if (out->lid > 100) mask_add(&out->drain, 2);
}

static void drained_and_empty_is_off(void **state)
{
    (void)state;
    uint64_t off[2][3], cycles[2];
    for (uint32_t no_skip = 0; no_skip < 2; no_skip++) {
        rig_t r = {0};
        sched_ops_t ops = engine_c_ops;
        ops.disp_step = drain_some;
        rig_machine(&r);
        r.stats = stats_create();
        r.engine = engine_c_create(arb("gto"), r.m.sms * r.m.sm.schedulers, SCHED_SMALL);
        const gpu_env_t env = {.machine = &r.m,
                               .sched = &ops,
                               .sched_self = r.engine,
                               .stats = r.stats,
                               .policy = policy_value("tmax"),
                               .no_skip = no_skip};
        r.gpu = gpu_create(&env, &r.err);
        assert_non_null(r.gpu);
        run(&r, 300, 96, 0);
        run(&r, 20, 96, 0);
        cycles[no_skip] = gpu_cycle(r.gpu);
        for (uint32_t s = 0; s < 3; s++) {
            char name[32];
            snprintf(name, sizeof name, "sm%u.off_cycles", s);
            off[no_skip][s] = stats_value(r.stats, name);
        }
        assert_true(no_skip || gpu_skipped(r.gpu) > 0);
        rig_stop(&r);
    }
    assert_int_equal(cycles[0], cycles[1]);
    for (uint32_t s = 0; s < 3; s++) assert_int_equal(off[0][s], off[1][s]);
    assert_int_equal(off[0][0], 0);
    assert_true(off[0][1] > 0 && off[0][1] < cycles[0]); /* not while it holds CTAs */
    assert_true(off[0][2] > 0 && off[0][2] < off[0][1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_figures_no_energy),
        cmocka_unit_test(events_cost_what_the_machine_says),
        cmocka_unit_test(gated_storage_costs_what_is_allocated),
        cmocka_unit_test(gated_cores_cost_nothing_while_off),
        cmocka_unit_test(residency_counts_registers_and_bytes),
        cmocka_unit_test(drained_and_empty_is_off),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
