/* The memory system as a whole: latencies add up, every request is answered once whatever the
 * pressure, streams reach the pin bandwidth. */
#include "icnt_fly_cfg.h"
#include "icnt_xbar_cfg.h"
#include "memsys_rig.h"

#include "mem/addrmap.h"

static void test_every_request_is_answered_once(void **state)
{
    (void)state;
    const machine_t m = rig_machine();
    stress(&m, 1 << 16, 0, 8000);
    stress(&m, 1 << 24, 0, 8000);
    stress(&m, UINT64_C(1) << 40, 3, 8000);
}

static void test_tiny_queues_only_slow_down(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.icnt.queue = m.l2.queue = 1;
    m.dram.queue = m.dram.return_queue = 1;
    m.l2.cache.mshrs = 2;
    m.l2.cache.mshr_merges = 1;
    m.l2.cache.sets = 2;
    m.l2.cache.ways = 1;
    m.l2.latency_cycles = 0;
    m.l2.cache.hit_latency_cycles = 0;
    m.icnt.latency_cycles = 0;
    stress(&m, 1 << 16, 4, 20000);
}

static void test_other_shapes(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.sms = 30; /* clusters of three on a slow, narrow interconnect; lines shorter than requests */
    m.icnt.cluster = 3;
    m.icnt.flit_bytes = 16;
    m.icnt_mhz = 650;
    m.core_mhz = 1300;
    m.dram_mhz = 800;
    m.mcs = 8;
    m.l2.slices = 1;
    m.l2.cache.line_bytes = m.l2.cache.sector_bytes = 64;
    stress(&m, 1 << 20, 2, 12000);
    m.l2.cache.write = WRITE_THROUGH;
    stress(&m, 1 << 16, 0, 8000);
    m.l2.cache.write = WRITE_EVICT;
    stress(&m, 1 << 16, 0, 8000);
    m.dram.kind = DRAM_FIXED;
    m.dram.latency_cycles = 14;
    m.l2.cache.write = WRITE_BACK;
    m.l2.cache.line_bytes = 256;
    m.l2.cache.sector_bytes = 128;
    stress(&m, 1 << 20, 0, 8000);
}

/* A port for each SM; slices and controllers beyond the first words of their masks. */
static void test_as_many_ports_and_slices_as_there_may_be(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.sms = 132;
    m.mcs = 48;
    stress(&m, 1 << 22, 0, 4000);
    m.sms = SCHED_SMS_MAX;
    m.mcs = 9;
    m.l2.slices = 16;
    m.dram.credits = CREDITS_PER_SLICE;
    m.dram.delay = DRAM_DELAY_BEFORE;
    stress(&m, 1 << 18, 3, 4000);
}

static void test_a_butterfly_and_summed_clocks(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.icnt = FLY_CFG;
    m.clocks = CLOCKS_SUMMED;
    stress(&m, 1 << 18, 0, 8000);
    m.icnt.reply_cycles = 5;
    m.core_mhz = 1300;
    stress(&m, 1 << 22, 3, 8000);
    m.icnt_mhz = 333;
    m.icnt.node_flits = 5;
    stress(&m, 1 << 18, 2, 12000);
}

static void test_a_crossbar_of_whole_packets(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.icnt = XBAR_CFG;
    stress(&m, 1 << 18, 0, 8000);
    m.icnt.reply_cycles = 2;
    m.icnt.queue = 1;
    m.core_mhz = 1300;
    stress(&m, 1 << 22, 3, 8000);
    m.icnt.cluster = 3;
    m.l2.port_bytes = 32;
    stress(&m, 1 << 18, 2, 8000);
}

static machine_t machine_with_parts(void)
{
    machine_t m = rig_machine();
    m.l2.port_bytes = 32;
    m.l2.replies = REPLIES_ONE_QUEUE;
    m.l2.writeback = WRITEBACK_BEHIND;
    m.dram.priority = DRAM_IN_TURN;
    m.dram.delay = DRAM_DELAY_BEFORE;
    return m;
}

