/* One L2 slice: what its MSHRs count, and when an MSHR is free again. */
#include "l2_rig.h"

enum { TICKS = 40 /* enough for the delay of every request */ };

static void fill(rig_t *r, dram_req_t req) { l2_fill(r->l2, r->now, req.id); }

/* Ticks until the slice has a request for the DRAM. */
static uint32_t ticks_to_dram(rig_t *r)
{
    uint32_t ticks = 0;
    while (!l2_dram_waiting(r->l2)) {
        tick(r);
        assert_true(++ticks < TICKS);
    }
    return ticks;
}

/* The only MSHR has two accesses, which join the replies one per cycle: the next miss waits for the second. */
static uint32_t next_miss_after(mshr_free_t when)
{
    l2_cfg_t cfg = small();
    cfg.replies = REPLIES_ONE_QUEUE;
    cfg.cache.mshrs = 1;
    cfg.cache.mshr_free = when;
    rig_t *r = rig(cfg);
    push(r, MEM_READ, 0, 32, 1);
    push(r, MEM_READ, 0, 32, 2);
    push(r, MEM_READ, 128, 32, 3);
    idle(r, TICKS);
    assert_true(stat(r, "stall_mshr") > 0);
    fill(r, expect_dram(r, false, 1));
    const uint32_t ticks = ticks_to_dram(r);
    fill(r, expect_dram(r, false, 1));
    for (uint32_t token = 1; token <= 3; token++) expect_reply(r, token);
    end(r);
    return ticks;
}

static void test_an_mshr_is_free_when_filled_or_when_served(void **state)
{
    (void)state;
    assert_int_equal(next_miss_after(MSHR_FREE_SERVED), next_miss_after(MSHR_FREE_FILLED) + 1);
}

/* Two MSHRs: a third sector of one line is refused only if each takes one. */
static void test_a_line_or_a_sector_takes_an_mshr(void **state)
{
    (void)state;
    for (mshr_of_t of = MSHR_OF_LINE; of <= MSHR_OF_SECTOR; of++) {
        l2_cfg_t cfg = small();
        cfg.port_bytes = 32;
        cfg.cache.mshrs = 2;
        cfg.cache.mshr_of = of;
        rig_t *r = rig(cfg);
        for (uint32_t k = 0; k < 3; k++) push(r, MEM_READ, 32 * k, 32, 1 + k);
        idle(r, TICKS);
        assert_int_equal(stat(r, "fetches"), of == MSHR_OF_SECTOR ? 2 : 3);
        for (uint32_t k = 0; k < 3; k++) {
            fill(r, expect_dram(r, false, 1));
            expect_reply(r, 1 + k);
        }
        end(r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_mshr_is_free_when_filled_or_when_served),
        cmocka_unit_test(test_a_line_or_a_sector_takes_an_mshr),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
