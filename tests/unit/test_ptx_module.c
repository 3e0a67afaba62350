/* Declarations of a module: what a mistake in one refuses, and what initialisers, aliases and directives come to. */
#include "ptx_fixture.h"

typedef struct {
    const char *text, *use, *wanted; /* wanted NULL: `use` is not refused */
} row_t;

/* The kernel `user` holds r->use; whatever happens to it, the kernel `other` runs. */
static void judge(const row_t *r, const char *text)
{
    err_t err = {{0}};
    ptx_module_t *m = ptx_parse_text(text, "m", false, &err);
    if (!m) fail_msg("'%s' refuses the module: %s", r->text, err.text);
    const char *why = ptx_kernel_refusal(ptx_kernel(m, "user", &err));
    if (!r->wanted != !why || (why && !strstr(why, r->wanted)))
        fail_msg("'%s': '%s'; wanted %s", r->text, why ? why : "", r->wanted ? r->wanted : "no refusal");
    assert_null(ptx_kernel_refusal(ptx_kernel(m, "other", &err)));
    ptx_module_destroy(m);
}

static void a_declaration_refuses_only_its_users(void **state)
{
    static const row_t ROWS[] = {
        {".global .u64 x = y;", "mov.b64 d, x;", "m:2: 'x' cannot be used: m:1: expected a .global or .const variable"},
        {".global .u8 x[2] = {1,2,3};", "mov.b64 d, x;", "more initialisers than the 2 elements of 'x'"},
        {".global .u8 x[2][2] = {{1,2},{{3}}};", "mov.b64 d, x;", "no more { } than the array has dimensions"},
        {".global .texref z, x;", "mov.b64 d, x;", "instead of .texref, a texture object"},
        {".global .samplerref x = {addr_mode_0 = wrap, filter_mode = linear};", "mov.b64 d, x;", "found '.samplerref'"},
        {".extern .global .u32 x[4];", "ld.global.b64 d, [x];", "m:2: 'x' cannot be used: m:1: an .extern variable"},
        {".extern .const .b8 x[];", "ld.const.b64 d, [x];", "an .extern variable that this module does not define"},
        {".extern .global .u64 x; .global .u64 x;", "ld.global.b64 d, [x];", NULL},
        {".global .u64 x; .extern .global .u64 x;", "ld.global.b64 d, [x];", NULL},
        {".global .u32 y; .global .u32 x = y;", "mov.b64 d, x;", "'x' is initialised by an address; expected a .u64"},
        {".extern .global .u64 y; .global .u64 x = y;", "mov.b64 d, x;", "expected a .global or .const variable or a"},
        {".const .b8 a[60000]; .const .b8 x[6000];", "mov.b64 d, x;", "'x' makes its space larger than the 65536"},
        {".global .u32 x; .global .u64 x;", "mov.b64 d, x;", "'x' is declared twice"},
        {".global .u32 x[2] = {1.0 + 2};", "mov.b64 d, x;", "expected an integer or an address, found '1.0'"},
        {".global .f32 x = 1;", "mov.b64 d, x;", "expected a float: 0f…, 0d… or decimal, found '1'"},
        {".global .u32 x[2] = {?};", "mov.b64 d, x;", "expected an integer or an address, found '?'"},
        {".global .b8 x[1][1][1][1][1][1][1][1][1];", "mov.b64 d, x;", "expected at most 8 dimensions"},
        {".func f() { ret; } .func f() { ret; }", "call f;", "function 'f' is defined twice"},
        {".func (.reg .pred r) f() { ret; }", "call f;", "'r' is a parameter; allowed: 16, 32 or 64 bits"},
        {".func f(.reg .bogus r) { ret; }", "call f;", "expected a register type"},
        {".func f(.param .b32 a[], .param .b32 b) { ret; }", "call f;", "must be the last parameter"},
        {".func f(.param .b8 v[]) {.reg .b64 d; mov.b64 d, v; ret;}", "call f;",
         "the arguments of a variadic function"},
        {".func f(.param .b32 a, .param .b8 v[]) { ret; }", "call f;", "call of 'f' with other parameters"},
        {".visible .func g(); .alias f, g;", "call g;", "unsupported call of 'g' in kernel 'user'"}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[512];
        snprintf(text, sizeof text,
                 "%s\n.entry user() { .reg .b64 d; %s ret; }\n.entry other(.param .u64 .ptr .shared .align 4 p) {ret;}",
                 ROWS[i].text, ROWS[i].use);
        judge(&ROWS[i], text);
    }
}

