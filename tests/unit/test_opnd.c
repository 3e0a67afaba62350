/* test_opnd.c - operand collectors alone: in which cycle an instruction leaves them, by operands, banks and ports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "opnd_rig.h"

#include <string.h>

static const winst_t NONE = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}};
static const winst_t ONE = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 1, .src = {1}};
static const winst_t APART = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 2, .src = {1, 2}};
static const winst_t SHARED = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 2, .src = {1, 1 + BANKS}};
static const winst_t TWICE = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 2, .src = {1, 1}};
static const winst_t ZERO = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .reads_zero = true};
static const winst_t ZERO_3 = {
    .unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 1, .src = {3}, .reads_zero = true};
static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .ndst = 1, .dst = {8}};

static zero_register_t zero_register; /* of the next rig, */
static uint32_t control_cycles;       /* and this too */

static void start(rig_t *r, uint32_t collectors, uint32_t results)
{
    sm_cfg_t cfg = {.register_banks = BANKS,
                    .collector_steps = 1,
                    .results = results,
                    .zero_register = zero_register,
                    .control_cycles = control_cycles,
                    .pipes = {2, 1, 1, 1, 0},
                    .lat = {[LAT_DIV] = {LATENCY + 1, 1}}};
    for (uint32_t u = UNIT_SP; u < UNIT_NONE; u++) {
        cfg.collectors[u] = collectors;
        cfg.issue_width[u] = 2;
    }
    rig_start(r, &cfg);
}

static void push(rig_t *r, const winst_t *in, uint32_t warp)
{
    opnd_push(r->o, in->unit, (issued_t){.inst = in, .warp = (uint8_t)warp});
}

/* Cycles 0 to 31; the first in which a result of the instruction that was pushed before is written. */
static uint64_t result_of(const winst_t *in)
{
    rig_t r;
    issued_t memory;
    start(&r, 2, 2);
    push(&r, in, 0);
    for (uint64_t now = 0; now < 32; now++) assert_false(opnd_step(r.o, now, true, &memory));
    assert_int_equal(opnd_inside(r.o), 0);
    const uint64_t due = wheel_next(r.wheel, 0);
    stop(&r);
    return due;
}

/* Collector in cycle 0, behind the collectors in 1, a pipeline in 2. */
static void without_operands_an_instruction_starts_after_two_cycles(void **state)
{
    (void)state;
    assert_int_equal(result_of(&NONE), 2 + LATENCY + LEAVE_CYCLES);
}

static void a_bank_reads_one_operand_per_cycle(void **state)
{
    (void)state;
    const uint64_t none = result_of(&NONE);
    assert_int_equal(result_of(&ONE), none + 1);
    assert_int_equal(result_of(&APART), none + 1);
    assert_int_equal(result_of(&SHARED), none + 2);
    assert_int_equal(result_of(&TWICE), none + 1); /* one register, one read */
}

/* R255 shares a bank with R3. */
static void the_zero_register_may_be_read_like_any_other(void **state)
{
    (void)state;
    const uint64_t none = result_of(&NONE);
    assert_int_equal(result_of(&ZERO), none);
    assert_int_equal(result_of(&ZERO_3), none + 1);
    zero_register = ZERO_READ;
    assert_int_equal(result_of(&NONE), none);
    assert_int_equal(result_of(&ZERO), none + 1);
    assert_int_equal(result_of(&ZERO_3), none + 2);
    zero_register = ZERO_FREE;
}

/* ... also beside the most sources that an instruction has. */
static void the_zero_register_is_read_beside_ten_sources(void **state)
{
    (void)state;
    winst_t most = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = WINST_SRC_MAX, .reads_zero = true};
    for (uint32_t i = 0; i < WINST_SRC_MAX; i++) most.src[i] = (uint16_t)(20 + i);
    rig_t r;
    issued_t memory;
    zero_register = ZERO_READ;
    start(&r, 2, 2);
    push(&r, &most, 0);
    push(&r, &APART, 1);
    for (uint64_t now = 0; now < 32; now++) assert_false(opnd_step(r.o, now, true, &memory));
    assert_int_equal(opnd_inside(r.o), 0);
    assert_int_equal(r.counted.operands_asked, WINST_SRC_MAX + 1 + 2);
    assert_int_equal(r.counted.operands_read, WINST_SRC_MAX + 1 + 2);
    stop(&r);
    zero_register = ZERO_FREE;
}

static void barriers_fences_and_exits_have_a_latency_of_their_own(void **state)
{
    (void)state;
    static const struct {
        winst_op_t op;
        bool control;
    } OPS[] = {{WI_BARRIER, true}, {WI_FENCE, true}, {WI_EXIT, true}, {WI_ALU, false}, {WI_BRANCH, false}};
    for (uint32_t i = 0; i < sizeof OPS / sizeof OPS[0]; i++) {
        const winst_t in = {.unit = UNIT_SP, .lat = LAT_INT, .op = OPS[i].op};
        control_cycles = 0;
        const uint64_t as_int = result_of(&in);
        control_cycles = 1;
        assert_int_equal(as_int - result_of(&in), OPS[i].control ? LATENCY - 1 : 0);
        control_cycles = 0;
    }
}

static void a_bank_that_is_written_serves_no_read(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    static const winst_t WRITES_1 = {.ndst = 1, .dst = {1}};
    start(&r, 2, 2);
    push(&r, &ONE, 0);
    opnd_step(r.o, 0, true, &memory);
    assert_true(opnd_write_if_free(r.o, 0, 0, &WRITES_1));
    assert_false(opnd_write_if_free(r.o, 0, 0, &WRITES_1)); /* one write per cycle, too */
    opnd_step(r.o, 1, true, &memory);
    assert_int_equal(r.counted.operands_read, 0);
    opnd_step(r.o, 2, true, &memory);
    assert_int_equal(r.counted.operands_read, 1);
    stop(&r);
}

