/* test_ldst_far.c - the LD/ST units of three SMs over the network between them: times of loads, stores and atomics, a
 * hot SM, turns at the banks. */
#include "ldst_rig.h"

#include "sm/ldst_far.h"

enum { SMS = 4, UNITS = 3, BITS = 256, LATENCY = 20 };
enum { PARTS = 4 /* of a message with 4 bytes of each lane */, ADDRESSES = LANES * 4 };

static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t STORE = {.unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_SHARED, .width_bytes = 4};
static const winst_t ATOM = {.unit = UNIT_LDST, .op = WI_ATOM, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};
static const winst_t RED = {.unit = UNIT_LDST, .op = WI_RED, .space = SPACE_SHARED, .width_bytes = 4};

typedef struct {
    unit_rig_t sm[UNITS];
    stats_t *stats;
    sm_network_t *network;
    uint64_t now;
    uint64_t over[UNITS], acked[UNITS]; /* cycle of the last end of an instruction, and acknowledgement */
    uint32_t overs[UNITS], acks[UNITS], stores[UNITS], refused[UNITS];
} far_rig_t;

static sm_network_cfg_t network = {.bits = BITS, .latency_cycles = LATENCY, .queue = 4, .atomic_factor = 1};

static void begin(far_rig_t *r)
{
    const machine_t m = {.sms = SMS, .sm_network = network};
    *r = (far_rig_t){.stats = stats_create()};
    r->network = sm_network_create(&m, r->stats, "net");
    for (uint32_t s = 0; s < UNITS; s++) {
        start(&r->sm[s], 4, 1);
        assert_true(ldst_connect(r->sm[s].unit, &network, r->network, s));
    }
}

static void finish(far_rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    for (uint32_t s = 0; s < UNITS; s++) {
        assert_int_equal(ldst_entries_free(r->sm[s].unit), ENTRIES);
        stop(&r->sm[s]);
    }
    sm_network_destroy(r->network);
    stats_destroy(r->stats);
}

/* Lane i accesses word i * stride of SM to[i]. */
static void access(far_rig_t *r, uint32_t s, const winst_t *in, const uint8_t to[LANES], uint32_t stride)
{
    winst_exec_t x = {.lanes = UINT32_MAX, .space = SPACE_SHARED};
    for (uint32_t i = 0; i < LANES; i++) {
        x.addr[i] = (uint64_t)i * 4 * stride;
        x.far_sm[i] = to[i];
        if (to[i] != s) x.far |= UINT32_C(1) << i;
    }
    const uint32_t entry = ldst_prepare(r->sm[s].unit, WARP, in, &x);
    ldst_enter(r->sm[s].unit, r->now, entry);
}

static void access_all(far_rig_t *r, uint32_t s, const winst_t *in, uint8_t to, uint32_t stride)
{
    uint8_t all[LANES];
    memset(all, to, sizeof all);
    access(r, s, in, all, stride);
}

static void over(far_rig_t *r, uint32_t s)
{
    r->over[s] = r->now;
    r->overs[s]++;
}

static void step_unit(far_rig_t *r, uint32_t s)
{
    unit_rig_t *u = &r->sm[s];
    ldst_done_t done;
    ldst_cycle_t c;
    event_t ev;
    uint32_t token;
    while (wheel_pop(u->wheel, r->now, &ev))
        if (ldst_delivered(u->unit, ev.id, &done)) over(r, s);
    while (ldst_far_take(u->unit, r->now, &token)) {
        if (token == (LDST_STORE | WARP)) {
            r->acked[s] = r->now;
            r->acks[s]++;
        } else if (ldst_answer(u->unit, token, &done)) {
            over(r, s);
        }
    }
    ldst_far_serve(u->unit, r->now);
    ldst_step(u->unit, r->now, &c);
    if (c.over) over(r, s);
    r->stores[s] += c.stores;
    r->refused[s] += c.refused;
    assert_false(c.refused && ldst_still(u->unit)); /* so the SM stays awake */
}

static void step_all(far_rig_t *r)
{
    r->now++;
    sm_network_tick(r->network, r->now);
    for (uint32_t s = 0; s < UNITS; s++) step_unit(r, s);
}