static void heads_of_kernels(void **state)
{
    static const row_t ROWS[] = {
        {"() .explicitcluster .reqnctapercluster 1, 1, 1", NULL, NULL},
        {"() .reqntid 32 .reqnctapercluster 1 .blocksareclusters", NULL, NULL},
        {"() .maxclusterrank 8 .maxnreg 64 .minnctapersm 2 .noreturn .pragma \"nounroll\";", NULL, NULL},
        {"(.param .u64 .ptr .const .align 8 p, .param .align 4 .b8 q[3])", NULL, NULL},
        {"()\n.reqnctapercluster 2, 4, 2 .explicitcluster", NULL, NULL},
        {"()\n.reqnctapercluster 9, 2", NULL, "m:2: kernel 'user' needs clusters of 9, 2, 1 CTAs; allowed: up to 16"},
        {"() .reqntid 32\n.blocksareclusters", NULL,
         "m:2: kernel 'user' has .blocksareclusters; it needs .reqntid and"},
        {"() .reqnctapercluster 2\n.blocksareclusters", NULL, "m:2: kernel 'user' has .blocksareclusters"},
        {"() .bogus 3", NULL, "expected '{', .maxntid"},
        {"(.param .texref t)", NULL, "instead of .texref, a texture object"},
        {"(.param .b8 p[])", NULL, "expected the size of the parameter"},
        {"() .maxntid ?", NULL, "expected a number from 1 to 65536, found '?'"}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[256];
        snprintf(text, sizeof text, ".entry user%s { ret; }\n.entry other() { ret; }", ROWS[i].text);
        judge(&ROWS[i], text);
    }
}

#define SHOW(n, what) "ld.global.b32 %r1, [" what "]; st.global.b32 [%out+" #n "], %r1;\n"

static void initialisers_fill_the_dimensions(void **state)
{
    static const char MODULE[] = ".visible .global .align 4 .u32 open[] = {1,2,3};\n"
                                 ".global .align 4 .b32 nest[2][3] = {{1,2},{4,5,6}};\n"
                                 ".global .align 4 .b32 both[][2] = {{1},{4,5},6};\n"
                                 ".global .v4 .f32 vec[2] = {{1.0, 2.0}, {5.0}};\n"
                                 ".weak .global .attribute(.managed, .unified(19,95)) .b32 one = 9;\n"
                                 ".common .global .b32 none;\n"
                                 ".global .align 4 .u32 sums[2] = {1+2, -(3)};\n"
                                 ".global .u64 third = generic(open)+2*4;\n";
    static const char BODY[] = SHOW(0, "open+8") SHOW(4, "nest+8") SHOW(8, "nest+12") SHOW(12, "both+4")
        SHOW(16, "both+12") SHOW(20, "both+20") SHOW(24, "vec+4") SHOW(28, "vec+16") SHOW(32, "one") SHOW(36, "none")
            SHOW(40, "sums") SHOW(44, "sums+4") "ld.global.u64 %rd1, [third];\n" SHOW(48, "%rd1");
    static const uint32_t WANTED[] = {3, 0, 4, 0, 5, 0, 0x40000000, 0x40a00000, 9, 0, 3, 0xfffffffd, 3};
    fix_t x;
    ptx_symbol_t s;
    (void)state;
    fix_body(&x, MODULE, BODY, 1, 32);
    for (uint32_t i = 0; i < sizeof WANTED / sizeof *WANTED; i++) assert_int_equal(fix_out32(&x, i), WANTED[i]);
    assert_true(ptx_symbol(x.m, x.gmem, "open", &s, &x.err));
    assert_int_equal(s.bytes, 12);
    assert_true(ptx_symbol(x.m, x.gmem, "both", &s, &x.err));
    assert_int_equal(s.bytes, 24);
    fix_free(&x);
}

/* An alias is called directly and through a register; a variadic function may get any further arguments. */
static void aliases_and_variadic_functions(void **state)
{
    static const char MODULE[] =
        ".func (.param .b32 r) real(.param .b32 a) {.reg .b32 x; ld.param.b32 x,[a]; add.u32 x,x,5;"
        " st.param.b32 [r],x; ret;}\n"
        ".visible .func (.param .b32 r) other(.param .b32 a);\n.alias other, real;\n"
        ".func (.param .b32 r) many(.param .b32 a, .param .align 8 .b8 v[]) .noreturn .abi_preserve 4 {.reg .b32 x;"
        " ld.param.b32 x,[a]; st.param.b32 [r],x; ret;}\n";
    static const char BODY[] =
        ".param .b32 a; .param .b32 b; .param .b64 c; st.param.b32 [a], 3; st.param.b64 [c], 8;\n"
        "call (b), other, (a); ld.param.b32 %r1,[b]; st.global.b32 [%out], %r1;\n"
        "mov.b64 %rd1, other; call (b), %rd1, (a); ld.param.b32 %r1,[b];\n"
        "st.global.b32 [%out+4], %r1;\n"
        "call (b), many, (a, c); ld.param.b32 %r1,[b]; st.global.b32 [%out+8], %r1;\n"
        "call (b), many, (a); ld.param.b32 %r1,[b]; st.global.b32 [%out+12], %r1;\n"
        "call (b), other, (-(2)); ld.param.b32 %r1,[b]; st.global.b32 [%out+16], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 1, 32);
    assert_int_equal(fix_out(&x, 0), UINT64_C(8) << 32 | 8);
    assert_int_equal(fix_out(&x, 1), UINT64_C(3) << 32 | 3);
    assert_int_equal((uint32_t)fix_out(&x, 2), 3);
    fix_free(&x);
}

