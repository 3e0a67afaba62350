/* Functions: arguments, results, divergence, recursion, pointers to functions; printf and assert. */
#include "ptx_fixture.h"

#include "ptx/ptx_module.h"

#include <stdlib.h>

#define FUNC(name) ".func (.param .b32 r) " name "(.param .b32 a) "

static void lanes_call_and_come_back(void **state)
{
    static const char MODULE[] = FUNC("twice") ";\n" FUNC(
        "plus") "{ .reg .b32 %r<3>;\nld.param.u32 %r1, [a];\n"
                ".param .b32 x; .param .b32 y; st.param.b32 [x], %r1; call (y), twice, (x);\n"
                "ld.param.b32 %r2, [y]; add.u32 %r2, %r2, 1; st.param.b32 [r], %r2; ret; }\n" FUNC(
                    "twice") "{ .reg .b32 %r<3>; .reg .pred %p;\nld.param.u32 %r1, [a];\n"
                             "setp.gt.u32 %p, %r1, 20; shl.b32 %r2, %r1, 1; st.param.b32 [r], %r2;\n"
                             "@%p ret; st.param.b32 [r], %r1;\n}\n";
    /* lanes 3, 6, … do not call; twice returns early for some of those that do */
    static const char BODY[] =
        "rem.u32 %r1, %t, 3;\nsetp.ne.u32 %p1, %r1, 0;\nmov.u32 %r2, 7;\n{ .param .b32 x; .param "
        ".b32 y;\nst.param.b32 [x], %t;\n@%p1 call.uni (y), plus, (x);\n@%p1 ld.param.b32 %r2, "
        "[y]; }\nactivemask.b32 %r3;\npopc.b32 %r3, %r3;\nmad.lo.u32 %r2, %r3, 1000, %r2;\n"
        "st.global.u32 [%out], %r2;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, MODULE, BODY, 64, lanes);
        for (uint32_t t = 0; t < 64; t++)
            assert_int_equal(fix_out(&x, t), lanes * 1000 + (t % 3 ? (t > 20 ? 2 * t : t) + 1 : 7));
        fix_free(&x);
    }
}

/* Fibonacci numbers: two calls inside each, of other depth in each lane, with a local variable each. */
static void recursion_has_registers_and_local_memory_of_its_own(void **state)
{
    static const char MODULE[] =
        FUNC("fib") "{ .local .align 8 .b8 here[16]; .reg .b32 %r<9>; .reg .b64 %a; .reg .pred %p;\n"
                    "ld.param.u32 %r1, [a]; setp.lt.u32 %p, %r1, 2; @%p bra END;\n"
                    "mov.u64 %a, here; st.local.u32 [here+4], %r1;\n"
                    "{ .param .b32 x; .param .b32 y; sub.u32 %r2, %r1, 1; st.param.b32 [x], %r2;\n"
                    "call (y), fib, (x); ld.param.b32 %r3, [y]; }\nld.local.u32 %r4, [%a+4];\n"
                    "{ .param .b32 x; .param .b32 y; sub.u32 %r2, %r4, 2; st.param.b32 [x], %r2;\n"
                    "call (y), fib, (x); ld.param.b32 %r4, [y]; }\nadd.u32 %r1, %r3, %r4;\n"
                    "END: st.param.b32 [r], %r1; ret; }\n";
    static const char BODY[] =
        ".local .b32 mine[4]; st.local.u32 [mine], %t; and.b32 %r1, %t, 7; .param .b32 x; .param "
        ".b32 y;\nst.param.b32 [x], %r1; call (y), fib, (x); ld.param.b32 %r2, [y];\n"
        "ld.local.u32 %r3, [mine]; mad.lo.u32 %r2, %r3, 100, %r2; st.global.u32 [%out], %r2;\n";
    static const uint32_t FIB[] = {0, 1, 1, 2, 3, 5, 8, 13};
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t * 100 + FIB[t & 7]);
    fix_free(&x);
}

static void calls_inside_each_other_have_an_end(void **state)
{
    static const char MODULE[] = ".func f() { call f; ret; }\n";
    (void)state;
    fix_expect_error(MODULE, "call f;\n", "call nests calls too deeply; allowed: 64");
}

