/* One L2 slice: sectors, merging, stalls, requests over two lines. */
#include "l2_rig.h"

static void test_miss_fetches_then_hits(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_READ, 0, 128, 1);
    const dram_req_t q = expect_dram(r, false, 4); /* four sectors: a burst each, half used */
    assert_int_equal(r->now, 10 + 1);              /* after the pipeline and the miss queue */
    expect_nothing(r);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 1);
    const uint64_t from = r->now;
    push(r, MEM_READ, 0, 128, 2);
    assert_int_equal(expect_reply(r, 2) - from, 10 + r->m.l2.cache.hit_latency_cycles);
    expect_nothing(r);
    assert_int_equal(stat(r, "hits"), 1);
    assert_int_equal(stat(r, "misses"), 1);
    end(r);
}

static void test_only_missing_sectors_are_fetched(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_READ, 32, 32, 1);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 1);
    assert_int_equal(stat(r, "fetch_bytes"), 32);
    push(r, MEM_READ, 0, 128, 2); /* sectors 0, 2, 3 lack: a burst each, 96 bytes */
    l2_fill(r->l2, r->now, expect_dram(r, false, 3).id);
    expect_reply(r, 2);
    assert_int_equal(stat(r, "fetch_bytes"), 32 + 96);
    assert_int_equal(stat(r, "misses"), 2);
    end(r);
}

static void test_merges_wait_for_their_own_sectors(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_READ, 0, 32, 1);
    const dram_req_t a = expect_dram(r, false, 1);
    push(r, MEM_READ, 0, 32, 2);  /* merges */
    push(r, MEM_READ, 64, 64, 3); /* same line, other sectors: a fetch of its own */
    const dram_req_t b = expect_dram(r, false, 2);
    l2_fill(r->l2, r->now, b.id);
    expect_reply(r, 3);
    expect_nothing(r);
    l2_fill(r->l2, r->now, a.id);
    expect_reply(r, 1);
    expect_reply(r, 2);
    assert_int_equal(stat(r, "merges"), 1);
    assert_int_equal(stat(r, "fetches"), 2);
    end(r);
}

/* A port of a sector: four look-ups, a fetch for each, a reply to each when its data is there. */
static void test_a_narrow_port_answers_part_by_part(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.port_bytes = 32;
    rig_t *r = rig(cfg);
    push(r, MEM_READ, 0, 128, 1);
    dram_req_t q[4];
    for (uint32_t i = 0; i < 4; i++) {
        q[i] = expect_dram(r, false, 1);
        assert_int_equal(r->now, 10 + 1 + i);
    }
    for (uint32_t i = 4; i-- > 0;) { /* in any order */
        assert_int_equal(l2_held(r->l2), 1);
        l2_fill(r->l2, r->now, q[i].id);
        expect_reply(r, 1);
        expect_nothing(r);
    }
    assert_int_equal(l2_held(r->l2), 0);
    push(r, MEM_WRITE, 256, 96, 2);
    const uint64_t first = expect_reply(r, 2);
    tick(r);
    assert_int_equal(expect_reply(r, 2) - first, 1); /* a look-up per cycle */
    expect_reply(r, 2);
    assert_int_equal(stat(r, "accesses"), 4 + 3);
    assert_int_equal(stat(r, "misses"), 4 + 3); /* a sector written first is a miss as well */
    end(r);
}

/* Hits fill the queue of replies while a fetch is under way: its data overtakes them, or waits. */
static void test_who_is_answered_first(void **state)
{
    (void)state;
    for (uint32_t one_queue = 0; one_queue < 2; one_queue++) {
        l2_cfg_t cfg = small();
        cfg.replies = one_queue ? REPLIES_ONE_QUEUE : REPLIES_FILLS_FIRST;
        cfg.queue = 2; /* with one queue all replies, else one more in the hit pipeline */
        rig_t *r = rig(cfg);
        push(r, MEM_WRITE, 0, 32, 1);
        expect_reply(r, 1);
        push(r, MEM_READ, 128, 32, 2);
        for (uint32_t k = 3; k <= 6; k++) push(r, MEM_READ, 0, 32, k);
        const dram_req_t q = expect_dram(r, false, 1);
        idle(r, 20); /* two or three of the four hits are in the queue */
        assert_true(stat(r, "stall_reply") > 0);
        l2_fill(r->l2, r->now, q.id);
        if (!one_queue) expect_reply(r, 2);
        expect_reply(r, 3); /* room for the fill, which goes before the next hit */
        tick(r);
        expect_reply(r, 4);
        if (one_queue) expect_reply(r, 2);
        expect_reply(r, 5);
        expect_reply(r, 6);
        end(r);
    }
}

static void test_a_fill_joins_one_queue_a_cycle_later(void **state)
{
    (void)state;
    for (uint32_t one_queue = 0; one_queue < 2; one_queue++) {
        l2_cfg_t cfg = small();
        cfg.replies = one_queue ? REPLIES_ONE_QUEUE : REPLIES_FILLS_FIRST;
        rig_t *r = rig(cfg);
        push(r, MEM_READ, 0, 32, 1);
        const dram_req_t q = expect_dram(r, false, 1);
        const uint64_t filled = r->now + 1; /* before the tick of its cycle */
        l2_fill(r->l2, filled, q.id);
        assert_int_equal(expect_reply(r, 1) - filled, one_queue);
        end(r);
    }
}

