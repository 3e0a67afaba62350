/* One L2 slice: sectors, write policies, merging, atomics, eviction, stalls. The test plays the
 * interconnect above and the DRAM below. */
#include "mem_rig.h"

#include "mem/l2.h"
#include "stats/stats.h"

enum { PACKETS = 4096 };

typedef struct {
    machine_t m;
    stats_t *stats;
    packets_t packets;
    addrmap_t map;
    l2_t *l2;
    uint64_t now;
} rig_t;

static rig_t *rig(l2_cfg_t cfg)
{
    rig_t *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->m = rig_machine();
    r->m.l2 = cfg;
    r->stats = stats_create();
    addrmap_init(&r->map, &r->m);
    assert_true(packets_init(&r->packets, PACKETS));
    r->l2 = l2_create(&cfg, r->m.dram.burst_bytes, 0, &r->packets, &r->map, r->stats, "l2");
    assert_non_null(r->l2);
    return r;
}

static void end(rig_t *r)
{
    err_t err = {{0}};
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    assert_int_equal(l2_held(r->l2), 0);
    l2_destroy(r->l2);
    packets_drop(&r->packets);
    stats_destroy(r->stats);
    free(r);
}

static l2_cfg_t small(void)
{
    l2_cfg_t c = rig_l2();
    c.latency_cycles = 10;
    c.cache.sets = 2;
    c.cache.ways = 2;
    return c;
}

static uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "l2.%s", name);
    return stats_sum(r->stats, full);
}

static void push(rig_t *r, mem_kind_t kind, uint64_t local, uint32_t bytes, uint32_t token)
{
    assert_true(l2_room(r->l2));
    const uint32_t id = packets_take(&r->packets);
    r->packets.at[id] = (packet_t){
        .req = {.addr = local, .bytes = bytes, .token = token, .kind = (uint8_t)kind},
        .local = local};
    l2_push(r->l2, r->now, id);
}

static void tick(rig_t *r) { l2_tick(r->l2, ++r->now); }

static void idle(rig_t *r, uint32_t cycles)
{
    while (cycles--) tick(r);
}

/* Ticks until a request for the DRAM waits. */
static dram_req_t expect_dram(rig_t *r, bool write, uint32_t bursts)
{
    for (uint32_t i = 0; i < 100 && !l2_dram_waiting(r->l2); i++) tick(r);
    assert_true(l2_dram_waiting(r->l2));
    const dram_req_t q = l2_dram_pop(r->l2);
    assert_int_equal(q.write, write);
    assert_int_equal(q.bursts, bursts);
    return q;
}

static uint64_t expect_reply(rig_t *r, uint32_t token)
{
    uint32_t id;
    for (uint32_t i = 0; i < 200 && !l2_reply_ready(r->l2, r->now, &id); i++) tick(r);
    assert_true(l2_reply_ready(r->l2, r->now, &id));
    assert_int_equal(r->packets.at[id].req.token, token);
    l2_reply_pop(r->l2, r->now);
    packets_give(&r->packets, id);
    return r->now;
}

static void expect_nothing(rig_t *r)
{
    uint32_t id;
    idle(r, 50);
    assert_false(l2_dram_waiting(r->l2));
    assert_false(l2_reply_ready(r->l2, r->now, &id));
}

static void test_miss_fetches_then_hits(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_READ, 0, 128, 1);
    const dram_req_t q = expect_dram(r, false, 2); /* four sectors, two bursts of 64 */
    assert_int_equal(r->now, 10);                  /* after the pipeline */
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
    push(r, MEM_READ, 0, 128, 2); /* sectors 0, 2, 3 lack: both bursts, but 96 bytes */
    l2_fill(r->l2, r->now, expect_dram(r, false, 2).id);
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
    push(r, MEM_READ, 0, 32, 2);   /* merges */
    push(r, MEM_READ, 64, 64, 3);  /* same line, other sectors: a fetch of its own */
    const dram_req_t b = expect_dram(r, false, 1);
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

static void test_write_back_allocates_without_fetch(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_WRITE, 32, 32, 1);
    expect_reply(r, 1);
    push(r, MEM_READ, 32, 32, 2); /* what was written is there */
    expect_reply(r, 2);
    expect_nothing(r);
    push(r, MEM_READ, 0, 64, 3); /* the other sector is not */
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 3);
    assert_int_equal(stat(r, "fetch_bytes"), 32);
    end(r);
}

