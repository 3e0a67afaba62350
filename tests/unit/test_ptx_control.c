/* Divergence, exits, barriers, exchange between lanes, at all warp widths. */
#include "ptx_fixture.h"

static void nested_branches_join_again(void **state)
{
    static const char BODY[] =
        "mov.u32 %r1, 0;\nsetp.lt.u32 %p1, %t, 40;\n@!%p1 bra $L_else;\n"
        "and.b32 %r2, %t, 1;\nsetp.eq.u32 %p2, %r2, 1;\n@%p2 bra $L_odd;\nadd.u32 %r1, %r1, 10;\n"
        "bra.uni $L_in;\n$L_odd: add.u32 %r1, %r1, 20;\n$L_in: activemask.b32 %r3;\n"
        "add.u32 %r1, %r1, 1;\nbra.uni $L_end;\n$L_else: add.u32 %r1, %r1, 500;\n"
        "activemask.b32 %r3;\n$L_end: activemask.b32 %r4;\n"
        "popc.b32 %r3, %r3; popc.b32 %r4, %r4;\nshl.b32 %r3, %r3, 16; shl.b32 %r4, %r4, 24;\n"
        "or.b32 %r1, %r1, %r3; or.b32 %r1, %r1, %r4;\nst.global.u32 [%out], %r1;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, "", BODY, 72, lanes);
        for (uint32_t t = 0; t < 72; t++) {
            const uint32_t first = t / lanes * lanes, after = first + lanes < 72 ? first + lanes : 72;
            const uint32_t low = first >= 40 ? 0 : (after < 40 ? after : 40) - first;
            const uint32_t value = t >= 40 ? 500 : t % 2 ? 21 : 11;
            const uint32_t with = t < 40 ? low : after - first - low;
            assert_int_equal(fix_out(&x, t), value | with << 16 | (after - first) << 24);
        }
        fix_free(&x);
    }
}

static void loops_run_as_often_as_each_lane_says(void **state)
{
    /* sum of 0..lane, leaving by break at 20, skipping multiples of 3 by continue */
    static const char BODY[] = "mov.u32 %r1, 0; mov.u32 %r2, 0;\nLOOP:\nsetp.gt.u32 %p1, %r2, %t;\n@%p1 bra DONE;\n"
                               "setp.eq.u32 %p2, %r2, 20;\n@%p2 bra DONE;\nrem.u32 %r3, %r2, 3;\nsetp.eq.u32 %p3, %r3, "
                               "0;\n"
                               "@%p3 bra NEXT;\nadd.u32 %r1, %r1, %r2;\nNEXT: add.u32 %r2, %r2, 1;\nbra LOOP;\n"
                               "DONE: st.global.u32 [%out], %r1;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, "", BODY, 50, lanes);
        for (uint32_t t = 0; t < 50; t++) {
            uint32_t sum = 0;
            for (uint32_t i = 0; i <= t && i != 20; i++) sum += i % 3 ? i : 0;
            assert_int_equal(fix_out(&x, t), sum);
        }
        fix_free(&x);
    }
}

/* Many more iterations than the stack has frames, each with its own divergence. */
static void loops_do_not_grow_the_stack(void **state)
{
    static const char BODY[] =
        "mov.u32 %r1, 0; mov.u32 %r2, 0;\nL: xor.b32 %r3, %r2, %t;\nand.b32 %r3, %r3, 1;\n"
        "setp.eq.u32 %p1, %r3, 0;\n@%p1 bra E;\nadd.u32 %r1, %r1, 1;\nE: add.u32 %r2, %r2, 1;\n"
        "mul.lo.u32 %r4, %t, 7;\nadd.u32 %r4, %r4, 300;\nsetp.lt.u32 %p2, %r2, %r4;\n@%p2 bra L;\n"
        "st.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) {
        uint32_t n = 0;
        for (uint32_t i = 0; i < 300 + 7 * t; i++) n += (i ^ t) & 1;
        assert_int_equal(fix_out(&x, t), n);
    }
    fix_free(&x);
}

static void part_of_a_warp_may_leave(void **state)
{
    static const char BODY[] = "st.global.u32 [%out], 7;\nsetp.ge.u32 %p1, %t, 45;\n@%p1 ret;\nand.b32 %r1, %t, 1;\n"
                               "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra GO;\nexit;\nGO: bar.sync 0;\nactivemask.b32 %r2;\n"
                               "st.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 96, 32); /* the third warp leaves as a whole, before the barrier */
    for (uint32_t t = 0; t < 96; t++) {
        const uint32_t active = t < 32 ? 0x55555555 : 0x1555;
        assert_int_equal(fix_out(&x, t), t < 45 && t % 2 == 0 ? active : 7);
    }
    fix_free(&x);
}

