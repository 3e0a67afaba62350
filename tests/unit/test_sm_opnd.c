/* test_sm_opnd.c - operand collectors, register banks, write-back of loads, the wait before the L1D,
 * bytes of stores, and what they do to sleep, on the machine gtx480; and what a two-level arbiter
 * takes as long. */
#include "gpu_rig.h"

#define FMA(pc, d, a, b)                                                                                               \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU, .ndst = 1, .dst = {d}, .nsrc = 2, .src = { \
            a,                                                                                                         \
            b                                                                                                          \
        }                                                                                                              \
    }

enum { THROUGH = 6 }; /* issue to result beyond the latency: see a_result_takes_six_more_cycles */

static void start(rig_t *r, const char *warp, bool no_skip) { rig_start(r, warp, 0, no_skip); }

static void machine(rig_t *r)
{
    err_t err = {0};
    if (!machine_load("configs/machines/gtx480.yaml", &r->m, &err)) fail_msg("%s", err.text);
    r->m.sm.ibuffer = 16; /* a whole program: fetch takes no part */
}

static uint64_t run(rig_t *r, const winst_t *prog, uint32_t ctas, uint32_t threads, uint32_t stride_bytes)
{
    fake_t fake = {.prog = prog, .stride_bytes = stride_bytes};
    const kernel_launch_t k = fake_launch(&fake, ctas, threads);
    if (!gpu_run_kernel(r->gpu, &k, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    assert_int_equal(stats_sum(r->stats, "sm*.warp_insts"), fake.executed);
    return gpu_cycle(r->gpu);
}

static uint64_t cycles_of(rig_t *r, const winst_t *prog, uint32_t threads)
{
    start(r, "gto", false);
    const uint64_t cycles = run(r, prog, 1, threads, 128);
    rig_stop(r);
    return cycles;
}

static const winst_t CHAIN[] = {ALU(0, 1, 0), ALU(1, 2, 1), ALU(2, 3, 2), ALU(3, 4, 3), EXIT(4)};
static const winst_t FREE[] = {ALU(0, 1, 0), ALU(1, 2, 0), ALU(2, 3, 0), ALU(3, 4, 0), EXIT(4)};

/* Place, collector, operand, place, pipeline register, latency, result register: six cycles more. */
static void a_result_takes_six_more_cycles(void **state)
{
    (void)state;
    rig_t r;
    machine(&r);
    const uint64_t link = r.m.sm.lat[LAT_FP].latency_cycles + THROUGH;
    assert_int_equal(cycles_of(&r, CHAIN, 32) - cycles_of(&r, FREE, 32), 3 * link - 3);
}

/* Sixteen banks: registers 1 and 17 share one, and are read one after the other. */
static void operands_of_one_bank_wait_for_each_other(void **state)
{
    (void)state;
    static const winst_t APART[] = {FMA(0, 2, 1, 18), FMA(1, 3, 2, 20), FMA(2, 4, 3, 21), EXIT(3)};
    static const winst_t SHARED[] = {FMA(0, 2, 1, 17), FMA(1, 3, 2, 18), FMA(2, 4, 3, 19), EXIT(3)};
    static const winst_t TWICE[] = {FMA(0, 2, 1, 1), FMA(1, 3, 2, 2), FMA(2, 4, 3, 3), EXIT(3)};
    rig_t r;
    machine(&r);
    const uint64_t apart = cycles_of(&r, APART, 32);
    assert_int_equal(cycles_of(&r, SHARED, 32), apart + 3);
    assert_int_equal(cycles_of(&r, TWICE, 32), apart); /* one register, one read */
    r.m.sm.register_banks = 32;
    assert_int_equal(cycles_of(&r, SHARED, 32), apart);
}

/* A register file of one bank reads one operand per cycle: 8 warps, 3 instructions of 2 operands. */
static void a_bank_serves_one_operand_per_cycle(void **state)
{
    (void)state;
    static const winst_t PROG[] = {FMA(0, 2, 1, 17), FMA(1, 3, 1, 17), FMA(2, 4, 1, 17), EXIT(3)};
    rig_t r;
    machine(&r);
    r.m.sm.register_banks = 64;
    const uint64_t wide = cycles_of(&r, PROG, 256);
    r.m.sm.register_banks = 1;
    start(&r, "gto", false);
    const uint64_t narrow = run(&r, PROG, 1, 256, 128);
    assert_int_equal(stats_sum(r.stats, "sm*.operands_read"), 8 * 3 * 2);
    assert_true(stats_sum(r.stats, "sm*.bank_conflicts") > 0);
    assert_true(stats_sum(r.stats, "sm*.collector_waits") > 0);
    rig_stop(&r);
    /* 48 reads, and such of the 24 writes as fall between them; two instructions per cycle before */
    assert_in_range(narrow - wide, 48 - 12, 48 + 24 - 12);
}

/* With one result port, two SP pipelines are no faster than one. */
static void results_share_their_ports(void **state)
{
    (void)state;
    rig_t r;
    machine(&r);
    const uint64_t two = cycles_of(&r, FREE, 512);
    r.m.sm.results = 1;
    start(&r, "gto", false);
    const uint64_t one = run(&r, FREE, 1, 512, 128);
    assert_true(stats_sum(r.stats, "sm*.result_waits") > 0);
    rig_stop(&r);
    const uint64_t insts = 16 * 5; /* 16 warps */
    assert_in_range(one - two, insts / 2 - THROUGH, insts / 2 + THROUGH);
}

/* Two loads of one line: the second finds it there, and passes as long before the look-up. */
static void an_l1d_access_waits_before_its_look_up(void **state)
{
    (void)state;
    static const winst_t HIT[] = {LOAD(0, 1, 0), ALU(1, 2, 1), LOAD(2, 3, 2), ALU(3, 4, 3), EXIT(4)};
    rig_t r;
    uint64_t cycles[2], hits[2];
    for (uint32_t i = 0; i < 2; i++) {
        machine(&r);
        r.m.sm.l1d_wait_cycles = 34 + 10 * i;
        start(&r, "gto", false);
        cycles[i] = run(&r, HIT, 1, 32, 128);
        hits[i] = stats_sum(r.stats, "sm*.l1d.hits");
        rig_stop(&r);
    }
    assert_int_equal(hits[0], 1);
    assert_int_equal(hits[1], 1);
    assert_in_range(cycles[1] - cycles[0], 20 - 1, 20 + 1); /* the clocks' phases move by it */
}

/* Skipping and sleeping must be invisible here, too. */
static void skipping_changes_nothing(void **state)
{
    (void)state;
    static const winst_t COPY[] = {LOAD(0, 1, 0), LOAD(1, 2, 0), FMA(2, 3, 1, 17), STORE(3, 3, 0),
                                   BAR(4),        LOAD(5, 4, 0), ALU(6, 5, 4),     EXIT(7)};
    static const char *const WARP[] = {"gto", "lrr", "tl_active", "tl_clocked"};
    for (uint32_t i = 0; i < 4; i++) {
        uint64_t cycles[2], class[2][4];
        for (uint32_t k = 0; k < 2; k++) {
            rig_t r;
            machine(&r);
            r.m.sm.ibuffer = 2;
            start(&r, WARP[i], k);
            cycles[k] = run(&r, COPY, 60, 192, 128);
            classes(&r, class[k]);
            assert_true(k == 1 || gpu_skipped(r.gpu) > 0);
            rig_stop(&r);
        }
        assert_int_equal(cycles[0], cycles[1]);
        for (uint32_t c = 0; c < 4; c++) assert_int_equal(class[0][c], class[1][c]);
    }
}

/* The second warp's 128 bytes begin 32 into a line: three pieces of 32 there, one in the next line. */
static void a_store_carries_what_it_touches(void **state)
{
    (void)state;
    static const winst_t PROG[] = {STORE(0, 1, 0), EXIT(1)};
    static const uint32_t UNIT[2] = {32, 128}, BYTES[2] = {128 + 96 + 32, 128 + 128 + 128};
    for (uint32_t i = 0; i < 2; i++) {
        rig_t r;
        machine(&r);
        r.m.sm.store_bytes = UNIT[i];
        r.m.sm.both_halves = BOTH_HALVES_TOUCHED;
        start(&r, "gto", false);
        run(&r, PROG, 1, 64, 160);
        assert_int_equal(stats_sum(r.stats, "mem.write_bytes"), BYTES[i]);
        rig_stop(&r);
    }
}

static void a_write_back_l1d_answers_a_store_that_hits(void **state)
{
    (void)state;
    static const winst_t PROG[] = {LOAD(0, 1, 0), STORE(1, 1, 0), EXIT(2)};
    rig_t r;
    machine(&r);
    r.m.sm.l1d.write = WRITE_BACK;
    start(&r, "gto", false);
    run(&r, PROG, 1, 32, 128);
    assert_int_equal(stats_sum(r.stats, "sm*.l1d.write_hits"), 1);
    assert_int_equal(stats_sum(r.stats, "mem.write_bytes"), 128); /* at the end of the kernel */
    rig_stop(&r);
}

/* A buffer that is filled past a jump need not be filled again behind it. */
static void fetch_may_follow_jumps(void **state)
{
    (void)state;
    static const winst_t JUMPS[] = {ALU(0, 1, 0), ALU(9, 2, 0), ALU(3, 3, 0), ALU(12, 4, 0), EXIT(6)};
    rig_t r;
    machine(&r);
    r.m.sm.control_cycles = 0; /* the exit ends last */
    r.m.sm.fetch = FETCH_PATH;
    const uint64_t path = cycles_of(&r, JUMPS, 32);
    r.m.sm.fetch = FETCH_LINE;
    assert_int_equal(cycles_of(&r, JUMPS, 32), path + 4); /* a cycle more behind each jump */
}

/* Who reads a loaded register waits long until it has come; with `sticky`, also after that, until
 * something else is written there: a warp alone among 24 then has its turn every fourth cycle. */
static void sticky_loads_stay_long(void **state)
{
    (void)state;
    static const winst_t READS[] = {LOAD(0, 1, 0), ALU(1, 2, 1), ALU(2, 3, 1), ALU(3, 4, 1),
                                    ALU(4, 5, 1),  ALU(5, 6, 1), EXIT(6)};
    static const winst_t OTHERS[] = {LOAD(0, 1, 0), ALU(1, 1, 1), ALU(2, 3, 1), ALU(3, 4, 1),
                                     ALU(4, 5, 1),  ALU(5, 6, 1), EXIT(6)};
    uint64_t cycles[2][2];
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t k = 0; k < 2; k++) {
            rig_t r;
            machine(&r);
            r.m.sm.longlat = k ? LONGLAT_STICKY : LONGLAT_PENDING;
            start(&r, "tl_active", false);
            cycles[i][k] = run(&r, i ? OTHERS : READS, 1, 32, 128);
            rig_stop(&r);
        }
    assert_in_range(cycles[0][1] - cycles[0][0], 4 * 3, 5 * 4);
    assert_in_range(cycles[1][1] - cycles[1][0], 1, 4); /* the first reader only */
}

static void parameters_count_as_constants_with_sticky(void **state)
{
    (void)state;
    winst_t prog[] = {LOAD(0, 1, 0), ALU(1, 2, 1), ALU(2, 3, 1), ALU(3, 4, 1), EXIT(4)};
    uint64_t cycles[2];
    for (uint32_t i = 0; i < 2; i++) {
        rig_t r;
        machine(&r);
        r.m.sm.constants = CONSTANTS_CACHED;
        prog[0].space = i ? SPACE_PARAM : SPACE_CONST;
        start(&r, "tl_active", false);
        cycles[i] = run(&r, prog, 1, 32, 0);
        rig_stop(&r);
    }
    assert_int_equal(cycles[0], cycles[1]);
}

#define F64(pc, d, u)                                                                                                  \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = (u), .lat = LAT_DP, .op = WI_ALU, .ndst = 1, .dst = { d }                        \
    }

