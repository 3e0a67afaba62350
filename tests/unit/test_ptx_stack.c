/* test_ptx_stack.c - alloca, stacksave, stackrestore: addresses, alignment, loops, functions, and the end of the stack.
 */
#include "launch_code.h"
#include "ptx_fixture.h"

enum { BASE = 16 /* behind 12 bytes of declared local memory */ };
#define LOCAL ".local .align 4 .b8 mine[12];\nst.local.u32 [mine+8], %t;\n"

/* %r1 to %r6, as 32-bit offsets in local memory. */
static void expect(const char *body, const uint32_t *wanted, uint32_t n)
{
    char text[4096];
    fix_t x;
    int used = snprintf(text, sizeof text, "%s%s", LOCAL, body);
    for (uint32_t i = 0; i < n; i++)
        used += snprintf(text + used, sizeof text - (size_t)used, "st.global.u32 [%%out+%u], %%r%u;\n", 512 * i, i + 1);
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_body(&x, "", text, 40, lanes);
        for (uint32_t i = 0; i < n; i++)
            for (uint32_t t = 0; t < 40; t++) assert_int_equal((uint32_t)fix_out(&x, t + 64 * i), wanted[i]);
        fix_free(&x);
    }
}

static void blocks_follow_each_other(void **state)
{
    (void)state;
    expect(
        "alloca.u32 %r1, 4;\nalloca.u32 %r2, 1;\nalloca.u32 %r3, 3, 1;\nalloca.u32 %r4, 0, 64;\nalloca.u64 %rd1, 40;\n"
        "cvt.u32.u64 %r5, %rd1;\nstacksave.u32 %r6;\n",
        (const uint32_t[]){BASE, BASE + 8, BASE + 9, 64, 64, 104}, 6);
}

static void a_saved_stack_is_restored(void **state)
{
    (void)state;
    expect("stacksave.u64 %rd1;\nalloca.u32 %r1, 100;\nstacksave.u32 %r2;\nalloca.u32 %r3, 50;\nstackrestore.u32 %r2;\n"
           "alloca.u32 %r4, 8;\nstackrestore.u64 %rd1;\nalloca.u32 %r5, 8;\n@!%p1 stackrestore.u64 %rd1;\n"
           "@%p1 alloca.u32 %r5, 8;\nalloca.u32 %r6, 8;\n",
           (const uint32_t[]){BASE, BASE + 100, BASE + 104, BASE + 104, BASE, BASE}, 6);
}

/* Thread t fills an array of t % 9 + 1 words in each of 3 rounds, as much as it needs, and sums it; what lies below
 * keeps its value. */
static void threads_take_what_they_need(void **state)
{
    static const char BODY[] = LOCAL
        "rem.u32 %r1, %t, 9;\nadd.u32 %r1, %r1, 1;\nmov.u32 %r9, 0;\nmov.u32 %r8, 0;\n"
        "ROUND: stacksave.u64 %rd3;\nshl.b32 %r2, %r1, 2;\ncvt.u64.u32 %rd1, %r2;\nalloca.u64 %rd2, %rd1, 16;\n"
        "mov.u32 %r3, 0;\nFILL: mul.wide.u32 %rd4, %r3, 4;\nadd.u64 %rd4, %rd2, %rd4;\nmul.lo.u32 %r4, %r3, %t;\n"
        "st.local.u32 [%rd4], %r4;\nadd.u32 %r3, %r3, 1;\nsetp.lt.u32 %p1, %r3, %r1;\n@%p1 bra FILL;\n"
        "cvta.local.u64 %rd5, %rd2;\nSUM: sub.u32 %r3, %r3, 1;\nmul.wide.u32 %rd4, %r3, 4;\nadd.u64 %rd4, %rd5, %rd4;\n"
        "ld.u32 %r4, [%rd4];\nadd.u32 %r9, %r9, %r4;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra SUM;\n"
        "stackrestore.u64 %rd3;\nadd.u32 %r8, %r8, 1;\nsetp.lt.u32 %p1, %r8, 3;\n@%p1 bra ROUND;\n"
        "ld.local.u32 %r7, [mine+8];\nst.global.v2.u32 [%out], {%r9, %r7};\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 96, 32);
    for (uint32_t t = 0; t < 96; t++) {
        const uint32_t n = t % 9 + 1;
        assert_int_equal(fix_out(&x, t), (uint64_t)t << 32 | 3 * t * (n * (n - 1) / 2));
    }
    fix_free(&x);
}

/* f allocates above what the kernel has and frees it when it returns; g, which has no stack pointer, lies between. */
static void functions_free_what_they_took(void **state)
{
    static const char FUNCS[] =
        ".func (.param .b32 ret) f(.param .b32 n) {\n.reg .b32 %r<4>; .local .align 4 .b8 own[20];\nld.param.u32 %r1, "
        "[n];\n"
        "alloca.u32 %r2, %r1;\nalloca.u32 %r3, 8;\nst.local.u32 [%r3], %r1;\nld.local.u32 %r1, [%r3];\n"
        "mad.lo.u32 %r3, %r3, 1000, %r1;\nst.param.b32 [ret], %r3;\nret;\n}\n"
        ".func (.param .b32 ret) g(.param .b32 n) {\n.reg .b32 %r<4>;\nld.param.u32 %r1, [n];\n"
        "{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call (r), f, (a); ld.param.b32 %r2, [r]; }\n"
        "st.param.b32 [ret], %r2;\nret;\n}\n";
    static const char BODY[] =
        "and.b32 %r1, %t, 31;\nshl.b32 %r1, %r1, 3;\nalloca.u32 %r2, %r1;\nmov.u32 %r7, %r2;\nsetp.eq.u32 %p1, %r1, "
        "80;\n"
        "@%p1 bra SKIP;\n{ .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call (r), g, (a); ld.param.b32 %r3, "
        "[r];\n"
        "}\nSKIP: alloca.u32 %r4, 8;\nsub.u32 %r4, %r4, %r7;\nst.global.v2.u32 [%out], {%r3, %r4};\n"
        "st.global.u32 [%out+1024], %r7;\n";
    fix_t x;
    (void)state;
    fix_body(&x, FUNCS, BODY, 64, 32);
    const uint32_t base = (uint32_t)fix_out(&x, 128);
    assert_true(base >= 20); /* the variable of f lies below */
    for (uint32_t t = 0; t < 64; t++) {
        const uint32_t n = t % 32 * 8;
        assert_int_equal(fix_out(&x, t) >> 32, n);
        if (n != 80) assert_int_equal((uint32_t)fix_out(&x, t), (base + 2 * n) * 1000 + n);
    }
    fix_free(&x);
}