static void structs_pass_by_value(void **state)
{
    static const char MODULE[] =
        ".func (.param .align 8 .b8 r[16]) f(.param .align 8 .b8 a[16], .param .b8 c) {\n.reg .b32 %r<9>; .reg .b64 "
        "%rd<9>; .reg .b16 %h<3>;\nld.param.s8 %r1, [a+3]; ld.param.u16 %h1, [a+6]; ld.param.b64 %rd1, [a+8];\n"
        "ld.param.u8 %h2, [c]; cvt.u32.u16 %r3, %h2; cvt.s64.s32 %rd2, %r1; add.s64 %rd1, %rd1, %rd2; cvt.u32.u16 %r2, "
        "%h1;\nadd.u32 %r2, %r2, %r3; st.param.b64 [r], %rd1; st.param.v2.b32 [r+8], {%r2, %r1}; ret; }\n";
    static const char BODY[] =
        ".param .align 8 .b8 x[16]; .param .b8 c; .param .align 8 .b8 y[16];\nst.param.b32 [x], 0xfe000000; "
        "st.param.b16 "
        "[x+4], 1; st.param.b16 [x+6], 500; cvt.u64.u32 %rd1, %t; st.param.b64 [x+8], %rd1;\nst.param.b8 [c], 0x107;\n"
        "call (y), f, (x, c); ld.param.v2.b64 {%rd1, %rd2}, [y]; shr.u64 %rd3, %rd2, 32; cvt.u32.u64 %r1, %rd3;\n"
        "cvt.u32.u64 %r2, %rd2; cvt.u32.u64 %r3, %rd1; shl.b32 %r1, %r1, 16; add.u32 %r1, %r1, %r2;\n"
        "mov.b64 %rd4, {%r1, %r3}; st.global.b64 [%out], %rd4;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++)
        assert_int_equal(fix_out(&x, t), (uint64_t)(uint32_t)(t - 2) << 32 | (uint32_t)((0xfffe << 16) + 507));
    fix_free(&x);
}

static void a_register_says_whom_to_call(void **state)
{
    static const char MODULE[] = FUNC("one") "{ st.param.b32 [r], 1; ret; }\n" FUNC(
        "two") "{ .reg .b32 %r; ld.param.u32 %r, [a]; add.u32 %r, %r, 2; st.param.b32 [r], %r; ret; }\n"
               ".func none() { ret; }\n.global .u64 table[3] = {one, two, none};\n";
    static const char BODY[] =
        "rem.u32 %r1, %t, 3; mul.wide.u32 %rd1, %r1, 8; mov.u64 %rd2, table; add.s64 %rd2, %rd2, "
        "%rd1;\nld.global.u64 %rd3, [%rd2]; setp.eq.u32 %p1, %r1, 2; @%p1 mov.u64 %rd3, one;\n"
        "proto: .callprototype (.param .b32 _) _ (.param .b32 _);\n.param .b32 x; .param .b32 y; "
        "st.param.b32 [x], %t;\ncall (y), %rd3, (x), proto; ld.param.b32 %r2, [y];\n"
        "activemask.b32 %r3; popc.b32 %r3, %r3; mad.lo.u32 %r2, %r3, 1000, %r2;\n"
        "st.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), 32000 + (t % 3 == 1 ? t + 2 : 1));
    fix_free(&x);
    fix_expect_error(MODULE, ".param .b32 x; call %rd1, (x);\n",
                     "calls an address that is no function with these parameters");
    fix_expect_error(MODULE, ".param .b32 x; mov.u64 %rd1, none; call %rd1, (x);\n", "with these parameters");
}

static void threads_may_exit_in_a_function(void **state)
{
    static const char MODULE[] = ".func f(.param .b32 a) { .reg .b32 %r; .reg .pred %p; ld.param.u32 %r, [a]; "
                                 "setp.lt.u32 %p, %r, 5; @%p exit; ret; }\n";
    static const char BODY[] = "st.global.u32 [%out], 1; .param .b32 x; st.param.b32 [x], %t; call f, (x);\n"
                               "st.global.u32 [%out], 2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), t < 5 ? 1 : 2);
    fix_free(&x);
}

