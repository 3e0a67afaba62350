/* The memory system as a whole: every request answered once, whatever the pressure; clock ratios;
 * skipping equals ticking; streams reach the pin bandwidth. */
#include "mem_rig.h"

#include "mem/memsys.h"
#include "stats/stats.h"

enum { TOKENS = 1 << 16, SMS_MAX = 32 };

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *ms;
    uint64_t seed, cycle, signature;
    uint32_t tokens, out[SMS_MAX];
    uint8_t asked[TOKENS], answered[TOKENS];
    mem_req_t sent[TOKENS];
} world_t;

static world_t *world(const machine_t *m)
{
    world_t *w = calloc(1, sizeof *w);
    assert_non_null(w);
    w->m = *m;
    w->seed = 88172645463325252u;
    w->stats = stats_create();
    w->ms = memsys_create(m, w->stats, "mem");
    assert_non_null(w->ms);
    return w;
}

static void end(world_t *w)
{
    memsys_destroy(w->ms);
    stats_destroy(w->stats);
    free(w);
}

static void check_laws(const world_t *w)
{
    err_t err = {{0}};
    if (!stats_check_laws(w->stats, &err)) fail_msg("%s", err.text);
}

/* Pops what may be popped, sometimes reluctantly; notes who answered when. */
static void take_replies(world_t *w, uint32_t reluctance)
{
    for (uint32_t sm = 0; sm < w->m.sms; sm++) {
        mem_reply_t r;
        const bool waiting = memsys_waiting(w->ms) >> sm & 1;
        if (!waiting || (reluctance && rig_random(&w->seed) % reluctance)) continue;
        assert_true(memsys_pop(w->ms, sm, &r));
        assert_true(r.token < w->tokens);
        assert_int_equal(w->asked[r.token], 1);
        assert_int_equal(w->answered[r.token], 0);
        assert_memory_equal(&r, &w->sent[r.token], sizeof r);
        w->answered[r.token] = 1;
        w->out[sm]--;
        w->signature = (w->signature ^ r.token) * 1099511628211u + w->cycle;
    }
}

static bool ask(world_t *w, mem_req_t req)
{
    if (w->tokens == TOKENS) return false;
    req.token = w->tokens;
    if (!memsys_push(w->ms, &req)) return false;
    w->sent[w->tokens] = req;
    w->asked[w->tokens++] = 1;
    w->out[req.sm]++;
    return true;
}

/* span_bytes small: the same lines over and over, so merges, dirty hits and evictions. */
static mem_req_t random_request(world_t *w, uint32_t sm, uint64_t span_bytes)
{
    const uint64_t x = rig_random(&w->seed);
    const uint32_t bytes = 32u << x % 3;
    const uint64_t addr = rig_random(&w->seed) % span_bytes & ~(uint64_t)(bytes - 1);
    return (mem_req_t){.addr = addr, .bytes = bytes, .sm = (uint16_t)sm,
                       .client = (uint8_t)(x >> 8 & 3), .kind = (uint8_t)((x >> 16) % 8 == 0
                       ? MEM_ATOM : (x >> 16) % 8 < 3 ? MEM_WRITE : MEM_READ)};
}

static void drain(world_t *w)
{
    const uint64_t limit = w->cycle + 2000000;
    while (memsys_quiet_cycles(w->ms) != UINT32_MAX) {
        memsys_tick(w->ms);
        w->cycle++;
        take_replies(w, 0);
        assert_true(w->cycle < limit);
    }
    for (uint32_t t = 0; t < w->tokens; t++) assert_int_equal(w->answered[t], 1);
    check_laws(w);
}

