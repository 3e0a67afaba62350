/* test_energy_launches.c - energy and mean power of launches: hand-computed, and of kernels alone and together. */
#include "energy_table.h"

static uint64_t of(const stats_t *s, uint32_t id, const char *name)
{
    char full[48];
    snprintf(full, sizeof full, "kernel%u.%s", id, name);
    return stats_value(s, full);
}

static void ends(table_t *t, energy_launches_t *l, uint64_t cycles, const energy_launch_t *k)
{
    t->mem[GPU_CYCLES] = t->sm[0][CYCLES] = t->sm[1][CYCLES] = cycles;
    energy_launches_ended(l, k);
}

static void end_of_run(table_t *t, energy_launches_t *l, energy_t *e)
{
    err_t err = {0};
    assert_true(energy_of(e, &t->m, t->stats));
    energy_launches_register(l, e);
    if (!stats_check_laws(t->stats, &err)) fail_msg("%s", err.text);
}

/* 100 MHz: a mW is 10 pJ a cycle. 2 SMs of 3 mW and 4 mW outside: 100 pJ a cycle. */
static void a_launch_costs_what_was_added_since(void **state)
{
    (void)state;
    table_t t;
    energy_t e;
    table_begin(&t);
    t.m.energy = (energy_cfg_t){.fp_pj = 5, .sm_static_mw = 3, .uncore_static_mw = 4};
    energy_launches_t *l = energy_launches_create(&t.m, t.stats);
    t.sm[1][FP] = 2000;
    ends(&t, l, 600, &(energy_launch_t){.id = 0, .launch_cycle = 0, .first_cycle = 100, .end_cycle = 600});
    assert_int_equal(of(t.stats, 0, "energy_pj"), 600 * 100 + 2000 * 5);
    assert_int_equal(of(t.stats, 0, "power_mw"), 10 + 2); /* 10000 pJ in 500 cycles are 20 pJ a cycle */
    t.sm[0][FP] = 1000;
    ends(&t, l, 700, &(energy_launch_t){.id = 1, .launch_cycle = 600, .first_cycle = 600, .end_cycle = 700});
    assert_int_equal(of(t.stats, 1, "energy_pj"), 100 * 100 + 1000 * 5);
    assert_int_equal(of(t.stats, 1, "power_mw"), 10 + 5);
    end_of_run(&t, l, &e);
    assert_int_equal(stats_value(t.stats, "energy.alone_pj"), e.total_pj);
    assert_int_equal(stats_value(t.stats, "energy.beside_pj"), 0);
    energy_launches_destroy(l);
    stats_destroy(t.stats);
}

static void kernels_together_have_no_energy_of_their_own(void **state)
{
    (void)state;
    table_t t;
    energy_t e;
    table_begin(&t);
    t.m.energy = (energy_cfg_t){.uncore_static_mw = 1};
    energy_launches_t *l = energy_launches_create(&t.m, t.stats);
    ends(&t, l, 10, &(energy_launch_t){.id = 0, .end_cycle = 10});
    ends(&t, l, 30, &(energy_launch_t){.id = 1, .launch_cycle = 10, .end_cycle = 30, .beside = true});
    ends(&t, l, 70, &(energy_launch_t){.id = 2, .launch_cycle = 10, .end_cycle = 70, .beside = true});
    t.mem[GPU_CYCLES] = 75; /* after the last end */
    end_of_run(&t, l, &e);
    assert_int_equal(stats_count(t.stats, "kernel*.energy_pj"), 1);
    assert_int_equal(stats_count(t.stats, "kernel*.power_mw"), 1);
    assert_int_equal(of(t.stats, 0, "energy_pj"), 100);
    assert_int_equal(stats_value(t.stats, "energy.beside_pj"), 650);
    energy_launches_destroy(l);
    stats_destroy(t.stats);
}

static void no_figures_no_rows(void **state)
{
    (void)state;
    table_t t;
    table_begin(&t);
    energy_launches_t *l = energy_launches_create(&t.m, t.stats);
    ends(&t, l, 10, &(energy_launch_t){.id = 0, .end_cycle = 10});
    assert_int_equal(stats_count(t.stats, "kernel*.energy_pj"), 0);
    energy_launches_destroy(l);
    stats_destroy(t.stats);
}

static const winst_t COPY[] = {LOAD(0, 1, 0), ALU(1, 2, 1), STORE(2, 2, 0), EXIT(3)};

static void wait_kernel(rig_t *r, energy_launches_t *l)
{
    const gpu_kernel_t *k = gpu_wait(r->gpu, &r->err);
    assert_non_null(k);
    gpu_settle(r->gpu);
    energy_launches_ended(l, &(energy_launch_t){k->id, k->launch_cycle, k->first_cycle, k->end_cycle, k->beside});
}

/* Two launches in a row, two at once, one alone. */
static void on_a_gpu(void **state)
{
    (void)state;
    rig_t r;
    energy_t e;
    fake_t f = {.prog = COPY, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&f, 300, 96);
    rig_machine(&r);
    rig_start(&r, "gto", 0, false);
    energy_launches_t *l = energy_launches_create(&r.m, r.stats);
    for (uint32_t i = 0; i < 5; i++) {
        assert_true(gpu_launch(r.gpu, &k, i, &r.err));
        if (i == 2) continue;
        if (i == 3) wait_kernel(&r, l);
        wait_kernel(&r, l);
    }
    assert_true(energy_of(&e, &r.m, r.stats));
    energy_launches_register(l, &e);
    if (!stats_check_laws(r.stats, &r.err)) fail_msg("%s", r.err.text);
    assert_int_equal(stats_count(r.stats, "kernel*.energy_pj"), 3);
    const uint64_t alone = stats_sum(r.stats, "kernel*.energy_pj");
    assert_int_equal(alone, of(r.stats, 0, "energy_pj") + of(r.stats, 1, "energy_pj") + of(r.stats, 4, "energy_pj"));
    assert_int_equal(alone, stats_value(r.stats, "energy.alone_pj"));
    assert_true(stats_value(r.stats, "energy.beside_pj") > 0);
    assert_int_equal(alone + stats_value(r.stats, "energy.beside_pj"), e.total_pj);
    gpu_destroy(r.gpu);
    engine_c_ops.destroy(r.engine);
    energy_launches_destroy(l);
    stats_destroy(r.stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_costs_what_was_added_since),
        cmocka_unit_test(kernels_together_have_no_energy_of_their_own),
        cmocka_unit_test(no_figures_no_rows),
        cmocka_unit_test(on_a_gpu),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
