/* test_ldst_atomic.c - atomics and reductions in the LD/ST unit: bank cycles, answers, the write-back register. */
#include "ldst_rig.h"

static const winst_t ATOM = {.unit = UNIT_LDST, .op = WI_ATOM, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1};
static const winst_t RED = {.unit = UNIT_LDST, .op = WI_RED, .space = SPACE_GLOBAL, .width_bytes = 4};
static const winst_t SMEM_ATOM = {.unit = UNIT_LDST, .op = WI_ATOM, .space = SPACE_SHARED, .width_bytes = 4, .ndst = 1};

/* Lanes on one word, on neighbouring words, on every second word, on different words of one bank. */
static void lanes_of_a_shared_atomic_take_turns_by_word_or_by_bank(void **state)
{
    (void)state;
    static const uint32_t STRIDE_BYTES[] = {0, 4, 8, 128};
    static const uint64_t CYCLES[][4] = {[SMEM_ATOMIC_LANES] = {32, 1, 1, 1}, [SMEM_ATOMIC_WORDS] = {1, 1, 2, 32}};
    for (smem_atomic = SMEM_ATOMIC_LANES; smem_atomic <= SMEM_ATOMIC_WORDS; smem_atomic++)
        for (uint32_t i = 0; i < 4; i++) {
            unit_rig_t r;
            ldst_done_t done;
            start(&r, 4, 1);
            const uint32_t entry = enter(&r, &SMEM_ATOM, STRIDE_BYTES[i], UINT32_MAX);
            while (ldst_queued(r.unit)) step(&r);
            assert_int_equal(r.now, CYCLES[smem_atomic][i]);
            assert_true(ldst_delivered(r.unit, entry, &done));
            stop(&r);
        }
    smem_atomic = SMEM_ATOMIC_LANES;
}

/* Eight lanes on eight words of a sector, or on one; a store is never taken apart. */
static void lanes_on_one_word_of_global_memory_may_lie_apart(void **state)
{
    (void)state;
    static const winst_t STORE = {
        .unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_GLOBAL, .width_bytes = 4, .nsrc = 1};
    const struct {
        const winst_t *inst;
        atomic_txns_t txns;
        uint32_t stride_bytes, count;
    } rows[] = {{&RED, ATOMIC_TXN_LINES, 4, 1}, {&RED, ATOMIC_TXN_LINES, 0, 1},  {&RED, ATOMIC_TXN_APART, 4, 1},
                {&RED, ATOMIC_TXN_APART, 0, 8}, {&ATOM, ATOMIC_TXN_APART, 0, 8}, {&STORE, ATOMIC_TXN_APART, 0, 1}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unit_rig_t r;
        atomic_txns = rows[i].txns;
        start(&r, 4, 1);
        enter(&r, rows[i].inst, rows[i].stride_bytes, 0xff);
        while (ldst_queued(r.unit)) assert_false(step(&r).refused);
        assert_int_equal(r.now, rows[i].count); /* one per cycle */
        assert_int_equal(r.counted.mem_txns, rows[i].count);
        stop(&r);
    }
    atomic_txns = ATOMIC_TXN_LINES;
}

/* Past the L1D, which has the line: it stays only if the atomic goes into the interconnect at once. */
static void an_atomic_passes_the_l1d_by_its_queue_or_directly(void **state)
{
    (void)state;
    static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, .width_bytes = 4, .ndst = 1};
    for (uint32_t direct = 0; direct < 2; direct++) {
        unit_rig_t r;
        start(&r, 4, 1);
        r.cfg.past_l1d = direct ? PAST_L1D_DIRECT : PAST_L1D_QUEUED;
        const uint32_t before = enter(&r, &LOAD, 1, 0xff);
        assert_false(ldst_sends(r.unit));
        step(&r);
        expect_token(r.l1, before);
        const uint32_t entry = enter(&r, &ATOM, 1, 0xff);
        assert_true(ldst_sends(r.unit));
        assert_false(step(&r).refused);
        expect_token(r.l1, entry);
        assert_int_equal(stat(r.l1, "atoms"), 1);
        assert_int_equal(stat(r.l1, "invalidations"), !direct);
        stop(&r);
    }
}

