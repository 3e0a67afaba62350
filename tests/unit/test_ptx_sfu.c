/* Special functions against the C library within their documented error; directed roundings against
 * the host's own modes; flushing of subnormals. */
#include "ptx_fixture.h"

#include <fenv.h>
#include <math.h>

static float run_one(fix_t *x, uint32_t i) { return f32_of((uint32_t)fix_out(x, i)); }

/* Runs `text` (%f1 to %f2) on 512 arguments at once. */
static void map(fix_t *x, const char *text, const float *arg, uint32_t lanes)
{
    static char all[4096];
    snprintf(all, sizeof all, "%s%s%s%s%s%s", FIX_HEAD, FIX_ENTRY,
             "mul.wide.u32 %rd1, %t, 4;\nadd.s64 %rd1, %in, %rd1;\nld.global.f32 %f1, [%rd1];\n", text,
             "\nst.global.f32 [%out], %f2;\n", FIX_TAIL);
    if (!fix_open(x, all, 512, lanes)) fail_msg("%s", x->err.text);
    memcpy(gmem_host(x->gmem, x->in_addr), arg, 512 * sizeof *arg);
    if (!fix_run(x)) fail_msg("%s", x->err.text);
}

static double dsin(double x) { return sin(x); }
static double dcos(double x) { return cos(x); }
static double dexp2(double x) { return exp2(x); }
static double dlog2(double x) { return log2(x); }
static double drsqrt(double x) { return 1.0 / sqrt(x); }
static double dtanh(double x) { return tanh(x); }

static void special_functions_are_close(void **state)
{
    static const struct {
        const char *text;
        double (*ref)(double);
        double lo, hi;
        bool absolute;
    } ROWS[] = {
        {"sin.approx.f32 %f2, %f1;", dsin, -100, 100, true},      {"cos.approx.f32 %f2, %f1;", dcos, -100, 100, true},
        {"ex2.approx.f32 %f2, %f1;", dexp2, -140, 127, false},    {"lg2.approx.f32 %f2, %f1;", dlog2, 1e-30, 9, false},
        {"rsqrt.approx.f32 %f2, %f1;", drsqrt, 1e-3, 1e4, false}, {"tanh.approx.f32 %f2, %f1;", dtanh, -11, 11, false}};
    (void)state;
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        float arg[512];
        fix_t x;
        for (uint32_t i = 0; i < 512; i++) arg[i] = (float)(ROWS[r].lo + (ROWS[r].hi - ROWS[r].lo) * i / 511);
        map(&x, ROWS[r].text, arg, r % 2 ? 32 : 8);
        for (uint32_t i = 0; i < 512; i++) {
            const double want = ROWS[r].ref(arg[i]), found = run_one(&x, i);
            const double scale = ROWS[r].absolute ? 1 : fmax(fabs(want), 1.2e-38);
            if (!(fabs(found - want) <= 1.3e-7 * scale))
                fail_msg("%s of %g: found %.9g, expected %.9g", ROWS[r].text, arg[i], found, want);
        }
        fix_free(&x);
    }
}

static void special_values(void **state)
{
    static const struct {
        const char *text;
        float in, out;
    } ROWS[] = {{"ex2.approx.f32 %f2, %f1;", -INFINITY, 0},
                {"ex2.approx.f32 %f2, %f1;", INFINITY, INFINITY},
                {"ex2.approx.f32 %f2, %f1;", NAN, NAN},
                {"lg2.approx.f32 %f2, %f1;", 0, -INFINITY},
                {"lg2.approx.f32 %f2, %f1;", -1, NAN},
                {"lg2.approx.f32 %f2, %f1;", INFINITY, INFINITY},
                {"lg2.approx.f32 %f2, %f1;", 0x1p-140f, -140},
                {"lg2.approx.f32 %f2, %f1;", 1, 0},
                {"sin.approx.f32 %f2, %f1;", INFINITY, NAN},
                {"cos.approx.f32 %f2, %f1;", 0, 1},
                {"rsqrt.approx.f32 %f2, %f1;", 0, INFINITY},
                {"rcp.rn.f32 %f2, %f1;", -0.0f, -INFINITY},
                {"sqrt.rn.f32 %f2, %f1;", -1, NAN},
                {"tanh.approx.f32 %f2, %f1;", 99, 1},
                {"ex2.approx.ftz.f32 %f2, %f1;", -130, 0},
                {"lg2.approx.ftz.f32 %f2, %f1;", 0x1p-140f, -INFINITY},
                {"add.ftz.f32 %f2, %f1, %f1;", 0x1p-130f, 0},
                {"add.f32 %f2, %f1, %f1;", 0x1p-130f, 0x1p-129f}};
    (void)state;
    for (size_t r = 0; r < sizeof ROWS / sizeof *ROWS; r++) {
        float arg[512] = {ROWS[r].in};
        fix_t x;
        map(&x, ROWS[r].text, arg, 32);
        const float found = run_one(&x, 0);
        if (isnan(ROWS[r].out) ? !isnan(found) : found != ROWS[r].out)
            fail_msg("%s of %g: found %g, expected %g", ROWS[r].text, ROWS[r].in, found, ROWS[r].out);
        fix_free(&x);
    }
}

static void directed_roundings_are_the_hosts(void **state)
{
    static const struct {
        const char *word;
        int mode;
    } MODES[] = {{"rz", FE_TOWARDZERO}, {"rm", FE_DOWNWARD}, {"rp", FE_UPWARD}};
    (void)state;
    for (size_t m = 0; m < 3; m++) {
        float arg[512];
        char text[512];
        fix_t x;
        for (uint32_t i = 0; i < 512; i++) arg[i] = (float)((int)i - 250) * 1.2345678f;
        snprintf(text, sizeof text,
                 "add.%s.f32 %%f3, %%f1, 0f3DCCCCCD; mul.%s.f32 %%f4, %%f3, %%f1;\n"
                 "div.%s.f32 %%f5, %%f4, 0f40E00000; fma.%s.f32 %%f2, %%f5, %%f3, %%f1;\n"
                 "cvt.f64.f32 %%fd1, %%f2; add.f64 %%fd1, %%fd1, 0d3E10000000000000;\n"
                 "cvt.%s.f32.f64 %%f2, %%fd1;",
                 MODES[m].word, MODES[m].word, MODES[m].word, MODES[m].word, MODES[m].word);
        map(&x, text, arg, 32);
        for (uint32_t i = 0; i < 512; i++) {
            volatile float tenth = 0.1f, a = arg[i], seven = 7.0f;
            fesetround(MODES[m].mode);
            volatile float sum = a + tenth, product = sum * a, quotient = product / seven;
            volatile float fused = fmaf(quotient, sum, a);
            fesetround(FE_TONEAREST);
            volatile double nudged = (double)fused + 0x1p-30;
            fesetround(MODES[m].mode);
            volatile float want = (float)nudged;
            fesetround(FE_TONEAREST);
            assert_true(run_one(&x, i) == want);
        }
        fix_free(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_functions_are_close),
        cmocka_unit_test(special_values),
        cmocka_unit_test(directed_roundings_are_the_hosts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
