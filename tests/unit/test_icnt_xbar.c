/* The crossbar of whole packets: order, stalls, and every tick of random traffic against a plain reference. */
#include "icnt_rig.h"
#include "icnt_xbar_cfg.h"
#include "icnt_xbar_plain.h"

static bool ready(const rig_t *r, uint32_t o) { return mask_has(icnt_ready(r->n), o); }

static void expect_now(rig_t *r, uint32_t o, uint32_t item)
{
    assert_true(ready(r, o));
    assert_int_equal(icnt_pop(r->n, r->now, o), item);
}

static void test_a_packet_of_any_size_takes_a_tick(void **state)
{
    (void)state;
    rig_t r = rig(XBAR_CFG, 2, 2);
    push(&r, 0, 7, 1, 1);
    push(&r, 1, 8, 0, 5);
    assert_int_equal(icnt_next_cycle(r.n), 1);
    tick(&r);
    expect_now(&r, 1, 7);
    expect_now(&r, 0, 8);
    assert_int_equal(icnt_next_cycle(r.n), UINT64_MAX);
    assert_int_equal(stats_sum(r.stats, "net.flits"), 6); /* counted, for the energy */
    assert_int_equal(stats_sum(r.stats, "net.packet_cycles"), 2);
    end(&r);
}

static void test_replies_take_longer(void **state)
{
    (void)state;
    icnt_cfg_t cfg = XBAR_CFG;
    cfg.reply_cycles = 2;
    rig_t r = rig(cfg, 2, 1);
    push(&r, 0, 1, 0, 5);
    push(&r, 1, 2, 0, 5);
    assert_int_equal(expect_item(&r, 0, 1), 1 + 2);
    assert_false(ready(&r, 0));
    assert_int_equal(expect_item(&r, 0, 2), 2 + 2);
    end(&r);
}

static void test_outputs_choose_round_robin(void **state)
{
    (void)state;
    rig_t r = rig(XBAR_CFG, 4, 2);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t i = 0; i < 4; i++) push(&r, i, i, 1, 1);
    for (uint32_t k = 0; k < 12; k++) {
        tick(&r);
        expect_now(&r, 1, k % 4);
    }
    push(&r, 1, 1, 1, 1); /* the turn is behind the last winner, input 3 */
    push(&r, 2, 2, 1, 1);
    tick(&r);
    expect_now(&r, 1, 1);
    push(&r, 1, 1, 1, 1);
    tick(&r);
    expect_now(&r, 1, 2);
    tick(&r);
    expect_now(&r, 1, 1);
    end(&r);
}

/* Outputs take in ascending order, and see what the ones before them left at the heads. */
static void test_an_input_sends_several_packets_to_ascending_outputs(void **state)
{
    (void)state;
    rig_t r = rig(XBAR_CFG, 1, 4);
    push(&r, 0, 1, 0, 1);
    push(&r, 0, 2, 2, 1);
    push(&r, 0, 3, 3, 1);
    push(&r, 0, 4, 1, 1);
    tick(&r);
    expect_now(&r, 0, 1);
    expect_now(&r, 2, 2);
    expect_now(&r, 3, 3);
    assert_false(ready(&r, 1));
    tick(&r);
    expect_now(&r, 1, 4);
    end(&r);
}

static void test_not_to_descending_outputs_nor_to_the_same(void **state)
{
    (void)state;
    rig_t r = rig(XBAR_CFG, 1, 4);
    push(&r, 0, 1, 2, 1);
    push(&r, 0, 2, 2, 1);
    push(&r, 0, 3, 1, 1);
    tick(&r);
    expect_now(&r, 2, 1);
    assert_false(ready(&r, 2));
    tick(&r);
    expect_now(&r, 2, 2);
    assert_false(ready(&r, 1));
    tick(&r);
    expect_now(&r, 1, 3);
    end(&r);
}

/* Output 1 has the turn of input 0, whose packet for it comes to the head in this tick; input 1 waits. */
static void test_a_packet_that_comes_to_the_head_takes_part(void **state)
{
    (void)state;
    rig_t r = rig(XBAR_CFG, 2, 2);
    push(&r, 0, 1, 0, 1);
    push(&r, 0, 2, 1, 1);
    push(&r, 1, 3, 1, 1);
    tick(&r);
    expect_now(&r, 0, 1);
    expect_now(&r, 1, 2);
    tick(&r);
    expect_now(&r, 1, 3);
    end(&r);
}

/* Nothing is popped: the output fills, then the input; a full output costs no ticks. */
static void test_full_queues_stall_and_refuse(void **state)
{
    (void)state;
    for (uint32_t reply_cycles = 0; reply_cycles <= 2; reply_cycles += 2) {
        icnt_cfg_t cfg = XBAR_CFG;
        cfg.reply_cycles = reply_cycles;
        const uint32_t output = cfg.queue + (reply_cycles ? cfg.reply_queue : 0);
        rig_t r = rig(cfg, 2, 2);
        uint32_t accepted = 0;
        for (uint32_t t = 0; t < 40; t++) {
            if (icnt_room(r.n, 0, 1)) push(&r, 0, accepted++, 0, 1);
            tick(&r);
        }
        assert_int_equal(accepted, output + cfg.queue);
        assert_int_equal(icnt_next_cycle(r.n), UINT64_MAX);
        push(&r, 1, 100, 1, 1); /* the other output still works */
        expect_item(&r, 1, 100);
        icnt_pop(r.n, r.now, 0);
        assert_int_equal(icnt_next_cycle(r.n), r.now + 1); /* the first packet at the input has a place */
        assert_false(icnt_room(r.n, 0, 1));
        tick(&r);
        assert_true(icnt_room(r.n, 0, 1));
        for (uint32_t k = 1; k < accepted; k++) expect_item(&r, 0, k);
        end(&r);
    }
}