/* gtx480 has no DP pipeline: f64 takes the time that it takes on the SFU pipeline, and waits for that one. */
static void without_dp_pipelines_the_sfu_executes_f64(void **state)
{
    (void)state;
    static const winst_t DP[] = {F64(0, 1, UNIT_DP), F64(1, 2, UNIT_SFU), F64(2, 3, UNIT_DP), EXIT(3)};
    static const winst_t SFU[] = {F64(0, 1, UNIT_SFU), F64(1, 2, UNIT_SFU), F64(2, 3, UNIT_SFU), EXIT(3)};
    rig_t r;
    machine(&r);
    assert_int_equal(r.m.sm.pipes[UNIT_DP], 0);
    const uint64_t together = cycles_of(&r, DP, 256);
    assert_int_equal(together, cycles_of(&r, SFU, 256));
    r.m.sm.pipes[UNIT_DP] = r.m.sm.collectors[UNIT_DP] = 1;
    assert_true(cycles_of(&r, DP, 256) < together);
}

/* A contended LD/ST unit may be offered to the scheduler that grants an ALU instruction of another warp. The other
 * one's load then waits for nothing, unless it is asked for what the first has left: the same issues fit fewer cycles.
 * With 16 warps nearly all cycles have two issues in either order. */
static void schedulers_in_turn_take_what_is_left(void **state)
{
    (void)state;
    static const winst_t PROG[] = {ALU(0, 1, 0),  LOAD(1, 2, 0), ALU(2, 3, 0),  LOAD(3, 4, 0), ALU(4, 5, 0),
                                   LOAD(5, 6, 0), ALU(6, 7, 0),  LOAD(7, 8, 0), EXIT(8)};
    for (uint32_t threads = 96; threads <= 256; threads += 256 - 96) {
        uint64_t active[2];
        for (uint32_t i = 0; i < 2; i++) {
            rig_t r;
            machine(&r);
            r.m.l2.look_up = LOOK_UP_ARRIVING; /* idle cycles between loads would hide the difference */
            r.m.sm.issue_order = i ? ISSUE_IN_TURN : ISSUE_TOGETHER;
            start(&r, "lrr", false);
            run(&r, PROG, 1, threads, 0);
            active[i] = stats_sum(r.stats, "sm*.active");
            rig_stop(&r);
        }
        assert_true(active[1] < active[0]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_result_takes_six_more_cycles),
        cmocka_unit_test(operands_of_one_bank_wait_for_each_other),
        cmocka_unit_test(a_bank_serves_one_operand_per_cycle),
        cmocka_unit_test(results_share_their_ports),
        cmocka_unit_test(an_l1d_access_waits_before_its_look_up),
        cmocka_unit_test(a_store_carries_what_it_touches),
        cmocka_unit_test(a_write_back_l1d_answers_a_store_that_hits),
        cmocka_unit_test(skipping_changes_nothing),
        cmocka_unit_test(fetch_may_follow_jumps),
        cmocka_unit_test(sticky_loads_stay_long),
        cmocka_unit_test(parameters_count_as_constants_with_sticky),
        cmocka_unit_test(without_dp_pipelines_the_sfu_executes_f64),
        cmocka_unit_test(schedulers_in_turn_take_what_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