static void run(far_rig_t *r)
{
    for (uint32_t i = 0; i < 1000; i++) step_all(r);
}

static const far_counters_t *counted(const far_rig_t *r, uint32_t s) { return ldst_far_counters(r->sm[s].unit); }

/* Entered in cycle 0, sent in cycle 1; there it takes as long as an own access, here its data come. */
enum { THERE = 1 + PARTS + LATENCY, BACK = THERE + SMEM_LATENCY + PARTS + LATENCY };

static void a_load_goes_there_and_back(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_int_equal(r.overs[0], 1);
    assert_int_equal(r.stores[0] + r.acks[0], 0);
    assert_int_equal(counted(&r, 0)->far_requests, 1);
    assert_int_equal(counted(&r, 0)->far_answers, 1);
    assert_int_equal(counted(&r, 1)->far_served, 1);
    assert_int_equal(r.sm[0].counted.smem_insts, 0);
    assert_int_equal(r.sm[1].counted.smem_insts, 1); /* where the banks are */
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 2 * ADDRESSES);
    finish(&r);
}

/* Lanes on different words of one bank take turns there. */
static void conflicts_of_banks_count_at_the_destination(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 32);
    run(&r);
    assert_int_equal(r.over[0], BACK + 31);
    assert_int_equal(r.sm[1].counted.smem_conflicts, 31);
    finish(&r);
}

/* Half of the lanes at home, a quarter each at two others: the address phase takes two cycles, and the second request
 * follows the first out of the queue. The other CTA may also be on the SM itself. */
static void lanes_go_to_several_sms(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES];
    for (uint32_t i = 0; i < LANES; i++) to[i] = i < 8 ? 2 : i < 16 ? 1 : 0;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    step_all(&r);
    assert_int_equal(ldst_queued(r.sm[0].unit), 1);
    step_all(&r);
    assert_int_equal(ldst_queued(r.sm[0].unit), 0);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_requests, 2);
    assert_int_equal(r.sm[0].counted.smem_insts, 1);
    assert_int_equal(r.over[0], 1 + 2 + LATENCY + SMEM_LATENCY + 1 + LATENCY); /* two messages of a part each */
    assert_int_equal(r.overs[0], 1);
    finish(&r);

    begin(&r);
    winst_exec_t x = {.lanes = 3, .space = SPACE_SHARED, .far = 2, .addr = {0, 4}}; /* far_sm[1] is SM 0 */
    ldst_enter(r.sm[0].unit, 0, ldst_prepare(r.sm[0].unit, WARP, &LOAD, &x));
    run(&r);
    assert_int_equal(r.over[0], 1 + SMEM_LATENCY);
    assert_int_equal(counted(&r, 0)->far_requests, 0);
    finish(&r);
}

/* The answers of the others may be back before the access at home is over. */
static void the_own_lanes_may_be_the_last(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1};
    smem_latency_cycles = 200;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    run(&r);
    assert_int_equal(r.over[0], 1 + 1 + LATENCY + 200 + 1 + LATENCY);
    finish(&r);
    smem_latency_cycles = SMEM_LATENCY;
    network.latency_cycles = 1;
    begin(&r);
    access(&r, 0, &LOAD, to, 32); /* 31 lanes on one bank at home */
    run(&r);
    assert_int_equal(r.over[0], 31 + SMEM_LATENCY);
    finish(&r);
    network.latency_cycles = LATENCY;
}

/* A store carries address and data, and is over when it is sent; so is a reduction. Nothing but the token comes back.
 */
