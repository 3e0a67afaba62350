/* test_ports.c - Control, Allocate, register ports and the reuse cache alone: when instructions leave, what needs a
 * port. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "ports_rig.h"

static uint32_t bubbles_of(inst_control_t c)
{
    const winst_t in = fixed(&c);
    return bubbles(&in, REUSE_NONE);
}

static void fixed_latency_leaves_allocate_two_cycles_after_issue(void **state)
{
    (void)state;
    const inst_control_t c = reads(1, 3, 5, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    issue(&r, &in);
    next(&r, 1);
    assert_int_equal(r.out.leaving, 0);
    next(&r, 1);
    assert_int_equal(r.out.leaving, 1);
    assert_ptr_equal(r.out.inst[0].inst, &in);
    next(&r, 1);
    assert_int_equal(r.out.leaving, 0);
    stop(&r);
}

/* FMUL and FFMA of section 5.3. */
static void operands_of_one_bank_cost_bubbles(void **state)
{
    (void)state;
    assert_int_equal(bubbles_of(reads(2, NO, NO, 0)), 0);
    assert_int_equal(bubbles_of(reads(2, 4, NO, 0)), 1);
    assert_int_equal(bubbles_of(reads(3, NO, 5, 0)), 1);
    assert_int_equal(bubbles_of(reads(2, 4, 6, 0)), 2);
    assert_int_equal(bubbles_of(reads(1, 3, 5, 0)), 2);
}

static void operands_of_different_banks_cost_none(void **state)
{
    (void)state;
    assert_int_equal(bubbles_of(reads(NO, NO, NO, 0)), 0);
    assert_int_equal(bubbles_of(reads(2, 3, NO, 0)), 0);
    assert_int_equal(bubbles_of(reads(2, 3, 4, 0)), 1); /* two of one bank and one of the other */
}

static void without_control_bits_the_sources_are_the_operands(void **state)
{
    (void)state;
    const winst_t one = {.unit = UNIT_SP, .nsrc = 1, .src = {2, 4, 6}},
                  two = {.unit = UNIT_SP, .nsrc = 2, .src = {2, 4}};
    const winst_t three = {.unit = UNIT_SP, .nsrc = 3, .src = {2, 4, 6}};
    assert_int_equal(bubbles(&one, REUSE_NONE), 0);
    assert_int_equal(bubbles(&two, REUSE_NONE), 1);
    assert_int_equal(bubbles(&three, REUSE_NONE), 2);
}

static void operands_of_64_bits_read_both_banks(void **state)
{
    (void)state;
    inst_control_t c = reads(2, NO, NO, 0);
    c.operand_regs[0] = 2;
    assert_int_equal(bubbles_of(c), 0);
    for (uint16_t second = 4; second <= 5; second++) {
        c.operand[1] = second;
        assert_int_equal(bubbles_of(c), 1);
    }
}

/* The first one takes the ports of cycles 3, 4 and 5: the second one waits in cycles 3 and 4, the third one behind it.
 */
static void control_is_blocked_while_allocate_waits(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, 4, 6, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    for (uint32_t n = 0; n < 3; n++, next(&r, 1)) {
        assert_int_equal(ports_full(r.p, r.now, 0), 0);
        issue(&r, &in);
    }
    for (; r.now < 5; next(&r, 1)) {
        assert_int_equal(ports_full(r.p, r.now, 0), EVERY_UNIT);
        assert_int_equal(ports_full(r.p, r.now, 1), 0); /* another sub-core */
    }
    assert_int_equal(r.out.leaving, 1);
    assert_int_equal(ports_full(r.p, r.now, 0), 0);
    assert_int_equal(ports_counters(r.p)->waiting, 2);
    stop(&r);
}

/* In cycles 3 and 4 the second instruction waits in Allocate, and Control is empty. */
static void issue_stands_still_behind_allocate(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, 4, 6, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    for (uint32_t n = 0; n < 2; n++, next(&r, 1)) issue_from(&r, &in, 1, 0);
    for (; r.now < 6; next(&r, 1)) {
        const bool stands = r.now == 3 || r.now == 4;
        assert_int_equal(ports_held(r.p), stands ? 1 << 1 : 0);
        assert_int_equal(ports_full(r.p, r.now, 1), stands ? EVERY_UNIT : 0);
        assert_int_equal(ports_full(r.p, r.now, 0), 0);
    }
    stop(&r);
}

static void sub_cores_have_ports_of_their_own(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, 4, 6, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    for (uint32_t i = 0; i < SM_SCHEDS; i++) issue_from(&r, &in, i, i);
    next(&r, 2);
    assert_int_equal(r.out.leaving, SM_SCHEDS);
    for (uint32_t i = 0; i < SM_SCHEDS; i++) assert_int_equal(r.out.inst[i].sched, i);
    stop(&r);
}

