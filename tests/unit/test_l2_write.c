/* One L2 slice: write policies, dirty victims, atomics. */
#include "l2_rig.h"

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

typedef struct {
    uint64_t addr;
    uint32_t bytes, calls;
    uint8_t dirty;
} above_t;

static uint8_t recalled(void *self, uint64_t addr, uint32_t bytes)
{
    above_t *a = self;
    const uint8_t dirty = a->calls++ ? 0 : a->dirty;
    a->addr = addr;
    a->bytes = bytes;
    return dirty;
}

/* What was dirty above goes to the DRAM with the line, clean here or not; free ways recall nothing. */
static void test_an_inclusive_slice_recalls_its_victim(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.inclusive = 1;
    for (uint8_t dirty = 0; dirty <= 4; dirty += 4) {
        rig_t *r = rig(cfg);
        above_t above = {.dirty = dirty};
        l2_on_recall(r->l2, recalled, &above);
        for (uint32_t k = 1; k <= 2; k++) {
            push(r, MEM_READ, k * 2 * 128, 32, k);
            l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
            expect_reply(r, k);
        }
        assert_int_equal(above.calls, 0);
        push(r, MEM_READ, 6 * 128, 32, 3);
        if (dirty) expect_dram(r, true, 1);
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, 3);
        assert_int_equal(above.addr, addrmap_addr(&r->map, 0, 2 * 128));
        assert_int_equal(above.bytes, 128);
        assert_int_equal(stat(r, "writebacks"), dirty != 0);
        end(r);
    }
}

/* Units 0 and 2 are dirty, of 32 bytes each; a burst has 64. */
static void test_a_victims_bursts_are_spread_or_packed(void **state)
{
    (void)state;
    for (uint32_t packed = 0; packed < 2; packed++) {
        l2_cfg_t cfg = small();
        cfg.victim_bursts = packed ? VICTIM_PACKED : VICTIM_SPREAD;
        rig_t *r = rig(cfg);
        static const uint64_t AT[] = {0, 64, 2 * 128};
        for (uint32_t i = 0; i < 3; i++) {
            push(r, MEM_WRITE, AT[i], 32, 1);
            expect_reply(r, 1);
        }
        push(r, MEM_WRITE, 4 * 128, 32, 1);
        expect_dram(r, true, packed ? 1 : 2);
        expect_reply(r, 1);
        end(r);
    }
}

/* The fetch first. A read's victim keeps no look-up out, a write's as long as the port needs for it. */
static void test_lru_victim_is_written_back_behind_the_fetch(void **state)
{
    (void)state;
    l2_cfg_t cfg = small();
    cfg.writeback = WRITEBACK_BEHIND;
    cfg.port_bytes = 32;
    rig_t *r = rig(cfg);
    for (uint32_t k = 0; k < 2; k++) {
        push(r, MEM_WRITE, k * 2 * 128, 128, k);
        for (uint32_t i = 0; i < 4; i++) expect_reply(r, k);
    }
    idle(r, 20);
    const uint64_t from = r->now;
    push(r, MEM_READ, 4 * 128, 32, 2); /* evicts line 0, all of it dirty */
    push(r, MEM_READ, 2 * 128, 32, 3);
    const dram_req_t q = expect_dram(r, false, 1);
    assert_int_equal(r->now - from, 10 + 1);
    expect_dram(r, true, 2);
    assert_int_equal(r->now - from, 10 + 2); /* the miss queue passes one per cycle */
    assert_int_equal(expect_reply(r, 3) - from, 10 + 1 + cfg.cache.hit_latency_cycles);
    assert_int_equal(stat(r, "stall_port"), 0);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 2);
    push(r, MEM_WRITE, 6 * 128, 32, 4); /* a write evicts line 4: clean, nothing to write */
    expect_reply(r, 4);
    expect_nothing(r);
    const uint64_t again = r->now;
    push(r, MEM_WRITE, 8 * 128, 32, 5); /* and line 2: dirty, without a fetch */
    push(r, MEM_READ, 6 * 128, 32, 6);
    expect_dram(r, true, 2);
    expect_reply(r, 5);
    assert_int_equal(expect_reply(r, 6) - again, 10 + 4 + cfg.cache.hit_latency_cycles);
    assert_int_equal(stat(r, "stall_port"), 3);
    assert_int_equal(stat(r, "writebacks"), 2);
    end(r);
}

