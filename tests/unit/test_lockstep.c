/* test_lockstep.c - two engines side by side, one of them wrong in one answer: the first difference is kept, with its
 * cycle, unit, signal and both values; the answers are those of the first engine. */
#include "engine/engine.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct { /* an engine with set answers */
    disp_out_t out;
    uint32_t grant, word, destroyed;
    uint16_t serve;
    bool accept, still;
} fake_t;

static void fake_destroy(void *self) { ((fake_t *)self)->destroyed++; }
static bool fake_write(void *self, uint32_t addr, uint32_t value)
{
    (void)addr, (void)value;
    return ((fake_t *)self)->accept;
}
static bool fake_read(void *self, uint32_t addr, uint32_t *value)
{
    (void)addr;
    *value = ((fake_t *)self)->word;
    return ((fake_t *)self)->accept;
}
static void fake_disp(void *self, const disp_in_t *in, disp_out_t *out)
{
    (void)in;
    *out = ((fake_t *)self)->out;
}
static void fake_start(void *self, uint32_t arb, const arb_cta_t *cta) { (void)self, (void)arb, (void)cta; }
static void fake_end(void *self, uint32_t arb, uint32_t slot) { (void)self, (void)arb, (void)slot; }
static uint16_t fake_serve(void *self, uint32_t arb0, uint32_t schedulers, const arb_in_t *in)
{
    (void)arb0, (void)schedulers, (void)in;
    return ((fake_t *)self)->serve;
}
static uint32_t fake_step(void *self, uint32_t arb, const arb_in_t *in)
{
    (void)arb, (void)in;
    return ((fake_t *)self)->grant;
}
static bool fake_still(void *self, uint32_t arb)
{
    (void)arb;
    return ((fake_t *)self)->still;
}
static const sched_ops_t fake_ops = {.destroy = fake_destroy,
                                     .reg_write = fake_write,
                                     .reg_read = fake_read,
                                     .disp_step = fake_disp,
                                     .arb_cta_start = fake_start,
                                     .arb_cta_end = fake_end,
                                     .arb_serve = fake_serve,
                                     .arb_step = fake_step,
                                     .arb_still = fake_still};

typedef struct {
    fake_t rtl, c;
    void *both;
} pair_t;

static pair_t *begin(void)
{
    pair_t *p = calloc(1, sizeof *p);
    const engine_side_t rtl = {&fake_ops, &p->rtl}, c = {&fake_ops, &p->c};
    p->rtl.accept = p->c.accept = true;
    p->both = engine_lockstep_create(&rtl, &c, 2, SCHED_SMALL);
    engine_lockstep_cycle(p->both, 476);
    return p;
}

static void end(pair_t *p)
{
    engine_lockstep_ops.destroy(p->both);
    assert_int_equal(p->rtl.destroyed, 1);
    assert_int_equal(p->c.destroyed, 1);
    free(p);
}

/* All of an engine's answers, once: scheduler 1 of SM 3. */
static void ask(pair_t *p)
{
    const sched_ops_t *o = &engine_lockstep_ops;
    const disp_in_t disp = {0};
    const arb_in_t arb[2] = {{0}};
    disp_out_t out;
    uint32_t word = 0;
    assert_int_equal(o->reg_write(p->both, 0x18, 1), p->rtl.accept);
    assert_int_equal(o->reg_read(p->both, 0x18, &word), p->rtl.accept);
    assert_int_equal(word, p->rtl.word);
    o->disp_step(p->both, &disp, &out);
    assert_memory_equal(&out, &p->rtl.out, sizeof out);
    assert_int_equal(o->arb_serve(p->both, 6, 2, arb), p->rtl.serve);
    assert_int_equal(o->arb_step(p->both, 7, arb), p->rtl.grant);
    assert_int_equal(o->arb_still(p->both, 7), p->rtl.still);
}

static void expect(pair_t *p, const char *sentence, const char *wave, difference_part_t part)
{
    char text[256];
    const difference_t *d = engine_lockstep_difference(p->both);
    ask(p);
    assert_true(difference_found(d));
    difference_text(d, text, sizeof text);
    assert_string_equal(text, sentence);
    assert_string_equal(d->wave, wave);
    assert_int_equal(d->part, part);
    end(p);
}

