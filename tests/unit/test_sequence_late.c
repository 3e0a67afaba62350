/* test_sequence_late.c - timed values: what an instruction reads depends on when the SM reads and writes registers. */
#include "sequence_rig.h"

enum { LATENCY = 4, FLIGHTS = 16 };

/* An SM that checks no hazards: a warp issues after the stall of its last instruction, reads in the cycle of the issue,
 * and writes LATENCY cycles later, before reads of that cycle. Returns the cycle of the last issue. */
static uint64_t run_without_checks(bed_t *b)
{
    uint32_t ticket[FLIGHTS], n = 0, written = 0;
    uint64_t issued[FLIGHTS], cycle = 0, next = 0;
    for (const winst_t *in; (in = b->k->ops->peek(b->cta, 0)) || written < n; cycle++) {
        for (; written < n && issued[written] + LATENCY <= cycle; written++)
            b->k->ops->result_written(b->cta, 0, ticket[written]);
        if (!in || cycle < next) continue;
        bed_step(b, 0, cycle);
        next = cycle + in->control->stall_cycles;
        if (!b->x.ticket) continue;
        assert_true(n < FLIGHTS);
        issued[n] = cycle;
        ticket[n++] = b->x.ticket;
        b->k->ops->sources_read(b->cta, 0, b->x.ticket);
    }
    return next;
}

#define CHAIN(stall)                                                                                                   \
    "kernel k 1 32 16 0 1\ninit R1=1.0\ninit R2=1.0\ninit R3=1.0\nCS2R R8,SR_CLOCKLO 1 0 -1 -1 0\n"                    \
    "FADD R1,R1,1 1 0 -1 -1 0\nFADD R2,R2,1 1 0 -1 -1 0\nFADD R3,R3,1 " stall " 0 -1 -1 0\n"                           \
    "FFMA R5,R1,R2,R3 1 0 -1 -1 0\nCLOCK R9 1 0 -1 -1 0\n" END

static void a_stall_that_is_too_small_gives_the_old_values(void **state)
{
    static const struct {
        const char *text;
        float result;
        uint32_t cycles;
    } cases[] = {{CHAIN("1"), 2, 5}, {CHAIN("4"), 6, 8}}; /* [Huerta et al., MICRO 2025, Listing 2] */
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bed_t b;
        bed_open_as(&b, cases[i].text, true);
        run_without_checks(&b);
        bed_end(&b);
        assert_float_equal(bed_float(&b, 5), cases[i].result, 0);
        assert_int_equal(bed_reg(&b, 9) - bed_reg(&b, 8), cases[i].cycles);
        assert_float_equal(bed_float(&b, 3), 2, 0);
        bed_close(&b);
    }
}

static void exec_alone_changes_nothing(void **state)
{
    bed_t b;
    (void)state;
    bed_open_as(&b,
                "kernel k 1 32 16 0 1\ninit R1=5\nMOV R2,R1" PLAIN "MOV R3,R2" PLAIN "MOV R1,9" PLAIN "MOV R4,R1" PLAIN
                "NOP -" PLAIN END,
                true);
    uint32_t t[4];
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(bed_step(&b, 0, 0));
        t[i] = b.x.ticket;
        assert_int_not_equal(t[i], 0);
    }
    assert_true(bed_step(&b, 0, 0));
    assert_int_equal(b.x.ticket, 0); /* NOP */
    const frontend_ops_t *ops = b.k->ops;
    ops->sources_read(b.cta, 0, t[1]); /* the consumer reads before its producer writes */
    ops->result_written(b.cta, 0, t[0]);
    ops->result_written(b.cta, 0, t[1]);
    ops->sources_read(b.cta, 0, t[3]);
    ops->result_written(b.cta, 0, t[2]);
    ops->sources_read(b.cta, 0, t[3]); /* a second time: nothing */
    ops->result_written(b.cta, 0, t[3]);
    bed_end(&b);
    assert_int_equal(bed_reg(&b, 2), 5);
    assert_int_equal(bed_reg(&b, 3), 0);
    assert_int_equal(bed_reg(&b, 1), 9);
    assert_int_equal(bed_reg(&b, 4), 5);
    bed_close(&b);
}