/* A struct passed by value, as clang reads it: through a register with the address of the parameter. */
static void addresses_of_parameters(void **state)
{
    static const char MODULE[] =
        ".func (.param .b32 r) f(.param .align 8 .b8 s[16]) {.reg .b32 x<3>; .reg .b64 d<3>; mov.b64 d0, s;"
        " mov.u64 d1, d0; ld.param.u32 x0, [d1+8]; ld.param.b8 x1, [d0+1]; add.u32 x0, x0, x1; st.param.b32 [r], x0; "
        "ret;}\n"
        ".func g(.param .b64 s) {.reg .b64 d<3>; mov.b64 d0, s; add.s64 d1, d0, 4; ret;}\n"
        ".func h(.param .b64 s) {.reg .b64 d<3>; mov.b64 d0, s; mov.b64 d0, 4; ret;}\n";
    static const char BODY[] = ".param .align 8 .b8 s[16]; .param .b32 r; mov.u64 %rd1, 0x0500; st.param.b64 [s], %rd1;"
                               "mov.u64 %rd1, 30; st.param.b64 [s+8], %rd1; call (r), f, (s); ld.param.u32 %r1, [r];"
                               "st.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 1, 32);
    assert_int_equal((uint32_t)fix_out(&x, 0), 35);
    fix_free(&x);
    fix_expect_error(MODULE, ".param .b64 s; call g, (s);\n", "only mov and ld.param read this address");
    fix_expect_error(MODULE, ".param .b64 s; call h, (s);\n", "it holds the address of a parameter");
}

/* Functions of the old style: parameters, results and arguments in registers; constants as arguments. */
static void parameters_in_registers(void **state)
{
    static const char MODULE[] =
        ".func (.reg .b32 r, .reg .u64 w) f(.reg .u32 a, .reg .b64 b) {.reg .pred p; .reg .b64 d; cvt.u64.u32 d, a;"
        " add.u64 w, b, d; mov.u32 r, a; setp.gt.u32 p, a, 9; @p ret; add.u32 r, a, 100; ret;}\n"
        ".func (.param .b32 r) g(.param .b32 a) {.reg .b32 x; ld.param.b32 x,[a]; st.param.b32 [r],x; }\n";
    static const char BODY[] =
        "mov.u64 %rd1, 0x700000000; add.u32 %r1, %t, 8; call (%r2, %rd2), f, (%r1, %rd1);\n"
        "setp.eq.u32 %p1, %t, 0; mov.u32 %r3, 1; mov.u64 %rd3, 2; @%p1 call (%r3, %rd3), f, (4, 5);\n"
        "call (%r4), g, (%r2); .param .b32 q; st.param.b32 [q], %r3; call (%r5), g, (q); add.u64 %rd2, %rd2, %rd3;\n"
        "mul.lo.u32 %r4, %r4, 1000; add.u32 %r4, %r4, %r5; cvt.u64.u32 %rd4, %r4; add.u64 %rd2, %rd2, %rd4;\n"
        "st.global.u64 [%out], %rd2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) {
        const uint64_t a = t + 8, r2 = a > 9 ? a : a + 100, r3 = t ? 1 : 104, d3 = t ? 2 : 9;
        assert_int_equal(fix_out(&x, t), UINT64_C(0x700000000) + a + d3 + 1000 * r2 + r3);
    }
    fix_free(&x);
}

