/* MSHRs: what their limits count, and when an MSHR is free again. */
#include "mem_rig.h"

#include "mem/mshr.h"

enum { ENTRIES = 2, MERGES = 3, ALL = 0xf /* units of a line of 4 sectors */ };

typedef struct {
    mshr_t *m;
    mshr_waiter_t ready[MERGES * LINE_UNITS_MAX];
    uint64_t answers; /* queued so far */
} mshrs_t;

static mshrs_t open_with(mshr_of_t of, mshr_free_t free_when)
{
    mshrs_t r = {.m = mshr_create(ENTRIES, MERGES, of, free_when)};
    assert_non_null(r.m);
    assert_int_equal(mshr_waiters(r.m), of == MSHR_OF_SECTOR ? MERGES * LINE_UNITS_MAX : MERGES);
    return r;
}

static bool free_left(const mshrs_t *r) { return mshr_room(r->m, MSHR_NONE, 1, 1); }

static uint16_t miss(mshrs_t *r, int32_t way, uint8_t units)
{
    assert_true(mshr_room(r->m, MSHR_NONE, units, units));
    const uint16_t e = mshr_open(r->m, way);
    mshr_join(r->m, e, 0, units);
    mshr_fetch(r->m, e, units);
    return e;
}

static bool fill(mshrs_t *r, uint16_t e, uint8_t units, uint32_t waiters)
{
    assert_int_equal(mshr_fill(r->m, e, units, r->ready), waiters);
    r->answers += waiters;
    return mshr_close(r->m, e, e, UINT8_MAX, r->answers); /* lines are numbered as their MSHRs are */
}

static void lines_count_until_filled(void **state)
{
    (void)state;
    mshrs_t r = open_with(MSHR_OF_LINE, MSHR_FREE_FILLED);
    const uint16_t a = miss(&r, 4, 1), b = miss(&r, 5, ALL);
    assert_false(free_left(&r));
    for (uint32_t i = 1; i < MERGES; i++) {
        assert_true(mshr_room(r.m, a, 2u << i, 2u << i)); /* sectors do not matter */
        mshr_join(r.m, a, i, 1);
    }
    assert_false(mshr_room(r.m, a, 2, 2));
    assert_true(fill(&r, b, ALL, 1));
    assert_true(free_left(&r));
    assert_true(fill(&r, a, 1, MERGES));
    mshr_destroy(r.m);
}

/* The second of three answers does not free the MSHR, the third does; the way is free at once. */
static void lines_count_until_served(void **state)
{
    (void)state;
    mshrs_t r = open_with(MSHR_OF_LINE, MSHR_FREE_SERVED);
    const uint16_t a = miss(&r, 4, 1), b = miss(&r, 5, 1);
    mshr_join(r.m, a, 1, 1);
    mshr_join(r.m, a, 2, 1);
    assert_true(fill(&r, a, 1, 3));
    assert_true(fill(&r, b, 1, 1));
    for (uint64_t answer = 1; answer <= 2; answer++) {
        mshr_served(r.m, answer);
        assert_false(free_left(&r));
    }
    mshr_served(r.m, 3);
    const uint16_t c = miss(&r, 6, 1);
    assert_false(free_left(&r)); /* that of b waits for the fourth answer */
    mshr_served(r.m, 4);
    assert_true(free_left(&r));
    assert_true(fill(&r, c, 1, 1));
    mshr_served(r.m, 5);
    mshr_destroy(r.m);
}

/* Two sectors of one line take both MSHRs, and each has accesses of its own. */
static void sectors_count_by_themselves(void **state)
{
    (void)state;
    mshrs_t r = open_with(MSHR_OF_SECTOR, MSHR_FREE_FILLED);
    const uint16_t a = miss(&r, 4, 1);
    assert_true(mshr_room(r.m, a, 2, 2));
    mshr_join(r.m, a, 1, 2);
    mshr_fetch(r.m, a, 2);
    assert_false(free_left(&r));
    assert_false(mshr_room(r.m, a, 4, 4));
    for (uint32_t sector = 1; sector <= 2; sector++) {
        for (uint32_t i = 1; i < MERGES; i++) {
            assert_true(mshr_room(r.m, a, (uint8_t)sector, 0));
            mshr_join(r.m, a, 8 * sector + i, (uint8_t)sector);
        }
        assert_false(mshr_room(r.m, a, (uint8_t)sector, 0));
    }
    assert_false(fill(&r, a, 2, MERGES)); /* the other sector is outstanding */
    assert_true(free_left(&r));
    assert_true(fill(&r, a, 1, MERGES));
    mshr_destroy(r.m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_count_until_filled),
        cmocka_unit_test(lines_count_until_served),
        cmocka_unit_test(sectors_count_by_themselves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
