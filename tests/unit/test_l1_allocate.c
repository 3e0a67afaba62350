/* First-level cache: through_allocate, whose writes go to the L2 and take a way; MSHRs of sectors. */
#include "l1_rig.h"

static void write_sector(rig_t *r, uint64_t addr, uint64_t gaps)
{
    const l1_req_t req = {.addr = addr, .bytes = 32, .token = 7, .kind = MEM_WRITE, .lanes = 1, .gaps = gaps};
    assert_int_equal(l1_access(r->l1, &req), L1_ACCEPTED);
    expect_token(r, 7);
}

static void read_sector(rig_t *r, uint64_t addr)
{
    must(r, MEM_READ, (uint32_t)addr, 32, 1);
    expect_token(r, 1);
}

static void a_sector_written_whole_can_be_read(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_THROUGH_ALLOCATE));
    write_sector(r, 0, 0);
    read_sector(r, 0);
    assert_int_equal(stat(r, "hits"), 1);
    read_sector(r, 32); /* another sector of the line */
    assert_int_equal(stat(r, "misses"), 1);
    assert_int_equal(below(r, "writes"), 1);
    end(r);
}

static void a_sector_written_in_part_is_fetched(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_THROUGH_ALLOCATE));
    write_sector(r, 0, 1);
    read_sector(r, 0);
    assert_int_equal(stat(r, "misses"), 1);
    write_sector(r, 0, 1); /* what is there stays */
    read_sector(r, 0);
    assert_int_equal(stat(r, "hits"), 1);
    end(r);
}

enum { FIRST_HALF_GAPS = 0xf0, SECOND_HALF_GAPS = 0x0f };

static void several_writes_fill_a_sector(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_THROUGH_ALLOCATE));
    write_sector(r, 32, FIRST_HALF_GAPS);
    write_sector(r, 32, SECOND_HALF_GAPS);
    read_sector(r, 32);
    assert_int_equal(stat(r, "hits"), 1);
    write_sector(r, 0, FIRST_HALF_GAPS);
    write_sector(r, 512, 0); /* the set has two ways: line 0 leaves, with what is known of it */
    write_sector(r, 1024, 0);
    write_sector(r, 0, SECOND_HALF_GAPS);
    read_sector(r, 0);
    assert_int_equal(stat(r, "misses"), 1);
    end(r);
}

/* Two ways, both waiting for their fill: a write has no way to take. */
static void a_write_needs_a_way(void **state)
{
    (void)state;
    rig_t *r = rig(small(WRITE_THROUGH_ALLOCATE));
    const l1_req_t third = {.addr = 1024, .bytes = 32, .token = 7, .kind = MEM_WRITE, .lanes = 1};
    must(r, MEM_READ, 0, 32, 1);
    must(r, MEM_READ, 512, 32, 2);
    assert_int_equal(l1_access(r->l1, &third), L1_FULL_SET);
    expect_token(r, 1);
    expect_token(r, 2);
    assert_int_equal(l1_access(r->l1, &third), L1_ACCEPTED);
    expect_token(r, 7);
    assert_int_equal(stat(r, "evictions"), 1);
    end(r);
}

/* A sector takes two accesses, its line two in each sector. */
static void mshrs_may_count_sectors(void **state)
{
    (void)state;
    for (uint32_t of = MSHR_OF_LINE; of <= MSHR_OF_SECTOR; of++) {
        cache_cfg_t cfg = small(WRITE_THROUGH_ALLOCATE);
        cfg.mshr_of = (mshr_of_t)of;
        cfg.mshrs = cfg.mshr_merges = 2;
        rig_t *r = rig(cfg);
        for (uint32_t i = 0; i < 2; i++) must(r, MEM_READ, 0, 32, i);
        const l1_req_t other = {.addr = 32, .bytes = 32, .token = 2, .kind = MEM_READ};
        const l1_req_t third = {.addr = 64, .bytes = 32, .token = 3, .kind = MEM_READ};
        assert_int_equal(l1_access(r->l1, &other), of == MSHR_OF_LINE ? L1_FULL_MSHR : L1_ACCEPTED);
        assert_int_equal(l1_access(r->l1, &third), L1_FULL_MSHR);
        for (uint32_t i = 0; i < 2 + of; i++) expect_token(r, i);
        end(r);
    }
}

/* Sector 0 has come, and an access to it has not been answered. The line is dropped, as by a fence. A read of sector 0
 * is answered with the others, without a fetch; sector 2 was never asked for. */
static void a_sector_that_never_came_is_fetched(void **state)
{
    (void)state;
    for (uint32_t sector = 0; sector <= 2; sector += 2) {
        cache_cfg_t cfg = small(WRITE_THROUGH_ALLOCATE);
        cfg.mshr_of = MSHR_OF_SECTOR;
        cfg.mshr_free = MSHR_FREE_SERVED;
        rig_t *r = rig(cfg);
        uint64_t number;
        for (uint32_t i = 0; i < 2; i++) must(r, MEM_READ, 0, 32, i);
        while (r->next.answer_cycle > r->now) tick(r);
        l1_take(r->l1, &number);
        l1_invalidate(r->l1);
        must(r, MEM_READ, 32 * sector, 32, 9);
        assert_int_equal(stat(r, "misses"), sector ? 2 : 1);
        l1_served(r->l1, number);
        expect_token(r, 1);
        expect_token(r, 9);
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sector_written_whole_can_be_read),
        cmocka_unit_test(a_sector_written_in_part_is_fetched),
        cmocka_unit_test(several_writes_fill_a_sector),
        cmocka_unit_test(a_write_needs_a_way),
        cmocka_unit_test(mshrs_may_count_sectors),
        cmocka_unit_test(a_sector_that_never_came_is_fetched),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