/* Static variables of a function lie behind the kernel's own, dynamic ones behind both. */
static void functions_share_the_shared_memory_of_their_kernel(void **state)
{
    static const char MODULE[] = ".shared .b32 a; .shared .b32 b; .extern .shared .b32 d[];\n.func f() { st.shared.u32 "
                                 "[b], 7; st.shared.u32 [a], 8; .reg .b32 %r; mov.u32 %r, d; st.shared.u32 [b+4], %r; "
                                 "ret; }\n";
    static const char BODY[] =
        ".shared .b32 own[4]; st.shared.u32 [a], 1; st.shared.u32 [own], 2; call f;\nld.shared.u32 "
        "%r1, [a]; ld.shared.u32 %r2, [own]; mad.lo.u32 %r1, %r1, 10, %r2;\n"
        "mov.u32 %r3, a; mad.lo.u32 %r1, %r3, 100, %r1; st.global.u32 [%out], %r1;\n";
    static char text[8192];
    fix_t x;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, MODULE, FIX_ENTRY, BODY, FIX_TAIL);
    assert_true(fix_open(&x, text, 32, 32));
    assert_int_equal(x.launch.smem_bytes, 24); /* own, a, b */
    assert_false(fix_run(&x));                 /* [b+4] is behind them: no dynamic memory was asked for */
    assert_non_null(strstr(x.err.text, "writes 0x18 (CTA 0,0,0 thread 0), outside the 24 bytes of shared memory"));
    fix_free(&x);
}

static void what_cannot_be_called_is_refused_with_its_kernel(void **state)
{
    (void)state;
    fix_expect_error(".extern .func f();\n", "call f;\n",
                     "test.ptx:20: unsupported call of 'f' in kernel 'k': this module only declares it; allowed: ");
    fix_expect_error(".func g() { foo; }\n.func f() { call g; }\n", "call f;\n",
                     "test.ptx:4: unsupported instruction 'foo' in function 'g'");
    fix_expect_error(".func f(.param .b32 a) { ret; }\n", ".param .b64 x; call f, (x);\n",
                     "call of 'f' with other parameters than its definition");
    fix_t x;
    assert_true(fix_open(&x, FIX_HEAD ".func g() { foo; }\n" FIX_ENTRY FIX_TAIL, 32, 32)); /* it is never called */
    fix_free(&x);
}

/* A call waits for its arguments, a return for its results. */
static void the_scoreboard_sees_what_is_passed(void **state)
{
    static const char TEXT[] =
        FIX_HEAD FUNC("f") "{ st.param.b32 [r], 3; ret; }\n.entry k() { .param .b32 x; .param .b32 "
                           "y; st.param.b32 [x], 1; call (y), f, (x); ret; }\n";
    err_t err = {{0}};
    (void)state;
    ptx_module_t *m = ptx_parse_text(TEXT, "m", false, &err);
    const ptx_kernel_t *k = ptx_kernel(m, "k", &err);
    assert_int_equal(k->uops, 5);
    assert_int_equal(k->winst[1].op, WI_BRANCH);
    assert_int_equal(k->winst[1].nsrc, 1);
    assert_int_equal(k->winst[1].src[0], k->winst[0].dst[0]);
    assert_int_equal(k->winst[4].nsrc, 1); /* ret of f */
    assert_int_equal(k->winst[4].src[0], k->winst[3].dst[0]);
    assert_int_equal(k->winst[3].pc_bytes, 3 * PTX_INST_BYTES);
    assert_true(k->winst[3].dst[0] != k->winst[0].dst[0] && k->winst[3].dst[0] < k->flat_regs);
    ptx_module_destroy(m);
}

#define PRINTF_HEAD                                                                                                    \
    ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"                                          \
    ".extern .func __assertfail (.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e) "          \
    ".noreturn;\n"

static void bytes_of(char *out, const char *name, const char *text)
{
    out += sprintf(out, ".global .align 1 .b8 %s[%zu] = {", name, strlen(text) + 1);
    for (size_t i = 0; i <= strlen(text); i++) out += sprintf(out, "%s%d", i ? ", " : "", text[i]);
    sprintf(out, "};\n");
}