static void memory_is_accessed_in_the_order_of_the_ld_st_unit(void **state)
{
    bed_t b;
    (void)state;
    bed_open_as(&b,
                "kernel k 1 32 16 128 1\ninit R1=5\nSTG.E [R2.64],R1 2 0 -1 0 0 0x100 4 0 0 0 4\n"
                "LDG.E R3,[R2.64] 2 0 0 -1 0 0x100 4 0 0 0 4\nLDG.E R4,[R2.64] 2 0 0 -1 0 0x100 4 0 0 0 4\n"
                "LDGSTS [R0],[R2.64] 2 0 0 -1 0 0x100 4 0 0 0 4\nLDS R5,[R0] 2 0 0 -1 0 0x7f0000000000 4 0 0 0 4\n"
                "LDS R6,[R0] 2 0 0 -1 0 0x7f0000000000 4 0 0 0 4\n" END,
                true);
    uint32_t t[6];
    for (uint32_t i = 0; i < 6; i++) {
        assert_true(bed_step(&b, 0, 0));
        t[i] = b.x.ticket;
    }
    const frontend_ops_t *ops = b.k->ops;
    ops->sources_read(b.cta, 0, t[0]);
    ops->memory_accessed(b.cta, 0, t[1]); /* before the store */
    ops->memory_accessed(b.cta, 0, t[0]);
    ops->result_written(b.cta, 0, t[0]); /* the store's ticket has ended: nothing */
    ops->memory_accessed(b.cta, 0, t[2]);
    ops->memory_accessed(b.cta, 0, t[3]);
    ops->memory_accessed(b.cta, 0, t[4]); /* before the copy is in shared memory */
    ops->result_written(b.cta, 0, t[3]);
    ops->memory_accessed(b.cta, 0, t[5]);
    const uint32_t order[] = {5, 1, 4, 2};
    for (uint32_t i = 0; i < 4; i++) ops->result_written(b.cta, 0, t[order[i]]);
    bed_end(&b);
    assert_int_equal(bed_reg(&b, 3), 0);
    assert_int_equal(bed_reg(&b, 4), 5);
    assert_int_equal(bed_reg(&b, 5), 0);
    assert_int_equal(bed_reg(&b, 6), 5);
    bed_close(&b);
}

/* A ticket names one instruction: one that has ended does not stand for the next instruction in its place. */
static void tickets_end_with_the_result(void **state)
{
    enum { MANY = 100 };
    bed_t b;
    uint32_t t[MANY], before = 0;
    (void)state;
    bed_open_as(&b, "kernel k 1 32 16 0 200\nIADD3 R1,R1,1,RZ" PLAIN "BRA 0x0" PLAIN END, true);
    const frontend_ops_t *ops = b.k->ops;
    for (uint32_t i = 0; i < MANY; i++) { /* one at a time */
        bed_step(&b, 0, 0);
        assert_int_not_equal(b.x.ticket, before);
        ops->sources_read(b.cta, 0, b.x.ticket);
        ops->result_written(b.cta, 0, before);
        ops->result_written(b.cta, 0, b.x.ticket);
        before = b.x.ticket;
        bed_step(&b, 0, 0);
        assert_int_equal(b.x.ticket, 0);
    }
    for (uint32_t i = 0; i < MANY; i++) { /* all at once */
        bed_step(&b, 0, 0);
        t[i] = b.x.ticket;
        ops->sources_read(b.cta, 0, t[i]);
        bed_step(&b, 0, 0);
    }
    for (uint32_t i = MANY; i-- > 0;) ops->result_written(b.cta, 0, t[i]);
    bed_end(&b);
    assert_int_equal(bed_reg(&b, 1), MANY + 1);
    bed_close(&b);
}

static void what_is_left_at_the_end_is_dropped(void **state)
{
    bed_t b;
    (void)state;
    bed_open_as(&b, "kernel k 1 32 16 0 1\nMOV R1,7" PLAIN "MOV R2,8" PLAIN END, true);
    while (bed_step(&b, 0, 0))
        if (b.x.ticket) b.k->ops->sources_read(b.cta, 0, b.x.ticket);
    bed_end(&b);
    assert_int_equal(bed_reg(&b, 1) | bed_reg(&b, 2), 0);
    bed_close(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stall_that_is_too_small_gives_the_old_values),
        cmocka_unit_test(exec_alone_changes_nothing),
        cmocka_unit_test(memory_is_accessed_in_the_order_of_the_ld_st_unit),
        cmocka_unit_test(tickets_end_with_the_result),
        cmocka_unit_test(what_is_left_at_the_end_is_dropped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