static void test_answers_in_parts(void **state)
{
    (void)state;
    machine_t m = machine_with_parts();
    stress(&m, 1 << 16, 0, 8000);
    stress(&m, 1 << 22, 3, 8000);
    m.icnt.cluster = 3;
    m.core_mhz = 1300;
    m.l2.queue = 2;
    m.icnt.queue = 1;
    stress(&m, 1 << 18, 2, 8000);
    m.l2.cache.mshr_of = MSHR_OF_SECTOR;
    m.l2.cache.mshrs = m.l2.cache.mshr_merges = 2;
    m.l2.cache.mshr_free = MSHR_FREE_SERVED;
    m.dram.credits = CREDITS_PER_SLICE;
    m.dram.queue = m.dram.return_queue = 1;
    stress(&m, 1 << 18, 2, 40000);
}

/* Four parts leave the L2 in four cycles, of a flit each; the SM sees the last. */
static void test_a_reply_in_parts_is_there_with_its_last(void **state)
{
    (void)state;
    machine_t m = machine_with_parts();
    m.dram_mhz = m.core_mhz;
    for (uint32_t k = 0; k < 2; k++) {
        world_t *w = world(&m);
        ask(w, (mem_req_t){.addr = 0, .bytes = 128, .kind = MEM_WRITE}); /* the line is there */
        drain(w);
        assert_int_equal(stats_sum(w->stats, "mem.icnt_rep.packets"), 4);
        const uint64_t before = w->cycle;
        ask(w, (mem_req_t){.addr = 0, .bytes = k ? 32 : 128});
        while (!mask_any(memsys_waiting(w->ms))) {
            memsys_tick(w->ms);
            w->cycle++;
        }
        const uint32_t there = 4 + 1 - 1, l2 = 1 + 120 + m.l2.cache.hit_latency_cycles;
        assert_int_equal(w->cycle - before, there + l2 + (k ? 0 : 3) + 4 - 1);
        assert_true(mask_equal(memsys_waiting(w->ms), mask_only(0)));
        drain(w);
        assert_int_equal(stats_sum(w->stats, "mem.icnt_rep.flits"), 4 + (k ? 1 : 4));
        end(w);
    }
}

static void test_replies_take_longer_than_requests(void **state)
{
    (void)state;
    machine_t m = machine_with_parts();
    uint64_t took[2];
    m.dram_mhz = m.core_mhz;
    for (uint32_t k = 0; k < 2; k++) {
        m.icnt.reply_cycles = k ? 7 : 0;
        world_t *w = world(&m);
        ask(w, (mem_req_t){.addr = 0, .bytes = 128, .kind = MEM_WRITE});
        drain(w);
        took[k] = w->cycle;
        end(w);
    }
    assert_int_equal(took[1] - took[0], 7);
}

static void test_unloaded_read_latency_is_the_sum_of_the_stages(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.dram_mhz = m.core_mhz; /* one clock: cycles add up */
    world_t *w = world(&m);
    assert_int_equal(memsys_quiet_cycles(w->ms), UINT32_MAX);
    assert_true(ask(w, (mem_req_t){.addr = 0, .bytes = 128}));
    while (!mask_any(memsys_waiting(w->ms))) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    const dram_cfg_t *d = &m.dram;
    /* latency + flits - 1; the way back begins in the very cycle the L2 has the data */
    const uint32_t there = 4 + 1 - 1, back = 4 + 4 - 1 - 1;
    const uint32_t l2 = 1 + 120; /* taken in, pipeline */
    const uint32_t dram = 1 + 1 + 1 + d->tRCD + (4 - 1) * d->tCCDL + d->tCL + 2 + d->latency_cycles;
    assert_int_equal(w->cycle, there + l2 + dram + back);
    drain(w);
    /* The same line again: no DRAM. */
    const uint64_t before = w->cycle;
    assert_true(ask(w, (mem_req_t){.addr = 0, .bytes = 128}));
    while (!mask_any(memsys_waiting(w->ms))) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    assert_int_equal(w->cycle - before, there + l2 + m.l2.cache.hit_latency_cycles + back);
    assert_int_equal(stats_sum(w->stats, "mem.dram_*.reads"), 1);
    drain(w);
    end(w);
}