static void stress(const machine_t *m, uint64_t span_bytes, uint32_t reluctance, uint32_t cycles)
{
    world_t *w = world(m);
    for (uint32_t i = 0; i < cycles; i++) {
        const uint32_t tries = rig_random(&w->seed) % 200 < 150 ? 2 : 0;
        for (uint32_t k = 0; k < tries; k++) {
            const uint32_t sm = (uint32_t)(rig_random(&w->seed) % m->sms);
            ask(w, random_request(w, sm, span_bytes));
        }
        memsys_tick(w->ms);
        w->cycle++;
        take_replies(w, reluctance);
    }
    assert_true(w->tokens > 1000);
    drain(w);
    assert_int_equal(stats_sum(w->stats, "mem.requests"), w->tokens);
    end(w);
}

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

static void test_unloaded_read_latency_is_the_sum_of_the_stages(void **state)
{
    (void)state;
    machine_t m = rig_machine();
    m.dram_mhz = m.core_mhz; /* one clock: cycles add up */
    world_t *w = world(&m);
    assert_int_equal(memsys_quiet_cycles(w->ms), UINT32_MAX);
    assert_true(ask(w, (mem_req_t){.addr = 0, .bytes = 128}));
    while (!memsys_waiting(w->ms)) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    const dram_cfg_t *d = &m.dram;
    /* latency + flits - 1; the way back begins in the very cycle the L2 has the data */
    const uint32_t there = 4 + 1 - 1, back = 4 + 4 - 1 - 1;
    const uint32_t l2 = 1 + 120;                        /* taken in, pipeline */
    const uint32_t dram = 1 + 1 + d->tRCD + (2 - 1) * d->tCCDL + d->tCL + 2 + d->latency_cycles;
    assert_int_equal(w->cycle, there + l2 + dram + back);
    drain(w);
    /* The same line again: no DRAM. */
    const uint64_t before = w->cycle;
    assert_true(ask(w, (mem_req_t){.addr = 0, .bytes = 128}));
    while (!memsys_waiting(w->ms)) {
        memsys_tick(w->ms);
        w->cycle++;
    }
    assert_int_equal(w->cycle - before, there + l2 + m.l2.cache.hit_latency_cycles + back);
    assert_int_equal(stats_sum(w->stats, "mem.dram_*.reads"), 1);
    drain(w);
    end(w);
}

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

/* The same pushes in the same cycles; one world ticks, the other skips what it is told is quiet, and
 * also skips blindly over busy cycles. Replies and all statistics must agree. */
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
    for (uint32_t shape = 0; shape < 3; shape++) {
        m.core_mhz = shape == 1 ? 1300 : 700;
        m.icnt_mhz = shape == 1 ? 650 : 700;
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
    const machine_t m = rig_machine();
    world_t *a = world(&m), *b = world(&m);
    for (uint32_t burst = 0; burst < 200; burst++) {
        const uint32_t n = 1 + (uint32_t)(rig_random(&a->seed) % 300);
        const mem_req_t r = random_request(a, burst % m.sms, 1 << 16);
        ask(a, r);
        ask(b, r);
        for (uint32_t i = 0; i < n; i++) memsys_tick(a->ms);
        memsys_skip(b->ms, n);
        assert_true(memsys_waiting(a->ms) == memsys_waiting(b->ms));
        assert_int_equal(stats_sum(a->stats, "*"), stats_sum(b->stats, "*"));
        take_replies(a, 0);
        take_replies(b, 0);
    }
    drain(a);
    drain(b);
    end(a);
    end(b);
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
            if (w->out[sm] < 48 && ask(w, (mem_req_t){.addr = next, .bytes = 128,
                                                       .sm = (uint16_t)sm}))
                next += 128;
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_unloaded_read_latency_is_the_sum_of_the_stages),
        cmocka_unit_test(test_every_request_is_answered_once),
        cmocka_unit_test(test_tiny_queues_only_slow_down),
        cmocka_unit_test(test_other_shapes),
        cmocka_unit_test(test_clocks_keep_exact_ratios),
        cmocka_unit_test(test_skipping_equals_ticking),
        cmocka_unit_test(test_blind_skip_equals_ticks),
        cmocka_unit_test(test_streaming_reads_fill_the_pins),
        cmocka_unit_test(test_description_names_what_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
