/* test_opnd_parts.c - operand collectors of sub-cores (SUB_CORES_OWN): what each scheduler has of its own, and what all
 * share. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "opnd_rig.h"

enum { SCHEDS = 2 /* each with half of the banks */ };

static const winst_t NONE = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}};
static const winst_t SHARED = {.unit = UNIT_SP, .lat = LAT_FP, .ndst = 1, .dst = {8}, .nsrc = 2, .src = {1, 3}};
static const winst_t SLOW = {.unit = UNIT_SP, .lat = LAT_DIV, .ndst = 1, .dst = {8}};
static const winst_t ADD = {.unit = UNIT_SP, .lat = LAT_INT, .ndst = 1, .dst = {8}};
static const winst_t JUMP = {.unit = UNIT_SP, .lat = LAT_INT, .op = WI_BRANCH};
static const winst_t LOAD = {.unit = UNIT_LDST, .op = WI_LOAD, .ndst = 1, .dst = {8}};

/* Two collectors per sub-core. */
static const struct {
    winst_t inst;
    uint32_t unit, lat, without; /* unit on a machine that has no such unit */
} SPECIALS[] = {
    {{.unit = UNIT_SP, .special = UNIT_TEXTURE, .lat = LAT_INT, .ndst = 1, .dst = {8}},
     UNIT_TEXTURE,
     LAT_TEXTURE,
     UNIT_INT},
    {{.unit = UNIT_SP, .special = UNIT_TENSOR, .lat = LAT_FP, .ndst = 1, .dst = {8}}, UNIT_TENSOR, LAT_TENSOR, UNIT_SP},
    {{.unit = UNIT_SP, .special = UNIT_UNIFORM, .lat = LAT_IMUL, .ndst = 1, .dst = {8}},
     UNIT_UNIFORM,
     LAT_UNIFORM,
     UNIT_INT},
};

static void start(rig_t *r, uint32_t steps)
{
    const sm_cfg_t cfg = {.schedulers = SCHEDS,
                          .sub_cores = SUB_CORES_OWN,
                          .general_collectors = 2 * SCHEDS,
                          .collector_steps = steps,
                          .register_banks = BANKS,
                          .results = 8,
                          .pipes = {[UNIT_SP] = SCHEDS,
                                    [UNIT_LDST] = SCHEDS,
                                    [UNIT_INT] = SCHEDS,
                                    [UNIT_BRANCH] = SCHEDS,
                                    [UNIT_TEXTURE] = SCHEDS,
                                    [UNIT_TENSOR] = SCHEDS,
                                    [UNIT_UNIFORM] = SCHEDS},
                          .lat = {[LAT_DIV] = {LATENCY, 4},
                                  [LAT_BRANCH] = {LATENCY + 3, 1},
                                  [LAT_TEXTURE] = {LATENCY + 5, 4},
                                  [LAT_TENSOR] = {LATENCY + 6, 2},
                                  [LAT_UNIFORM] = {LATENCY + 7, 1}}};
    rig_start(r, &cfg);
}

static void push(rig_t *r, const winst_t *in, uint32_t sched)
{
    const issued_t what = {.inst = in, .warp = (uint8_t)sched, .part = (uint8_t)sched};
    opnd_push(r->o, units_executing(&r->cfg, in), what);
}

static issued_t memory; /* that the last step gave to the LD/ST unit */

static bool step(rig_t *r, uint64_t now) { return opnd_step(r->o, now, true, &memory); }

/* Warp of the result that is due first from `from` on; *due: its cycle. */
static uint32_t next_result(rig_t *r, uint64_t from, uint64_t *due)
{
    event_t ev;
    *due = wheel_next(r->wheel, from);
    assert_true(*due != UINT64_MAX && wheel_pop(r->wheel, *due, &ev));
    return ev.id;
}

static void each_scheduler_has_a_place_for_each_unit(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    push(&r, &NONE, 0);
    assert_int_equal(opnd_full(r.o, 0), 1u << UNIT_SP);
    assert_int_equal(opnd_full(r.o, 1), 0);
    push(&r, &ADD, 0); /* another unit */
    assert_int_equal(opnd_full(r.o, 0), 1u << UNIT_SP | 1u << UNIT_INT);
    assert_int_equal(opnd_room(r.o, UNIT_SP), 1);
    stop(&r);
}

/* Both read two registers of one bank of their sub-core: one in each step, whatever the other does. */
static void sub_cores_read_banks_of_their_own(void **state)
{
    (void)state;
    for (uint32_t steps = 1; steps <= 2; steps++) {
        rig_t r;
        uint64_t due;
        start(&r, steps);
        push(&r, &SHARED, 0);
        push(&r, &SHARED, 1);
        for (uint64_t now = 0; now < 8; now++) step(&r, now);
        assert_int_equal(r.counted.bank_conflicts, 2);
        for (uint32_t i = 0; i < SCHEDS; i++) {
            next_result(&r, 0, &due);
            /* in by step 0, reads in 1 and 2, out in 3, so with two steps per cycle out in cycle 1 */
            assert_int_equal(due, (steps == 1 ? 4 : 2) + LATENCY + LEAVE_CYCLES);
        }
        stop(&r);
    }
}

