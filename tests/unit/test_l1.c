/* First-level cache: hits, misses, merges, every reason to refuse, LRU, sectors; all tokens return.
 */
#include "l1_rig.h"

static void test_miss_then_hit_after_the_hit_latency(void **state)
{
    (void)state;
    rig_t *r = rig(rig_l1());
    must(r, MEM_READ, 0x1000, 128, 1);
    expect_token(r, 1);
    const uint64_t from = r->now;
    must(r, MEM_READ, 0x1000, 128, 2);
    assert_int_equal(l1_pending(r->l1), 1);
    assert_int_equal(next_cycle(r) - r->now, 35);
    assert_int_equal(expect_token(r, 2) - from, 35);
    assert_int_equal(stat(r, "hits"), 1);
    assert_int_equal(stat(r, "misses"), 1);
    assert_int_equal(below(r, "reads"), 1);
    assert_int_equal(below(r, "read_bytes"), 128);
    end(r);
}

static void test_merges_come_back_one_per_cycle(void **state)
{
    (void)state;
    rig_t *r = rig(rig_l1());
    for (uint32_t k = 0; k < 4; k++) must(r, MEM_READ, 0x1000, 128, k);
    const uint64_t first = expect_token(r, 0);
    for (uint32_t k = 1; k < 4; k++) assert_int_equal(expect_token(r, k) - first, k);
    assert_int_equal(stat(r, "merges"), 3);
    assert_int_equal(below(r, "reads"), 1);
    end(r);
}

static void read_by(rig_t *r, uint8_t warp, uint32_t lanes)
{
    const l1_req_t req = {.addr = 0x3000, .bytes = 32, .token = 9, .kind = MEM_READ, .warp = warp, .lanes = lanes};
    assert_int_equal(l1_access(r->l1, &req), L1_ACCEPTED);
    settle(r);
}

/* Threads, not accesses, are counted; the one that brought the block in does not share it with itself. */
static void test_threads_that_share_a_block(void **state)
{
    (void)state;
    rig_t *r = rig(rig_l1());
    read_by(r, 1, 0xf0);
    assert_int_equal(stat(r, "reuses"), 3);
    assert_int_equal(stat(r, "shared_reuses"), 3);
    read_by(r, 1, 0x30); /* lane 4 brought it in */
    assert_int_equal(stat(r, "reuses"), 5);
    assert_int_equal(stat(r, "shared_reuses"), 4);
    read_by(r, 2, 0x10);
    assert_int_equal(stat(r, "reuses"), 6);
    assert_int_equal(stat(r, "shared_reuses"), 5);
    assert_int_equal(stat(r, "blocks"), 1);
    end(r);
}

/* A block is used again by who waits for it and who finds it, until it leaves. */
static void test_reuses_of_a_block(void **state)
{
    (void)state;
    rig_t *r = rig(rig_l1());
    for (uint32_t k = 0; k < 3; k++) must(r, MEM_READ, 0x1000, 32, k);
    settle(r);
    must(r, MEM_READ, 0x1000, 32, 3);
    must(r, MEM_READ, 0x2000, 32, 4);
    settle(r);
    assert_int_equal(stat(r, "blocks"), 2);
    assert_int_equal(stat(r, "reuses"), 3);
    assert_int_equal(stat(r, "shared_reuses"), 0);
    l1_flush(r->l1);
    settle(r);
    must(r, MEM_READ, 0x1000, 32, 5);
    settle(r);
    assert_int_equal(stat(r, "blocks"), 3);
    assert_int_equal(stat(r, "reuses"), 3);
    end(r);
}

