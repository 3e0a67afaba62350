/* test_sm_network.c - the network between SMs: times of messages, turns at an output, queues, GPCs. */
#include "mem/sm_network.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

enum { BITS = 100, LATENCY = 7, QUEUE = 3, SMS = 6, LOG = 64 };

typedef struct {
    stats_t *stats;
    sm_network_t *n;
    uint64_t now;
    uint32_t popped;
    uint64_t cycle[LOG]; /* by message in the order in which they are popped */
    sm_message_t msg[LOG];
} rig_t;

static void start(rig_t *r)
{
    const machine_t m = {.sms = SMS,
                         .gpc_sms = {2, {4, 2}},
                         .sm_network = {.bits = BITS, .latency_cycles = LATENCY, .queue = QUEUE, .atomic_factor = 1}};
    *r = (rig_t){.stats = stats_create()};
    r->n = sm_network_create(&m, r->stats, "sm_network");
    assert_non_null(r->n);
}

static void stop(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    assert_int_equal(sm_network_held(r->n), 0);
    sm_network_destroy(r->n);
    stats_destroy(r->stats);
}

static void send(rig_t *r, uint16_t from, uint16_t to, uint32_t bytes, bool answer)
{
    assert_true(sm_network_room(r->n, from, answer));
    sm_network_push(r->n, &(sm_message_t){.from = from, .to = to, .bytes = bytes, .answer = answer, .token = from});
}

/* A cycle: what arrives is noted; a request is served at once. */
static void step(rig_t *r)
{
    const uint64_t due = sm_network_next_cycle(r->n);
    const uint32_t before = r->popped;
    sm_network_tick(r->n, ++r->now);
    const sm_mask_t waiting = sm_network_waiting(r->n);
    for (uint32_t s = 0; s < SMS; s++) {
        sm_message_t msg;
        const bool pops = sm_network_pop(r->n, s, &msg);
        assert_int_equal(pops, mask_has(waiting, s));
        if (!pops) continue;
        assert_int_equal(msg.to, s);
        if (!msg.answer) sm_network_served(r->n, s);
        r->cycle[r->popped] = r->now;
        r->msg[r->popped++] = msg;
        assert_false(sm_network_pop(r->n, s, &msg)); /* one per cycle */
    }
    assert_true(r->popped == before || due <= r->now); /* a tick that does something was announced */
}

/* Steps until `count` messages have arrived. */
static void run(rig_t *r, uint32_t count)
{
    for (uint32_t i = 0; i < 1000 && r->popped < count; i++) step(r);
    assert_int_equal(r->popped, count);
}

/* An empty answer to each request that has come: the laws want it. */
static void answer_all(rig_t *r)
{
    const uint32_t count = r->popped;
    uint32_t answers = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (r->msg[i].answer) continue;
        answers++;
        while (!sm_network_room(r->n, r->msg[i].to, true)) step(r);
        send(r, r->msg[i].to, r->msg[i].from, 0, true);
    }
    run(r, count + answers);
}

/* Pushed in cycle 0, sent from cycle 1 on; each part takes a cycle. */
static void a_message_takes_its_parts_and_the_latency(void **state)
{
    (void)state;
    static const struct {
        uint32_t bytes, parts;
    } rows[] = {{0, 1}, {1, 1}, {12, 1}, {13, 2}, {25, 2}, {26, 3}, {128, 11}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        rig_t r;
        start(&r);
        send(&r, 0, 3, rows[i].bytes, false);
        run(&r, 1);
        assert_int_equal(r.cycle[0], rows[i].parts + LATENCY);
        assert_int_equal(stats_sum(r.stats, "sm_network.port_cycles"), rows[i].parts);
        assert_int_equal(stats_sum(r.stats, "sm3.far_port_cycles"), rows[i].parts);
        assert_int_equal(stats_sum(r.stats, "sm_network.message_cycles"), rows[i].parts + LATENCY);
        assert_int_equal(stats_sum(r.stats, "sm_network.bytes"), rows[i].bytes);
        answer_all(&r);
        stop(&r);
    }
}

/* Nothing else happens before, so the GPU may skip to these cycles. */
static void the_next_cycle_is_known(void **state)
{
    (void)state;
    rig_t r;
    start(&r);
    assert_int_equal(sm_network_next_cycle(r.n), UINT64_MAX);
    send(&r, 0, 3, 128, false);
    assert_int_equal(sm_network_next_cycle(r.n), 1);
    step(&r);
    assert_int_equal(sm_network_next_cycle(r.n), 1 + 11); /* the output is free */
    r.now = 11;
    step(&r);
    assert_int_equal(sm_network_next_cycle(r.n), 11 + LATENCY);
    r.now = 10 + LATENCY;
    run(&r, 1);
    assert_int_equal(r.now, 11 + LATENCY);
    assert_int_equal(sm_network_next_cycle(r.n), UINT64_MAX);
    answer_all(&r);
    stop(&r);
}

