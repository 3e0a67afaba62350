/* test_control_assign.c - control bits that short programs get, on the core of a6000: latency 4 of an addition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "control_rig.h"

static void check_bits(const rig_t *r, uint32_t at, uint32_t stall, uint32_t write, uint32_t read, uint32_t wait)
{
    const inst_control_t *c = &r->out[at];
    if (c->stall_cycles != stall || c->write_counter != write || c->read_counter != read || c->wait != wait)
        fail_msg("instruction %u: found stall %u, write %u, read %u, wait %02x; expected %u, %u, %u, %02x", at,
                 c->stall_cycles, c->write_counter, c->read_counter, c->wait, stall, write, read, wait);
}

static void a_stall_bridges_the_latency_up_to_the_consumer(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    alu(&r, 1, 2, 3);
    alu(&r, 4, 1, 3); /* follows at once */
    alu(&r, 5, 2, 3);
    alu(&r, 6, 4, 3); /* with one instruction between */
    alu(&r, 7, 2, 3);
    assign(&r);
    check_bits(&r, 0, 4, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 1, 1, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 2, 3, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 3, 1, CONTROL_NONE, CONTROL_NONE, 0);
}

/* SFU instructions read their sources in Control, a cycle before those of fixed latency. */
static void an_sfu_consumer_is_a_cycle_further_away(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    alu(&r, 1, 2, 3);
    sfu(&r, 4, 1);
    alu(&r, 5, 4, 3);
    assign(&r);
    check_bits(&r, 0, 5, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 1, 2, 0, CONTROL_NONE, 0);
    check_bits(&r, 2, 1, CONTROL_NONE, CONTROL_NONE, 1);
}

static void a_load_has_a_counter_that_its_consumer_waits_for(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    load(&r, 1, 2);
    alu(&r, 3, 4, 5);
    alu(&r, 6, 1, 5);
    alu(&r, 7, 1, 5); /* no longer pending */
    assign(&r);
    check_bits(&r, 0, 1, 0, CONTROL_NONE, 0);
    check_bits(&r, 2, 1, CONTROL_NONE, CONTROL_NONE, 1);
    check_bits(&r, 3, 1, CONTROL_NONE, CONTROL_NONE, 0);
}

/* The last of more than six shares a counter with the one before, whose consumer then waits for both. */
static void more_than_six_loads_share_counters(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    for (uint32_t i = 0; i < 7; i++) load(&r, 10 + i, 2);
    alu(&r, 3, 15, NONE);
    alu(&r, 4, 16, NONE);
    alu(&r, 5, 10, NONE);
    assign(&r);
    for (uint32_t i = 0; i < 6; i++) check_bits(&r, i, 1, i, CONTROL_NONE, 0);
    check_bits(&r, 6, 2, 5, CONTROL_NONE, 0);
    check_bits(&r, 7, 1, CONTROL_NONE, CONTROL_NONE, 1 << 5);
    check_bits(&r, 8, 1, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 9, 1, CONTROL_NONE, CONTROL_NONE, 1);
}

static void an_overwritten_address_is_guarded_unless_the_result_is_used_first(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    load(&r, 1, 2);
    alu(&r, 2, 2, 3); /* overwrites the address of a load under way */
    load(&r, 4, 5);
    alu(&r, 6, 4, 3); /* the load is over */
    alu(&r, 5, 5, 3);
    assign(&r);
    check_bits(&r, 0, 2, 0, 1, 0);
    check_bits(&r, 1, 1, CONTROL_NONE, CONTROL_NONE, 1 << 1);
    check_bits(&r, 2, 2, 1, CONTROL_NONE, 0);
    check_bits(&r, 3, 1, CONTROL_NONE, CONTROL_NONE, 1 << 1);
    check_bits(&r, 4, 1, CONTROL_NONE, CONTROL_NONE, 0);
}