static void test_full_mshr(void **state)
{
    (void)state;
    cache_cfg_t cfg = small(WRITE_EVICT);
    rig_t *r = rig(cfg);
    for (uint32_t k = 0; k < 3; k++) must(r, MEM_READ, 0, 32, k);
    assert_int_equal(access_as(r, MEM_READ, 0, 32, 9, false), L1_FULL_MSHR); /* list of 3 */
    end(r);
    cfg.sets = 8;
    r = rig(cfg);
    for (uint32_t k = 0; k < 4; k++) must(r, MEM_READ, k * 128, 32, k);
    assert_int_equal(access_as(r, MEM_READ, 4 * 128, 32, 9, false), L1_FULL_MSHR); /* 4 entries */
    assert_int_equal(stat(r, "stall_mshr"), 1);
    assert_int_equal(stat(r, "accesses"), 4);
    settle(r);
    must(r, MEM_READ, 4 * 128, 32, 9);
    expect_token(r, 9);
    end(r);
}

static void test_full_queue(void **state)
{
    (void)state;
    cache_cfg_t cfg = small(WRITE_EVICT);
    cfg.sets = 8;
    cfg.miss_queue = 2;
    rig_t *r = rig(cfg);
    must(r, MEM_READ, 0, 32, 0);
    must(r, MEM_WRITE, 128, 32, 1);
    assert_int_equal(access_as(r, MEM_READ, 256, 32, 2, false), L1_FULL_QUEUE);
    assert_int_equal(access_as(r, MEM_WRITE, 256, 32, 2, false), L1_FULL_QUEUE);
    tick(r); /* one request per cycle leaves */
    must(r, MEM_READ, 256, 32, 2);
    assert_int_equal(access_as(r, MEM_ATOM, 512, 32, 3, false), L1_FULL_QUEUE);
    assert_int_equal(stat(r, "stall_queue"), 3);
    settle(r);
    end(r);
}

static void test_full_set(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_EVICT));
    must(r, MEM_READ, 0 * 128, 32, 0); /* lines 0, 2, 4 share a set of two ways */
    must(r, MEM_READ, 2 * 128, 32, 1);
    assert_int_equal(access_as(r, MEM_READ, 4 * 128, 32, 2, false), L1_FULL_SET);
    must(r, MEM_READ, 1 * 128, 32, 3); /* the other set has room */
    assert_int_equal(stat(r, "stall_set"), 1);
    settle(r);
    must(r, MEM_READ, 4 * 128, 32, 2);
    expect_token(r, 2);
    end(r);
}

static void read_line(rig_t *r, uint32_t line)
{
    must(r, MEM_READ, line * 128, 32, line);
    expect_token(r, line);
}

static void test_lru_order(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_EVICT));
    read_line(r, 0);
    read_line(r, 2);
    read_line(r, 0);
    read_line(r, 4); /* evicts 2, not 0 */
    assert_int_equal(stat(r, "misses"), 3);
    read_line(r, 0);
    read_line(r, 4);
    assert_int_equal(stat(r, "misses"), 3);
    read_line(r, 2); /* evicts 0 */
    read_line(r, 4);
    assert_int_equal(stat(r, "misses"), 4);
    assert_int_equal(stat(r, "evictions"), 2);
    end(r);
}

static void test_sector_misses(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_EVICT));
    must(r, MEM_READ, 32, 32, 1);
    expect_token(r, 1);
    assert_int_equal(below(r, "read_bytes"), 32);
    must(r, MEM_READ, 64, 64, 2); /* the line is there, its sectors are not */
    expect_token(r, 2);
    assert_int_equal(below(r, "read_bytes"), 32 + 64);
    must(r, MEM_READ, 32, 96, 3);
    expect_token(r, 3);
    assert_int_equal(stat(r, "hits"), 1);
    assert_int_equal(stat(r, "misses"), 2);
    assert_int_equal(stat(r, "evictions"), 0);
    end(r);
}