/* What printf of 3 lanes writes, the arguments being 8 bytes each, from 0 up; *results: what it returns. */
static void expect_print(const char *format, const char *arguments, const char *wanted, uint32_t result)
{
    static char module[8192], text[16384], names[3][3000];
    char *printed = NULL;
    size_t bytes = 0;
    fix_t x;
    bytes_of(names[0], "fmt", format);
    bytes_of(names[1], "str", "text");
    snprintf(module, sizeof module, "%s%s%s", PRINTF_HEAD, names[0], names[1]);
    snprintf(text, sizeof text,
             "%s%s%s.local .align 8 .b8 args[32];\nmov.u64 %%rd1, args; cvta.local.u64 %%rd1, %%rd1; mov.u64 %%rd2, "
             "fmt;\n%s\n{ .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %%rd2; st.param.b64 [a], "
             "%%rd1;\ncall.uni (r), vprintf, (f, a); ld.param.b32 %%r1, [r]; }\nst.global.u32 [%%out], %%r1;\n%s",
             FIX_HEAD, module, FIX_ENTRY, arguments, FIX_TAIL);
    x = (fix_t){.gmem = gmem_create(1 << 20)};
    const uint64_t params[2] = {gmem_alloc(x.gmem, "out", FIX_OUT_BYTES, &x.err), 0};
    x.m = ptx_parse_text(text, "test.ptx", false, &x.err);
    FILE *out = open_memstream(&printed, &bytes);
    const ptx_launch_cfg_t cfg = {
        .grid = {1, 1, 1}, .block = {3, 1, 1}, .warp_lanes = 32, .params = params, .gmem = x.gmem, .print = out};
    if (!x.m || !ptx_launch_create(ptx_kernel(x.m, "k", &x.err), &cfg, &x.launch, &x.err) || !fix_run(&x))
        fail_msg("%s", x.err.text);
    fclose(out);
    assert_string_equal(printed, wanted);
    assert_int_equal(*(uint32_t *)gmem_host(x.gmem, params[0]), result);
    free(printed);
    fix_free(&x);
}

static void printf_writes_in_order_of_the_lanes(void **state)
{
    (void)state;
    expect_print("%d of %s\n",
                 "st.local.u32 [args], %t; mov.u64 %rd3, str; cvta.global.u64 %rd3, %rd3; st.local.b64 "
                 "[args+8], %rd3;",
                 "0 of text\n1 of text\n2 of text\n", 2);
    expect_print("%5.2f|%-6x|%c|",
                 "st.local.f64 [args], 0d3FF8000000000000; st.local.u32 [args+8], 255; st.local.u32 "
                 "[args+12], 65;",
                 " 1.50|ff    |A| 1.50|ff    |A| 1.50|ff    |A|", 3);
    expect_print("%lld %u %%,", "st.local.b64 [args], -5; st.local.b32 [args+8], -1;",
                 "-5 4294967295 %,-5 4294967295 %,-5 4294967295 %,", 2);
    expect_print("%*d %p;", "st.local.u32 [args], 4; st.local.u32 [args+4], 7; st.local.b64 [args+8], 0xbeef;",
                 "   7 0xbeef;   7 0xbeef;   7 0xbeef;", 3);
    expect_print("a %y b", "", "a %y ba %y ba %y b", UINT32_MAX);
    expect_print("%99999d", "", "%99999d%99999d%99999d", UINT32_MAX);
}

static void a_failed_assertion_ends_the_run(void **state)
{
    static char module[8192], names[3][2000];
    static const char BODY[] =
        "setp.ne.u32 %p1, %t, 5; @%p1 bra OK; { .param .b64 a; .param .b64 b; .param .b32 c; "
        ".param .b64 d; .param .b64 e; mov.u64 %rd1, what; st.param.b64 [a], %rd1;\nmov.u64 %rd1, "
        "file; st.param.b64 [b], %rd1; st.param.b32 [c], 12; mov.u64 %rd1, func; st.param.b64 [d], "
        "%rd1;\nst.param.b64 [e], 1; call.uni __assertfail, (a, b, c, d, e); }\nOK:\n";
    (void)state;
    bytes_of(names[0], "what", "n < 4");
    bytes_of(names[1], "file", "a.cu");
    bytes_of(names[2], "func", "void k(int *)");
    snprintf(module, sizeof module, "%s%s%s%s", PRINTF_HEAD, names[0], names[1], names[2]);
    fix_expect_error(module, BODY, "a.cu:12: void k(int *): block: [0,0,0], thread: [5,0,0] Assertion `n < 4` failed.");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lanes_call_and_come_back),
        cmocka_unit_test(recursion_has_registers_and_local_memory_of_its_own),
        cmocka_unit_test(calls_inside_each_other_have_an_end),
        cmocka_unit_test(structs_pass_by_value),
        cmocka_unit_test(a_register_says_whom_to_call),
        cmocka_unit_test(threads_may_exit_in_a_function),
        cmocka_unit_test(functions_share_the_shared_memory_of_their_kernel),
        cmocka_unit_test(what_cannot_be_called_is_refused_with_its_kernel),
        cmocka_unit_test(the_scoreboard_sees_what_is_passed),
        cmocka_unit_test(printf_writes_in_order_of_the_lanes),
        cmocka_unit_test(a_failed_assertion_ends_the_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
