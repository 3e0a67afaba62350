/* test_place_gpcs.c - the golden dispatcher with clusters: GPCs in turn, SMs behind the last one, the order of CTAs,
 * and what is refused or aborted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "disp_rig.h"

enum { SMS = 12, SLOTS = 4 };

/* SMs 0-5, 6-9 and 10-11 are GPCs. */
static void *uneven(const char *words)
{
    void *e = engine();
    machine_with(e, words, SMS, SLOTS);
    for (uint32_t word = 0; word < 2; word++) {
        uint32_t value = 0;
        for (uint32_t i = 0; i < 8 && 8 * word + i < SMS; i++) {
            const uint32_t s = 8 * word + i;
            value |= (s < 6 ? 0u : s < 10 ? 1u : 2u) << 4 * i;
        }
        write(e, REG_GPC + 4 * word, value);
    }
    write(e, policy_params[PARAM_PLACE_GPCS_COUNT].addr, 3);
    return e;
}

static bool cluster(void *e, uint32_t kid, uint32_t x, uint32_t y, uint32_t z)
{
    const uint32_t value = x << REG_A_CLUSTER_X_LSB | y << REG_A_CLUSTER_Y_LSB | z << REG_A_CLUSTER_Z_LSB;
    return OPS->reg_write(e, REG_ATTR + kid * REG_ATTR_STRIDE + REG_A_CLUSTER, value);
}

static void expect_sms(const disp_out_t *cta, const char *expected)
{
    char text[256] = "";
    const uint32_t n = (uint32_t)(1 + strlen(expected)) / 3;
    for (uint32_t i = 0, used = 0; i < n; i++)
        used += (uint32_t)snprintf(text + used, sizeof text - used, "%s%2u", i ? " " : "", cta[i].sm);
    assert_string_equal(text, expected);
}

static void gpcs_take_turns(void **state)
{
    (void)state;
    static const struct {
        uint32_t ctas;
        const char *sms;
    } rows[] = {{1, " 0  6 10  1  7 11  2  8 10  3  9 11  4  6 10  5  7 11  0  8 10"},
                {2, " 0  1  6  7 10 11  2  3  8  9 10 11  4  5  6  7 10 11  0  1  8  9"},
                {4, " 0  1  2  3  6  7  8  9  4  5  0  1  6  7  8  9  2  3  4  5"},
                {6, " 0  1  2  3  4  5  0  1  2  3  4  5"}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *e = uneven("gpcs");
        disp_out_t cta[24];
        assert_true(cluster(e, 0, rows[i].ctas, 1, 1));
        describe(e, 0, 24, 1, 32);
        assert_true(LAUNCH(e, 0));
        take(e, (uint32_t)(1 + strlen(rows[i].sms)) / 3, cta, 400);
        expect_sms(cta, rows[i].sms);
        OPS->destroy(e);
    }
}

static void a_cluster_is_whole_before_the_next(void **state)
{
    (void)state;
    static const uint8_t xy[16][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {3, 0}, {2, 1}, {3, 1},
                                      {0, 2}, {1, 2}, {0, 3}, {1, 3}, {2, 2}, {3, 2}, {2, 3}, {3, 3}};
    void *e = uneven("gpcs");
    disp_out_t cta[16];
    assert_true(cluster(e, 1, 2, 2, 1));
    describe(e, 1, 4, 4, 32);
    assert_true(LAUNCH(e, 1));
    take(e, 16, cta, 400);
    for (uint32_t i = 0; i < 16; i++) {
        assert_int_equal(cta[i].x, xy[i][0]);
        assert_int_equal(cta[i].y, xy[i][1]);
        assert_int_equal(cta[i].lid, i);
    }
    OPS->destroy(e);
}

