/* test_ptx_index.c - brx.idx: lanes of a warp that take many targets, fall from one into the next, loop, and join. */
#include "ptx_fixture.h"

/* Case c of a switch whose cases 1 and 4 fall into the next one. */
static uint32_t switch_ref(uint32_t c)
{
    uint32_t r = 7;
    switch (c) {
    case 0: return r + 1000;
    case 1: r += 10; /* fall through */
    case 2: r *= 3; break;
    case 3: r ^= 0x55; break;
    case 4: r += 400; /* fall through */
    default: r += 5; break;
    }
    return r + 1;
}

/* Lists may stand in an outer scope, name a target twice, and name the join. */
static const char SWITCH[] =
    "T: .branchtargets C0, C1, C2, C3, C4, C5, C5;\n"
    "mov.u32 %r1, 7;\n{ brx.idx %r2, T; }\n"
    "C0: add.u32 %r1, %r1, 1000;\nbra OUT;\nC1: add.u32 %r1, %r1, 10;\nC2: mul.lo.u32 %r1, %r1, 3;\nbra JOIN;\n"
    "C3: xor.b32 %r1, %r1, 0x55;\nbra JOIN;\nC4: add.u32 %r1, %r1, 400;\nC5: add.u32 %r1, %r1, 5;\n"
    "JOIN: add.u32 %r1, %r1, 1;\nOUT: activemask.b32 %r3;\npopc.b32 %r3, %r3;\n"
    "st.global.v2.u32 [%out], {%r1, %r3};\n";

static void lanes_take_their_targets_and_join(void **state)
{
    char body[2048];
    (void)state;
    snprintf(body, sizeof body, "rem.u32 %%r2, %%t, 7;\n%s", SWITCH);
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, "", body, 77, lanes);
        for (uint32_t t = 0; t < 77; t++) {
            const uint32_t rest = 77 - t / lanes * lanes;
            assert_int_equal((uint32_t)fix_out(&x, t), switch_ref(t % 7));
            assert_int_equal(fix_out(&x, t) >> 32, rest < lanes ? rest : lanes);
        }
        fix_free(&x);
    }
}

static void a_warp_with_one_target_does_not_diverge(void **state)
{
    char body[2048];
    uint64_t insts = 0;
    (void)state;
    for (uint32_t c = 0; c < 7; c++) {
        fix_t x;
        snprintf(body, sizeof body, "mov.u32 %%r2, %u;\n%s", c, SWITCH);
        fix_body(&x, "", body, 32, 32);
        for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), UINT64_C(32) << 32 | switch_ref(c));
        if (c == 2) insts = x.insts;
        if (c == 3) assert_int_equal(x.insts, insts); /* one instruction, wherever it goes */
        fix_free(&x);
    }
}

/* Lanes whose guard is false go on behind the branch. */
static void a_guarded_branch_falls_through(void **state)
{
    static const char GUARDED[] =
        "T: .branchtargets A<3>;\nmov.u32 %r1, 0;\nand.b32 %r2, %t, 3;\nsetp.ne.u32 %p1, %r2, 3;\n"
        "@%p1 brx.idx.uni %r2, T;\nadd.u32 %r1, %r1, 100;\nbra J;\nA0: add.u32 %r1, %r1, 1;\nbra J;\n"
        "A1: add.u32 %r1, %r1, 2;\nA2: add.u32 %r1, %r1, 4;\nJ: st.global.u32 [%out], %r1;\n";
    static const uint32_t WANTED[] = {1, 6, 4, 100};
    fix_t x;
    (void)state;
    fix_body(&x, "", GUARDED, 64, 32);
    for (uint32_t t = 0; t < 64; t++) assert_int_equal(fix_out(&x, t), WANTED[t % 4]);
    fix_free(&x);
}

/* Every lane runs a program of its own, an opcode in each hexadecimal digit of a hash of its number. */
static uint32_t machine_ref(uint32_t t)
{
    uint32_t code = (t + 1) * 2654435761u, r = t;
    while (code) {
        const uint32_t op = code & 3;
        code >>= 2;
        if (op == 0) r = r * 5 + 1;
        else if (op == 1) r ^= code;
        else if (op == 2) r += 77;
        else code >>= 2;
    }
    return r;
}

static void lanes_interpret_programs_of_their_own(void **state)
{
    static const char FUNC[] =
        ".func (.param .b32 ret) machine(.param .b32 n) {\n.reg .b32 %c, %r, %o; .reg .pred %p;\nld.param.u32 %r, "
        "[n];\n"
        "add.u32 %c, %r, 1; mul.lo.u32 %c, %c, 2654435761;\nOPS: .branchtargets MUL, XOR, ADD, SKIP;\n"
        "NEXT: setp.eq.u32 %p, %c, 0; @%p bra END;\nand.b32 %o, %c, 3; shr.u32 %c, %c, 2;\nbrx.idx %o, OPS;\n"
        "MUL: mad.lo.u32 %r, %r, 5, 1; bra NEXT;\nXOR: xor.b32 %r, %r, %c; bra NEXT;\n"
        "ADD: add.u32 %r, %r, 77; bra NEXT;\nSKIP: shr.u32 %c, %c, 2; bra NEXT;\n"
        "END: st.param.b32 [ret], %r; ret;\n}\n";
    static const char BODY[] =
        "LIST: .branchtargets ON;\nmov.u32 %r1, 0;\nbrx.idx %r1, LIST;\ntrap;\nON:\n"
        "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %t;\ncall (r), machine, (a);\nld.param.b32 %r1, [r]; }\n"
        "activemask.b32 %r2;\nst.global.v2.u32 [%out], {%r1, %r2};\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, FUNC, BODY, 96, lanes);
        for (uint32_t t = 0; t < 96; t++)
            assert_int_equal(fix_out(&x, t), (UINT64_C(0xffffffff) >> (32 - lanes)) << 32 | machine_ref(t));
        fix_free(&x);
    }
}

