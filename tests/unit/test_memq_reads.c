/* test_memq_reads.c - memory queues of sub-cores alone: when an instruction has read its sources. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "memq_rig.h"

static winst_t access_of(winst_op_t op, const inst_control_t *address, uint32_t bytes)
{
    return (winst_t){.unit = UNIT_LDST, .op = op, .width_bytes = (uint8_t)bytes, .control = address};
}

/* Of an instruction that issues in cycle 0: the cycle in which it reports that it has read its sources. */
static uint64_t read_in(const winst_t *in)
{
    memq_t *m = start();
    memq_out_t out;
    uint64_t now = 1;
    issue(m, in, 0, 7);
    for (;; now++) {
        memq_step(m, now, true, &out);
        if (out.reads || now == CYCLES) break;
    }
    assert_int_equal(out.reads, 1);
    assert_int_equal(out.read[0].entry, 7);
    memq_destroy(m);
    return now;
}

typedef struct {
    winst_op_t op;
    const inst_control_t *address;
    uint32_t bytes;
    uint64_t cycles; /* Table 2: from issue to an instruction that overwrites a source */
} war_t;

/* A counter that is released in a cycle lets an instruction issue in the next one. */
static void check_reads(const war_t *war, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        const winst_t in = access_of(war[i].op, war[i].address, war[i].bytes);
        assert_int_equal(read_in(&in) + 1, war[i].cycles);
    }
}

/* 64-bit registers address global memory, 32-bit ones shared memory. */
static void loads_read_their_sources_by_address_registers(void **state)
{
    (void)state;
    static const war_t LOADS[] = {{WI_LOAD, &UNIFORM, 4, 9}, {WI_LOAD, &UNIFORM, 16, 9}, {WI_LOAD, &REG_32, 4, 9},
                                  {WI_LOAD, &REG_32, 16, 9}, {WI_LOAD, &REG_64, 4, 11},  {WI_LOAD, &REG_64, 8, 11},
                                  {WI_LOAD, &REG_64, 16, 11}};
    check_reads(LOADS, sizeof LOADS / sizeof LOADS[0]);
}

static void stores_read_their_sources_by_address_and_data_registers(void **state)
{
    (void)state;
    static const war_t STORES[] = {{WI_STORE, &UNIFORM, 4, 10},  {WI_STORE, &UNIFORM, 8, 12},
                                   {WI_STORE, &UNIFORM, 16, 16}, {WI_STORE, &REG_32, 4, 12},
                                   {WI_STORE, &REG_32, 8, 14},   {WI_STORE, &REG_32, 16, 18},
                                   {WI_STORE, &REG_64, 4, 14},   {WI_STORE, &REG_64, 8, 16},
                                   {WI_STORE, &REG_64, 16, 20},  {WI_RED, &REG_64, 4, 14}};
    check_reads(STORES, sizeof STORES / sizeof STORES[0]);
}

static void copies_read_two_addresses(void **state)
{
    (void)state;
    winst_t in = access_of(WI_LOAD, &TWO_ADDRESSES, 4);
    in.copies = true;
    assert_int_equal(memq_address_regs(&in), 3);
    assert_int_equal(read_in(&in) + 1, 13); /* Table 2 */
}

static void constants_keep_an_index_until_their_result(void **state)
{
    (void)state;
    winst_t immediate = access_of(WI_LOAD, &UNIFORM, 4), indexed = access_of(WI_LOAD, &REG_32, 4);
    immediate.space = indexed.space = SPACE_CONST;
    assert_false(memq_keeps_sources(&immediate));
    assert_int_equal(read_in(&immediate) + 1, 10); /* Table 2 */
    memq_t *m = start();
    ports_inst_t taken;
    memq_out_t out;
    issue(m, &immediate, 0, 0);
    const uint64_t first = next_taken(m, 1, &taken);
    memq_destroy(m);
    m = start();
    assert_true(memq_keeps_sources(&indexed));
    issue(m, &indexed, 0, 0);
    assert_int_equal(next_taken(m, 1, &taken), first + 3); /* Table 2: 29 cycles, not 26 */
    assert_int_equal(memq_inside(m), 0);
    memq_step(m, CYCLES, true, &out);
    assert_int_equal(out.reads, 0);
    memq_destroy(m);
}

static void without_control_bits_an_address_has_no_registers(void **state)
{
    (void)state;
    const winst_t in = access_of(WI_LOAD, NULL, 4);
    assert_int_equal(memq_address_regs(&in), 0);
    assert_int_equal(memq_address_regs(&LOAD), 2);
}

static void data_has_a_register_per_4_bytes_and_at_least_one(void **state)
{
    (void)state;
    static const uint32_t REGS[][2] = {{1, 1}, {2, 1}, {4, 1}, {8, 2}, {16, 4}};
    for (uint32_t i = 0; i < sizeof REGS / sizeof REGS[0]; i++) {
        const winst_t in = access_of(WI_LOAD, &REG_64, REGS[i][0]);
        assert_int_equal(memq_data_regs(&in), REGS[i][1]);
    }
}

static void a_store_is_taken_when_its_data_is_read(void **state)
{
    (void)state;
    const winst_t *const stores[] = {&STORE, &STORE_128};
    for (uint32_t i = 0; i < 2; i++) {
        memq_t *m = start();
        ports_inst_t taken;
        issue(m, stores[i], 0, 0);
        assert_int_equal(next_taken(m, 1, &taken), read_in(stores[i]));
        memq_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_read_their_sources_by_address_registers),
        cmocka_unit_test(stores_read_their_sources_by_address_and_data_registers),
        cmocka_unit_test(without_control_bits_an_address_has_no_registers),
        cmocka_unit_test(copies_read_two_addresses),
        cmocka_unit_test(constants_keep_an_index_until_their_result),
        cmocka_unit_test(data_has_a_register_per_4_bytes_and_at_least_one),
        cmocka_unit_test(a_store_is_taken_when_its_data_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
