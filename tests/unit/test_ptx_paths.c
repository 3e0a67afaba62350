/* Independent thread scheduling: lanes of one warp that wait for one another, at .sync instructions, at barriers and by
 * spinning. */
#include "ptx_fixture.h"

/* Even lanes take one side, odd lanes the other; %r1 is 10 * lane, %r2 its neighbour. */
#define SPLIT                                                                                                          \
    "mul.lo.u32 %r1, %t, 10;\nxor.b32 %r2, %t, 1;\nand.b32 %r9, %t, 1;\nsetp.eq.u32 %p1, %r9, 0;\n"                    \
    "setp.lt.u32 %p2, %t, 5;\nmov.u32 %r3, 0;\n"

/* The instruction in both branches; a value per lane comes back. */
static void both_sides(const char *inst, const uint32_t wanted[32])
{
    char body[1024];
    fix_t x;
    snprintf(body, sizeof body,
             "%s@%%p1 bra EVEN;\n%s\nbra JOIN;\nEVEN: add.u32 %%r8, %%r8, 1;\n%s\nJOIN: st.global.u32 [%%out], %%r3;\n",
             SPLIT, inst, inst);
    fix_body(&x, "", body, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), wanted[t]);
    fix_free(&x);
}

static void each_sync_instruction_meets_in_both_branches(void **state)
{
    uint32_t neighbour[32], ballot[32], one[32], sum[32], same[32], elected[32];
    (void)state;
    for (uint32_t t = 0; t < 32; t++) {
        neighbour[t] = (t ^ 1) * 10;
        ballot[t] = 0x1f;
        one[t] = 1;
        sum[t] = 10 * 31 * 16;
        same[t] = t % 2 ? 0xaaaaaaaa : 0x55555555;
        elected[t] = 0;
    }
    both_sides("shfl.sync.idx.b32 %r3, %r1, %r2, 31, -1;", neighbour);
    both_sides("shfl.sync.bfly.b32 %r3|%p3, %r1, 1, 31, 0xffffffff;", neighbour);
    both_sides("vote.sync.ballot.b32 %r3, %p2, -1;", ballot);
    both_sides("vote.sync.any.pred %p3, %p2, -1;\nselp.u32 %r3, 1, 0, %p3;", one);
    both_sides("vote.sync.all.pred %p3, %p2, -1;\nselp.u32 %r3, 0, 1, %p3;", one);
    both_sides("redux.sync.add.u32 %r3, %r1, -1;", sum);
    both_sides("match.any.sync.b32 %r3, %r9, -1;", same);
    both_sides("match.all.sync.b32 %r3|%p3, %r8, -1;\nselp.u32 %r3, 0, 1, %p3;", one);
    both_sides("elect.sync %r3|%p3, -1;", elected);
}

/* Lanes 0 to 6 exchange among themselves, the others too; then all. */
static void partial_masks_do_not_wait_for_others(void **state)
{
    static const char BODY[] =
        "mov.u32 %r1, %t;\nsetp.lt.u32 %p1, %t, 7;\n@%p1 bra LOW;\nshfl.sync.down.b32 %r2, %r1, 1, 31, 0xffffff80;\n"
        "shfl.sync.idx.b32 %r3, %r1, 0, 31, -1;\nbra END;\n"
        "LOW: shfl.sync.idx.b32 %r2, %r1, 6, 31, 0x7f;\nshfl.sync.idx.b32 %r3, %r1, 9, 31, -1;\n"
        "END: shl.b32 %r3, %r3, 8;\nor.b32 %r2, %r2, %r3;\nst.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t < 7 ? 6 | 9 << 8 : t == 31 ? 31 : t + 1);
    fix_free(&x);
}

/* Lane t makes t + 1 turns; in turn i the lanes above i vote with a mask that says so. */
static void loops_of_different_length_vote(void **state)
{
    static const char BODY[] =
        "mov.u32 %r1, 0; mov.u32 %r2, 0;\nL: mov.u32 %r3, -1;\nshl.b32 %r3, %r3, %r1;\nsetp.eq.u32 %p1, %r1, %t;\n"
        "vote.sync.ballot.b32 %r4, %p1, %r3;\npopc.b32 %r5, %r4;\nadd.u32 %r2, %r2, %r5;\nadd.u32 %r1, %r1, 1;\n"
        "setp.le.u32 %p2, %r1, %t;\n@%p2 bra L;\nst.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t + 1);
    fix_free(&x);
}

