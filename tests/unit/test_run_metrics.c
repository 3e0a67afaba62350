/* test_run_metrics.c - the table of metrics: values and formats of a result worked out by hand. */
#include "run/metrics.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static const run_result_t result = {.cycles = 1000,
                                    .sm_thread_insts = 64000,
                                    .sm_warp_insts = 2000,
                                    .sm_active = 600,
                                    .sm_idle = 200,
                                    .sm_mem_stall = 150,
                                    .sm_core_stall = 50,
                                    .l1_reads = 400,
                                    .l1_misses = 100,
                                    .sm_cta_cycles = 2500,
                                    .ctas_per_sm_max = 4,
                                    .core_dynamic_pj = 1000000,
                                    .core_static_pj = 500000,
                                    .uncore_pj = 300000,
                                    .dram_pj = 200000,
                                    .core_ghz = 1.0,
                                    .workloads = 1};

static void texts(void **state)
{
    (void)state;
    static const char *const row[][2] = {
        {"cycles", "1000"},    {"ipc", "64.000"},
        {"l1_miss", "25.0 %"}, {"l2_miss", "-"},
        {"active", "60.0 %"},  {"ctas_per_sm", "2.50 / 4"},
        {"energy", "0.002"},   {"core_dynamic", "50.0 %"},
        {"power", "2.0"},      {"insts_per_joule", "32.000"},
        {"stp", "-"},          {"out_of_bounds", "0"},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++) {
        char text[METRIC_TEXT_BYTES];
        metric_text(metric_find(row[i][0]), &result, text);
        if (strcmp(text, row[i][1]) != 0) fail_msg("%s: found '%s', expected '%s'", row[i][0], text, row[i][1]);
    }
}

static void shares_of_cycles_add_up(void **state)
{
    (void)state;
    const double sum = metric_of("active", &result) + metric_of("idle", &result) + metric_of("mem_stall", &result) +
                       metric_of("core_stall", &result);
    assert_true(fabs(sum - 1.0) < 1e-12);
}

static void a_machine_without_energies_has_none(void **state)
{
    (void)state;
    static const char *const names[] = {"energy", "chip_energy", "power", "edp", "insts_per_joule", "core_dynamic"};
    run_result_t r = result;
    r.core_dynamic_pj = r.core_static_pj = r.uncore_pj = r.dram_pj = 0;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) assert_true(isnan(metric_of(names[i], &r)));
}

static void names_are_different_and_every_row_has_a_text(void **state)
{
    (void)state;
    const metric_t *m;
    for (uint32_t i = 0; (m = metric_at(i)); i++) {
        assert_ptr_equal(metric_find(m->name), m);
        assert_true(m->text[0] && m->text[strlen(m->text) - 1] != '.');
    }
}

static void an_unknown_name(void **state)
{
    (void)state;
    err_t err = {{0}};
    assert_null(metric_named("l1_mis", "f.yaml:3: metric", &err));
    const char *begin = "f.yaml:3: metric: unknown word 'l1_mis'; did you mean l1_miss?";
    assert_true(strncmp(err.text, begin, strlen(begin)) == 0);
}

static void a_counter_of_a_unit_is_a_metric(void **state)
{
    (void)state;
    run_result_t r = result;
    r.sm_fetches = 12;
    r.dram_turns = 34;
    assert_true(metric_of("sm_fetches", &r) == 12.0);
    assert_true(metric_of("dram_turns", &r) == 34.0);
    assert_string_equal(metric_find("dram_turns")->unit, "times");
    assert_null(metric_find("sm_fetches")->head);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(shares_of_cycles_add_up),
        cmocka_unit_test(a_machine_without_energies_has_none),
        cmocka_unit_test(names_are_different_and_every_row_has_a_text),
        cmocka_unit_test(an_unknown_name),
        cmocka_unit_test(a_counter_of_a_unit_is_a_metric),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