static void pop_some(rig_t *r, plain_t *p, uint64_t *seed, uint32_t *popped)
{
    for (uint32_t o = 0; o < p->outputs; o++) {
        plain_list_t *l = plain_end(p, o);
        const bool has = l->count && l->at[0].due_cycle <= r->now;
        if (has != ready(r, o)) fail_msg("output %u in cycle %u: ready %u", o, (uint32_t)r->now, !has);
        if (!has || rig_random(seed) % 5 < 2) continue;
        assert_int_equal(icnt_head(r->n, o), l->at[0].item);
        assert_int_equal(icnt_pop(r->n, r->now, o), plain_take(l).item);
        ++*popped;
    }
}

/* Bursts and pauses; a third of the packets goes to one output, so that queues fill. */
static void push_some(rig_t *r, plain_t *p, uint64_t *seed, uint32_t *pushed, uint32_t *refused)
{
    for (uint32_t i = 0; i < p->inputs; i++) {
        const uint64_t x = rig_random(seed);
        const uint32_t o = x % 3 ? (uint32_t)(x >> 8) % p->outputs : p->outputs / 2;
        if (x >> 4 & 3) continue;
        const bool room = icnt_room(r->n, i, 1);
        assert_int_equal(room, p->in[i].count < p->cfg.queue);
        if (room) {
            push(r, i, *pushed, o, 1 + (x >> 6 & 3));
            plain_append(&p->in[i], (plain_packet_t){(*pushed)++, o, 0});
        } else {
            ++*refused;
        }
    }
}

static void compare(icnt_cfg_t cfg, uint32_t inputs, uint32_t outputs, uint32_t cycles)
{
    rig_t r = rig(cfg, inputs, outputs);
    plain_t *p = calloc(1, sizeof *p);
    assert_non_null(p);
    p->cfg = cfg;
    p->inputs = inputs;
    p->outputs = outputs;
    uint64_t seed = 11;
    uint32_t pushed = 0, popped = 0, refused = 0, slept = 0;
    while (r.now < cycles || popped < pushed) {
        if (r.now < cycles && r.now / 50 % 4 == 0) push_some(&r, p, &seed, &pushed, &refused);
        slept += icnt_next_cycle(r.n) > r.now + 1;
        tick(&r);
        plain_tick(p, r.now);
        pop_some(&r, p, &seed, &popped);
        if (r.now > 10 * cycles) fail_msg("%u of %u packets have left", popped, pushed);
    }
    assert_true(refused && slept);
    free(p);
    end(&r);
}

static void test_random_traffic_as_the_reference_moves_it(void **state)
{
    (void)state;
    for (icnt_match_t match = ICNT_CHAINED; match <= ICNT_SINGLE; match++) {
        icnt_cfg_t cfg = XBAR_CFG;
        cfg.match = match;
        compare(cfg, 15, 12, 6000);
        compare(cfg, 132, 64, 2000);
        cfg.queue = 1;
        compare(cfg, 5, 3, 6000);
        cfg.reply_cycles = 2;
        cfg.reply_queue = 2;
        compare(cfg, 12, 15, 6000);
        cfg.queue = QUEUE_MAX;
        cfg.reply_queue = 5;
        compare(cfg, 96, 144, 2000);
    }
}

/* A network that ticks in every cycle, and one that jumps to the cycles of which it says that something changes. */
static void test_jumping_to_the_next_cycle_equals_ticking(void **state)
{
    (void)state;
    icnt_cfg_t cfg = XBAR_CFG;
    cfg.reply_cycles = 7;
    cfg.reply_queue = QUEUE_MAX;
    rig_t a = rig(cfg, 3, 2), b = rig(cfg, 3, 2);
    uint64_t seed = 5;
    for (uint32_t burst = 0, item = 0; burst < 500; burst++) {
        for (uint32_t k = 0; k < 4; k++, item++) {
            const uint32_t i = (uint32_t)rig_random(&seed) % 3, o = (uint32_t)rig_random(&seed) % 2;
            push(&a, i, item, o, 1);
            push(&b, i, item, o, 1);
        }
        while (icnt_held(a.n)) {
            const uint64_t before = b.now;
            if (icnt_next_cycle(b.n) > b.now + 1) b.now = icnt_next_cycle(b.n) - 1;
            tick(&b);
            assert_in_range(b.now - before, 1, cfg.reply_cycles);
            while (a.now < b.now) {
                for (uint32_t o = 0; o < 2; o++) assert_false(ready(&a, o));
                tick(&a);
            }
            for (uint32_t o = 0; o < 2; o++) {
                assert_int_equal(ready(&a, o), ready(&b, o));
                if (ready(&a, o)) assert_int_equal(icnt_pop(a.n, a.now, o), icnt_pop(b.n, b.now, o));
            }
        }
    }
    end(&a);
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_packet_of_any_size_takes_a_tick),
        cmocka_unit_test(test_replies_take_longer),
        cmocka_unit_test(test_outputs_choose_round_robin),
        cmocka_unit_test(test_an_input_sends_several_packets_to_ascending_outputs),
        cmocka_unit_test(test_not_to_descending_outputs_nor_to_the_same),
        cmocka_unit_test(test_a_packet_that_comes_to_the_head_takes_part),
        cmocka_unit_test(test_full_queues_stall_and_refuse),
        cmocka_unit_test(test_random_traffic_as_the_reference_moves_it),
        cmocka_unit_test(test_jumping_to_the_next_cycle_equals_ticking),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