static void stores_are_acknowledged(void **state)
{
    (void)state;
    const winst_t *const INST[] = {&STORE, &RED};
    for (uint32_t i = 0; i < 2; i++) {
        far_rig_t r;
        begin(&r);
        access_all(&r, 0, INST[i], 1, 1);
        run(&r);
        assert_int_equal(r.stores[0], 1);
        assert_int_equal(r.over[0], 1);
        assert_int_equal(r.overs[0], 1);
        assert_int_equal(r.acks[0], 1);
        assert_int_equal(r.acked[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + 1 + LATENCY);
        assert_int_equal(stats_sum(r.stats, "net.bytes"), 2 * ADDRESSES);
        finish(&r);
    }
}

/* Part of a store at home: over as any store to shared memory. */
static void a_store_has_lanes_at_home(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1};
    for (uint32_t banks = 0; banks < 2; banks++) {
        begin(&r);
        r.sm[0].cfg.smem_stores = banks ? SMEM_STORE_BANKS : SMEM_STORE_LATENCY;
        access(&r, 0, &STORE, to, 1);
        run(&r);
        assert_int_equal(r.over[0], banks ? 1 : 1 + SMEM_LATENCY);
        assert_int_equal(r.overs[0], 1);
        assert_int_equal(r.acks[0], 1);
        finish(&r);
    }
}

static void atomics_return_data_and_count_several_times(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &ATOM, 1, 1);
    run(&r);
    assert_int_equal(r.over[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 3 * ADDRESSES);
    finish(&r);
    network.atomic_factor = 4;
    begin(&r);
    access_all(&r, 0, &ATOM, 1, 1);
    run(&r);
    assert_int_equal(stats_sum(r.stats, "net.bytes"), 4 * 3 * ADDRESSES);
    assert_int_equal(r.over[0], 1 + 8 * PARTS + LATENCY + SMEM_LATENCY + 4 * PARTS + LATENCY);
    finish(&r);
    network.atomic_factor = 1;
}

/* Answered, and so over only then, if its warp waits for it. */
static void a_reduction_may_be_answered(void **state)
{
    (void)state;
    far_rig_t r;
    after_atomic = ATOMIC_WAITS;
    begin(&r);
    access_all(&r, 0, &RED, 1, 1);
    run(&r);
    assert_int_equal(r.stores[0], 0);
    assert_int_equal(r.over[0], 1 + 2 * PARTS + LATENCY + SMEM_LATENCY + 1 + LATENCY);
    finish(&r);
    after_atomic = ATOMIC_CONTINUES;
}

/* Two SMs load from a third: its port takes one request after the other, and its queue of answers sends them so. */
static void a_hot_sm_serves_one_after_the_other(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 2, 1);
    access_all(&r, 1, &LOAD, 2, 1);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_int_equal(r.over[1], BACK + PARTS);
    assert_int_equal(counted(&r, 2)->far_served, 2);
    finish(&r);
}

/* Requests that arrive while an own access has the banks for 32 cycles wait, and so does an own access for a request;
 * when both wait, they take turns. */
static void own_accesses_and_requests_take_turns(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 2, 32);
    access_all(&r, 1, &LOAD, 2, 32);
    while (r.now + 1 < THERE - 1) step_all(&r);
    access_all(&r, 2, &LOAD, 2, 32); /* has the banks in the cycles THERE - 1 to THERE + 30 */
    access_all(&r, 2, &LOAD, 2, 32);
    run(&r);
    const uint64_t first = THERE + 31; /* of SM 0; then the own one, then that of SM 1 */
    assert_int_equal(r.over[0], first + 31 + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(r.over[2], first + 32 + 31 + SMEM_LATENCY);
    assert_int_equal(r.over[1], first + 64 + 31 + SMEM_LATENCY + PARTS + LATENCY);
    assert_int_equal(counted(&r, 2)->far_bank_waits, 32);
    finish(&r);
}

static void the_unit_stands_still_after_an_answer(void **state)
{
    (void)state;
    far_rig_t r;
    network.hold_cycles = 6;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    while (r.now + 1 < BACK) step_all(&r);
    access_all(&r, 0, &LOAD, 0, 1);
    run(&r);
    assert_int_equal(r.overs[0], 2);
    assert_int_equal(r.over[0], BACK + 6 + SMEM_LATENCY);
    assert_int_equal(counted(&r, 0)->far_holds, 6);
    finish(&r);

    begin(&r); /* not after an acknowledgement */
    access_all(&r, 0, &STORE, 1, 1);
    run(&r);
    assert_int_equal(r.acks[0], 1);
    access_all(&r, 0, &LOAD, 0, 1);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_holds, 0);
    finish(&r);
    network.hold_cycles = 0;
}

