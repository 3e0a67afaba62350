/* test_ptx_setp.c - setp and set of 16-bit floats and their pairs: every comparison, against a reference that orders
 * the bit patterns as integers. */
#include "ptx_lanes_ref.h"

typedef struct {
    const char *word;
    int less, equal, more, unordered; /* result for each relation of the operands */
} compare_t;

static const compare_t COMPARES[] = {{"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},
                                     {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
                                     {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
                                     {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};
enum { COMPARE_COUNT = sizeof COMPARES / sizeof *COMPARES };
static const char *const BOOLS[] = {"", ".and", ".or", ".xor"};

static struct { /* the form under test */
    const compare_t *c;
    uint32_t how; /* index in BOOLS */
    uint16_t infinity;
    bool ftz, pair, guarded, negated, whole; /* whole: set writes 32 bits */
    uint16_t one;
} form;

static int32_t key(uint16_t v)
{
    const int32_t size = form.ftz && v % 0x8000 < 0x400 ? 0 : v % 0x8000;
    return v >> 15 ? -size : size;
}

static bool relation(uint16_t a, uint16_t b)
{
    if (a % 0x8000 > form.infinity || b % 0x8000 > form.infinity) return form.c->unordered;
    return key(a) < key(b) ? form.c->less : key(a) > key(b) ? form.c->more : form.c->equal;
}

static bool with_third(bool r, bool third)
{
    const bool c = third != form.negated;
    return form.how == 0 ? r : form.how == 1 ? r && c : form.how == 2 ? r || c : r != c;
}

static bool active(uint32_t c) { return !form.guarded || (c >> 7 & 1); }

static uint32_t setp_ref(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t low = with_third(relation((uint16_t)a, (uint16_t)b), c & 1);
    const uint32_t high = with_third(relation((uint16_t)(a >> 16), (uint16_t)(b >> 16)), c & 1);
    return !active(c) ? 3 : low | (form.pair ? high : 1) << 1;
}

static uint32_t set_ref(uint32_t a, uint32_t b, uint32_t c)
{
    const bool low = with_third(relation((uint16_t)a, (uint16_t)b), c & 1);
    const bool high = with_third(relation((uint16_t)(a >> 16), (uint16_t)(b >> 16)), c & 1);
    if (!active(c)) return 0x12345678;
    if (form.pair) return (uint32_t)low * form.one | (uint32_t)high * form.one << 16;
    if (form.whole) return low ? UINT32_MAX : 0;
    return (uint32_t)low * form.one;
}

/* %p1: bit 0 of %r3, the third source; %p2: bit 7, the guard. */
static const char PREDICATES[] = "and.b32 %r5, %r3, 1;\nsetp.eq.u32 %p1, %r5, 1;\nand.b32 %r5, %r3, 128;\n"
                                 "setp.ne.u32 %p2, %r5, 0;\nsetp.eq.u32 %p3, %r5, %r5;\nsetp.eq.u32 %p4, %r5, %r5;\n"
                                 "mov.u32 %r4, 0x12345678;\ncvt.u16.u32 %h1, %r1;\ncvt.u16.u32 %h2, %r2;\n"
                                 "mov.b16 %h3, 0x5678;\n";

static void run_setp(const char *type)
{
    char text[1024];
    snprintf(text, sizeof text,
             "%s%s setp.%s%s%s.%s %s, %s, %s%s%s;\nselp.u32 %%r4, 1, 0, %%p3;\n"
             "selp.u32 %%r5, 2, 0, %%p4;\nor.b32 %%r4, %%r4, %%r5;\n",
             PREDICATES, form.guarded ? "@%p2" : "", form.c->word, BOOLS[form.how], form.ftz ? ".ftz" : "", type,
             form.pair ? "%p3|%p4" : "%p3", form.pair ? "%r1" : "%h1", form.pair ? "%r2" : "%h2", form.how ? ", " : "",
             form.how ? (form.negated ? "!%p1" : "%p1") : "");
    ref_run(text, setp_ref);
}

static void run_set(const char *to, const char *type)
{
    char text[1024];
    const bool half = !form.pair && !form.whole;
    snprintf(text, sizeof text, "%s%s set.%s%s%s.%s.%s %s, %s, %s%s%s;\n%s", PREDICATES, form.guarded ? "@%p2" : "",
             form.c->word, BOOLS[form.how], form.ftz ? ".ftz" : "", to, type, half ? "%h3" : "%r4",
             form.pair ? "%r1" : "%h1", form.pair ? "%r2" : "%h2", form.how ? ", " : "",
             form.how ? (form.negated ? "!%p1" : "%p1") : "",
             half ? "mov.b32 %r4, {%h3, 0};\n@!%p2 mov.u32 %r4, 0x12345678;\n" : "");
    if (half) form.guarded = true; /* the last line leaves %r4 of those lanes */
    ref_run(text, set_ref);
}

static void each_form(void (*run)(uint32_t n))
{
    for (uint32_t n = 0; n < COMPARE_COUNT * 4; n++) {
        form.c = &COMPARES[n % COMPARE_COUNT];
        form.how = n / COMPARE_COUNT;
        form.negated = n & 1;
        form.guarded = n & 2;
        run(n);
    }
}

static void as_f16(bool pair, bool ftz)
{
    form.infinity = 0x7c00;
    form.pair = pair;
    form.ftz = ftz;
}

static void as_bf16(bool pair)
{
    form.infinity = 0x7f80;
    form.pair = pair;
    form.ftz = false;
}

static void one_setp(uint32_t n)
{
    as_f16(true, n & 4);
    run_setp("f16x2");
    as_f16(false, n & 8);
    run_setp("f16");
    as_bf16(true);
    run_setp("bf16x2");
    as_bf16(false);
    run_setp("bf16");
}

static void predicates_of_every_comparison(void **state)
{
    (void)state;
    form.whole = false;
    each_form(one_setp);
}

static void one_set(uint32_t n)
{
    static const struct {
        const char *to;
        uint16_t f16, bf16;
        bool pair, whole;
    } ROWS[] = {{"f16x2", 0x3c00, 0, true, false},     {"bf16x2", 0, 0x3f80, true, false},
                {"u32", 0xffff, 0xffff, true, false},  {"s32", 0xffff, 0xffff, true, false},
                {"f16", 0x3c00, 0, false, false},      {"bf16", 0x3f80, 0x3f80, false, false},
                {"u16", 0xffff, 0xffff, false, false}, {"s16", 0xffff, 0xffff, false, false},
                {"u32", 0xffff, 0xffff, false, true},  {"s32", 0xffff, 0xffff, false, true}};
    const bool guarded = form.guarded;
    for (uint32_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        form.whole = ROWS[i].whole;
        form.guarded = guarded;
        form.one = ROWS[i].f16;
        as_f16(ROWS[i].pair, n & 4);
        if (form.one) run_set(ROWS[i].to, ROWS[i].pair ? "f16x2" : "f16");
        form.guarded = guarded;
        form.one = ROWS[i].bf16;
        as_bf16(ROWS[i].pair);
        if (form.one) run_set(ROWS[i].to, ROWS[i].pair ? "bf16x2" : "bf16");
    }
}

static void registers_of_every_comparison(void **state)
{
    (void)state;
    each_form(one_set);
}

static uint32_t lt_f32(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return f32_of(a) < f32_of(b) ? 0x3c00 : 0;
}

static uint32_t lt_s32(uint32_t a, uint32_t b, uint32_t c)
{
    (void)c;
    return (int32_t)a < (int32_t)b ? 0x3f80 : 0;
}

static void halves_from_wider_types(void **state)
{
    (void)state;
    ref_run("mov.b32 %f1, %r1;\nmov.b32 %f2, %r2;\nset.lt.f16.f32 %h1, %f1, %f2;\nmov.b32 %r4, {%h1, 0};\n", lt_f32);
    ref_run("set.lt.bf16.s32 %h1, %r1, %r2;\nmov.b32 %r4, {%h1, 0};\n", lt_s32);
}

/* As ptxas 13.0 refuses them. */
static void other_forms_are_refused(void **state)
{
    (void)state;
    fix_expect_error("", "setp.gt.f16 %p1|%p2, %h1, %h2;\n", "expected one predicate, found '%p2'");
    fix_expect_error("", "setp.gt.f16 %p1, %h1, 0;\n", "expected a register, found '0'");
    fix_expect_error("", "setp.gt.f16x2 %p1, %r1, 0f3F800000;\n", "expected a register, found '0f3F800000'");
    fix_expect_error("", "setp.lo.f16x2 %p1, %r1, %r2;\n", "unsupported instruction 'setp.lo.f16x2'");
    fix_expect_error("", "setp.gt.ftz.bf16x2 %p1, %r1, %r2;\n", "unsupported instruction 'setp.gt.ftz.bf16x2'");
    fix_expect_error("", "setp.gt.ftz.f64 %p1, %fd1, %fd2;\n", "unsupported instruction 'setp.gt.ftz.f64'");
    fix_expect_error("", "set.gt.f32.f16 %f1, %h1, %h2;\n", "unsupported instruction 'set.gt.f32.f16'");
    fix_expect_error("", "set.gt.u16.f16x2 %h1, %r1, %r2;\n", "unsupported instruction 'set.gt.u16.f16x2'");
    fix_expect_error("", "set.gt.u16.u32 %h1, %r1, %r2;\n", "unsupported instruction 'set.gt.u16.u32'");
    fix_expect_error("", "set.gt.f16.bf16 %h1, %h2, %h3;\n", "unsupported instruction 'set.gt.f16.bf16'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(predicates_of_every_comparison),
        cmocka_unit_test(registers_of_every_comparison),
        cmocka_unit_test(halves_from_wider_types),
        cmocka_unit_test(other_forms_are_refused),
    };
    return cmocka_run_group_tests_name("ptx_setp", tests, NULL, NULL);
}