static void a_result_is_overwritten_only_once_written(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    load(&r, 1, 2);
    alu(&r, 1, 3, 4);
    alu(&r, 1, 5, 6); /* same latency: it comes later anyway */
    assign(&r);
    check_bits(&r, 0, 2, 0, CONTROL_NONE, 0);
    check_bits(&r, 1, 1, CONTROL_NONE, CONTROL_NONE, 1);
    check_bits(&r, 2, 1, CONTROL_NONE, CONTROL_NONE, 0);
}

/* What is open at a jump or before a label is waited for at every label; behind a jump that is not taken it is not. */
static void labels_wait_for_all_that_is_open(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    label(&r);
    load(&r, 1, 2);
    jump(&r);
    alu(&r, 3, 4, 5);
    alu(&r, 6, 1, 5);
    store(&r, 7, 3);
    label(&r);
    alu(&r, 8, 9, 10);
    assign(&r);
    check_bits(&r, 0, 1, 0, CONTROL_NONE, 1);
    check_bits(&r, 1, 1, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 2, 1, CONTROL_NONE, CONTROL_NONE, 0);
    check_bits(&r, 3, 3, CONTROL_NONE, CONTROL_NONE, 1);
    check_bits(&r, 4, 2, CONTROL_NONE, 0, 0); /* R6 is written before the label */
    check_bits(&r, 5, 1, CONTROL_NONE, CONTROL_NONE, 1);
}

static void a_stall_above_11_yields_and_a_latency_above_14_has_a_counter(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    r.m.sm.lat[LAT_FP].latency_cycles = 13;
    alu(&r, 1, 2, 3);
    alu(&r, 4, 1, 3);
    assign(&r);
    check_bits(&r, 0, 13, CONTROL_NONE, CONTROL_NONE, 0);
    assert_true(r.out[0].yield);
    r.m.sm.lat[LAT_FP].latency_cycles = 15;
    assign(&r);
    check_bits(&r, 0, 2, 0, CONTROL_NONE, 0);
    check_bits(&r, 1, 1, 0, CONTROL_NONE, 1);
    assert_false(r.out[0].yield);
}

static void operands_that_the_next_instruction_reads_again_are_kept(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    alu(&r, 1, 2, 3);
    alu(&r, 4, 2, 5); /* R2 at the same place */
    alu(&r, 6, 7, 2); /* R2 at another place */
    alu(&r, 7, 7, 2); /* both, but R7 is overwritten */
    alu(&r, 8, 7, 2);
    load(&r, 9, 7);
    assign(&r);
    const uint8_t expected[] = {1, 0, 3, 2, 0, 0};
    for (uint32_t i = 0; i < r.count; i++) assert_int_equal(r.out[i].reuse, expected[i]);
    assert_int_equal(r.out[5].operand_regs[0], 2); /* a global address has 64 bits */
}

static void predicates_are_no_operands(void **state)
{
    rig_t r;
    (void)state;
    start(&r);
    alu(&r, 1, 2, 3);
    r.w[0].predicates = 1;
    assign(&r);
    assert_int_equal(r.out[0].operand[0], 3);
    assert_int_equal(r.out[0].operand[1], CONTROL_NO_REG);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_bridges_the_latency_up_to_the_consumer),
        cmocka_unit_test(an_sfu_consumer_is_a_cycle_further_away),
        cmocka_unit_test(a_load_has_a_counter_that_its_consumer_waits_for),
        cmocka_unit_test(more_than_six_loads_share_counters),
        cmocka_unit_test(an_overwritten_address_is_guarded_unless_the_result_is_used_first),
        cmocka_unit_test(a_result_is_overwritten_only_once_written),
        cmocka_unit_test(labels_wait_for_all_that_is_open),
        cmocka_unit_test(a_stall_above_11_yields_and_a_latency_above_14_has_a_counter),
        cmocka_unit_test(operands_that_the_next_instruction_reads_again_are_kept),
        cmocka_unit_test(predicates_are_no_operands),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