static void past_the_l1d_an_access_waits_for_room_in_the_interconnect(void **state)
{
    (void)state;
    unit_rig_t r;
    start(&r, 4, 1);
    r.cfg.past_l1d = PAST_L1D_DIRECT;
    const uint32_t entry = enter(&r, &ATOM, 128, UINT32_MAX); /* 32 lines */
    uint32_t refused = 0;
    for (uint32_t i = 0; i < 1000 && ldst_queued(r.unit); i++) {
        ldst_cycle_t c;
        ldst_step(r.unit, r.now++, &c); /* nothing below moves */
        refused += c.refused;
        assert_false(c.refused && ldst_still(r.unit)); /* so the SM stays awake */
        if (refused == 5) break;
    }
    assert_int_equal(refused, 5);
    assert_int_equal(r.counted.ldst_stall_queue, 5);
    assert_int_equal(stat(r.l1, "stall_queue"), 5);
    for (uint32_t i = 0; i < 1000 && ldst_queued(r.unit); i++) step(&r);
    assert_int_equal(ldst_queued(r.unit), 0);
    for (uint32_t i = 0; i < 32; i++) expect_token(r.l1, entry);
    stop(&r);
}

static void a_reduction_is_acknowledged_or_answered(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_done_t done;
    start(&r, 4, 1);
    enter(&r, &RED, 1, 0xff);
    const ldst_cycle_t accepted = step(&r);
    assert_true(accepted.over);
    assert_int_equal(accepted.stores, 1);
    expect_token(r.l1, LDST_STORE | WARP);
    stop(&r);

    after_atomic = ATOMIC_WAITS;
    start(&r, 4, 1);
    const uint32_t entry = enter(&r, &RED, 1, 0xff);
    const ldst_cycle_t sent = step(&r);
    assert_false(sent.over);
    assert_int_equal(sent.stores, 0);
    expect_token(r.l1, entry);
    assert_true(ldst_answer(r.unit, entry, &done));
    assert_ptr_equal(done.inst, &RED);
    stop(&r);
    after_atomic = ATOMIC_CONTINUES;
}

/* Two lines: the first data enter the register, then the last, then the instruction is over. */
static void the_last_data_of_an_atomic_are_named_once(void **state)
{
    (void)state;
    unit_rig_t r;
    ldst_write_t w;
    collectors = 1;
    for (after_atomic = ATOMIC_CONTINUES; after_atomic <= ATOMIC_WAITS; after_atomic++) {
        const uint8_t named = after_atomic == ATOMIC_WAITS ? WARP : NO_WARP;
        start(&r, 4, 1);
        const uint32_t entry = enter(&r, &ATOM, 128, 0x3);
        step(&r);
        step(&r);
        for (uint32_t i = 0; i < 2; i++) {
            expect_token(r.l1, entry);
            ldst_arrived(r.unit, ANSWER_L1D, entry, i + 1);
        }
        const struct {
            bool bank_free;
            uint8_t atomic;
            bool over;
        } cycles[] = {{true, NO_WARP, false}, {true, named, false}, {false, NO_WARP, false}, {true, NO_WARP, true}};
        for (uint32_t i = 0; i < sizeof cycles / sizeof cycles[0]; i++) {
            ldst_write_back(r.unit, cycles[i].bank_free, &w);
            assert_int_equal(w.atomic, cycles[i].atomic);
            assert_int_equal(w.over, cycles[i].over);
            assert_int_equal(w.filled, 0); /* the L1D had no place for it */
        }
        assert_ptr_equal(w.done.inst, &ATOM);
        stop(&r);
    }
    collectors = 0;
    after_atomic = ATOMIC_CONTINUES;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_of_a_shared_atomic_take_turns_by_word_or_by_bank),
        cmocka_unit_test(lanes_on_one_word_of_global_memory_may_lie_apart),
        cmocka_unit_test(an_atomic_passes_the_l1d_by_its_queue_or_directly),
        cmocka_unit_test(past_the_l1d_an_access_waits_for_room_in_the_interconnect),
        cmocka_unit_test(a_reduction_is_acknowledged_or_answered),
        cmocka_unit_test(the_last_data_of_an_atomic_are_named_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