static void exits_end_the_wait(void **state)
{
    static const char BODY[] = "st.global.u32 [%out], 5;\nsetp.lt.u32 %p1, %t, 4;\n@%p1 bra WAIT;\nmov.u32 %r1, 50;\n"
                               "L: sub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p2, %r1, 0;\n@%p2 bra L;\nexit;\n"
                               "WAIT: vote.sync.ballot.b32 %r2, %p1, -1;\nst.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t < 4 ? 15 : 5);
    fix_free(&x);
}

/* Half of the lanes call a function that shuffles, the other half shuffles in a nested function. */
static void functions_meet_in_divergent_code(void **state)
{
    static const char MODULE[] =
        ".func (.param .b32 o) inner(.param .b32 i) {\n.reg .b32 %v<9>;\nld.param.b32 %v1, [i];\n"
        "mov.u32 %v2, %laneid;\nxor.b32 %v2, %v2, 1;\nshfl.sync.idx.b32 %v3, %v1, %v2, 31, -1;\n"
        "st.param.b32 [o], %v3;\nret;\n}\n"
        ".func (.param .b32 o) outer(.param .b32 i) {\n.reg .b32 %w<9>;\nld.param.b32 %w1, [i];\nadd.u32 %w2, %w1, "
        "1000;\n"
        "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %w2; call (b), inner, (a); ld.param.b32 %w3, [b]; }\n"
        "sub.u32 %w3, %w3, %w2;\nadd.u32 %w3, %w3, %w1;\nst.param.b32 [o], %w3;\nret;\n}\n";
    static const char BODY[] =
        SPLIT "@%p1 bra EVEN;\n"
              "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), outer, (a); ld.param.b32 %r3, [b]; }\n"
              "bra JOIN;\nEVEN:\n"
              "{ .param .b32 a; .param .b32 b; st.param.b32 [a], %r1; call (b), inner, (a); ld.param.b32 %r3, [b]; }\n"
              "JOIN: st.global.u32 [%out], %r3;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(fix_out(&x, t), t % 2 ? (t ^ 1) * 10 - 1000 : (t ^ 1) * 10 + 1000);
    fix_free(&x);
}

static void barriers_count_both_sides_once(void **state)
{
    static const char BODY[] =
        ".shared .align 4 .b8 buf[256];\nmov.u32 %r4, buf;\nshl.b32 %r5, %t, 2;\nadd.u32 %r5, %r4, %r5;\n" SPLIT
        "st.shared.u32 [%r5], %r1;\n@%p1 bra EVEN;\nbar.sync 0;\nadd.u32 %r3, %r3, 1;\nbar.red.popc.u32 %r7, 0, %p2;\n"
        "bra JOIN;\nEVEN: bar.sync 0;\nbar.red.popc.u32 %r7, 0, !%p1;\nJOIN: xor.b32 %r6, %t, 33;\nshl.b32 %r6, %r6, "
        "2;\n"
        "add.u32 %r6, %r4, %r6;\nld.shared.u32 %r6, [%r6];\nadd.u32 %r6, %r6, %r3;\nst.global.v2.u32 [%out], {%r6, "
        "%r7};\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 64, 32);
    for (uint32_t t = 0; t < 64; t++) assert_int_equal(fix_out(&x, t), UINT64_C(2) << 32 | ((t ^ 33) * 10 + t % 2));
    fix_free(&x);
}

/* Lane 0 spins until lane 1 writes, which stands behind the branch, in its other side, or behind the join. */
static void a_lane_may_spin_on_another(void **state)
{
    static const char *const BODIES[] = {
        "setp.eq.u32 %p1, %t, 0;\n@!%p1 bra WRITE;\nL: ld.volatile.shared.u32 %r1, [flag];\nsetp.eq.u32 %p2, %r1, 0;\n"
        "@%p2 bra L;\nbra END;\nWRITE: st.volatile.shared.u32 [flag], 3;\nmov.u32 %r1, 4;\nEND:\n",
        "setp.ne.u32 %p1, %t, 0;\n@%p1 bra WRITE;\nL: atom.shared.add.u32 %r1, [flag], 0;\nsetp.eq.u32 %p2, %r1, 0;\n"
        "@%p2 bra L;\nWRITE: setp.eq.u32 %p3, %t, 1;\n@%p3 st.volatile.shared.u32 [flag], 3;\n@%p1 mov.u32 %r1, 4;\n",
        "setp.ne.u32 %p1, %t, 0;\n@%p1 bra WRITE;\nL: ld.shared.u32 %r1, [flag];\nsetp.eq.u32 %p2, %r1, 0;\n"
        "@%p2 bra L;\nWRITE: setp.eq.u32 %p3, %t, 1;\n@%p3 st.shared.u32 [flag], 3;\n@%p1 mov.u32 %r1, 4;\n"};
    (void)state;
    for (size_t i = 0; i < sizeof BODIES / sizeof *BODIES; i++) {
        char body[1024];
        fix_t x;
        snprintf(body, sizeof body, ".shared .u32 flag;\n%sst.global.u32 [%%out], %%r1;\n", BODIES[i]);
        fix_body(&x, "", body, 32, 32);
        for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t ? 4 : 3);
        fix_free(&x);
    }
}