/* The lines of debug information that Triton writes, and sections with labels and sums. */
static void debug_sections_are_skipped(void **state)
{
    static const char TEXT[] =
        ".version 8.4\n.target sm_80, debug\n.address_size 64\n.extern .shared .align 16 .b8 smem[];\n"
        ".visible .entry k(.param .u64 .ptr .global .align 1 p) .reqntid 128 {\n.reg .b32 %r<3>;\n$L__a:\n"
        ".loc 1 20 9\n.loc 1 21 4, function_name $L__info0, inlined_at 1 7 3\n.loc 1 22 4, function_name $L__info0+5, "
        "inlined_at 1 7 3\nmov.u32 %r1, smem;\nret;\n$L__b:\n}\n.file 1 \"/a b/k.py\"\n.file 2 \"c.cu\", 1700000000, "
        "99\n"
        ".section .debug_info\n{\n.b32 54 // length\n.b64 $L__a\n.b32 .debug_abbrev\n.b32 .debug_line+5\n"
        ".b64 $L__b-$L__a\n$L__info0:\n.b8 1,2,3\n}\n.section .debug_loc { }\n.section .debug_macinfo\t{\t}\n";
    err_t err = {{0}};
    (void)state;
    ptx_module_t *m = ptx_parse_text(TEXT, "m", false, &err);
    if (!m) fail_msg("%s", err.text);
    assert_null(ptx_kernel_refusal(ptx_kernel(m, "k", &err)));
    ptx_module_destroy(m);
}

/* Kernels and functions use variables that the module defines below them. */
static void definitions_may_follow(void **state)
{
    static const char TEXT[] = FIX_HEAD
        ".extern .global .u32 later[];\n.extern .const .align 4 .u32 konst[2];\n.const .u32 first = 9;\n"
        ".extern .global .u32 later[];\n.extern .global .u64 never;\n"
        ".func (.param .b32 r) f() { .reg .b32 a; ld.const.u32 a, [konst+4]; st.param.b32 [r], a; ret; }\n" FIX_ENTRY
        "ld.global.u32 %r1, [later+4];\nmov.u64 %rd1, later;\nld.global.u32 %r2, [%rd1+8];\n"
        "ld.const.u32 %r3, [konst];\nmov.u64 %rd2, konst;\ncvta.const.u64 %rd2, %rd2;\nld.u32 %r4, [%rd2+4];\n"
        "{ .param .b32 r; call (r), f; ld.param.b32 %r5, [r]; }\nadd.u32 %r4, %r4, %r5;\n"
        "st.global.v2.u32 [%out], {%r1, %r2};\nst.global.v2.u32 [%out+512], {%r3, %r4};\n" FIX_TAIL
        ".entry other() {\n.reg .u64 d;\nld.global.u64 d, [never];\nret; }\n"
        ".global .u32 later[3] = {1, 20, 300};\n.const .align 4 .u32 konst[2] = {4000, 50000};\n";
    fix_t x;
    (void)state;
    if (!fix_open(&x, TEXT, 32, 32) || !fix_run(&x)) fail_msg("%s", x.err.text);
    assert_int_equal(fix_out(&x, 7), UINT64_C(300) << 32 | 20);
    assert_int_equal(fix_out(&x, 71), UINT64_C(100000) << 32 | 4000);
    assert_string_equal(
        ptx_kernel_refusal(ptx_kernel(x.m, "other", &x.err)),
        "test.ptx:40: 'never' cannot be used: test.ptx:8: an .extern variable that this module does not "
        "define; remedy: compile without -rdc=true");
    fix_free(&x);
}

static void definitions_agree_with_declarations(void **state)
{
    static const row_t ROWS[] = {
        {".extern .global .u64 x; .global .u64 x[1];", "ld.global.b64 d, [x];", NULL},
        {".extern .global .u64 x[3]; .global .u64 x[2];", "ld.global.b64 d, [x];", "'x' differs from its .extern decl"},
        {".extern .global .f64 x; .global .u64 x;", "ld.global.b64 d, [x];",
         "in line 1; allowed: the same space, type"},
        {".extern .const .u64 x; .global .u64 x;", "ld.const.b64 d, [x];", "'x' differs from its .extern declaration"},
        {".extern .global .u64 x; .global .u64 x; .global .u64 x;", "ld.global.b64 d, [x];", "'x' is declared twice"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        char text[1024];
        snprintf(text, sizeof text, "%s\n.entry user() {\n.reg .b64 d;\n%s\nret; }\n.entry other() { ret; }\n",
                 ROWS[i].text, ROWS[i].use);
        judge(&ROWS[i], text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(definitions_may_follow),
        cmocka_unit_test(definitions_agree_with_declarations),
        cmocka_unit_test(a_declaration_refuses_only_its_users),
        cmocka_unit_test(heads_of_kernels),
        cmocka_unit_test(initialisers_fill_the_dimensions),
        cmocka_unit_test(aliases_and_variadic_functions),
        cmocka_unit_test(addresses_of_parameters),
        cmocka_unit_test(parameters_in_registers),
        cmocka_unit_test(debug_sections_are_skipped),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
