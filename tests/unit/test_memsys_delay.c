/* test_memsys_delay.c - the delay of a request at the DRAM, in cycles of the core or of the DRAM. */
#include "memsys_rig.h"

static uint64_t cycles_of_a_read(const machine_t *m)
{
    world_t *w = world(m);
    assert_true(ask(w, (mem_req_t){.addr = 0, .bytes = 32}));
    while (!mask_any(memsys_waiting(w->ms))) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    const uint64_t cycles = w->cycle;
    drain(w);
    end(w);
    return cycles;
}

/* 700 core cycles are 924 of the DRAM, so the clocks' phases do not move. */
static void test_a_delay_before_the_queue_has_core_cycles(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    assert_true(m.core_mhz == 700 && m.dram_mhz == 924);
    for (uint32_t before = 0; before < 2; before++) {
        uint64_t cycles[2];
        m.dram.delay = before ? DRAM_DELAY_BEFORE : DRAM_DELAY_AFTER;
        for (uint32_t more = 0; more < 2; more++) {
            m.dram.latency_cycles = 100 + more * (before ? m.core_mhz : m.dram_mhz);
            cycles[more] = cycles_of_a_read(&m);
        }
        assert_int_equal(cycles[1] - cycles[0], m.core_mhz);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_delay_before_the_queue_has_core_cycles),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