static void control_takes_no_second_instruction_in_a_cycle(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, NO, NO, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    issue(&r, &in);
    assert_int_equal(ports_full(r.p, r.now, 0), EVERY_UNIT);
    next(&r, 1);
    assert_int_equal(ports_full(r.p, r.now, 0), 0);
    stop(&r);
}

static void a_latch_of_two_cycles_bars_its_unit_for_one(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, NO, NO, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    for (uint32_t latch = 1; latch <= 4; latch++) {
        start(&r, REUSE_NONE);
        ports_push(r.p, r.now, (ports_inst_t){.inst = &in, .unit = UNIT_SP}, latch);
        for (uint32_t later = 1; later <= 5; later++) {
            next(&r, 1);
            assert_int_equal(ports_full(r.p, r.now, 0), later < latch ? 1u << UNIT_SP : 0);
        }
        stop(&r);
    }
}

static void variable_latency_leaves_from_control(void **state)
{
    (void)state;
    static const unit_t VARIABLE[] = {UNIT_LDST, UNIT_SFU, UNIT_DP, UNIT_TEXTURE, UNIT_TENSOR};
    const inst_control_t c = reads(2, 4, 6, 0);
    rig_t r;
    for (uint32_t i = 0; i < sizeof VARIABLE / sizeof VARIABLE[0]; i++) {
        const winst_t in = {.unit = VARIABLE[i], .control = &c};
        start(&r, REUSE_NONE);
        issue(&r, &in);
        next(&r, 1);
        assert_int_equal(r.out.leaving, 1);
        assert_int_equal(ports_inside(r.p), 0);
        stop(&r);
    }
}

/* In cycle 3 the second instruction waits for ports that the first one took. */
static void variable_latency_passes_one_that_waits_in_allocate(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, 4, 6, 0);
    const winst_t in = fixed(&c), load = {.unit = UNIT_LDST, .control = &c};
    rig_t r;
    start(&r, REUSE_NONE);
    issue(&r, &in);
    next(&r, 1);
    issue(&r, &in);
    next(&r, 1);
    issue(&r, &load);
    next(&r, 1);
    assert_int_equal(r.out.leaving, 1);
    assert_ptr_equal(r.out.inst[0].inst, &load);
    assert_int_equal(ports_inside(r.p), 1);
    stop(&r);
}

static void inside_and_memory_count_what_has_not_left(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, NO, NO, 0);
    const winst_t in = fixed(&c), load = {.unit = UNIT_LDST, .control = &c};
    rig_t r;
    start(&r, REUSE_NONE);
    issue(&r, &in);
    issue_from(&r, &load, 1, 1);
    assert_int_equal(ports_inside(r.p), 2);
    assert_int_equal(ports_memory(r.p), 1);
    next(&r, 1);
    assert_int_equal(ports_inside(r.p), 1);
    assert_int_equal(ports_memory(r.p), 0);
    next(&r, 1);
    assert_int_equal(ports_inside(r.p), 0);
    stop(&r);
}

/* Ports that were taken long ago are free, also those of an instruction before a pause. */
static void reservations_end(void **state)
{
    (void)state;
    const inst_control_t c = reads(2, 4, 6, 0);
    const winst_t in = fixed(&c);
    rig_t r;
    start(&r, REUSE_NONE);
    issue(&r, &in);
    next(&r, 3);
    r.now += UINT64_C(1) << 40; /* idle, without steps */
    ports_step(r.p, r.now, &r.out);
    issue(&r, &in);
    next(&r, 2);
    assert_int_equal(r.out.leaving, 1);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fixed_latency_leaves_allocate_two_cycles_after_issue),
        cmocka_unit_test(operands_of_one_bank_cost_bubbles),
        cmocka_unit_test(operands_of_different_banks_cost_none),
        cmocka_unit_test(without_control_bits_the_sources_are_the_operands),
        cmocka_unit_test(operands_of_64_bits_read_both_banks),
        cmocka_unit_test(control_is_blocked_while_allocate_waits),
        cmocka_unit_test(issue_stands_still_behind_allocate),
        cmocka_unit_test(sub_cores_have_ports_of_their_own),
        cmocka_unit_test(control_takes_no_second_instruction_in_a_cycle),
        cmocka_unit_test(a_latch_of_two_cycles_bars_its_unit_for_one),
        cmocka_unit_test(variable_latency_leaves_from_control),
        cmocka_unit_test(variable_latency_passes_one_that_waits_in_allocate),
        cmocka_unit_test(inside_and_memory_count_what_has_not_left),
        cmocka_unit_test(reservations_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
