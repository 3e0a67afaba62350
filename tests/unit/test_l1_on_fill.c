/* test_l1_on_fill.c - a cache that takes the way of a miss when the data arrive: two sets of two ways, whole lines.
 * Lines 0, 2, 4, ... lie in the same set. */
#include "l1_rig.h"

enum { LINE = 128 };

static rig_t *whole_lines(cache_allocate_t allocate)
{
    cache_cfg_t cfg = small(WRITE_THROUGH);
    cfg.sector_bytes = LINE;
    cfg.allocate = allocate;
    rig_t *r = rig(cfg);
    must(r, MEM_READ, 0 * LINE, 32, 0);
    expect_token(r, 0);
    must(r, MEM_READ, 2 * LINE, 32, 2);
    expect_token(r, 2);
    return r;
}

static uint64_t missed(rig_t *r, uint32_t line)
{
    const uint64_t before = stat(r, "misses");
    must(r, MEM_READ, (uint64_t)line * LINE, 32, line);
    expect_token(r, line);
    return stat(r, "misses") - before;
}

/* Line 4 misses. Line 0 is the least recently used, until it is read while line 4 is on its way. */
static void the_victim_is_chosen_when_the_data_arrive(void **state)
{
    (void)state;
    rig_t *r = whole_lines(ALLOCATE_FILL);
    must(r, MEM_READ, 4 * LINE, 32, 4);
    assert_int_equal(stat(r, "evictions"), 0);
    assert_int_equal(missed(r, 0), 0); /* a hit overtakes the miss */
    expect_token(r, 4);
    assert_int_equal(stat(r, "evictions"), 1);
    assert_int_equal(missed(r, 4) + missed(r, 0), 0);
    assert_int_equal(missed(r, 2), 1);
    end(r);

    r = whole_lines(ALLOCATE_MISS);
    must(r, MEM_READ, 4 * LINE, 32, 4);
    assert_int_equal(stat(r, "evictions"), 1); /* of line 0 */
    expect_token(r, 4);
    assert_int_equal(missed(r, 2), 0);
    assert_int_equal(missed(r, 0), 1);
    end(r);
}

static void accesses_to_a_line_on_its_way_share_its_fetch(void **state)
{
    (void)state;
    rig_t *r = whole_lines(ALLOCATE_FILL);
    for (uint32_t i = 0; i < 3; i++) must(r, MEM_READ, 4 * LINE + 32 * i, 32, 10 + i);
    assert_int_equal(access_as(r, MEM_READ, 4 * LINE, 32, 13, false), L1_FULL_MSHR); /* three per MSHR */
    for (uint32_t i = 0; i < 3; i++) expect_token(r, 10 + i);
    assert_int_equal(stat(r, "misses"), 3);
    assert_int_equal(stat(r, "merges"), 2);
    assert_int_equal(below(r, "reads"), 3);
    assert_int_equal(missed(r, 4), 0);
    end(r);
}

/* Four MSHRs and four places in the miss queue, but two ways. */
static void a_set_is_never_full(void **state)
{
    (void)state;
    rig_t *r = whole_lines(ALLOCATE_FILL);
    for (uint32_t line = 4; line <= 10; line += 2) must(r, MEM_READ, (uint64_t)line * LINE, 32, line);
    assert_int_equal(access_as(r, MEM_READ, 12 * LINE, 32, 12, false), L1_FULL_MSHR);
    for (uint32_t line = 4; line <= 10; line += 2) expect_token(r, line);
    assert_int_equal(missed(r, 10), 0);
    end(r);

    r = whole_lines(ALLOCATE_MISS);
    for (uint32_t line = 4; line <= 6; line += 2) must(r, MEM_READ, (uint64_t)line * LINE, 32, line);
    assert_int_equal(access_as(r, MEM_READ, 8 * LINE, 32, 8, false), L1_FULL_SET);
    end(r);
}

static void a_miss_needs_a_place_in_the_miss_queue(void **state)
{
    (void)state;
    cache_cfg_t cfg = small(WRITE_THROUGH);
    cfg.sector_bytes = LINE;
    cfg.allocate = ALLOCATE_FILL;
    cfg.miss_queue = 2;
    rig_t *r = rig(cfg);
    must(r, MEM_READ, 0 * LINE, 32, 0);
    must(r, MEM_READ, 2 * LINE, 32, 2);
    assert_int_equal(access_as(r, MEM_READ, 4 * LINE, 32, 4, false), L1_FULL_QUEUE);
    must(r, MEM_READ, 2 * LINE, 32, 3); /* one that merges needs none */
    end(r);
}

static void a_line_recalled_on_its_way_is_answered_and_not_kept(void **state)
{
    (void)state;
    rig_t *r = whole_lines(ALLOCATE_FILL);
    must(r, MEM_READ, 4 * LINE, 32, 4);
    assert_int_equal(l1_recall(r->l1, 4 * LINE, LINE), 0);
    expect_token(r, 4);
    assert_int_equal(missed(r, 4), 1);
    assert_int_equal(missed(r, 4), 0);
    end(r);
}

/* Three reads wait for a line: their answers are due one per cycle, or all with the first. */
static void the_answers_of_a_fill_may_come_together(void **state)
{
    (void)state;
    for (uint32_t together = 0; together < 2; together++) {
        rig_t *r = whole_lines(ALLOCATE_MISS);
        uint32_t token;
        if (together) l1_answer_together(r->l1);
        for (uint32_t i = 0; i < 3; i++) must(r, MEM_READ, 4 * LINE + 32 * i, 32, 10 + i);
        const uint64_t first = expect_token(r, 10);
        assert_int_equal(pop(r, &token), together);
        if (together) assert_int_equal(token, 11);
        else expect_token(r, 11);
        expect_token(r, 12);
        assert_int_equal(r->now - first, together ? 0 : 2);
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_victim_is_chosen_when_the_data_arrive),
        cmocka_unit_test(accesses_to_a_line_on_its_way_share_its_fetch),
        cmocka_unit_test(a_set_is_never_full),
        cmocka_unit_test(a_miss_needs_a_place_in_the_miss_queue),
        cmocka_unit_test(the_answers_of_a_fill_may_come_together),
        cmocka_unit_test(a_line_recalled_on_its_way_is_answered_and_not_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