static void test_streaming_reads_fill_the_pins(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    world_t *w = world(&m);
    uint64_t next = 0;
    uint64_t busy = 0, cycles = 0;
    for (uint32_t i = 0; i < 30000; i++) {
        if (i == 5000) { /* past the start */
            busy = stats_sum(w->stats, "mem.dram_*.bus_busy");
            cycles = stats_sum(w->stats, "mem.dram_cycles");
        }
        for (uint32_t sm = 0; sm < m.sms; sm++)
            if (w->out[sm] < 48 && ask(w, (mem_req_t){.addr = next, .bytes = 128, .sm = (uint16_t)sm})) next += 128;
        memsys_tick(w->ms);
        take_replies(w, 0);
    }
    busy = stats_sum(w->stats, "mem.dram_*.bus_busy") - busy;
    cycles = (stats_sum(w->stats, "mem.dram_cycles") - cycles) * m.mcs;
    print_message("pin utilisation of streaming reads: %.1f %%\n", 100.0 * (double)busy / (double)cycles);
    assert_true(busy * 10 >= cycles * 9);
    drain(w);
    end(w);
}

static void test_description_names_what_waits(void **state)
{
    (void)state;
    const machine_t m = rig_machine();
    world_t *w = world(&m);
    char text[256];
    ask(w, (mem_req_t){.addr = 4096, .bytes = 32, .sm = 3});
    memsys_describe(w->ms, text, sizeof text);
    assert_non_null(strstr(text, "memory: 1 requests unanswered: 1 on the way to the L2"));
    drain(w);
    end(w);
}

/* Cycle in which a read of slice 1 is answered after four of slice 0, of a DRAM that accepts two at a time. */
static uint64_t answer_of_the_other_slice(dram_credits_t credits)
{
    machine_t m = machine_with_parts();
    addrmap_t map;
    m.mcs = 1;
    m.dram.queue = m.dram.return_queue = 1;
    m.dram.latency_cycles = 3000;
    m.dram.credits = credits;
    addrmap_init(&map, &m);
    world_t *w = world(&m);
    for (uint32_t k = 0; k < 4; k++)
        assert_true(ask(w, (mem_req_t){.addr = addrmap_addr(&map, 0, k * 4096), .bytes = 32}));
    for (; w->cycle < 500; w->cycle++) memsys_tick(w->ms);
    assert_true(ask(w, (mem_req_t){.addr = addrmap_addr(&map, 1, 0), .bytes = 32, .sm = 1}));
    while (!memsys_waits(w->ms, 1)) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    const uint64_t there = w->cycle;
    drain(w);
    end(w);
    return there;
}

static void test_a_slice_has_a_credit_of_its_own(void **state)
{
    (void)state;
    assert_true(answer_of_the_other_slice(CREDITS_PER_SLICE) + 500 < answer_of_the_other_slice(CREDITS_SHARED));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_request_is_answered_once),
        cmocka_unit_test(test_tiny_queues_only_slow_down),
        cmocka_unit_test(test_other_shapes),
        cmocka_unit_test(test_as_many_ports_and_slices_as_there_may_be),
        cmocka_unit_test(test_a_butterfly_and_summed_clocks),
        cmocka_unit_test(test_a_crossbar_of_whole_packets),
        cmocka_unit_test(test_answers_in_parts),
        cmocka_unit_test(test_a_slice_has_a_credit_of_its_own),
        cmocka_unit_test(test_a_reply_in_parts_is_there_with_its_last),
        cmocka_unit_test(test_replies_take_longer_than_requests),
        cmocka_unit_test(test_unloaded_read_latency_is_the_sum_of_the_stages),
        cmocka_unit_test(test_streaming_reads_fill_the_pins),
        cmocka_unit_test(test_description_names_what_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
