/* test_sm_order.c - the order in which the schedulers of an SM issue: which arbiters step in a cycle if a unit has one
 * pipeline. */
#include "fetch_rig.h"

#define SFU(at, d)                                                                                                     \
    {                                                                                                                  \
        .pc_bytes = (at), .unit = UNIT_SFU, .lat = LAT_SFU, .op = WI_ALU, .ndst = 1, .dst = { d }                      \
    }

static const winst_t USES[] = {SFU(0, 1), SFU(8, 2), SFU(16, 3), SFU(24, 4), LEAVE(32)};

static char stepped[64]; /* schedulers with a ready warp; a space ends a cycle */

/* Grants the first ready warp, and records the arbiter. */
static uint32_t on_turn(void *self, uint32_t arb, const arb_in_t *in)
{
    const rig_t *r = self;
    if (!r->issue || !in->ready) return SCHED_NONE;
    const char name[2] = {(char)('0' + arb), 0};
    strcat(stepped, name);
    return (uint32_t)__builtin_ctzll(in->ready);
}

static const sched_ops_t TURNS = {
    .arb_cta_start = on_start, .arb_cta_end = on_end, .arb_step = on_turn, .arb_still = on_still};

/* Two schedulers, a warp each, four SFU instructions, one SFU pipeline: the first one in a cycle takes it, and the
 * arbiter of the other does not step. */
static void in_turn_the_first_scheduler_rotates(void **state)
{
    (void)state;
    rig_t r;
    machine(&r, FETCH_NULL_1, 1, 2);
    r.m.sm.schedulers = 2;
    r.m.sm.ibuffer = 16;
    r.m.sm.issue_order = ISSUE_IN_TURN;
    r.m.sm.pipes[UNIT_SFU] = 1;
    r.m.sm.lat[LAT_SFU].interval_cycles = 1;
    build(&r, &TURNS);
    fake_program(&r.fake[0], USES);
    begin(&r, 0, 0, 2);
    for (uint32_t c = 0; c < WARM_CYCLES; c++) cycle(&r);
    for (uint32_t from = 0; from < 2; from++) { /* the first one depends on the cycle, not on instructions */
        stepped[0] = '\0';
        r.issue = true;
        for (uint32_t c = 0; c < 3; c++) {
            cycle(&r);
            strcat(stepped, " ");
        }
        r.issue = false;
        assert_string_equal(stepped, from ? "1 0 1 " : "0 1 0 ");
        cycle(&r);
        cycle(&r);
    }
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(in_turn_the_first_scheduler_rotates),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