static void barriers_order_the_warps(void **state)
{
    static const char BODY[] =
        ".shared .align 4 .b8 buf[1024];\nmov.u32 %r1, buf;\nshl.b32 %r2, %t, 2;\n"
        "add.u32 %r3, %r1, %r2;\nmov.u32 %r9, 3;\nst.shared.u32 [%r3], %t;\nbarrier.sync 0;\n"
        "L: xor.b32 %r4, %t, 64;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r1, %r4;\n"
        "ld.shared.u32 %r5, [%r4];\nbar.sync 0;\nadd.u32 %r5, %r5, 1;\nst.shared.u32 [%r3], %r5;\n"
        "bar.sync 0;\nsub.u32 %r9, %r9, 1;\nsetp.ne.u32 %p1, %r9, 0;\n@%p1 bra L;\n"
        "ld.shared.u32 %r6, [%r3];\nst.global.u32 [%out], %r6;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, "", BODY, 128, lanes);
        for (uint32_t t = 0; t < 128; t++) assert_int_equal(fix_out(&x, t), (t ^ 64) + 3);
        assert_int_equal(x.launch.smem_bytes, 1024);
        fix_free(&x);
    }
}

/* Warp 1 spins until warp 0 writes, and the other way round: an unfair turn would never end. */
static void warps_may_spin_on_each_other(void **state)
{
    static const char BODY[] = ".shared .u32 flag;\nsetp.lt.u32 %p1, %t, 32;\n@%p1 bra FIRST;\nst.volatile.shared.u32 "
                               "[flag], 1;\n"
                               "W1: ld.volatile.shared.u32 %r1, [flag];\nsetp.ne.u32 %p2, %r1, 2;\n@%p2 bra W1;\nbra "
                               "END;\n"
                               "FIRST: ld.volatile.shared.u32 %r1, [flag];\nsetp.ne.u32 %p2, %r1, 1;\n@%p2 bra FIRST;\n"
                               "st.volatile.shared.u32 [flag], 2;\nEND: st.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 64, 32);
    assert_int_equal(fix_out(&x, 0), 1);
    assert_int_equal(fix_out(&x, 63), 2);
    fix_free(&x);
}

static void shuffles_follow_the_manual(void **state)
{
    static const struct {
        const char *op;
        int32_t step;
        bool is_xor;
    } ROWS[] = {{"shfl.sync.up.b32 %r2|%p1, %r1, 3, 0, -1;", -3, false},
                {"shfl.sync.down.b32 %r2|%p1, %r1, 5, 31, 0xffffffff;", 5, false},
                {"shfl.bfly.b32 %r2|%p1, %r1, 4, 0x1f;", 4, true}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char body[512];
        fix_t x;
        snprintf(body, sizeof body,
                 "add.u32 %%r1, %%t, 100;\n%s\nselp.u32 %%r3, 1000, 0, %%p1;\n"
                 "add.u32 %%r2, %%r2, %%r3;\nst.global.u32 [%%out], %%r2;\n",
                 ROWS[i].op);
        fix_body(&x, "", body, 32, 32);
        for (int32_t t = 0; t < 32; t++) {
            const int32_t from = ROWS[i].is_xor ? t ^ ROWS[i].step : t + ROWS[i].step;
            const bool in = from >= 0 && from < 32;
            assert_int_equal(fix_out(&x, (uint32_t)t), in ? 1100 + from : 100 + t);
        }
        fix_free(&x);
    }
}

static void shuffles_in_segments_and_from_inactive_lanes(void **state)
{
    static const char BODY[] = "mov.u32 %r1, %t;\nshfl.sync.idx.b32 %r2, %r1, 2, 0x181f, -1;\n" /* segments of 8 */
                               "and.b32 %r4, %t, 1;\nsetp.eq.u32 %p1, %r4, 1;\nmov.u32 %r3, 77;\n@%p1 bra SKIP;\n"
                               "shfl.sync.down.b32 %r3, %r1, 1, 31, -1;\nSKIP: mad.lo.u32 %r2, %r3, 100, %r2;\n"
                               "st.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) {
        const uint32_t neighbour = t % 2 ? 77 : 0; /* every odd lane is inactive: 0 */
        assert_int_equal(fix_out(&x, t), neighbour * 100 + (t / 8 * 8 + 2));
    }
    fix_free(&x);
}