static void equal_engines(void **state)
{
    (void)state;
    pair_t *p = begin();
    p->c.still = true; /* the model may know that more is still than the RTL claims */
    p->c.out.x = 9;    /* no CTA at the port: its fields do not count */
    ask(p);
    assert_false(difference_found(engine_lockstep_difference(p->both)));
    assert_int_equal(engine_lockstep_compared(p->both), 0);
    for (uint64_t cycle = 477; cycle < 480; cycle++) engine_lockstep_cycle(p->both, cycle);
    assert_int_equal(engine_lockstep_compared(p->both), 1); /* the one with answers; the others were skipped */
    end(p);
}

static void registers(void **state)
{
    (void)state;
    pair_t *p = begin();
    p->c.accept = false;
    expect(p, "lockstep: cycle 476, write of register 0x018: accepted is 0x1 in rtl, 0x0 in c",
           "disp.disp_top.s_axil_bresp_o[1:0]", DIFFERENCE_DISP);
    p = begin();
    p->rtl.word = 0x1f;
    expect(p, "lockstep: cycle 476, read of register 0x018: value is 0x1f in rtl, 0x0 in c",
           "disp.disp_top.s_axil_rdata_o[31:0]", DIFFERENCE_DISP);
}

static void dispatcher(void **state)
{
    (void)state;
    char paused[64], quota[64];
    snprintf(paused, sizeof paused, "disp.disp_top.paused_o[%d:0]", SCHED_SMS_SMALL * SCHED_SLOTS_SMALL - 1);
    snprintf(quota, sizeof quota, "disp.disp_top.quota_o[%d:0]",
             SCHED_KERNELS_SMALL * SCHED_BITS(SCHED_SLOTS_SMALL + 1) - 1);
    pair_t *p = begin();
    p->rtl.out.issue_valid = p->c.out.issue_valid = true;
    p->rtl.out.sm = 5;
    expect(p, "lockstep: cycle 476, dispatcher: issue_sm is 0x5 in rtl, 0x0 in c", "disp.disp_top.issue_sm_o[4:0]",
           DIFFERENCE_PLACE);
    p = begin();
    p->c.out.paused[7] = 0x12;
    expect(p, "lockstep: cycle 476, dispatcher, SM 7: paused is 0x0 in rtl, 0x12 in c", paused, DIFFERENCE_LIMIT);
    p = begin();
    p->rtl.out.quota[2] = 3;
    expect(p, "lockstep: cycle 476, dispatcher, kernel 2: quota is 0x3 in rtl, 0x0 in c", quota, DIFFERENCE_LIMIT);
    p = begin();
    p->rtl.out.drain = mask_only(0);
    expect(p, "lockstep: cycle 476, dispatcher: drain is 0x1 in rtl, 0x0 in c", "disp.disp_top.drain_o[31:0]",
           DIFFERENCE_GATE);
}

static void arbiters(void **state)
{
    (void)state;
    pair_t *p = begin();
    p->rtl.grant = 9;
    p->c.grant = SCHED_NONE;
    expect(p, "lockstep: cycle 476, SM 3, scheduler 1: granted warp is 0x9 in rtl, none in c",
           "sm3_arb1.arb_top.gnt_o[63:0]", DIFFERENCE_ARB);
    p = begin();
    p->rtl.still = true;
    expect(p, "lockstep: cycle 476, SM 3, scheduler 1: still is 0x1 in rtl, 0x0 in c", "sm3_arb1.arb_top.still_o",
           DIFFERENCE_ARB);
    p = begin();
    p->rtl.serve = 2;
    expect(p, "lockstep: cycle 476, SM 3: served kernel is 0x2 in rtl, 0x0 in c", "sm3_turn.arb_sm.serve_o[15:0]",
           DIFFERENCE_ARB);
}

static void the_first_difference_stays(void **state)
{
    (void)state;
    pair_t *p = begin();
    p->rtl.out.irq = true;
    ask(p);
    engine_lockstep_cycle(p->both, 900);
    p->rtl.grant = 4;
    expect(p, "lockstep: cycle 476, dispatcher: irq is 0x1 in rtl, 0x0 in c", "disp.disp_top.irq_o", DIFFERENCE_DISP);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_engines),
        cmocka_unit_test(registers),
        cmocka_unit_test(dispatcher),
        cmocka_unit_test(arbiters),
        cmocka_unit_test(the_first_difference_stays),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
