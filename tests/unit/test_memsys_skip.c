/* Time in the memory system: clock ratios; skipping equals ticking. */
#include "icnt_fly_cfg.h"
#include "icnt_xbar_cfg.h"
#include "memsys_rig.h"

static void test_clocks_keep_exact_ratios(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.core_mhz = 1300;
    m.icnt_mhz = 650;
    m.l2_mhz = 1301;
    m.dram_mhz = 2003; /* faster than the core: some cycles hold two ticks */
    world_t *w = world(&m);
    for (uint32_t i = 0; i < 13000; i++) memsys_tick(w->ms);
    memsys_skip(w->ms, 1300 * 1000 - 13000);
    assert_int_equal(stats_sum(w->stats, "mem.icnt_cycles"), 650 * 1000);
    assert_int_equal(stats_sum(w->stats, "mem.l2_cycles"), 1301 * 1000);
    assert_int_equal(stats_sum(w->stats, "mem.dram_cycles"), 2003 * 1000);
    end(w);
}

/* Each 25 core cycles hold 33 of the DRAM, whose last one coincides with a core cycle: rounded sums of periods place it
 * before or after, and never move it further. A clock of the core's frequency has the core's sum. */
static void test_summed_clocks_tick_at_most_one_cycle_later(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    world_t *exact = world(&m);
    m.clocks = CLOCKS_SUMMED;
    world_t *summed = world(&m);
    uint32_t later = 0;
    for (uint64_t cycle = 1; cycle <= 25 * 400; cycle++) {
        memsys_tick(exact->ms);
        memsys_tick(summed->ms);
        const uint64_t due = stats_sum(exact->stats, "mem.dram_cycles");
        const uint64_t ticks = stats_sum(summed->stats, "mem.dram_cycles");
        assert_int_equal(due, cycle * 33 / 25);
        assert_true(ticks == due || (ticks + 1 == due && cycle % 25 == 0));
        later += ticks != due;
        assert_int_equal(stats_sum(summed->stats, "mem.l2_cycles"), cycle);
        assert_int_equal(stats_sum(summed->stats, "mem.icnt_cycles"), cycle);
    }
    assert_in_range(later, 1, 399);
    end(exact);
    end(summed);
}

/* The same pushes in the same cycles; one world ticks, the other skips the cycles that
 * memsys_next_cycle calls quiet, and tries to skip busy ones. Replies and all statistics must agree. */
static void run_bursts(world_t *w, bool skip)
{
    for (uint32_t burst = 0; burst < 300; burst++) {
        const uint32_t count = (uint32_t)(rig_random(&w->seed) % 6);
        const uint64_t until = w->cycle + rig_random(&w->seed) % 900;
        for (uint32_t k = 0; k < count; k++)
            ask(w, random_request(w, (uint32_t)(rig_random(&w->seed) % w->m.sms), 1 << 18));
        while (w->cycle < until) {
            uint32_t step = 1;
            if (skip) {
                const uint64_t left = until - w->cycle;
                step = memsys_quiet_cycles(w->ms);
                if (step > left) step = (uint32_t)left;
                memsys_skip(w->ms, step);
            } else {
                memsys_tick(w->ms);
            }
            w->cycle += step;
            take_replies(w, 0);
        }
    }
    drain(w);
}

static void test_skipping_equals_ticking(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    for (uint32_t shape = 0; shape < 7; shape++) {
        m.clocks = shape == 5 ? CLOCKS_SUMMED : CLOCKS_EXACT;
        m.l2.upper_half = shape == 5 ? UPPER_HALF_SHIFTED : UPPER_HALF_IN_PLACE;
        m.core_mhz = shape == 1 ? 1300 : 700;
        m.icnt_mhz = shape == 1 ? 650 : 700;
        m.l2.port_bytes = shape >= 3 ? 32 : 128;
        m.l2.replies = shape >= 3 ? REPLIES_ONE_QUEUE : REPLIES_FILLS_FIRST;
        m.l2.look_up = shape >= 3 ? LOOK_UP_QUEUED : LOOK_UP_ARRIVING;
        m.l2.writeback = shape >= 3 ? WRITEBACK_BEHIND : WRITEBACK_BEFORE;
        m.dram.priority = shape >= 3 ? DRAM_IN_TURN : DRAM_BY_AGE;
        m.dram.buses = shape == 1 || shape == 4 ? DRAM_TWO_BUSES : DRAM_ONE_BUS;
        if (shape >= 4) m.icnt = shape == 6 ? XBAR_CFG : FLY_CFG;
        if (shape >= 4) m.icnt.reply_cycles = 2;
        m.l2.cache.mshr_of = shape >= 4 ? MSHR_OF_SECTOR : MSHR_OF_LINE;
        m.l2.cache.mshr_free = shape >= 4 ? MSHR_FREE_SERVED : MSHR_FREE_FILLED;
        m.dram.credits = shape >= 4 ? CREDITS_PER_SLICE : CREDITS_SHARED;
        if (shape >= 4) m.dram.queue = m.dram.return_queue = 2;           /* so that credits run out */
        m.dram.delay = shape >= 2 ? DRAM_DELAY_BEFORE : DRAM_DELAY_AFTER; /* 2, fixed: no meaning */
        m.dram.kind = shape == 2 ? DRAM_FIXED : DRAM_FRFCFS;
        world_t *a = world(&m), *b = world(&m);
        run_bursts(a, false);
        run_bursts(b, true);
        assert_int_equal(a->tokens, b->tokens);
        assert_true(a->signature == b->signature);
        assert_int_equal(stats_sum(a->stats, "*"), stats_sum(b->stats, "*"));
        end(a);
        end(b);
    }
}

static void test_blind_skip_equals_ticks(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.l2.port_bytes = 32;
    world_t *a = world(&m), *b = world(&m);
    for (uint32_t burst = 0; burst < 200; burst++) {
        const uint32_t n = 1 + (uint32_t)(rig_random(&a->seed) % 300);
        const mem_req_t r = random_request(a, burst % m.sms, 1 << 16);
        ask(a, r);
        ask(b, r);
        for (uint32_t i = 0; i < n; i++) memsys_tick(a->ms);
        memsys_skip(b->ms, n);
        assert_true(mask_equal(memsys_waiting(a->ms), memsys_waiting(b->ms)));
        assert_int_equal(stats_sum(a->stats, "*"), stats_sum(b->stats, "*"));
        take_replies(a, 0);
        take_replies(b, 0);
    }
    drain(a);
    drain(b);
    end(a);
    end(b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_clocks_keep_exact_ratios),
        cmocka_unit_test(test_summed_clocks_tick_at_most_one_cycle_later),
        cmocka_unit_test(test_skipping_equals_ticking),
        cmocka_unit_test(test_blind_skip_equals_ticks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