static void test_merge_list_is_bounded(void **state)
{
    (void)state;
    rig_t *r = rig(small()); /* 4 accesses per MSHR */
    for (uint32_t k = 0; k < 5; k++) push(r, MEM_READ, 0, 32, k);
    const dram_req_t q = expect_dram(r, false, 1);
    idle(r, 20);
    assert_int_equal(stat(r, "accesses"), 4);
    assert_true(stat(r, "stall_mshr") > 0);
    l2_fill(r->l2, r->now, q.id);
    for (uint32_t k = 0; k < 5; k++) expect_reply(r, k);
    assert_int_equal(stat(r, "hits"), 1); /* the fifth found the line */
    end(r);
}

static void test_reserved_ways_stall_the_set(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_READ, 0 * 128, 32, 1);
    push(r, MEM_READ, 2 * 128, 32, 2);
    push(r, MEM_READ, 4 * 128, 32, 3);
    const dram_req_t a = expect_dram(r, false, 1), b = expect_dram(r, false, 1);
    expect_nothing(r);
    assert_true(stat(r, "stall_set") > 0);
    l2_fill(r->l2, r->now, a.id);
    expect_reply(r, 1);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    l2_fill(r->l2, r->now, b.id);
    expect_reply(r, 3);
    expect_reply(r, 2);
    end(r);
}

static void test_request_over_two_lines(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.cache.line_bytes = cfg.cache.sector_bytes = 64;
    rig_t *r = rig(cfg);
    push(r, MEM_READ, 64, 64, 1);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 1);
    push(r, MEM_READ, 0, 128, 2); /* first line misses, second hits: an answer each */
    const dram_req_t q = expect_dram(r, false, 1);
    expect_reply(r, 2);
    expect_nothing(r);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 2);
    assert_int_equal(stat(r, "accesses"), 3);
    end(r);
}

/* Two requests wait for the controller, one in the miss queue, and the next look-up stalls. */
static void test_full_miss_queue_stalls(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.queue = 2;
    cfg.cache.miss_queue = 1;
    cfg.cache.sets = 16;
    rig_t *r = rig(cfg);
    for (uint32_t k = 0; k < 5; k++) {
        push(r, MEM_READ, k * 128, 32, k);
        tick(r);
    }
    idle(r, 30);
    assert_int_equal(stat(r, "fetches"), 3);
    assert_true(stat(r, "stall_miss_queue") > 0);
    for (uint32_t k = 0; k < 5; k++) {
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, k);
    }
    end(r);
}

/* A write hit of four parts, pushed in cycle 0 with 10 cycles of delay. A part is looked up when it enters the queue,
 * or a cycle later, and answered in the cycle after. */
static void test_a_part_is_looked_up_when_it_arrives_or_once_it_is_queued(void **state)
{
    (void)state;
    for (uint32_t queued = 0; queued < 2; queued++) {
        l2_cfg_t cfg = small();
        cfg.port_bytes = 32;
        cfg.queue = 4;
        cfg.look_up = queued ? LOOK_UP_QUEUED : LOOK_UP_ARRIVING;
        rig_t *r = rig(cfg);
        push(r, MEM_WRITE, 0, 128, 1);
        assert_int_equal(l2_next_cycle(r->l2), 10);
        idle(r, 10);
        assert_int_equal(stat(r, "accesses"), !queued);
        assert_true(l2_next_cycle(r->l2) <= 11);
        for (uint32_t part = 0; part < 4; part++) assert_int_equal(expect_reply(r, 1), 11 + queued + part);
        assert_true(l2_next_cycle(r->l2) == UINT64_MAX);
        end(r);
    }
}

/* A read misses and its request fills the queue to the DRAM, of one place. The write behind it would hit. */
static void test_a_full_queue_to_the_dram_bars_look_ups_of_queued_parts(void **state)
{
    (void)state;
    for (uint32_t queued = 0; queued < 2; queued++) {
        l2_cfg_t cfg = small();
        cfg.queue = 1;
        cfg.look_up = queued ? LOOK_UP_QUEUED : LOOK_UP_ARRIVING;
        rig_t *r = rig(cfg);
        push(r, MEM_WRITE, 0, 32, 1);
        expect_reply(r, 1);
        const uint64_t from = r->now;
        push(r, MEM_READ, 128, 32, 2);
        push(r, MEM_WRITE, 0, 32, 3);
        if (!queued) assert_int_equal(expect_reply(r, 3) - from, 12);
        idle(r, (uint32_t)(from + 20 - r->now)); /* queued: the read in 11; in 12 to 20 none */
        assert_int_equal(stat(r, "stall_miss_queue"), queued ? 9 : 0);
        assert_int_equal(l2_next(r->l2)->stall != NULL, queued);
        assert_true(l2_next_cycle(r->l2) == UINT64_MAX); /* until a request leaves the queue */
        const dram_req_t q = expect_dram(r, false, 1);
        if (queued) assert_int_equal(expect_reply(r, 3) - from, 22);
        l2_fill(r->l2, r->now, q.id);
        expect_reply(r, 2);
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_miss_fetches_then_hits),
        cmocka_unit_test(test_only_missing_sectors_are_fetched),
        cmocka_unit_test(test_merges_wait_for_their_own_sectors),
        cmocka_unit_test(test_a_narrow_port_answers_part_by_part),
        cmocka_unit_test(test_who_is_answered_first),
        cmocka_unit_test(test_a_fill_joins_one_queue_a_cycle_later),
        cmocka_unit_test(test_merge_list_is_bounded),
        cmocka_unit_test(test_reserved_ways_stall_the_set),
        cmocka_unit_test(test_request_over_two_lines),
        cmocka_unit_test(test_full_miss_queue_stalls),
        cmocka_unit_test(test_a_part_is_looked_up_when_it_arrives_or_once_it_is_queued),
        cmocka_unit_test(test_a_full_queue_to_the_dram_bars_look_ups_of_queued_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