static void a_cluster_waits_for_all_its_places(void **state)
{
    (void)state;
    void *e = uneven("gpcs");
    disp_out_t cta[41];
    assert_true(cluster(e, 0, 4, 1, 1));
    describe(e, 0, 48, 1, 32);
    assert_true(LAUNCH(e, 0));
    take(e, 40, cta, 600); /* four places on each of ten SMs */
    idle(e, 100);
    complete(e, 6, 0);
    complete(e, 7, 0);
    complete(e, 0, 0);
    complete(e, 8, 1);
    idle(e, 100); /* three SMs of one GPC and one of another */
    complete(e, 9, 1);
    take(e, 4, cta, 100);
    expect_sms(cta, " 6  7  8  9");
    OPS->destroy(e);
}

static void sizes_have_1_to_16_ctas(void **state)
{
    (void)state;
    void *e = uneven("gpcs");
    const uint32_t at = REG_ATTR + REG_A_CLUSTER;
    uint32_t value;
    assert_true(cluster(e, 0, 4, 2, 2));
    assert_true(OPS->reg_read(e, at, &value));
    assert_int_equal(value, 0x020204);
    assert_false(cluster(e, 0, 0, 1, 1));
    assert_false(cluster(e, 0, 17, 1, 1));
    assert_false(cluster(e, 0, 4, 5, 1));
    assert_false(OPS->reg_write(e, at, 0x010121));
    assert_true(OPS->reg_read(e, at, &value));
    assert_int_equal(value, 0x020204);
    OPS->destroy(e);
}

static void other_policies_refuse_clusters_and_gates_all_kernels(void **state)
{
    (void)state;
    static const struct {
        const char *words;
        bool single; /* a kernel without clusters is launched */
    } rows[] = {{"rr", true}, {"bcs", true}, {"claso", true}, {"gpcs+claso", false}, {"gpcs+dyncore", false}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *e = uneven(rows[i].words);
        assert_true(cluster(e, 0, 2, 1, 1));
        describe(e, 0, 4, 1, 32);
        assert_false(LAUNCH(e, 0));
        assert_true(cluster(e, 0, 1, 1, 1));
        assert_int_equal(LAUNCH(e, 0), rows[i].single);
        OPS->destroy(e);
    }
}

static void what_can_never_be_placed_is_aborted(void **state)
{
    (void)state;
    static const uint32_t rows[][2] = {{7, 14} /* no GPC has seven SMs */, {4, 10} /* no multiple */};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        void *e = uneven("gpcs");
        uint32_t status;
        assert_true(cluster(e, 0, rows[i][0], 1, 1));
        describe(e, 0, rows[i][1], 1, 32);
        assert_true(LAUNCH(e, 0));
        idle(e, 60);
        assert_true(OPS->reg_read(e, REG_KERNEL + REG_K_STATUS, &status));
        assert_int_equal(status, 3u << REG_K_STATUS_STATE_LSB | REG_K_STATUS_ABORTED);
        OPS->destroy(e);
    }
}

static void the_map_is_still_while_a_kernel_runs(void **state)
{
    (void)state;
    void *e = uneven("gpcs");
    uint32_t value;
    describe(e, 0, 4, 1, 32);
    assert_true(LAUNCH(e, 0));
    assert_false(OPS->reg_write(e, REG_GPC, 0));
    assert_true(OPS->reg_read(e, REG_GPC + 4, &value));
    assert_int_equal(value, 0x2211);
    assert_false(OPS->reg_read(e, REG_GPC + 4 * 4, &value)); /* the dispatcher is built for 32 SMs */
    OPS->destroy(e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gpcs_take_turns),
        cmocka_unit_test(a_cluster_is_whole_before_the_next),
        cmocka_unit_test(a_cluster_waits_for_all_its_places),
        cmocka_unit_test(sizes_have_1_to_16_ctas),
        cmocka_unit_test(other_policies_refuse_clusters_and_gates_all_kernels),
        cmocka_unit_test(what_can_never_be_placed_is_aborted),
        cmocka_unit_test(the_map_is_still_while_a_kernel_runs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
