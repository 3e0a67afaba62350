/* The one-stage butterfly, against packets that intersim2 carried (data/intersim2.csv). */
#include "icnt_fly_cfg.h"
#include "icnt_rig.h"

enum { PORTS = 4, PACKETS_MAX = 1000 };

typedef struct {
    uint32_t input, output, flits, offered_cycle, accepted_cycle, popped_cycle;
} carried_t;

static carried_t carried[PACKETS_MAX];

/* The configuration of the GTX 480 in GPGPU-Sim 4.2 (config_fermi_islip.icnt), four of its nodes on either side; an
 * input offers a packet every cycle until it is accepted; output o is polled in cycle t unless t + o is divisible by 3.
 */
static uint32_t read_carried(void)
{
    FILE *f = fopen("tests/unit/data/intersim2.csv", "r");
    char line[200];
    uint32_t count = 0, item;
    assert_non_null(f);
    while (fgets(line, sizeof line, f)) {
        carried_t *c = &carried[count];
        if (sscanf(line, "%u,%u,%u,%u,%u,%u,%u", &item, &c->input, &c->output, &c->flits, &c->offered_cycle,
                   &c->accepted_cycle, &c->popped_cycle) != 7)
            continue; /* comments and heading */
        assert_int_equal(item, count);
        assert_true(++count < PACKETS_MAX);
    }
    fclose(f);
    return count;
}

static void pop_all(rig_t *r, uint32_t *left)
{
    for (uint32_t o = 0; o < PORTS; o++) {
        if ((r->now + 1 + o) % 3 == 0 || !mask_has(icnt_ready(r->n), o)) continue;
        const uint32_t item = icnt_pop(r->n, r->now, o);
        if (carried[item].output != o || carried[item].popped_cycle != r->now + 1)
            fail_msg("packet %u leaves output %u in cycle %u, expected output %u, cycle %u", item, o,
                     (uint32_t)r->now + 1, carried[item].output, carried[item].popped_cycle);
        --*left;
    }
}

static void test_every_packet_moves_in_the_cycle_of_intersim2(void **state)
{
    (void)state;
    const uint32_t count = read_carried();
    uint32_t next = 0, left = count, offered[PORTS];
    rig_t r = rig(FLY_CFG, PORTS, PORTS);
    memset(offered, 0xff, sizeof offered);
    assert_int_equal(count, 702);
    while (left) {
        pop_all(&r, &left);
        tick(&r);
        assert_true(r.now < 1000);
        for (; next < count && carried[next].offered_cycle == r.now; next++) offered[carried[next].input] = next;
        for (uint32_t i = 0; i < PORTS; i++) {
            const carried_t *c = &carried[offered[i]];
            if (offered[i] == UINT32_MAX) continue;
            const bool room = icnt_room(r.n, i, c->flits);
            if (room != (c->accepted_cycle == r.now))
                fail_msg("packet %u is %s in cycle %u, expected to be accepted in %u", offered[i],
                         room ? "accepted" : "refused", (uint32_t)r.now, c->accepted_cycle);
            if (!room) continue;
            icnt_push(r.n, r.now, i, offered[i], c->output, c->flits);
            offered[i] = UINT32_MAX;
        }
    }
    end(&r);
}

/* A packet holds its output for a step to win it and a step per flit. */
static void test_steps_per_packet(void **state)
{
    (void)state;
    for (uint32_t speedup = 1; speedup <= 2; speedup++) {
        icnt_cfg_t cfg = FLY_CFG;
        cfg.speedup = speedup;
        rig_t r = rig(cfg, 2, 2);
        for (uint32_t k = 0; k < 8; k++) push(&r, 0, k, 0, 1);
        const uint64_t first = expect_item(&r, 0, 0);
        for (uint32_t k = 1; k < 7; k++) expect_item(&r, 0, k);
        assert_int_equal(expect_item(&r, 0, 7) - first, speedup == 1 ? 7 * 2 : 7);
        end(&r);
    }
}

static void test_latency(void **state)
{
    (void)state;
    for (uint32_t wire_cycles = 1; wire_cycles < 20; wire_cycles += 6) {
        icnt_cfg_t cfg = FLY_CFG;
        cfg.latency_cycles = 2 + 2 * wire_cycles;
        rig_t r = rig(cfg, 1, 1);
        push(&r, 0, 1, 0, 1);
        assert_int_equal(expect_item(&r, 0, 1), cfg.latency_cycles);
        const uint64_t from = r.now;
        push(&r, 0, 2, 0, 4);
        assert_int_equal(expect_item(&r, 0, 2) - from, cfg.latency_cycles + 3);
        end(&r);
    }
}

/* Nothing is popped: node, input buffer, output buffer and boundary buffer fill up, and hold no more. */
static void test_full_buffers_refuse(void **state)
{
    (void)state;
    rig_t r = rig(FLY_CFG, 1, 1);
    uint32_t accepted = 0;
    for (uint32_t t = 0; t < 400; t++) {
        if (icnt_room(r.n, 0, 1)) push(&r, 0, accepted++, 0, 1);
        tick(&r);
    }
    assert_int_equal(accepted,
                     FLY_CFG.node_flits + FLY_CFG.input_flits + FLY_CFG.output_flits + FLY_CFG.boundary_flits);
    for (uint32_t k = 0; k < accepted; k++) expect_item(&r, 0, k);
    assert_int_equal(icnt_next_cycle(r.n) == UINT64_MAX || icnt_next_cycle(r.n) == r.now + 1, 1);
    end(&r);
}

static void test_a_node_takes_whole_packets(void **state)
{
    (void)state;
    rig_t r = rig(FLY_CFG, 1, 1);
    push(&r, 0, 1, 0, 4);
    push(&r, 0, 2, 0, 4);
    assert_true(icnt_room(r.n, 0, 1));
    assert_false(icnt_room(r.n, 0, 2));
    expect_item(&r, 0, 1);
    expect_item(&r, 0, 2);
    end(&r);
}

/* Replies that take longer pass a FIFO of `queue` packets behind the boundary buffer. */
static void test_replies_pass_a_fifo(void **state)
{
    (void)state;
    icnt_cfg_t cfg = FLY_CFG;
    cfg.reply_cycles = 2;
    cfg.queue = 3;
    rig_t r = rig(cfg, 1, 1);
    uint32_t accepted = 0;
    push(&r, 0, 0, 0, 1);
    assert_int_equal(expect_item(&r, 0, 0), 6 + 2);
    assert_int_equal(icnt_next_cycle(r.n), UINT64_MAX);
    for (uint32_t t = 0; t < 400; t++) {
        if (icnt_room(r.n, 0, 1)) push(&r, 0, accepted++, 0, 1);
        tick(&r);
    }
    assert_int_equal(accepted,
                     FLY_CFG.node_flits + FLY_CFG.input_flits + FLY_CFG.output_flits + FLY_CFG.boundary_flits + 3);
    const uint64_t from = r.now;
    for (uint32_t k = 0; k < accepted; k++) {
        assert_int_equal(expect_item(&r, 0, k), r.now);
        tick(&r);
    }
    assert_true(r.now - from <= accepted + 2); /* one per cycle, but for a pause while the FIFO is filled again */
    end(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_packet_moves_in_the_cycle_of_intersim2),
        cmocka_unit_test(test_steps_per_packet),
        cmocka_unit_test(test_latency),
        cmocka_unit_test(test_full_buffers_refuse),
        cmocka_unit_test(test_a_node_takes_whole_packets),
        cmocka_unit_test(test_replies_pass_a_fifo),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