static void a_full_input_stalls_the_unit(void **state)
{
    (void)state;
    far_rig_t r;
    network.queue = 1;
    begin(&r);
    access_all(&r, 0, &STORE, 1, 1); /* 8 parts, sent from cycle 2 to 9 */
    access_all(&r, 0, &STORE, 2, 1);
    run(&r);
    assert_int_equal(counted(&r, 0)->far_stalls, 8);
    assert_int_equal(r.refused[0], 8);
    assert_int_equal(r.over[0], 10);
    assert_int_equal(r.acks[0], 2);
    finish(&r);
    network.queue = 4;
}

/* With collectors, each answer passes the write-back register. */
static void data_pass_the_write_back_register(void **state)
{
    (void)state;
    far_rig_t r;
    uint8_t to[LANES] = {1, 2};
    ldst_write_t w;
    uint32_t token;
    collectors = 1;
    begin(&r);
    access(&r, 0, &LOAD, to, 1);
    for (uint32_t i = 0; i < 1000; i++) {
        r.now++;
        sm_network_tick(r.network, r.now);
        for (uint32_t s = 1; s < UNITS; s++) step_unit(&r, s);
        event_t ev;
        ldst_done_t done;
        ldst_cycle_t c;
        ldst_write_back(r.sm[0].unit, true, &w);
        if (w.over) over(&r, 0);
        while (wheel_pop(r.sm[0].wheel, r.now, &ev)) assert_false(ldst_delivered(r.sm[0].unit, ev.id, &done));
        while (ldst_far_take(r.sm[0].unit, r.now, &token)) ldst_arrived(r.sm[0].unit, ANSWER_FAR, token, 0);
        ldst_step(r.sm[0].unit, r.now, &c);
    }
    /* the second answer; the register takes it a cycle later, and has written it one later */
    assert_int_equal(r.over[0], 1 + 2 + LATENCY + SMEM_LATENCY + 1 + LATENCY + 2);
    assert_int_equal(r.overs[0], 1);
    finish(&r);
    collectors = 0;
}

/* An SM without work sleeps until the unit acts again. */
static void the_next_cycle_is_known(void **state)
{
    (void)state;
    far_rig_t r;
    begin(&r);
    access_all(&r, 0, &LOAD, 1, 1);
    assert_true(ldst_far_acts(r.sm[0].unit)); /* sends in the next cycle */
    assert_false(ldst_far_acts(r.sm[1].unit));
    step_all(&r);
    assert_false(ldst_far_acts(r.sm[0].unit));
    assert_int_equal(ldst_far_next_cycle(r.sm[1].unit, r.now), UINT64_MAX);
    while (r.now < THERE) step_all(&r);
    assert_true(ldst_far_acts(r.sm[1].unit)); /* an answer is due */
    assert_int_equal(ldst_far_next_cycle(r.sm[1].unit, r.now), THERE + SMEM_LATENCY);
    run(&r);
    assert_int_equal(r.over[0], BACK);
    assert_false(ldst_far_acts(r.sm[1].unit));
    finish(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_load_goes_there_and_back),
        cmocka_unit_test(conflicts_of_banks_count_at_the_destination),
        cmocka_unit_test(lanes_go_to_several_sms),
        cmocka_unit_test(the_own_lanes_may_be_the_last),
        cmocka_unit_test(stores_are_acknowledged),
        cmocka_unit_test(a_store_has_lanes_at_home),
        cmocka_unit_test(atomics_return_data_and_count_several_times),
        cmocka_unit_test(a_reduction_may_be_answered),
        cmocka_unit_test(a_hot_sm_serves_one_after_the_other),
        cmocka_unit_test(own_accesses_and_requests_take_turns),
        cmocka_unit_test(the_unit_stands_still_after_an_answer),
        cmocka_unit_test(a_full_input_stalls_the_unit),
        cmocka_unit_test(data_pass_the_write_back_register),
        cmocka_unit_test(the_next_cycle_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