/* Two messages of one SM to one other, and to two others: one leaves its queue before the next one is sent. */
static void messages_of_an_sm_follow_each_other(void **state)
{
    (void)state;
    for (uint16_t second = 2; second <= 3; second++) {
        rig_t r;
        start(&r);
        send(&r, 0, 3, 50, false);
        send(&r, 0, second, 50, false);
        run(&r, 2);
        assert_int_equal(r.cycle[0], 4 + LATENCY);
        assert_int_equal(r.cycle[1], 8 + LATENCY);
        answer_all(&r);
        stop(&r);
    }
}

/* Three SMs with three messages each for one output: they take turns, and the output never rests. */
static void a_hot_output_serves_the_sms_in_turn(void **state)
{
    (void)state;
    rig_t r;
    start(&r);
    for (uint32_t i = 0; i < QUEUE; i++)
        for (uint16_t from = 1; from <= 3; from++) send(&r, from, 0, 25, false);
    for (uint16_t from = 1; from <= 3; from++) {
        assert_false(sm_network_room(r.n, from, false));
        assert_true(sm_network_room(r.n, from, true)); /* a queue of their own */
    }
    run(&r, 9);
    for (uint32_t i = 0; i < 9; i++) {
        assert_int_equal(r.msg[i].from, 1 + i % 3);
        assert_int_equal(r.cycle[i], 2 * (i + 1) + LATENCY);
    }
    answer_all(&r);
    stop(&r);
}

static void outputs_do_not_disturb_each_other(void **state)
{
    (void)state;
    static const uint16_t PAIR[][2] = {{0, 1}, {2, 3}, {4, 5}, {5, 4}}; /* the last two in the other GPC */
    rig_t r;
    start(&r);
    for (uint32_t i = 0; i < 4; i++) send(&r, PAIR[i][0], PAIR[i][1], 128, false);
    run(&r, 4);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(r.cycle[i], 11 + LATENCY);
    answer_all(&r);
    stop(&r);
}

/* An answer behind a request that is sent goes next, whatever the request behind it. */
static void an_answer_passes_requests_of_its_sm(void **state)
{
    (void)state;
    rig_t r;
    start(&r);
    send(&r, 3, 1, 0, false);
    run(&r, 1);
    r.popped = 0;
    send(&r, 1, 3, 128, false);
    step(&r);
    send(&r, 1, 3, 12, false);
    send(&r, 1, 3, 12, true);
    run(&r, 3);
    assert_false(r.msg[0].answer);
    assert_true(r.msg[1].answer);
    assert_false(r.msg[2].answer);
    answer_all(&r);
    stop(&r);
}

/* An SM that serves nothing gets as many requests as it has room for; answers still come. */
static void a_busy_sm_stops_requests_but_no_answer(void **state)
{
    (void)state;
    rig_t r;
    uint32_t requests = 0;
    sm_message_t msg;
    start(&r);
    send(&r, 0, 1, 0, false);
    run(&r, 1); /* 1 owes an answer */
    for (uint32_t i = 0; i < 100; i++) {
        if (sm_network_room(r.n, 1, false)) send(&r, 1, 0, 0, false);
        sm_network_tick(r.n, ++r.now);
        if (sm_network_pop(r.n, 0, &msg)) requests++;
    }
    assert_int_equal(requests, LATENCY + QUEUE);
    assert_false(sm_network_room(r.n, 1, false));
    send(&r, 1, 0, 0, true);
    for (uint32_t i = 0; i < 1 + LATENCY; i++) sm_network_tick(r.n, ++r.now);
    assert_true(sm_network_pop(r.n, 0, &msg));
    assert_true(msg.answer);
    sm_network_served(r.n, 0); /* room for one more */
    assert_int_equal(sm_network_next_cycle(r.n), r.now + 1);
    for (uint32_t i = 0; i < 1 + LATENCY; i++) sm_network_tick(r.n, ++r.now);
    assert_true(sm_network_pop(r.n, 0, &msg));
    assert_false(msg.answer);
    sm_network_destroy(r.n);
    stats_destroy(r.stats);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_takes_its_parts_and_the_latency),
        cmocka_unit_test(the_next_cycle_is_known),
        cmocka_unit_test(messages_of_an_sm_follow_each_other),
        cmocka_unit_test(a_hot_output_serves_the_sms_in_turn),
        cmocka_unit_test(outputs_do_not_disturb_each_other),
        cmocka_unit_test(an_answer_passes_requests_of_its_sm),
        cmocka_unit_test(a_busy_sm_stops_requests_but_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