/* Lane 0 takes the target behind it until another lane of its warp, which takes another target, writes. */
static void a_spinning_target_lets_the_others_run(void **state)
{
    static const char BODY[] = "T: .branchtargets SPIN, WRITE, OUT;\nmin.u32 %r1, %t, 2;\nbra.uni GO;\n"
                               "SPIN: ld.volatile.global.u32 %r2, [%in];\nsetp.ne.u32 %p1, %r2, 0;\n"
                               "@%p1 mov.u32 %r1, 2;\nGO: brx.idx %r1, T;\n"
                               "WRITE: st.volatile.global.u32 [%in], 9;\nOUT: st.global.u32 [%out], 5;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), 5);
    fix_free(&x);
}

/* %r1 is needed again after the way back; %r5 must not take its place. */
static void registers_live_on_the_way_back(void **state)
{
    static const char BODY[] =
        "T: .branchtargets OUT, L;\nadd.u32 %r1, %t, 9;\nmov.u32 %r2, 0;\nmov.u32 %r6, 0;\n"
        "L: add.u32 %r6, %r6, %r1;\nmul.lo.u32 %r5, %r2, 3;\nadd.u32 %r6, %r6, %r5;\nadd.u32 %r2, %r2, 1;\n"
        "setp.lt.u32 %p1, %r2, 4;\nselp.u32 %r3, 1, 0, %p1;\nbrx.idx %r3, T;\nOUT: st.global.u32 [%out], %r6;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 64, 32);
    for (uint32_t t = 0; t < 64; t++) assert_int_equal(fix_out(&x, t), 4 * (t + 9) + 18);
    fix_free(&x);
}

static void a_label_at_the_end_is_a_target(void **state)
{
    static const char TEXT[] = FIX_HEAD FIX_ENTRY
        "{ T: .branchtargets A, END;\nand.b32 %r1, %t, 1;\nst.global.u32 [%out], 3;\nbrx.idx %r1, T;\n"
        "A: st.global.u32 [%out], 4;\nexit;\nEND: }\n}\n.visible .entry next() { trap; }\n";
    fix_t x;
    (void)state;
    if (!fix_open(&x, TEXT, 32, 32) || !fix_run(&x)) fail_msg("%s", x.err.text);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t % 2 ? 3 : 4);
    fix_free(&x);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    fix_expect_error("", "T: .branchtargets A, A;\nadd.u32 %r1, %t, 1;\nmin.u32 %r1, %r1, 3;\nbrx.idx %r1, T;\nA:\n",
                     "test.ptx:22: brx.idx in thread 1 has index 2; allowed: 0 to 1 (CTA 0,0,0)");
    fix_expect_error("", "brx.idx %r1, T;\nT: .branchtargets A;\nA:\n",
                     "brx.idx: expected the label of a .branchtargets above, found 'T'");
    fix_expect_error("", "{ T: .branchtargets A; }\nbrx.idx %r1, T;\nA:\n", "the label of a .branchtargets above");
    fix_expect_error("", "T: .branchtargets A, B;\nbrx.idx %r1, T;\nA:\n", "no label 'B' in kernel 'k'");
    fix_expect_error("", "T: .branchtargets A;\nT: .branchtargets A;\nA:\n", "label 'T' is defined twice");
    fix_expect_error("", "T: .branchtargets A;\nbra T;\nA:\n", "no label 'T'");
    fix_expect_error("", "T: .branchtargets A<0>;\n", "expected a number of labels from 1 to 1048576, found '0'");
    fix_expect_error("", "T: .branchtargets A<700000>; U: .branchtargets A<700000>;\n",
                     "kernel 'k' has more than 1048576 labels in .branchtargets");
    fix_expect_error("", "T: .branchtargets 5;\n", "expected a label, found '5'");
    fix_expect_error("", "T: .branchtargets A;\nbrx.idx 0, T;\nA:\n", "expected a register, found '0'");
    fix_expect_error("", "T: .branchtargets A;\nbrx.idx %rd1, T;\nA:\n", "expected a register of up to 32 bits");
    fix_expect_error("", "T: .branchtargets A;\nbrx %r1, T;\nA:\n", "unsupported instruction 'brx' in kernel 'k'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_take_their_targets_and_join),
        cmocka_unit_test(a_warp_with_one_target_does_not_diverge),
        cmocka_unit_test(a_guarded_branch_falls_through),
        cmocka_unit_test(lanes_interpret_programs_of_their_own),
        cmocka_unit_test(a_spinning_target_lets_the_others_run),
        cmocka_unit_test(registers_live_on_the_way_back),
        cmocka_unit_test(a_label_at_the_end_is_a_target),
        cmocka_unit_test(mistakes_are_named),
    };
    return cmocka_run_group_tests_name("ptx_index", tests, NULL, NULL);
}