/* while (atomicCAS(lock, 0, 1)); count++; unlock: of 64 lanes in two warps. */
static void lanes_take_a_lock_in_turn(void **state)
{
    static const char BODY[] =
        ".shared .u32 lock; .shared .u32 count;\nL: atom.shared.cas.b32 %r1, [lock], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n"
        "@%p1 bra L;\nld.volatile.shared.u32 %r2, [count];\nadd.u32 %r2, %r2, 1;\nst.volatile.shared.u32 [count], "
        "%r2;\n"
        "membar.cta;\natom.shared.exch.b32 %r3, [lock], 0;\nbar.sync 0;\nld.volatile.shared.u32 %r4, [count];\n"
        "st.global.u32 [%out], %r4;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 64, 32);
    for (uint32_t t = 0; t < 64; t++) assert_int_equal(fix_out(&x, t), 64);
    fix_free(&x);
}

static void what_cannot_be_served_is_named(void **state)
{
    (void)state;
    fix_expect_error(
        "", "mov.u32 %r1, 7;\nshfl.sync.idx.b32 %r2, %r1, 0, 31, 0xfffffff7;\n",
        "shfl.sync.idx.b32 has member mask 0xfffffff7 in lane 3; allowed: a mask that holds the lane itself");
    fix_expect_error("", "setp.lt.u32 %p1, %t, 4;\n@%p1 bra A;\nbar.warp.sync 16;\nA:\n",
                     "has member mask 0x00000010 in lane 5");
    fix_expect_error("",
                     "setp.lt.u32 %p1, %t, 4;\n@%p1 bra A;\nvote.sync.ballot.b32 %r1, %p1, -1;\nbra B;\n"
                     "A: redux.sync.add.u32 %r1, %t, -1;\nB:\n",
                     "lanes of warp 0 of CTA 0,0,0 wait for one another for ever: ");
    fix_expect_error("",
                     "setp.lt.u32 %p1, %t, 4;\n@%p1 bra A;\nvote.sync.ballot.b32 %r1, %p1, -1;\nbra B;\n"
                     "A: redux.sync.add.u32 %r1, %t, -1;\nB:\n",
                     "lanes 0xf at line 23 wait at redux.sync.add.u32 for lanes 0xfffffff0");
}

/* Before sm_70 the active lanes exchange. */
static void old_targets_run_in_lock_step(void **state)
{
    static const char TEXT[] =
        ".version 6.3\n.target sm_61\n.address_size 64\n" FIX_ENTRY SPLIT
        "@%p1 bra EVEN;\nvote.sync.ballot.b32 %r3, %p2, -1;\nbra JOIN;\nEVEN: vote.sync.ballot.b32 %r3, %p2, -1;\n"
        "JOIN: st.global.u32 [%out], %r3;\n" FIX_TAIL;
    fix_t x;
    (void)state;
    if (!fix_open(&x, TEXT, 32, 32) || !fix_run(&x)) fail_msg("%s", x.err.text);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t % 2 ? 0xa : 0x15);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_sync_instruction_meets_in_both_branches),
        cmocka_unit_test(partial_masks_do_not_wait_for_others),
        cmocka_unit_test(loops_of_different_length_vote),
        cmocka_unit_test(exits_end_the_wait),
        cmocka_unit_test(functions_meet_in_divergent_code),
        cmocka_unit_test(barriers_count_both_sides_once),
        cmocka_unit_test(a_lane_may_spin_on_another),
        cmocka_unit_test(lanes_take_a_lock_in_turn),
        cmocka_unit_test(what_cannot_be_served_is_named),
        cmocka_unit_test(old_targets_run_in_lock_step),
    };
    return cmocka_run_group_tests_name("ptx_paths", tests, NULL, NULL);
}
