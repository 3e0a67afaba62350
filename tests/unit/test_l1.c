/* First-level cache: hits, misses, merges, every reason to refuse, write policies, LRU, flush. A real
 * memory system stands below; `settle` lets it answer. */
#include "mem_rig.h"

#include "mem/l1.h"
#include "stats/stats.h"

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *ms;
    l1_t *l1;
    uint64_t now;
} rig_t;

static rig_t *rig(cache_cfg_t cfg)
{
    rig_t *r = calloc(1, sizeof *r);
    assert_non_null(r);
    r->m = rig_machine();
    r->stats = stats_create();
    r->ms = memsys_create(&r->m, r->stats, "mem");
    r->l1 = l1_create(&cfg, 2, 1, r->ms, r->stats, "l1");
    assert_non_null(r->l1);
    return r;
}

static cache_cfg_t small(cache_write_t write) /* 2 sets x 2 ways of 128 bytes, 4 sectors */
{
    return (cache_cfg_t){.sets = 2, .ways = 2, .line_bytes = 128, .sector_bytes = 32, .mshrs = 4,
                         .mshr_merges = 3, .miss_queue = 4, .hit_latency_cycles = 5,
                         .write = write};
}

static uint64_t stat(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "l1.%s", name);
    return stats_sum(r->stats, full);
}

static uint64_t below(const rig_t *r, const char *name)
{
    char full[64];
    snprintf(full, sizeof full, "mem.%s", name);
    return stats_sum(r->stats, full);
}

static void tick(rig_t *r)
{
    mem_reply_t reply;
    memsys_tick(r->ms);
    r->now++;
    if (memsys_waiting(r->ms) >> 2 & 1) {
        assert_true(memsys_pop(r->ms, 2, &reply));
        l1_fill(r->l1, &reply);
    }
    l1_tick(r->l1);
}

static l1_result_t access_as(rig_t *r, mem_kind_t kind, uint64_t addr, uint32_t bytes,
                             uint32_t token, bool bypass)
{
    const l1_req_t q = {.addr = addr, .bytes = bytes, .token = token, .kind = (uint8_t)kind,
                        .bypass = bypass};
    return l1_access(r->l1, &q);
}

static void must(rig_t *r, mem_kind_t kind, uint64_t addr, uint32_t bytes, uint32_t token)
{
    assert_int_equal(access_as(r, kind, addr, bytes, token, false), L1_ACCEPTED);
}

static uint64_t expect_token(rig_t *r, uint32_t token)
{
    uint32_t got;
    const uint64_t limit = r->now + 5000;
    while (!l1_pop(r->l1, &got)) {
        tick(r);
        assert_true(r->now < limit);
    }
    assert_int_equal(got, token);
    return r->now;
}

static void settle(rig_t *r)
{
    uint32_t token;
    while (memsys_quiet_cycles(r->ms) != UINT32_MAX || l1_quiet_cycles(r->l1) != UINT32_MAX) {
        tick(r);
        while (l1_pop(r->l1, &token)) {}
    }
    assert_int_equal(l1_pending(r->l1), 0);
}

static void end(rig_t *r)
{
    err_t err = {{0}};
    settle(r);
    if (!stats_check_laws(r->stats, &err)) fail_msg("%s", err.text);
    l1_destroy(r->l1);
    memsys_destroy(r->ms);
    stats_destroy(r->stats);
    free(r);
}

static void test_miss_then_hit_after_the_hit_latency(void **state)
{
    (void)state;
    rig_t *r = rig(rig_l1());
    must(r, MEM_READ, 0x1000, 128, 1);
    expect_token(r, 1);
    const uint64_t from = r->now;
    must(r, MEM_READ, 0x1000, 128, 2);
    assert_int_equal(l1_pending(r->l1), 1);
    assert_int_equal(l1_quiet_cycles(r->l1), 35);
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

static void test_write_policies_without_allocation(void **state)
{
    (void)state;
    for (uint32_t evict = 0; evict < 2; evict++) {
        rig_t *r = rig(small(evict ? WRITE_EVICT : WRITE_THROUGH));
        read_line(r, 0);
        must(r, MEM_WRITE, 0, 32, 70);
        const uint64_t from = r->now;
        assert_true(expect_token(r, 70) - from > 100); /* the acknowledgement of the L2 */
        must(r, MEM_WRITE, 128, 32, 71);
        expect_token(r, 71);
        assert_int_equal(below(r, "writes"), 2);
        assert_int_equal(stat(r, "write_hits"), 1);
        assert_int_equal(stat(r, "write_misses"), 1);
        assert_int_equal(stat(r, "invalidations"), evict);
        read_line(r, 1); /* the write did not allocate */
        read_line(r, 0); /* still there unless evicted */
        assert_int_equal(stat(r, "misses"), 2 + evict);
        end(r);
    }
}

static void test_write_meets_fill_under_way(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_EVICT));
    must(r, MEM_READ, 0, 32, 1);
    must(r, MEM_WRITE, 0, 32, 2);
    expect_token(r, 2); /* the L2 takes the write while the DRAM still reads */
    expect_token(r, 1);
    read_line(r, 0); /* what the fill brought was stale */
    assert_int_equal(stat(r, "misses"), 2);
    end(r);
}

