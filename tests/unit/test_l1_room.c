/* First-level cache: room in the miss queue and in the MSHRs that a read needs. */
#include "l1_rig.h"

static l1_result_t read_line(rig_t *r, uint32_t line, uint32_t token)
{
    return access_as(r, MEM_READ, line * 128, 32, token, false);
}

/* Four places and no tick: each miss takes one. */
static void test_misses_and_merges_need_the_places_asked_for(void **state)
{
    (void)state;
    for (uint32_t places = 0; places <= 2; places++) {
        rig_t *r = rig(small(WRITE_EVICT));
        if (places) l1_need_room(r->l1, places);
        for (uint32_t line = 0; line < 3; line++) assert_int_equal(read_line(r, line, line), L1_ACCEPTED);
        assert_int_equal(read_line(r, 3, 3), places == 2 ? L1_FULL_QUEUE : L1_ACCEPTED);
        assert_int_equal(read_line(r, 0, 4), places ? L1_FULL_QUEUE : L1_ACCEPTED); /* its line is on its way */
        assert_int_equal(stat(r, "stall_queue"), places);
        tick(r);
        if (places) assert_int_equal(read_line(r, 0, 4), L1_ACCEPTED); /* one more place is free */
        assert_int_equal(stat(r, "merges"), 1);
        end(r);
    }
}

static void test_writes_and_hits_need_no_more_than_before(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_EVICT));
    l1_need_room(r->l1, 2);
    assert_int_equal(read_line(r, 0, 1), L1_ACCEPTED);
    settle(r);
    for (uint32_t k = 0; k < 4; k++)
        must(r, MEM_WRITE, (8 + k) * 128, 32, 10 + k); /* the last one takes the last place */
    assert_int_equal(read_line(r, 0, 2), L1_ACCEPTED);
    assert_int_equal(stat(r, "hits"), 1);
    assert_int_equal(read_line(r, 1, 3), L1_FULL_QUEUE);
    end(r);
}

/* One MSHR, two accesses to its line: a miss of another line may follow when the data are there, or after both answers.
 */
static void test_an_mshr_is_free_when_filled_or_when_served(void **state)
{
    (void)state;
    for (mshr_free_t when = MSHR_FREE_FILLED; when <= MSHR_FREE_SERVED; when++) {
        cache_cfg_t cfg = small(WRITE_EVICT);
        cfg.mshrs = 1;
        cfg.mshr_free = when;
        rig_t *r = rig(cfg);
        assert_int_equal(read_line(r, 0, 1), L1_ACCEPTED);
        assert_int_equal(read_line(r, 0, 2), L1_ACCEPTED);
        assert_int_equal(read_line(r, 1, 3), L1_FULL_MSHR);
        expect_token(r, 1);
        if (when == MSHR_FREE_SERVED) assert_int_equal(read_line(r, 1, 3), L1_FULL_MSHR);
        else assert_int_equal(read_line(r, 1, 3), L1_ACCEPTED);
        expect_token(r, 2);
        if (when == MSHR_FREE_SERVED) assert_int_equal(read_line(r, 1, 3), L1_ACCEPTED);
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_misses_and_merges_need_the_places_asked_for),
        cmocka_unit_test(test_writes_and_hits_need_no_more_than_before),
        cmocka_unit_test(test_an_mshr_is_free_when_filled_or_when_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
