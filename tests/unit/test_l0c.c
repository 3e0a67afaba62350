/* test_l0c.c - the L0 constant cache of one sub-core, with an L1C and warps, without the rest of the SM. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "config/config.h"
#include "fake_fe.h"
#include "sm/l0c.h"

#include <string.h>

enum { WAIT = 5, HELD = 4, CYCLES = 2000 };
#define ALL_HELD UINT64_MAX

static const inst_control_t FIRST = {.has_constant = true, .constant_addr = 0x710000000160},
                            SAME_LINE = {.has_constant = true, .constant_addr = 0x710000000140},
                            OTHER_LINE = {.has_constant = true, .constant_addr = 0x710000000180},
                            NONE = {.stall_cycles = 1};

/* Warp w is the w-th that started, a CTA of its own; its program: an instruction with these control bits. */
typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *memsys;
    wheel_t *wheel;
    sm_counters_t counters;
    warps_t *warps;
    uint64_t now;
    l1_next_t next;
    l1_t *l1c;
    l0c_t *l0c;
    uint32_t begun;
    winst_t prog[8][2];
    fake_t fake[8];
    kernel_launch_t launch[8];
} bed_t;

static void open_bed(bed_t *b)
{
    err_t err = {{0}};
    memset(b, 0, sizeof *b);
    if (!machine_load("configs/machines/a6000.yaml", &b->m, &err)) fail_msg("%s", err.text);
    b->m.sm.schedulers = 1;
    b->m.sm.l0c.wait_cycles = WAIT;
    b->m.sm.l0c.miss_cycles = HELD;
    b->stats = stats_create();
    b->memsys = memsys_create(&b->m, b->stats, "mem");
    b->wheel = wheel_create();
    b->warps = warps_create(&b->m.sm, false, b->wheel, &b->counters);
    b->l1c = l1_create(&b->m.sm.l1c, 0, 2, b->memsys, &b->now, &b->next, b->stats, "l1c");
    b->l0c = l0c_create(&b->m.sm, b->l1c, b->warps);
    assert_true(b->memsys && b->warps && b->l1c && b->l0c);
}

static void close_bed(bed_t *b)
{
    l0c_destroy(b->l0c);
    warps_destroy(b->warps);
    wheel_destroy(b->wheel);
    l1_destroy(b->l1c);
    memsys_destroy(b->memsys);
    stats_destroy(b->stats);
}

static uint32_t begin(bed_t *b, const inst_control_t *control)
{
    const uint32_t w = b->begun++;
    uint64_t share[SM_SCHEDS];
    b->prog[w][0] = (winst_t){.unit = UNIT_SP, .op = WI_ALU, .control = control};
    b->prog[w][1] = (winst_t){.unit = UNIT_NONE, .op = WI_EXIT, .pc_bytes = 8, .control = &NONE};
    b->fake[w] = (fake_t){.prog = b->prog[w]};
    b->launch[w] = fake_launch(&b->fake[w], 1, 32);
    err_t err = {{0}};
    const cta_place_t place = {.slot = w};
    const cta_t cta = {.launch = &b->launch[w], .fe = b->launch[w].ops->cta_begin(b->launch[w].self, &place, &err)};
    warps_cta_begin(b->warps, &cta, w, HALF_ALL, share);
    l0c_warp_starts(b->l0c, w);
    return w;
}

/* A cycle; returns the warps that may not issue. */
static uint64_t look(bed_t *b, uint64_t candidates)
{
    mem_reply_t reply;
    b->now++;
    memsys_tick(b->memsys);
    if (memsys_waits(b->memsys, 0) && memsys_pop(b->memsys, 0, &reply)) l1_fill(b->l1c, &reply);
    if (b->next.works) l1_step(b->l1c);
    while (b->next.hit_cycle <= b->now || b->next.answer_cycle <= b->now) l0c_answer(b->l0c, b->now, l1_pop(b->l1c));
    l0c_step(b->l0c, b->now);
    return l0c_look(b->l0c, b->now, 0, candidates);
}

static void await(bed_t *b, uint64_t warps)
{
    for (uint32_t i = 0; i < CYCLES && look(b, warps); i++) continue;
    assert_int_equal(look(b, warps), 0);
}

static void a_miss_of_the_youngest_holds_up_all_and_then_itself(void **state)
{
    bed_t b;
    (void)state;
    open_bed(&b);
    begin(&b, &NONE);
    begin(&b, &FIRST);
    for (uint32_t i = 0; i < HELD; i++) assert_true(look(&b, 3) == ALL_HELD);
    for (uint32_t i = 0; i < 100; i++) assert_int_equal(look(&b, 3), 2);
    await(&b, 3);
    assert_int_equal(l0c_counters(b.l0c)->misses, 1);
    assert_false(l0c_awaits(b.l0c));
    close_bed(&b);
}

static void the_warp_that_issued_last_is_looked_at_first(void **state)
{
    bed_t b;
    (void)state;
    open_bed(&b);
    begin(&b, &FIRST);
    begin(&b, &NONE);
    assert_int_equal(look(&b, 3), 1); /* the youngest needs no constant: no look-up */
    assert_int_equal(l0c_counters(b.l0c)->misses, 0);
    l0c_issued(b.l0c, 1);
    l0c_issued(b.l0c, 0);
    assert_true(look(&b, 3) == ALL_HELD);
    l0c_warp_starts(b.l0c, 0); /* its number goes to a warp that has not issued */
    l0c_warp_starts(b.l0c, 1);
    assert_int_equal(look(&b, 3), 1);
    close_bed(&b);
}

static void warps_of_one_line_request_it_once(void **state)
{
    bed_t b;
    (void)state;
    open_bed(&b);
    begin(&b, &FIRST);
    begin(&b, &SAME_LINE);
    begin(&b, &OTHER_LINE);
    await(&b, 7);
    assert_int_equal(l0c_counters(b.l0c)->misses, 3);
    assert_int_equal(stats_sum(b.stats, "l1c.accesses"), 2);
    close_bed(&b);
}

static void a_hit_in_the_l1c_takes_both_ways_and_its_access(void **state)
{
    bed_t b;
    (void)state;
    open_bed(&b);
    begin(&b, &FIRST);
    await(&b, 1);
    l0c_empty(b.l0c);
    uint32_t cycles = 0;
    while (look(&b, 1)) cycles++;
    assert_int_equal(cycles, 2 * WAIT + b.m.sm.l1c.hit_latency_cycles);
    close_bed(&b);
}

static void the_next_cycle_is_that_of_a_line_or_of_the_end_of_a_hold(void **state)
{
    bed_t b;
    (void)state;
    open_bed(&b);
    begin(&b, &FIRST);
    assert_true(l0c_next_cycle(b.l0c, b.now) == UINT64_MAX);
    look(&b, 1);
    assert_int_equal(l0c_next_cycle(b.l0c, b.now), b.now + HELD);
    for (uint32_t i = 0; i < HELD; i++) look(&b, 1);
    assert_int_equal(l0c_next_cycle(b.l0c, b.now), b.now + WAIT - HELD);
    close_bed(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_miss_of_the_youngest_holds_up_all_and_then_itself),
        cmocka_unit_test(the_warp_that_issued_last_is_looked_at_first),
        cmocka_unit_test(warps_of_one_line_request_it_once),
        cmocka_unit_test(a_hit_in_the_l1c_takes_both_ways_and_its_access),
        cmocka_unit_test(the_next_cycle_is_that_of_a_line_or_of_the_end_of_a_hold),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