/* The pipeline of scheduler 0 is taken for four cycles; that of scheduler 1 is not. */
static void sub_cores_have_pipelines_of_their_own(void **state)
{
    (void)state;
    rig_t r;
    uint64_t due;
    start(&r, 1);
    push(&r, &SLOW, 0);
    step(&r, 0);
    push(&r, &NONE, 0);
    push(&r, &NONE, 1);
    for (uint64_t now = 1; now < 12; now++) step(&r, now);
    assert_int_equal(next_result(&r, 0, &due), 0);
    assert_int_equal(due, 2 + LATENCY + LEAVE_CYCLES);
    assert_int_equal(next_result(&r, 0, &due), 1);
    assert_int_equal(due, 3 + LATENCY + LEAVE_CYCLES);
    assert_int_equal(next_result(&r, 0, &due), 0);
    assert_int_equal(due, 6 + LATENCY + LEAVE_CYCLES);
    stop(&r);
}

static void integers_and_branches_have_units_of_their_own(void **state)
{
    (void)state;
    rig_t r;
    uint64_t due;
    start(&r, 1);
    push(&r, &ADD, 0);
    push(&r, &JUMP, 0);
    for (uint64_t now = 0; now < 8; now++) step(&r, now);
    next_result(&r, 0, &due);
    assert_int_equal(due, 2 + LATENCY + LEAVE_CYCLES);
    next_result(&r, 0, &due);
    assert_int_equal(due, 2 + LATENCY + 3 + LEAVE_CYCLES); /* the latency of its class, LAT_BRANCH */
    r.cfg.pipes[UNIT_INT] = r.cfg.pipes[UNIT_BRANCH] = 0;
    assert_int_equal(units_executing(&r.cfg, &ADD), UNIT_SP);
    assert_int_equal(units_executing(&r.cfg, &JUMP), UNIT_SP);
    stop(&r);
}

/* In the unit of its own an instruction has that unit's latency and interval, else those of its class. */
static void textures_matrix_products_and_uniform_ones_have_units_of_their_own(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SPECIALS / sizeof SPECIALS[0]; i++) {
        rig_t r;
        uint64_t due;
        const winst_t *in = &SPECIALS[i].inst;
        start(&r, 1);
        assert_int_equal(units_executing(&r.cfg, in), SPECIALS[i].unit);
        assert_int_equal(units_lat(&r.cfg, in).interval_cycles, r.cfg.lat[SPECIALS[i].lat].interval_cycles);
        push(&r, in, 0);
        push(&r, &ADD, 0);
        for (uint64_t now = 0; now < 8; now++) step(&r, now);
        next_result(&r, 0, &due);
        assert_int_equal(due, 2 + LATENCY + LEAVE_CYCLES);
        next_result(&r, 0, &due);
        assert_int_equal(due, 2 + r.cfg.lat[SPECIALS[i].lat].latency_cycles + LEAVE_CYCLES);
        r.cfg.pipes[SPECIALS[i].unit] = 0;
        assert_int_equal(units_executing(&r.cfg, in), SPECIALS[i].without);
        assert_int_equal(units_lat(&r.cfg, in).latency_cycles, r.cfg.lat[in->lat].latency_cycles);
        stop(&r);
    }
}

/* The collectors of scheduler 0 are full, so its instruction, which is older, keeps that of scheduler 1 out; an
 * instruction of another unit enters. */
static void the_oldest_of_a_unit_enters_first(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    for (uint64_t now = 0; now < 3; now++) { /* one in the LD/ST unit's place, two in collectors */
        push(&r, &LOAD, 0);
        assert_false(opnd_step(r.o, now, false, &memory));
    }
    opnd_step(r.o, 3, false, &memory);
    push(&r, &LOAD, 0);
    push(&r, &LOAD, 1);
    push(&r, &NONE, 1);
    opnd_step(r.o, 4, false, &memory);
    assert_int_equal(opnd_room(r.o, UNIT_LDST), 0);
    assert_int_equal(opnd_room(r.o, UNIT_SP), SCHEDS);
    for (uint64_t now = 5; now < 12; now++) step(&r, now);
    assert_int_equal(opnd_inside(r.o), 0);
    stop(&r);
}

static void the_ldst_unit_takes_the_oldest_of_all(void **state)
{
    (void)state;
    rig_t r;
    start(&r, 1);
    push(&r, &LOAD, 1);
    push(&r, &LOAD, 0);
    for (uint64_t now = 0; now < 3; now++) opnd_step(r.o, now, false, &memory);
    assert_true(step(&r, 3));
    assert_int_equal(memory.part, 1);
    assert_true(step(&r, 4));
    assert_int_equal(memory.part, 0);
    stop(&r);
}

/* As many collectors as there can be, in one part. */
static void a_part_may_have_64_collectors(void **state)
{
    (void)state;
    rig_t r;
    uint64_t due;
    start(&r, 1);
    opnd_destroy(r.o);
    r.cfg.schedulers = 1;
    r.cfg.general_collectors = 64;
    r.o = opnd_create(&r.cfg, r.units, r.wheel, &r.counted);
    push(&r, &NONE, 0);
    for (uint64_t now = 0; now < 4; now++) step(&r, now);
    next_result(&r, 0, &due);
    assert_int_equal(due, 2 + LATENCY + LEAVE_CYCLES);
    stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_scheduler_has_a_place_for_each_unit),
        cmocka_unit_test(sub_cores_read_banks_of_their_own),
        cmocka_unit_test(sub_cores_have_pipelines_of_their_own),
        cmocka_unit_test(integers_and_branches_have_units_of_their_own),
        cmocka_unit_test(textures_matrix_products_and_uniform_ones_have_units_of_their_own),
        cmocka_unit_test(the_oldest_of_a_unit_enters_first),
        cmocka_unit_test(the_ldst_unit_takes_the_oldest_of_all),
        cmocka_unit_test(a_part_may_have_64_collectors),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