static void the_stack_ends(void **state)
{
    (void)state;
    fix_expect_error(
        "", LOCAL "setp.eq.u32 %p1, %t, 7;\nalloca.u32 %r1, 1000;\nalloca.u32 %r2, 24;\n@%p1 alloca.u32 %r1, 1;\n",
        "test.ptx:24: alloca.u32 in thread 7 needs 1 bytes aligned to 8, 1024 of its 1024 bytes of stack are "
        "in use (CTA 0,0,0)");
    fix_expect_error("", "alloca.u64 %rd1, -8;\n", "needs 18446744073709551608 bytes aligned to 8, 0 of its 1024");
    fix_expect_error("", "alloca.u32 %r1, 1, 4096;\nalloca.u32 %r1, 1, 4096;\n", "needs 1 bytes aligned to 4096, 1 of");
    fix_expect_error("", LOCAL "mov.u64 %rd1, 8;\nstackrestore.u64 %rd1;\n",
                     "stackrestore.u64 in thread 0 takes 0x8; allowed: a value of stacksave, from 0x10 to 0x410");
    fix_expect_error("", LOCAL "alloca.u32 %r1, 8;\nst.local.u32 [%r1+1024], %t;\n", "outside the 1040 bytes of");
    fix_expect_error("", "alloca.u64 %rd1, 8, 3;\n", "expected an alignment: a power of two up to 65536, found '3'");
    fix_expect_error("", "alloca.u64 %rd1, %r1;\n", "expected a 64-bit register, found '%r1'");
    fix_expect_error("", "alloca.b64 %rd1, 8;\n", "unsupported instruction 'alloca.b64'");
    fix_expect_error("", "stackrestore.u64 64;\n", "expected a register, found '64'");
}

/* The host may set another size. */
static void a_launch_sets_the_size(void **state)
{
    static const char TEXT[] = FIX_HEAD FIX_ENTRY "alloca.u32 %r1, 5000;\nst.local.u32 [%r1+4996], %t;\n" FIX_TAIL;
    fix_t x;
    (void)state;
    assert_true(fix_open(&x, TEXT, 32, 32));
    assert_false(fix_run(&x));
    ptx_launch_destroy(&x.launch);
    for (uint32_t bytes = 4992; bytes <= 5008; bytes += 8) {
        const uint64_t params[2] = {x.out_addr, x.in_addr};
        const ptx_launch_cfg_t cfg = {.grid = {3, 1, 1},
                                      .block = {32, 1, 1},
                                      .warp_lanes = 32,
                                      .regs_per_thread = 16,
                                      .params = params,
                                      .gmem = x.gmem,
                                      .stack_bytes = bytes};
        assert_true(ptx_launch_create(ptx_kernel(x.m, "k", &x.err), &cfg, &x.launch, &x.err));
        assert_int_equal(fix_run(&x), bytes >= 5000);
        ptx_launch_destroy(&x.launch);
    }
    fix_free(&x);
}

/* The second alloca waits for the stack pointer of the first one, as a kernel of SASS does. */
static void allocations_wait_for_each_other(void **state)
{
    static const char TEXT[] = FIX_HEAD FIX_ENTRY "alloca.u32 %r1, 8;\nalloca.u32 %r2, 8;\n" FIX_TAIL;
    fix_t x;
    (void)state;
    if (!fix_open(&x, TEXT, 32, 32)) fail_msg("%s", x.err.text);
    const launch_code_t code = code_of(&x.launch);
    const winst_t *second = code.at[code.count - 2], *first = code.at[code.count - 3];
    assert_int_equal(first->ndst, 2);
    assert_int_equal(second->nsrc, 1);
    assert_int_equal(second->src[0], first->dst[1]);
    assert_int_not_equal(first->dst[0], first->dst[1]);
    for (uint32_t i = 0; i + 3 < code.count; i++) /* it has a number of its own */
        for (uint32_t d = 0; d < code.at[i]->ndst; d++) assert_int_not_equal(code.at[i]->dst[d], first->dst[1]);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_follow_each_other),
        cmocka_unit_test(a_saved_stack_is_restored),
        cmocka_unit_test(threads_take_what_they_need),
        cmocka_unit_test(functions_free_what_they_took),
        cmocka_unit_test(the_stack_ends),
        cmocka_unit_test(a_launch_sets_the_size),
        cmocka_unit_test(allocations_wait_for_each_other),
    };
    return cmocka_run_group_tests_name("ptx_stack", tests, NULL, NULL);
}