/* WRITEBACK_BEHIND with two places in the miss queue; line 0 is dirty. */
static rig_t *two_places(void)
{
    l2_cfg_t cfg = small();
    cfg.writeback = WRITEBACK_BEHIND;
    cfg.queue = 1;
    cfg.cache.miss_queue = 2;
    rig_t *r = rig(cfg);
    push(r, MEM_WRITE, 0, 32, 1);
    expect_reply(r, 1);
    return r;
}

/* Two misses, with tokens from `token`: one waits for the controller, one takes one of the two places. */
static void take_a_place(rig_t *r, uint32_t token)
{
    for (uint32_t k = 0; k < 2; k++) {
        push(r, MEM_READ, (2 * k + 1) * 128, 32, token + k);
        tick(r);
    }
}

/* Fetch and victim need a place each in the miss queue, or neither goes. */
static void test_a_victim_behind_waits_for_room_with_its_fetch(void **state)
{
    (void)state;
    rig_t *r = two_places();
    push(r, MEM_WRITE, 2 * 128, 32, 2);
    expect_reply(r, 2);
    take_a_place(r, 3);
    push(r, MEM_READ, 4 * 128, 32, 5);
    idle(r, 30);
    assert_int_equal(stat(r, "fetches"), 2);
    assert_int_equal(stat(r, "evictions"), 0);
    for (uint32_t k = 0; k < 2; k++) {
        l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
        expect_reply(r, 3 + k);
    }
    const dram_req_t q = expect_dram(r, false, 1);
    expect_dram(r, true, 1);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 5);
    end(r);
}

/* A read that misses or merges needs two places in the miss queue, a write miss one, a write hit none. */
static void test_places_behind_are_asked_for_before_the_victim_is_known(void **state)
{
    (void)state;
    rig_t *r = two_places();
    take_a_place(r, 2);
    push(r, MEM_WRITE, 0, 32, 4);
    expect_reply(r, 4);
    push(r, MEM_WRITE, 2 * 128, 32, 5);
    expect_reply(r, 5);
    push(r, MEM_READ, 128, 32, 6); /* its line is on its way */
    idle(r, 30);
    assert_int_equal(stat(r, "merges"), 0);
    const dram_req_t q = expect_dram(r, false, 1);
    idle(r, 2);
    assert_int_equal(stat(r, "merges"), 1);
    l2_fill(r->l2, r->now, q.id);
    expect_reply(r, 2);
    expect_reply(r, 6);
    l2_fill(r->l2, r->now, expect_dram(r, false, 1).id);
    expect_reply(r, 3);
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
        assert_int_equal(at - before, 4 * r->m.l2.atomic_cycles); /* 128 bytes */
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
    assert_int_equal(expect_reply(r, 1) - from, r->m.l2.atomic_cycles);
    push(r, MEM_WRITE, 2 * 128, 32, 2);
    push(r, MEM_WRITE, 4 * 128, 32, 3); /* evicts line 0: its result must be written */
    expect_reply(r, 2);
    expect_dram(r, true, 1);
    expect_reply(r, 3);
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_write_back_allocates_without_fetch),
        cmocka_unit_test(test_lru_victim_is_written_back_first),
        cmocka_unit_test(test_an_inclusive_slice_recalls_its_victim),
        cmocka_unit_test(test_a_victims_bursts_are_spread_or_packed),
        cmocka_unit_test(test_lru_victim_is_written_back_behind_the_fetch),
        cmocka_unit_test(test_a_victim_behind_waits_for_room_with_its_fetch),
        cmocka_unit_test(test_places_behind_are_asked_for_before_the_victim_is_known),
        cmocka_unit_test(test_write_through_and_evict),
        cmocka_unit_test(test_atomics_take_turns),
        cmocka_unit_test(test_atomic_miss_fetches_and_leaves_dirt),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
