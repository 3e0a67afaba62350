/* The crossbar: latency, flits, arbitration, back-pressure. */
#include "icnt_rig.h"

static const icnt_cfg_t base = {.flit_bytes = 32,
                                .latency_cycles = 5,
                                .queue = 4,
                                .vcs = 1,
                                .input_flits = 65535,
                                .input_speedup = 1,
                                .cluster = 1,
                                .header_bytes = 8};

static void test_flits_hold_header_and_payload(void **state)
{
    (void)state;
    rig_t r = rig(base, 1, 1);
    assert_int_equal(icnt_flits(r.n, 0), 1);
    assert_int_equal(icnt_flits(r.n, 24), 1);
    assert_int_equal(icnt_flits(r.n, 25), 2);
    assert_int_equal(icnt_flits(r.n, 128), 5);
    end(&r);
    icnt_cfg_t bare = base;
    bare.header_bytes = 0;
    r = rig(bare, 1, 1);
    assert_int_equal(icnt_flits(r.n, 0), 1); /* a request without payload is still a flit */
    assert_int_equal(icnt_flits(r.n, 128), 4);
    end(&r);
}

static void test_unloaded_latency(void **state)
{
    (void)state;
    rig_t r = rig(base, 2, 2);
    push(&r, 0, 7, 1, 1);
    assert_int_equal(icnt_next_cycle(r.n), 1);
    assert_int_equal(expect_item(&r, 1, 7), 5);
    const uint64_t from = r.now;
    push(&r, 1, 8, 0, 4);
    assert_int_equal(expect_item(&r, 0, 8) - from, 5 + 4 - 1);
    assert_true(icnt_next_cycle(r.n) == UINT64_MAX || icnt_next_cycle(r.n) <= r.now + 1);
    end(&r);
}

static void test_a_channel_carries_one_flit_per_cycle(void **state)
{
    (void)state;
    rig_t r = rig(base, 2, 2);
    for (uint32_t k = 0; k < 4; k++) push(&r, 0, k, k % 2, 5); /* one input, two outputs */
    uint64_t before = expect_item(&r, 0, 0);
    for (uint32_t k = 1; k < 4; k++) {
        const uint64_t at = expect_item(&r, k % 2, k);
        assert_int_equal(at - before, 5); /* the input is what they share */
        before = at;
    }
    push(&r, 0, 10, 0, 5);
    push(&r, 1, 11, 0, 5);
    const uint64_t first = expect_item(&r, 0, 11);       /* input 0 had the last grant */
    assert_int_equal(expect_item(&r, 0, 10) - first, 5); /* here it is the output */
    end(&r);
}

static void test_disjoint_pairs_run_in_parallel(void **state)
{
    (void)state;
    rig_t r = rig(base, 3, 3);
    for (uint32_t i = 0; i < 3; i++) push(&r, i, i, 2 - i, 4);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(expect_item(&r, 2 - i, i), 5 + 3);
    end(&r);
}

static void test_outputs_choose_round_robin(void **state)
{
    (void)state;
    rig_t r = rig(base, 4, 1);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 4; i++) push(&r, i, i, 0, 1);
    for (uint32_t k = 0; k < 12; k++) expect_item(&r, 0, k % 4);
    push(&r, 2, 2, 0, 1); /* a single sender does not wait for its turn */
    const uint64_t from = r.now;
    assert_int_equal(expect_item(&r, 0, 2) - from, 5);
    end(&r);
}

/* Inputs of all words of a mask; the first winner is input 0, the turn passes over those that send nothing. */
static void test_round_robin_over_many_inputs(void **state)
{
    (void)state;
    static const uint32_t inputs[] = {0, 63, 64, 65, 127, 128, 143};
    enum { COUNT = sizeof inputs / sizeof inputs[0] };
    rig_t r = rig(base, ICNT_PORTS_MAX, 96);
    for (uint32_t k = 0; k < 3 * COUNT; k++) push(&r, inputs[k % COUNT], inputs[k % COUNT], 95, 1);
    for (uint32_t k = 0; k < 3 * COUNT; k++) expect_item(&r, 95, inputs[k % COUNT]);
    end(&r);
}

static void test_order_of_a_pair_is_kept(void **state)
{
    (void)state;
    rig_t r = rig(base, 1, 1);
    for (uint32_t k = 0; k < 4; k++) push(&r, 0, k, 0, 1 + 3 * (k % 2));
    for (uint32_t k = 0; k < 4; k++) expect_item(&r, 0, k);
    end(&r);
}

static void test_full_output_blocks_input(void **state)
{
    (void)state;
    rig_t r = rig(base, 1, 2);
    uint32_t accepted = 0;
    for (uint32_t i = 0; i < 200; i++) {
        if (icnt_room(r.n, 0, 1)) push(&r, 0, accepted++, 0, 1);
        tick(&r);
    }
    assert_int_equal(accepted, base.queue + base.queue + base.latency_cycles);
    assert_int_equal(icnt_held(r.n), accepted);
    for (uint32_t k = 0; k < accepted; k++) expect_item(&r, 0, k);
    end(&r);
}

