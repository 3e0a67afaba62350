/* MSHR_FREE_SERVED: a read of a line that has been replaced while the accesses that waited for it are being answered.
 */
#include "l1_rig.h"

enum { A = 0, B = 256, C = 512 }; /* lines of one set of two ways */

static rig_t *rig_with(mshr_free_t when)
{
    cache_cfg_t cfg = small(WRITE_THROUGH);
    cfg.sector_bytes = 128;
    cfg.mshr_free = when;
    return rig(cfg);
}

/* Fills line `addr` and takes its answer; returns the answer's number. */
static uint64_t fetch_line(rig_t *r, uint64_t addr, uint32_t token)
{
    uint64_t number;
    must(r, MEM_READ, addr, 32, token);
    while (r->next.answer_cycle > r->now) {
        tick(r);
        assert_true(r->now < 5000);
    }
    assert_int_equal(l1_take(r->l1, &number), token);
    return number;
}

static void replaced_while_it_is_answered(mshr_free_t when, bool used, uint64_t reads)
{
    rig_t *r = rig_with(when);
    l1_served(r->l1, fetch_line(r, C, 1));
    const uint64_t answer = fetch_line(r, A, 2);
    if (used) l1_served(r->l1, answer);
    must(r, MEM_READ, C, 32, 3);
    expect_token(r, 3);
    must(r, MEM_READ, B, 32, 4); /* replaces A */
    must(r, MEM_READ, A, 32, 5);
    settle(r);
    assert_int_equal(below(r, "reads"), reads);
    if (!used) l1_served(r->l1, answer + 1);
    must(r, MEM_READ, A, 32, 6); /* a read that fetched nothing left the line empty */
    settle(r);
    assert_int_equal(below(r, "reads"), 4);
    end(r);
}

static void it_is_answered_without_a_fetch(void **state)
{
    (void)state;
    replaced_while_it_is_answered(MSHR_FREE_SERVED, false, 3);
}

static void it_is_fetched_again_once_they_are_answered(void **state)
{
    (void)state;
    replaced_while_it_is_answered(MSHR_FREE_SERVED, true, 4);
}

static void it_is_fetched_again_where_mshrs_are_free_when_filled(void **state)
{
    (void)state;
    replaced_while_it_is_answered(MSHR_FREE_FILLED, false, 4);
}

static void a_flush_drops_the_empty_line(void **state)
{
    (void)state;
    rig_t *r = rig_with(MSHR_FREE_SERVED);
    l1_served(r->l1, fetch_line(r, C, 1));
    const uint64_t answer = fetch_line(r, A, 2);
    must(r, MEM_READ, C, 32, 3);
    expect_token(r, 3);
    must(r, MEM_READ, B, 32, 4);
    must(r, MEM_READ, A, 32, 5);
    settle(r);
    l1_served(r->l1, answer + 2);
    l1_flush(r->l1);
    settle(r);
    must(r, MEM_READ, B, 32, 6); /* both ways are free */
    must(r, MEM_READ, C, 32, 7);
    end(r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_answered_without_a_fetch),
        cmocka_unit_test(it_is_fetched_again_once_they_are_answered),
        cmocka_unit_test(it_is_fetched_again_where_mshrs_are_free_when_filled),
        cmocka_unit_test(a_flush_drops_the_empty_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