static void test_write_back(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    uint64_t from = r->now;
    must(r, MEM_WRITE, 0, 32, 1);
    assert_int_equal(expect_token(r, 1) - from, 5); /* nothing goes below */
    from = r->now;
    must(r, MEM_READ, 0, 32, 2);
    assert_int_equal(expect_token(r, 2) - from, 5);
    assert_int_equal(below(r, "requests"), 0);
    must(r, MEM_READ, 32, 32, 3); /* a sector that was not written */
    expect_token(r, 3);
    read_line(r, 2);
    read_line(r, 4); /* evicts line 0: its dirty sector only */
    assert_int_equal(stat(r, "writebacks"), 1);
    assert_int_equal(below(r, "writes"), 1);
    assert_int_equal(below(r, "write_bytes"), 32);
    end(r);
}

static void test_atomics_and_bypass_go_below(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    must(r, MEM_WRITE, 0, 32, 1);
    expect_token(r, 1);
    must(r, MEM_ATOM, 0, 32, 2); /* dirty data first, then the atomic; the copy is stale */
    expect_token(r, 2);
    assert_int_equal(below(r, "writes"), 1);
    assert_int_equal(below(r, "atoms"), 1);
    assert_int_equal(stat(r, "invalidations"), 1);
    assert_int_equal(access_as(r, MEM_READ, 128, 32, 3, true), L1_ACCEPTED);
    expect_token(r, 3);
    assert_int_equal(access_as(r, MEM_READ, 128, 32, 4, true), L1_ACCEPTED);
    expect_token(r, 4);
    assert_int_equal(below(r, "reads"), 2); /* neither allocated nor merged */
    assert_int_equal(stat(r, "misses"), 0);
    assert_int_equal(stat(r, "bypasses"), 2);
    end(r);
}

static void test_flush(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    must(r, MEM_WRITE, 0, 32, 1);
    must(r, MEM_WRITE, 128, 64, 2);
    expect_token(r, 1);
    expect_token(r, 2);
    read_line(r, 2);
    l1_flush(r->l1);
    assert_int_equal(access_as(r, MEM_READ, 0, 32, 3, false), L1_FULL_QUEUE); /* busy writing */
    while (access_as(r, MEM_READ, 0, 32, 3, false) != L1_ACCEPTED) tick(r);
    expect_token(r, 3);
    assert_int_equal(stat(r, "writebacks"), 2);
    assert_int_equal(below(r, "write_bytes"), 96);
    assert_int_equal(stat(r, "misses"), 2);
    end(r);
    r = rig(small(WRITE_EVICT));
    read_line(r, 0);
    l1_flush(r->l1); /* nothing dirty: over at once */
    must(r, MEM_READ, 0, 32, 4);
    expect_token(r, 4);
    assert_int_equal(stat(r, "misses"), 2);
    end(r);
}

/* The same accesses in the same cycles, one cache ticked and one brought forward when it matters. */
static void test_skipping_equals_ticking(void **state)
{
    (void)state;
    for (uint32_t policy = 0; policy < 3; policy++) {
        uint64_t signature[2], sums[2];
        for (uint32_t skip = 0; skip < 2; skip++) {
            rig_t *r = rig(small((cache_write_t)policy));
            uint64_t seed = 99, hash = 0;
            uint32_t token, lag = 0;
            for (uint32_t i = 0; i < 6000; i++) {
                mem_reply_t reply;
                const bool active = rig_random(&seed) % 12 == 0;
                const uint32_t kind = (uint32_t)(rig_random(&seed) % 10);
                const uint64_t addr = rig_random(&seed) % 64 * 32;
                memsys_tick(r->ms);
                const bool wake = !skip || active || memsys_waiting(r->ms) ||
                                  l1_quiet_cycles(r->l1) <= lag + 1;
                if (!wake) {
                    lag++;
                    continue;
                }
                if (lag) l1_skip(r->l1, lag);
                lag = 0;
                if (memsys_pop(r->ms, 2, &reply)) l1_fill(r->l1, &reply);
                l1_tick(r->l1);
                while (l1_pop(r->l1, &token)) hash = (hash ^ token) * 1099511628211u + i;
                if (active)
                    access_as(r, kind < 6 ? MEM_READ : kind < 9 ? MEM_WRITE : MEM_ATOM, addr, 32,
                              i, kind == 5);
            }
            if (lag) l1_skip(r->l1, lag);
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
            while (l1_pop(r->l1, &token)) {
                assert_int_equal(out[token], 1);
                out[token] = 2;
                back++;
            }
            if (next == COUNT) continue;
            const uint32_t kind = (uint32_t)(rig_random(&seed) % 10);
            const uint32_t bytes = 32u << rig_random(&seed) % 3;
            const uint64_t addr = rig_random(&seed) % 2048 & ~(uint64_t)(bytes - 1);
            if (access_as(r, kind < 6 ? MEM_READ : kind < 9 ? MEM_WRITE : MEM_ATOM, addr, bytes,
                          next, kind == 0) == L1_ACCEPTED)
                out[next++] = 1;
            assert_true(r->now < 4000000);
        }
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_miss_then_hit_after_the_hit_latency),
        cmocka_unit_test(test_merges_come_back_one_per_cycle),
        cmocka_unit_test(test_full_mshr),
        cmocka_unit_test(test_full_queue),
        cmocka_unit_test(test_full_set),
        cmocka_unit_test(test_lru_order),
        cmocka_unit_test(test_sector_misses),
        cmocka_unit_test(test_write_policies_without_allocation),
        cmocka_unit_test(test_write_meets_fill_under_way),
        cmocka_unit_test(test_write_back),
        cmocka_unit_test(test_atomics_and_bypass_go_below),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_skipping_equals_ticking),
        cmocka_unit_test(test_every_token_comes_back),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