/* The output of the first packet is full: with one channel the second waits behind it, with two it passes. */
static void test_a_second_channel_passes_a_blocked_head(void **state)
{
    (void)state;
    for (uint32_t vcs = 1; vcs <= 2; vcs++) {
        icnt_cfg_t cfg = base;
        cfg.vcs = vcs;
        cfg.queue = 1;
        cfg.latency_cycles = 1;
        rig_t r = rig(cfg, 2, 2);
        for (uint32_t k = 0; k < 2; k++) { /* nothing is popped: the output and its wires are full */
            push(&r, 1, k, 0, 1);
            for (uint32_t t = 0; t < 5; t++) tick(&r);
        }
        push(&r, 0, 10, 0, 1);
        tick(&r);
        assert_int_equal(icnt_room(r.n, 0, 1), vcs == 2);
        if (vcs == 2) {
            push(&r, 0, 11, 1, 1);
            expect_item(&r, 1, 11);
        }
        expect_item(&r, 0, 0);
        expect_item(&r, 0, 1);
        expect_item(&r, 0, 10);
        end(&r);
    }
}

static void test_input_speedup(void **state)
{
    (void)state;
    for (uint32_t speedup = 1; speedup <= 2; speedup++) {
        icnt_cfg_t cfg = base;
        cfg.vcs = 2;
        cfg.input_speedup = speedup;
        rig_t r = rig(cfg, 1, 2);
        push(&r, 0, 1, 0, 5);
        push(&r, 0, 2, 1, 5);
        const uint64_t first = expect_item(&r, 0, 1);
        assert_int_equal(expect_item(&r, 1, 2) - first, speedup == 1 ? 5 : 0);
        end(&r);
    }
}

static void test_flits_bound_a_channel(void **state)
{
    (void)state;
    icnt_cfg_t cfg = base;
    cfg.input_flits = 5;
    rig_t r = rig(cfg, 1, 1);
    push(&r, 0, 1, 0, 4);
    push(&r, 0, 2, 0, 4); /* four wait, a fifth may: its packet enters whole */
    assert_false(icnt_room(r.n, 0, 1));
    tick(&r);
    assert_true(icnt_room(r.n, 0, 1));
    expect_item(&r, 0, 1);
    expect_item(&r, 0, 2);
    end(&r);
}

static void random_traffic(icnt_cfg_t cfg, uint32_t inputs, uint32_t outputs)
{
    enum { ITEMS = 20000 };
    rig_t r = rig(cfg, inputs, outputs);
    uint64_t seed = 3;
    uint32_t pushed = 0, popped = 0;
    static uint8_t where[ITEMS];
    while (popped < ITEMS) {
        for (uint32_t i = 0; i < inputs; i++) {
            if (pushed == ITEMS || rig_random(&seed) % 3 || !icnt_room(r.n, i, 1)) continue;
            where[pushed] = (uint8_t)(rig_random(&seed) % outputs);
            push(&r, i, pushed, where[pushed], 1 + (uint32_t)(rig_random(&seed) % 5));
            pushed++;
        }
        tick(&r);
        for (uint32_t o = 0; o < outputs; o++) {
            if (!mask_has(icnt_ready(r.n), o) || rig_random(&seed) % 4 == 0) continue;
            assert_int_equal(where[icnt_pop(r.n, r.now, o)], o);
            popped++;
        }
        assert_true(r.now < 100000);
    }
    end(&r);
}

static void test_random_traffic_arrives(void **state)
{
    (void)state;
    icnt_cfg_t cfg = base;
    random_traffic(cfg, 28, 16);
    random_traffic(cfg, 96, 144);
    cfg.vcs = 4;
    cfg.input_speedup = 2;
    cfg.input_flits = 4;
    random_traffic(cfg, 28, 16);
    random_traffic(cfg, 144, 96);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_flits_hold_header_and_payload),
        cmocka_unit_test(test_unloaded_latency),
        cmocka_unit_test(test_a_channel_carries_one_flit_per_cycle),
        cmocka_unit_test(test_disjoint_pairs_run_in_parallel),
        cmocka_unit_test(test_outputs_choose_round_robin),
        cmocka_unit_test(test_round_robin_over_many_inputs),
        cmocka_unit_test(test_order_of_a_pair_is_kept),
        cmocka_unit_test(test_full_output_blocks_input),
        cmocka_unit_test(test_a_second_channel_passes_a_blocked_head),
        cmocka_unit_test(test_input_speedup),
        cmocka_unit_test(test_flits_bound_a_channel),
        cmocka_unit_test(test_random_traffic_arrives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