static void votes_ask_the_active_lanes(void **state)
{
    static const char BODY[] = "setp.lt.u32 %p1, %t, 8;\nsetp.lt.u32 %p2, %t, 4;\nmov.u32 %r1, 0;\n@!%p1 bra END;\n"
                               "vote.sync.ballot.b32 %r1, %p2, -1;\nvote.sync.all.pred %p3, %p1, -1;\n"
                               "vote.any.pred %p4, !%p1;\nvote.sync.uni.pred %p5, %p2, -1;\n"
                               "selp.u32 %r2, 256, 0, %p3;\nselp.u32 %r3, 512, 0, %p4;\nselp.u32 %r4, 1024, 0, %p5;\n"
                               "or.b32 %r1, %r1, %r2; or.b32 %r1, %r1, %r3; or.b32 %r1, %r1, %r4;\n"
                               "match.any.sync.b32 %r5, %r4, -1;\nshl.b32 %r5, %r5, 16;\nor.b32 %r1, %r1, %r5;\n"
                               "END: st.global.u32 [%out], %r1;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 4) {
        fix_t x;
        fix_body(&x, "", BODY, 32, lanes);
        for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t < 8 ? 0x00ff010f : 0);
        fix_free(&x);
    }
}

static void special_registers_tell_the_place(void **state)
{
    static const char BODY[] = "mov.u32 %r1, %ntid.x; mov.u32 %r2, %nctaid.z; mov.u32 %r3, %warpid; mov.u32 %r4, "
                               "%lanemask_lt;\n"
                               "popc.b32 %r4, %r4;\nshl.b32 %r1, %r1, 24; shl.b32 %r2, %r2, 16; shl.b32 %r3, %r3, 8;\n"
                               "or.b32 %r1, %r1, %r2; or.b32 %r1, %r1, %r3; or.b32 %r1, %r1, %r4;\n"
                               "st.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 40, 16);
    for (uint32_t t = 0; t < 40; t++) assert_int_equal(fix_out(&x, t), 40u << 24 | 1u << 16 | t / 16 << 8 | t % 16);
    fix_free(&x);
}

static void guards_work_on_everything(void **state)
{
    static const char BODY[] =
        "mov.u32 %r1, 5;\nsetp.gt.u32 %p1, %t, 9;\n@%p1 mov.u32 %r1, 6;\n@!%p1 add.u32 %r1, %r1, "
        "10;\n"
        "@%p1 setp.gt.u32 %p2, %t, 20;\n@!%p1 mov.pred %p2, %p1;\n@%p2 add.u32 %r1, %r1, 100;\n"
        "st.global.u32 [%out], 0;\n@!%p2 st.global.u32 [%out+4], %r1;\n@%p2 st.global.u32 [%out], "
        "%r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) {
        const uint64_t v = t > 20 ? 106 : t > 9 ? 6 : 15;
        assert_int_equal(fix_out(&x, t), t > 20 ? v : v << 32);
    }
    fix_free(&x);
}

/* Registers that were never written read as zero, also in a CTA state that was used before. */
static void unwritten_registers_are_zero(void **state)
{
    static const char BODY[] = "setp.gt.u32 %p1, %t, 15;\n@%p1 bra L;\nmov.u32 %r1, 9;\nL: st.global.u32 [%out], %r1;\n"
                               "mov.u32 %r2, 123;\nst.global.u32 [%out+4], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    assert_true(fix_run(&x));
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), UINT64_C(123) << 32 | (t > 15 ? 0 : 9));
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nested_branches_join_again),  cmocka_unit_test(loops_run_as_often_as_each_lane_says),
        cmocka_unit_test(loops_do_not_grow_the_stack), cmocka_unit_test(part_of_a_warp_may_leave),
        cmocka_unit_test(barriers_order_the_warps),    cmocka_unit_test(warps_may_spin_on_each_other),
        cmocka_unit_test(shuffles_follow_the_manual),  cmocka_unit_test(shuffles_in_segments_and_from_inactive_lanes),
        cmocka_unit_test(votes_ask_the_active_lanes),  cmocka_unit_test(special_registers_tell_the_place),
        cmocka_unit_test(guards_work_on_everything),   cmocka_unit_test(unwritten_registers_are_zero),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