/* The same accesses in the same cycles: one cache is asked in every cycle, one only when it says so. */
static void test_skipping_equals_ticking(void **state)
{
    (void)state;
    for (uint32_t policy = 0; policy < 3; policy++) {
        uint64_t signature[2], sums[2];
        for (uint32_t skip = 0; skip < 2; skip++) {
            rig_t *r = rig(small((cache_write_t)policy));
            uint64_t seed = 99, hash = 0;
            uint32_t token;
            for (uint32_t i = 0; i < 6000; i++) {
                mem_reply_t reply;
                const bool active = rig_random(&seed) % 12 == 0;
                const uint32_t kind = (uint32_t)(rig_random(&seed) % 10);
                const uint64_t addr = rig_random(&seed) % 64 * 32;
                memsys_tick(r->ms);
                const bool due = next_cycle(r) <= r->now + 1;
                r->now++;
                if (skip && !active && !mask_any(memsys_waiting(r->ms)) && !due) continue;
                if (memsys_pop(r->ms, 2, &reply)) l1_fill(r->l1, &reply);
                if (r->next.works) l1_step(r->l1);
                while (pop(r, &token)) hash = (hash ^ token) * 1099511628211u + i;
                if (active) access_as(r, kind < 6 ? MEM_READ : kind < 9 ? MEM_WRITE : MEM_ATOM, addr, 32, i, kind == 5);
            }
            signature[skip] = hash;
            sums[skip] = stats_sum(r->stats, "*");
            assert_true(stat(r, "accesses") > 100);
            end(r);
        }
        assert_true(signature[0] == signature[1]);
        assert_int_equal(sums[0], sums[1]);
    }
}

static void test_every_token_comes_back(void **state)
{
    (void)state;
    enum { COUNT = 20000 };
    static uint8_t out[COUNT];
    for (uint32_t policy = 0; policy < 3; policy++) {
        rig_t *r = rig(small((cache_write_t)policy));
        uint64_t seed = 5;
        uint32_t next = 0, back = 0, token;
        memset(out, 0, sizeof out);
        while (back < COUNT) {
            tick(r);
            while (pop(r, &token)) {
                assert_int_equal(out[token], 1);
                out[token] = 2;
                back++;
            }
            if (next == COUNT) continue;
            const uint32_t kind = (uint32_t)(rig_random(&seed) % 10);
            const uint32_t bytes = 32u << rig_random(&seed) % 3;
            const uint64_t addr = rig_random(&seed) % 2048 & ~(uint64_t)(bytes - 1);
            if (access_as(r,
                          kind < 6   ? MEM_READ
                          : kind < 9 ? MEM_WRITE
                                     : MEM_ATOM,
                          addr, bytes, next, kind == 0) == L1_ACCEPTED)
                out[next++] = 1;
            assert_true(r->now < 4000000);
        }
        end(r);
    }
}

static void test_accesses_that_look_the_cache_up(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_LOCAL_BACK));
    assert_false(l1_looked_up(r->l1));
    assert_int_equal(access_as(r, MEM_READ, 0, 32, 1, true), L1_ACCEPTED); /* past it, */
    assert_int_equal(access_as(r, MEM_ATOM, 0, 32, 2, false), L1_ACCEPTED);
    assert_int_equal(access_as(r, MEM_WRITE, 0, 32, 3, false), L1_ACCEPTED); /* not of local memory */
    static const uint32_t TOKENS[] = {3, 1, 2};                              /* the write is over when it is accepted */
    for (uint32_t i = 0; i < 3; i++) expect_token(r, TOKENS[i]);
    assert_false(l1_looked_up(r->l1));
    must(r, MEM_READ, 0, 32, 4);
    assert_true(l1_looked_up(r->l1));
    l1_invalidate(r->l1);
    assert_false(l1_looked_up(r->l1));
    expect_token(r, 4); /* a line that arrives does not count */
    assert_false(l1_looked_up(r->l1));
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_miss_then_hit_after_the_hit_latency),
        cmocka_unit_test(test_merges_come_back_one_per_cycle),
        cmocka_unit_test(test_reuses_of_a_block),
        cmocka_unit_test(test_threads_that_share_a_block),
        cmocka_unit_test(test_full_mshr),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_full_set),
        cmocka_unit_test(test_lru_order),
        cmocka_unit_test(test_sector_misses),
        cmocka_unit_test(test_skipping_equals_ticking),
        cmocka_unit_test(test_accesses_that_look_the_cache_up),
        cmocka_unit_test(test_every_token_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
