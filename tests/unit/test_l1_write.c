/* First-level cache: write policies, atomics, bypass, flush. */
#include "l1_rig.h"

static void read_line(rig_t *r, uint32_t line)
{
    must(r, MEM_READ, line * 128, 32, line);
    expect_token(r, line);
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

static void test_recall_takes_lines_and_their_dirt(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    must(r, MEM_WRITE, 32, 64, 1);
    expect_token(r, 1);
    read_line(r, 1);
    must(r, MEM_READ, 2 * 128, 32, 2);
    assert_int_equal(l1_recall(r->l1, 0, 256), 6); /* units 1 and 2 of line 0 */
    assert_int_equal(l1_recall(r->l1, 0, 256), 0);
    assert_int_equal(stat(r, "recalls"), 2);
    assert_int_equal(l1_recall(r->l1, 256, 128), 0); /* under way: answers who waits, and is not kept */
    expect_token(r, 2);
    assert_int_equal(stat(r, "misses"), 2);
    read_line(r, 1);
    read_line(r, 2);
    assert_int_equal(stat(r, "misses"), 4);
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

static void store(rig_t *r, uint64_t addr, bool local, uint32_t token)
{
    const l1_req_t q = {.addr = addr, .bytes = 32, .token = token, .kind = MEM_WRITE, .local = local};
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
}

/* Line 0 is there, line 1 is not, line 2 is on its way. */
static void test_local_stores_stay_in_lines_that_are_there(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_LOCAL_BACK));
    read_line(r, 0);
    const uint64_t from = r->now;
    store(r, 0, true, 70);
    assert_int_equal(expect_token(r, 70), from + 5); /* a hit */
    assert_int_equal(below(r, "writes"), 0);
    store(r, 128, true, 71);
    expect_token(r, 71);
    assert_int_equal(below(r, "writes"), 1);
    must(r, MEM_READ, 256, 32, 2);
    store(r, 256, true, 72);
    expect_token(r, 72);
    expect_token(r, 2);
    assert_int_equal(below(r, "writes"), 2);
    read_line(r, 0);
    read_line(r, 2);
    assert_int_equal(stat(r, "misses"), 2); /* lines 0 and 2 have stayed */
    read_line(r, 1);
    assert_int_equal(stat(r, "misses"), 3);
    end(r);
}

static void test_global_stores_evict_beside_local_ones(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_LOCAL_BACK));
    read_line(r, 0);
    store(r, 0, false, 70);
    expect_token(r, 70);
    assert_int_equal(below(r, "writes"), 1);
    assert_int_equal(stat(r, "invalidations"), 1);
    end(r);
}

/* Lines 0, 2, 4 share a set of two ways. */
static void test_a_dirty_local_line_follows_the_fetch_that_replaces_it(void **state)
{
    (void)state;
    for (uint32_t local = 0; local < 2; local++) {
        rig_t *r = rig(small(local ? WRITE_LOCAL_BACK : WRITE_BACK));
        read_line(r, 0);
        read_line(r, 2);
        store(r, 0, true, 70);
        expect_token(r, 70);
        read_line(r, 2);
        must(r, MEM_READ, 4 * 128, 32, 4);
        assert_int_equal(l1_first(r->l1)->kind, local ? MEM_READ : MEM_WRITE);
        expect_token(r, 4);
        settle(r);
        assert_int_equal(stat(r, "writebacks"), 1);
        assert_int_equal(below(r, "write_bytes"), 32);
        end(r);
    }
}

static void test_a_flush_drops_dirty_local_lines(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_LOCAL_BACK));
    read_line(r, 0);
    store(r, 0, true, 70);
    expect_token(r, 70);
    l1_clean(r->l1); /* others go on */
    assert_true(l1_written(r->l1));
    read_line(r, 0);
    assert_int_equal(stat(r, "misses"), 1);
    l1_flush(r->l1);
    assert_true(l1_written(r->l1));
    read_line(r, 0);
    assert_int_equal(stat(r, "misses"), 2);
    assert_int_equal(below(r, "writes"), 0);
    end(r);
}

/* Line 0 is filled, line 1 dirty; line 2 is filled after the call. */
static void test_invalidate(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    must(r, MEM_READ, 0, 32, 1);
    expect_token(r, 1);
    must(r, MEM_WRITE, 128, 32, 2);
    expect_token(r, 2);
    must(r, MEM_READ, 256, 32, 3);
    l1_invalidate(r->l1);
    assert_int_equal(stat(r, "invalidations"), 1);
    expect_token(r, 3);
    must(r, MEM_READ, 256, 32, 4);
    expect_token(r, 4);
    must(r, MEM_READ, 128, 32, 5);
    expect_token(r, 5);
    assert_int_equal(stat(r, "hits"), 2);
    must(r, MEM_READ, 0, 32, 6);
    expect_token(r, 6);
    assert_int_equal(stat(r, "misses"), 3); /* lines 0, 2 and 0 again */
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

/* A clean writes the same, but what was there still is; it waits for a victim on its way, not for
 * accesses that others make meanwhile. */
static void test_clean(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_BACK));
    must(r, MEM_WRITE, 0, 32, 1);
    must(r, MEM_WRITE, 256, 32, 2);
    expect_token(r, 1);
    expect_token(r, 2);
    assert_true(l1_written(r->l1));
    must(r, MEM_READ, 512, 32, 3); /* the set is full: 0 becomes a victim */
    assert_int_equal(stat(r, "writebacks"), 1);
    l1_clean(r->l1); /* with a read pending */
    assert_false(l1_written(r->l1));
    while (access_as(r, MEM_WRITE, 128, 32, 4, false) != L1_ACCEPTED) {
        assert_int_equal(access_as(r, MEM_READ, 256, 32, 5, false), L1_FULL_QUEUE);
        tick(r);
    }
    assert_int_equal(stat(r, "writebacks"), 2);
    assert_false(l1_written(r->l1)); /* both are on their way */
    while (!l1_written(r->l1)) tick(r);
    assert_int_equal(below(r, "writes"), 2); /* and not the line written since */
    settle(r);
    must(r, MEM_READ, 256, 32, 5);
    expect_token(r, 5);
    assert_int_equal(stat(r, "hits"), 1); /* 256 has stayed */
    l1_flush(r->l1);
    while (!l1_written(r->l1)) tick(r);
    must(r, MEM_READ, 256, 32, 6);
    expect_token(r, 6);
    assert_int_equal(stat(r, "hits"), 1); /* now it has not */
    assert_int_equal(stat(r, "writebacks"), 3);
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_local_stores_stay_in_lines_that_are_there),
        cmocka_unit_test(test_global_stores_evict_beside_local_ones),
        cmocka_unit_test(test_a_dirty_local_line_follows_the_fetch_that_replaces_it),
        cmocka_unit_test(test_a_flush_drops_dirty_local_lines),
        cmocka_unit_test(test_write_policies_without_allocation),
        cmocka_unit_test(test_write_meets_fill_under_way),
        cmocka_unit_test(test_recall_takes_lines_and_their_dirt),
        cmocka_unit_test(test_write_back),
        cmocka_unit_test(test_atomics_and_bypass_go_below),
        cmocka_unit_test(test_invalidate),
        cmocka_unit_test(test_flush),
        cmocka_unit_test(test_clean),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