/* Register r of warp w is in bank (r + w) mod BANKS: warps with the same program read different banks. */
static void warps_are_spread_over_banks(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    for (uint32_t second = 1; second <= BANKS; second += BANKS - 1) {
        start(&r, 2, 2);
        push(&r, &ONE, 0);
        push(&r, &ONE, second);
        opnd_step(r.o, 0, true, &memory);
        assert_int_equal(r.counted.bank_conflicts, second == BANKS);
        stop(&r);
    }
}

static void results_that_are_due_together_share_the_ports(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    for (uint32_t ports = 1; ports <= 2; ports++) {
        start(&r, 2, ports);
        push(&r, &NONE, 0);
        push(&r, &NONE, 1);
        for (uint64_t now = 0; now < 8; now++) opnd_step(r.o, now, true, &memory);
        assert_int_equal(r.counted.result_waits, ports == 1);
        event_t ev;
        assert_true(wheel_pop(r.wheel, 2 + LATENCY + LEAVE_CYCLES, &ev));
        assert_int_equal(wheel_pop(r.wheel, 2 + LATENCY + LEAVE_CYCLES, &ev), ports == 2);
        stop(&r);
    }
}

/* The second instruction starts a cycle later and takes a cycle less. The DP unit has one pipeline, the SP unit two. */
static void a_pipeline_delivers_one_result_per_cycle(void **state)
{
    (void)state;
    static const winst_t SLOW = {.unit = UNIT_SP, .lat = LAT_DIV, .ndst = 1, .dst = {8}};
    for (uint32_t unit = UNIT_SP; unit <= UNIT_DP; unit++) {
        rig_t r;
        issued_t memory;
        event_t ev;
        const uint64_t due = 2 + LATENCY + 1 + LEAVE_CYCLES;
        start(&r, 2, 2);
        opnd_push(r.o, unit, (issued_t){.inst = &SLOW});
        opnd_step(r.o, 0, true, &memory);
        opnd_push(r.o, unit, (issued_t){.inst = &NONE, .warp = 1});
        for (uint64_t now = 1; now < 8; now++) opnd_step(r.o, now, true, &memory);
        assert_true(wheel_pop(r.wheel, due, &ev));
        assert_int_equal(wheel_pop(r.wheel, due, &ev), unit == UNIT_SP);
        if (unit == UNIT_DP) assert_true(wheel_pop(r.wheel, due + 1, &ev));
        assert_int_equal(r.counted.result_waits, 0); /* both ports were there */
        stop(&r);
    }
}

/* The older one reads two operands of a bank, so the younger one is ready first; the pipeline is taken until cycle 8.
 */
static void the_older_of_two_output_places_starts_first(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    event_t ev;
    start(&r, 2, 2);
    units_take_pipe(r.units, 0, UNIT_DP, 0, 0, 8);
    opnd_push(r.o, UNIT_DP, (issued_t){.inst = &SHARED, .warp = 6});
    opnd_push(r.o, UNIT_DP, (issued_t){.inst = &NONE, .warp = 7});
    for (uint64_t now = 0; now < 10; now++) opnd_step(r.o, now, true, &memory);
    assert_true(wheel_pop(r.wheel, 8 + LATENCY + LEAVE_CYCLES, &ev));
    assert_int_equal(ev.id, 6);
    assert_true(wheel_pop(r.wheel, 9 + LATENCY + LEAVE_CYCLES, &ev));
    assert_int_equal(ev.id, 7);
    stop(&r);
}

static void an_instruction_waits_for_a_collector(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    start(&r, 1, 2);
    push(&r, &ONE, 0);
    push(&r, &ONE, 1);
    assert_int_equal(opnd_room(r.o, UNIT_SP), 0);
    opnd_step(r.o, 0, true, &memory);
    assert_int_equal(r.counted.collector_waits, 1);
    assert_int_equal(opnd_room(r.o, UNIT_SP), 1);
    for (uint64_t now = 1; now < 16; now++) opnd_step(r.o, now, true, &memory);
    assert_int_equal(r.counted.operands_read, 2);
    stop(&r);
}

static void a_load_leaves_when_the_ldst_unit_has_room(void **state)
{
    (void)state;
    rig_t r;
    issued_t memory;
    start(&r, 2, 2);
    opnd_push(r.o, UNIT_LDST, (issued_t){.inst = &LOAD, .warp = 5, .entry = 7});
    for (uint64_t now = 0; now < 8; now++) assert_false(opnd_step(r.o, now, false, &memory));
    assert_true(opnd_step(r.o, 8, true, &memory));
    assert_int_equal(memory.entry, 7);
    assert_int_equal(memory.warp, 5);
    assert_int_equal(opnd_inside(r.o), 0);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_operands_an_instruction_starts_after_two_cycles),
        cmocka_unit_test(a_bank_reads_one_operand_per_cycle),
        cmocka_unit_test(the_zero_register_may_be_read_like_any_other),
        cmocka_unit_test(the_zero_register_is_read_beside_ten_sources),
        cmocka_unit_test(barriers_fences_and_exits_have_a_latency_of_their_own),
        cmocka_unit_test(a_bank_that_is_written_serves_no_read),
        cmocka_unit_test(warps_are_spread_over_banks),
        cmocka_unit_test(results_that_are_due_together_share_the_ports),
        cmocka_unit_test(a_pipeline_delivers_one_result_per_cycle),
        cmocka_unit_test(the_older_of_two_output_places_starts_first),
        cmocka_unit_test(an_instruction_waits_for_a_collector),
        cmocka_unit_test(a_load_leaves_when_the_ldst_unit_has_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
