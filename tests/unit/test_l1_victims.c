/* Victim tags: which lines of a warp were evicted, by which warp, and when the arbiter gets the event. */
#include "l1_rig.h"

#include "mem/victims.h"

enum { A, B, WARPS = 8 };

/* One set of two ways, lines of one sector. */
static rig_t *victim_rig(uint32_t tags)
{
    cache_cfg_t cfg = small(WRITE_EVICT);
    cfg.sets = 1;
    rig_t *r = rig(cfg);
    assert_true(l1_keep_victims(r->l1, WARPS, tags));
    return r;
}

/* The warp reads a line and waits for it; returns who lost locality. */
static uint64_t read_by(rig_t *r, uint8_t warp, uint32_t line)
{
    const l1_req_t q = {.addr = line * 128, .bytes = 32, .token = line, .kind = MEM_READ, .warp = warp};
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
    expect_token(r, line);
    return l1_lost(r->l1);
}

static void test_a_line_another_warp_pushed_out_is_lost_locality(void **state)
{
    (void)state;
    rig_t *r = victim_rig(16);
    assert_int_equal(read_by(r, A, 1), 0);
    assert_int_equal(read_by(r, B, 2), 0);
    assert_int_equal(read_by(r, B, 3), 0);      /* pushes 1 out */
    assert_int_equal(read_by(r, A, 1), 1 << A); /* pushes 2 out */
    assert_int_equal(read_by(r, A, 1), 0);      /* a hit */
    assert_int_equal(read_by(r, B, 2), 1 << B);
    assert_int_equal(stat(r, "lost"), 2);
    end(r);
}

static void test_only_the_warp_that_brought_it_in_loses_it(void **state)
{
    (void)state;
    rig_t *r = victim_rig(16);
    read_by(r, A, 1);
    read_by(r, B, 1); /* a hit: the line stays A's */
    read_by(r, A, 2);
    read_by(r, A, 3);
    assert_int_equal(read_by(r, B, 1), 0);      /* B never had it; it is B's now; 2 goes */
    assert_int_equal(read_by(r, A, 2), 1 << A); /* what a warp pushes out itself counts too; 3 goes */
    assert_int_equal(read_by(r, A, 3), 1 << A); /* 1 goes, to B */
    assert_int_equal(read_by(r, A, 1), 1 << A); /* A's tag of the first time is still there */
    end(r);
}

static void test_told_once_and_never_for_a_refused_access(void **state)
{
    (void)state;
    rig_t *r = victim_rig(16);
    read_by(r, A, 1);
    read_by(r, A, 2);
    read_by(r, A, 3);
    l1_req_t q = {.addr = 8 * 128, .bytes = 32, .token = 8, .kind = MEM_READ, .warp = B};
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
    q.addr = 9 * 128, q.token = 9;
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
    q = (l1_req_t){.addr = 1 * 128, .bytes = 32, .token = 1, .kind = MEM_READ, .warp = A};
    assert_int_equal(l1_access(r->l1, &q), L1_FULL_SET); /* both ways wait for their fill */
    assert_int_equal(l1_lost(r->l1), 0);
    settle(r);
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
    assert_int_equal(l1_lost(r->l1), 1 << A);
    assert_int_equal(l1_lost(r->l1), 0);
    expect_token(r, 1);
    end(r);
}

static void test_writes_and_what_they_evict_are_no_lost_locality(void **state)
{
    (void)state;
    rig_t *r = victim_rig(16);
    read_by(r, A, 1);
    l1_req_t q = {.addr = 128, .bytes = 32, .token = 7, .kind = MEM_WRITE, .warp = B};
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED); /* write-evict */
    expect_token(r, 7);
    assert_int_equal(read_by(r, A, 1), 0);
    read_by(r, B, 2);
    read_by(r, B, 3); /* now 1 is in A's tags, but a write does not look there */
    q.warp = A;
    assert_int_equal(l1_access(r->l1, &q), L1_ACCEPTED);
    expect_token(r, 7);
    assert_int_equal(l1_lost(r->l1), 0);
    assert_int_equal(read_by(r, A, 1), 1 << A);
    end(r);
}

static void test_a_new_warp_has_lost_nothing(void **state)
{
    (void)state;
    rig_t *r = victim_rig(16);
    read_by(r, A, 1);
    read_by(r, B, 2);
    read_by(r, B, 3);
    read_by(r, B, 4); /* 1 and 2 are out */
    l1_warp_starts(r->l1, A);
    assert_int_equal(read_by(r, A, 1), 0);
    assert_int_equal(read_by(r, B, 2), 1 << B);
    end(r);
}

static void test_without_victim_tags_nothing_is_told(void **state)
{
    (void)state;
    cache_cfg_t cfg = small(WRITE_EVICT);
    cfg.sets = 1;
    rig_t *r = rig(cfg);
    for (uint32_t i = 0; i < 3; i++)
        for (uint32_t line = 1; line < 4; line++) assert_int_equal(read_by(r, A, line), 0);
    l1_warp_starts(r->l1, A);
    assert_int_equal(stat(r, "evictions"), 7);
    end(r);
}

/* 16 tags are two sets of eight ways: even and odd lines. */
static void test_the_oldest_tag_of_a_set_makes_room(void **state)
{
    (void)state;
    victims_t *v = victims_create(2, 16);
    for (uint64_t line = 0; line < 16; line += 2) victims_add(v, 1, line);
    victims_add(v, 1, 0); /* again: the newest, not twice */
    victims_add(v, 1, 1);
    victims_add(v, 1, 16); /* 2 makes room */
    assert_false(victims_take(v, 1, 2));
    assert_false(victims_take(v, 0, 0)); /* another warp's */
    for (uint64_t line = 4; line <= 16; line += 2) assert_true(victims_take(v, 1, line));
    assert_true(victims_take(v, 1, 0));
    assert_false(victims_take(v, 1, 0));
    assert_true(victims_take(v, 1, 1));
    victims_destroy(v);
    v = victims_create(1, 2);
    for (uint64_t line = 0; line < 3; line++) victims_add(v, 0, line);
    assert_false(victims_take(v, 0, 0));
    assert_true(victims_take(v, 0, 1));
    assert_true(victims_take(v, 0, 2));
    victims_destroy(v);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_line_another_warp_pushed_out_is_lost_locality),
        cmocka_unit_test(test_only_the_warp_that_brought_it_in_loses_it),
        cmocka_unit_test(test_told_once_and_never_for_a_refused_access),
        cmocka_unit_test(test_writes_and_what_they_evict_are_no_lost_locality),
        cmocka_unit_test(test_a_new_warp_has_lost_nothing),
        cmocka_unit_test(test_without_victim_tags_nothing_is_told),
        cmocka_unit_test(test_the_oldest_tag_of_a_set_makes_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
