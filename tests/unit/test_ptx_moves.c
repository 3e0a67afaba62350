/* test_ptx_moves.c - mov of vectors, and of a whole special register. */
#include "ptx_fixture.h"

static void vectors_move_as_one(void **state)
{
    static const char BODY[] =
        "mov.v2.u32 {%r1, %r2}, {%t, 77};\nmov.v2.b32 {%r1, %r2}, {%r2, %r1};\n" /* reads both before it writes */
        "cvt.u64.u32 %rd1, %t;\nmov.v2.u64 {%rd1, %rd2}, {5, %rd1};\nmov.v2.f32 {%f1, _}, {0f3F800000, %f2};\n"
        "mov.b32 %r3, %f1;\ncvt.u32.u64 %r4, %rd1;\ncvt.u32.u64 %r5, %rd2;\nsetp.eq.u32 %p1, %t, 3;\n"
        "mov.v4.b32 {%r6, %r7, %r8, %r9}, {1, 2, 3, 4};\n@%p1 mov.v4.b32 {%r6, %r7, %r8, %r9}, {%r9, %r8, %r7, %r6};\n"
        "mov.v2.u16 {%h1, %h2}, {7, 8};\nmov.b32 %r10, {%h1, %h2};\nst.global.v2.u32 [%out], {%r1, %r2};\n"
        "st.global.v2.u32 [%out+512], {%r3, %r4};\nst.global.v2.u32 [%out+1024], {%r5, %r10};\n"
        "st.global.v2.u32 [%out+1536], {%r6, %r7};\nst.global.v2.u32 [%out+2048], {%r8, %r9};\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 40, 8);
    for (uint32_t t = 0; t < 40; t++) {
        const bool turned = t == 3;
        assert_int_equal(fix_out(&x, t), (uint64_t)t << 32 | 77);
        assert_int_equal(fix_out(&x, t + 64), UINT64_C(5) << 32 | 0x3f800000);
        assert_int_equal(fix_out(&x, t + 128), UINT64_C(0x00080007) << 32 | t);
        assert_int_equal(fix_out(&x, t + 192), turned ? UINT64_C(3) << 32 | 4 : UINT64_C(2) << 32 | 1);
        assert_int_equal(fix_out(&x, t + 256), turned ? UINT64_C(1) << 32 | 2 : UINT64_C(4) << 32 | 3);
    }
    fix_free(&x);
}

static void special_registers_move_whole(void **state)
{
    static const char BODY[] =
        "mov.v4.u32 {%r1, %r2, %r3, %r4}, %tid;\nmov.v4.b32 {%r5, %r6, _, %r8}, %ntid;\n"
        "mov.v4.u16 {%h1, %h2, %h3, %h4}, %nctaid;\nmov.v4.u32 {%r10, %r11, %r12, %r13}, %cluster_nctaid;\n"
        "mov.b32 %r9, {%h1, %h4};\nmad.lo.u32 %r2, %r2, 16, %r3;\nmad.lo.u32 %r2, %r2, 16, %r4;\n"
        "mad.lo.u32 %r6, %r6, 256, %r8;\nmad.lo.u32 %r6, %r6, 256, %r13;\nadd.u32 %r6, %r6, %r12;\n"
        "st.global.v2.u32 [%out], {%r1, %r2};\nst.global.v2.u32 [%out+512], {%r5, %r6};\n"
        "st.global.u32 [%out+1024], %r9;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 50, 32);
    for (uint32_t t = 0; t < 50; t++) {
        assert_int_equal(fix_out(&x, t), t);
        assert_int_equal(fix_out(&x, t + 64), UINT64_C(65537) << 32 | 50);
        assert_int_equal(fix_out(&x, t + 128), 1);
    }
    fix_free(&x);
}

static void other_forms_are_refused(void **state)
{
    (void)state;
    fix_expect_error("", "mov.u32 %r1, %tid;\n",
                     "expected one of .x, .y, .z, .w (only mov.v4 reads all), found '%tid'");
    fix_expect_error("", "add.u32 %r1, %r1, %ctaid;\n", "expected one of .x, .y, .z, .w");
    fix_expect_error("", "mov.v2.u32 {%r1, %r2}, %tid;\n", "expected as many elements as .v2 or .v4 says");
    fix_expect_error("", "mov.v4.f32 {%f1, %f2, %f3, %f4}, %tid;\n", "unsupported instruction 'mov.v4.f32'");
    fix_expect_error("", "mov.v4.u32 %r1, %tid;\n", "expected as many elements as .v2 or .v4 says, found '%r1'");
    fix_expect_error("", "mov.v4.u64 {%rd1, %rd2, %rd3, %rd4}, {1, 2, 3, 4};\n",
                     "unsupported instruction 'mov.v4.u64'");
    fix_expect_error("", "mov.v2.b32 {%r1, %r2}, %rd1;\n", "expected as many elements as .v2 or .v4 says");
    fix_expect_error("", "mov.v2.pred {%p1, %p2}, {%p3, %p4};\n", "unsupported instruction 'mov.v2.pred'");
    fix_expect_error("", "@%tid bra A;\nA:\n", "expected a predicate register");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_move_as_one),
        cmocka_unit_test(special_registers_move_whole),
        cmocka_unit_test(other_forms_are_refused),
    };
    return cmocka_run_group_tests_name("ptx_moves", tests, NULL, NULL);
}