static void test_lru_victim_is_written_back_first(void **state)
{
    (void)state;
    rig_t *r = rig(small()); /* 2 sets x 2 ways: lines 0, 2, 4 share a set */
    push(r, MEM_WRITE, 0 * 128, 64, 1);
    push(r, MEM_WRITE, 2 * 128, 32, 2);
    push(r, MEM_READ, 0 * 128, 32, 3); /* line 0 is the most recent now */
    for (uint32_t t = 1; t <= 3; t++) expect_reply(r, t);
    push(r, MEM_READ, 4 * 128, 32, 4);
    expect_dram(r, true, 1); /* line 2 goes */
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 4);
    push(r, MEM_READ, 0 * 128, 32, 5); /* line 0 stayed */
    expect_reply(r, 5);
    assert_int_equal(stat(r, "writebacks"), 1);
    assert_int_equal(stat(r, "evictions"), 1);
    assert_int_equal(stat(r, "write_bytes"), 32);
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

static void test_write_through_and_evict(void **state)
{
    (void)state;
    for (uint32_t evict = 0; evict < 2; evict++) {
        l2_cfg_t cfg = small();
        cfg.cache.write = evict ? WRITE_EVICT : WRITE_THROUGH;
        rig_t *r = rig(cfg);
        push(r, MEM_READ, 0, 32, 1);
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, 1);
        push(r, MEM_WRITE, 0, 32, 2);
        expect_dram(r, true, 1);
        expect_reply(r, 2);
        push(r, MEM_WRITE, 8 * 128, 64, 3); /* absent: nothing allocated */
        expect_dram(r, true, 1);
        expect_reply(r, 3);
        push(r, MEM_READ, 0, 32, 4);
        if (evict) l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, 4);
        push(r, MEM_READ, 8 * 128, 32, 5);
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, 5);
        end(r);
    }
}

static void test_atomics_take_turns(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_WRITE, 0, 128, 0);
    expect_reply(r, 0);
    for (uint32_t k = 1; k <= 3; k++) push(r, MEM_ATOM, 0, 128, k);
    uint64_t before = expect_reply(r, 1);
    for (uint32_t k = 2; k <= 3; k++) {
        const uint64_t at = expect_reply(r, k);
        assert_int_equal(at - before, 4 * L2_ATOM_CYCLES); /* 128 bytes */
        before = at;
    }
    assert_true(stat(r, "stall_atom") > 0);
    end(r);
}

static void test_atomic_miss_fetches_and_leaves_dirt(void **state)
{
    (void)state;
    rig_t *r = rig(small());
    push(r, MEM_ATOM, 0, 32, 1);
    const dram_req_t q = expect_dram(r, false, 1);
    l2_fill(r->l2, r->now, q.id);
    const uint64_t from = r->now;
    assert_int_equal(expect_reply(r, 1) - from, L2_ATOM_CYCLES);
    push(r, MEM_WRITE, 2 * 128, 32, 2);
    push(r, MEM_WRITE, 4 * 128, 32, 3); /* evicts line 0: its result must be written */
    expect_reply(r, 2);
    expect_dram(r, true, 1);
    expect_reply(r, 3);
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
    push(r, MEM_READ, 0, 128, 2); /* first line misses, second hits: one answer */
    const dram_req_t q = expect_dram(r, false, 1);
    expect_nothing(r);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 2);
    assert_int_equal(stat(r, "accesses"), 3);
    end(r);
}

static void test_full_dram_queue_stalls(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.queue = 2;
    cfg.cache.sets = 16;
    rig_t *r = rig(cfg);
    for (uint32_t k = 0; k < 3; k++) push(r, MEM_READ, k * 128, 32, k);
    idle(r, 30);
    assert_int_equal(stat(r, "fetches"), 2);
    assert_true(stat(r, "stall_dram") > 0);
    for (uint32_t k = 0; k < 3; k++) {
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, k);
    }
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_miss_fetches_then_hits),
        cmocka_unit_test(test_only_missing_sectors_are_fetched),
        cmocka_unit_test(test_merges_wait_for_their_own_sectors),
        cmocka_unit_test(test_merge_list_is_bounded),
        cmocka_unit_test(test_write_back_allocates_without_fetch),
        cmocka_unit_test(test_lru_victim_is_written_back_first),
        cmocka_unit_test(test_reserved_ways_stall_the_set),
        cmocka_unit_test(test_write_through_and_evict),
        cmocka_unit_test(test_atomics_take_turns),
        cmocka_unit_test(test_atomic_miss_fetches_and_leaves_dirt),
        cmocka_unit_test(test_request_over_two_lines),
        cmocka_unit_test(test_full_dram_queue_stalls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
