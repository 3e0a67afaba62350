/* test_ptx_matrix.c - ldmatrix, stmatrix, movmatrix against the layout of the PTX ISA: lane t holds the elements of row
 * t / 4 and of columns 2 (t % 4) and 2 (t % 4) + 1. */
#include "ptx_fixture.h"

enum { THREADS = 64, WARP_BYTES = 2048, HALVES = THREADS / 32 * WARP_BYTES / 2 };

#define SHARED ".shared .align 16 .b8 sh[4096];\n"
/* %r10: the lane's row of shared memory, in an order of its own; %r11: the warp's 2 KB; %rd10: out. */
#define ROWS                                                                                                           \
    "ld.param.u64 %rd10, [k_out];\nshr.u32 %r11, %t, 5;\nmul.lo.u32 %r11, %r11, 2048;\nmov.u32 %r9, sh;\n"             \
    "add.u32 %r11, %r11, %r9;\nmad.lo.u32 %r10, %lane, 37, 3;\nand.b32 %r10, %r10, 127;\n"                             \
    "mad.lo.u32 %r10, %r10, 16, %r11;\n"
/* Copies 64 bytes per thread from in to shared memory, or back to out + 8192. */
#define COPY(load, store)                                                                                              \
    "mul.lo.u32 %r8, %t, 64;\ncvt.u64.u32 %rd1, %r8;\nadd.u64 %rd2, %in, %rd1;\nadd.u64 %rd3, %rd10, %rd1;\n"          \
    "add.u32 %r8, %r8, %r9;\nmov.u32 %r7, 0;\n" load ": ld." store ";\nadd.u32 %r8, %r8, 4;\n"                         \
    "add.u64 %rd2, %rd2, 4;\nadd.u64 %rd3, %rd3, 4;\nadd.u32 %r7, %r7, 1;\nsetp.lt.u32 %p1, %r7, 16;\n@%p1 bra " load  \
    ";\nbar.sync 0;\n"
#define FILL COPY("IN", "global.u32 %r6, [%rd2];\nst.shared.u32 [%r8], %r6")
#define DUMP "bar.sync 0;\n" COPY("BACK", "shared.u32 %r6, [%r8];\nst.global.u32 [%rd3+8192], %r6")

static uint16_t pattern(uint32_t i) { return (uint16_t)(i * 40503u >> 3); }

static void run(fix_t *x, const char *body, uint32_t threads)
{
    static char text[8192];
    uint16_t in[HALVES];
    snprintf(text, sizeof text, ".version 8.8\n.target sm_90\n.address_size 64\n%s%s%s%s", SHARED, FIX_ENTRY, body,
             FIX_TAIL);
    if (!fix_open(x, text, threads, 32)) fail_msg("%s", x->err.text);
    for (uint32_t i = 0; i < HALVES; i++) in[i] = pattern(i);
    memcpy(gmem_host(x->gmem, x->in_addr), in, sizeof in);
    fix_run(x);
}

static uint32_t row_of(uint32_t warp, uint32_t lane) { return warp * WARP_BYTES / 16 + (lane * 37 + 3) % 128; }

static void rows_are_loaded(void **state)
{
    static const char *const ADDRESS[] = {".shared.b16 {%s}, [%%r10];\n", ".shared::cta.b16 {%s}, [%%r10];\n",
                                          ".b16 {%s}, [%%rd4];\n"};
    (void)state;
    for (uint32_t form = 0; form < 3 * 3 * 2; form++) {
        const uint32_t n = 1u << form % 3;
        const bool trans = form / 9;
        static const char *const LISTS[] = {"%r1", "%r1, %r2", "%r1, %r2, %r3, %r4"};
        char body[4096], inst[200];
        fix_t x;
        snprintf(inst, sizeof inst, ADDRESS[form / 3 % 3], LISTS[form % 3]);
        snprintf(body, sizeof body,
                 "%s%scvt.u64.u32 %%rd4, %%r10;\ncvta.shared.u64 %%rd4, %%rd4;\nldmatrix.sync.aligned.m8n8.x%u%s%s"
                 "st.global.v2.u32 [%%out], {%%r1, %%r2};\nst.global.v2.u32 [%%out+512], {%%r3, %%r4};\n",
                 ROWS, FILL, n, trans ? ".trans" : "", inst);
        run(&x, body, THREADS);
        if (x.err.text[0]) fail_msg("%s", x.err.text);
        for (uint32_t i = 0; i < THREADS * n; i++) {
            const uint32_t t = i / n, m = i % n, lane = t % 32;
            uint32_t wanted = 0;
            for (uint32_t e = 0; e < 2; e++) {
                const uint32_t column = 2 * (lane % 4) + e, row = trans ? column : lane / 4;
                const uint32_t at = 8 * row_of(t / 32, 8 * m + row) + (trans ? lane / 4 : column);
                wanted |= (uint32_t)pattern(at) << 16 * e;
            }
            assert_int_equal(fix_out32(&x, 2 * (t + m / 2 * 64) + m % 2), wanted);
        }
        fix_free(&x);
    }
}

static uint32_t held(uint32_t t, uint32_t m) { return (t * 4 + m + 1) * 2654435761u; }

static void rows_are_stored(void **state)
{
    (void)state;
    for (uint32_t form = 0; form < 3 * 2; form++) {
        static const char *const LISTS[] = {"{%r1}", "{%r1, %r2}", "{%r1, %r2, %r3, %r4}"};
        const uint32_t n = 1u << form % 3;
        uint16_t wanted[HALVES];
        char body[4096];
        fix_t x;
        snprintf(
            body, sizeof body,
            "%s%smad.lo.u32 %%r1, %%t, 4, 1;\nmul.lo.u32 %%r1, %%r1, 2654435761;\nadd.u32 %%r2, %%r1, 2654435761;\n"
            "add.u32 %%r3, %%r2, 2654435761;\nadd.u32 %%r4, %%r3, 2654435761;\n"
            "stmatrix.sync.aligned.m8n8.x%u%s.shared.b16 [%%r10], %s;\n%s",
            ROWS, FILL, n, form / 3 ? ".trans" : "", LISTS[form % 3], DUMP);
        run(&x, body, THREADS);
        if (x.err.text[0]) fail_msg("%s", x.err.text);
        for (uint32_t i = 0; i < HALVES; i++) wanted[i] = pattern(i);
        for (uint32_t i = 0; i < THREADS * n * 2; i++) {
            const uint32_t t = i / n / 2, m = i / 2 % n, e = i % 2, lane = t % 32;
            const uint32_t across = 2 * (lane % 4) + e, row = form / 3 ? across : lane / 4;
            wanted[8 * row_of(t / 32, 8 * m + row) + (form / 3 ? lane / 4 : across)] = (uint16_t)(held(t, m) >> 16 * e);
        }
        assert_memory_equal((uint8_t *)gmem_host(x.gmem, x.out_addr) + 8192, wanted, sizeof wanted);
        fix_free(&x);
    }
}

/* Lanes that have taken different ways before meet again. */
static void registers_are_transposed(void **state)
{
    static const char BODY[] =
        "mad.lo.u32 %r1, %t, 4, 1;\nmul.lo.u32 %r1, %r1, 2654435761;\nand.b32 %r2, %t, 1;\nsetp.eq.u32 %p1, %r2, 0;\n"
        "@%p1 bra EVEN;\nadd.u32 %r1, %r1, 0;\nEVEN: movmatrix.sync.aligned.m8n8.trans.b16 %r2, %r1;\n"
        "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;\nst.global.v2.u32 [%out], {%r2, %r1};\n";
    fix_t x;
    (void)state;
    run(&x, BODY, THREADS);
    if (x.err.text[0]) fail_msg("%s", x.err.text);
    for (uint32_t t = 0; t < THREADS; t++) {
        uint32_t wanted = 0;
        for (uint32_t e = 0; e < 2; e++) {
            const uint32_t row = 2 * (t % 4) + e, column = t % 32 / 4, from = t / 32 * 32 + row * 4 + column / 2;
            wanted |= (uint32_t)(uint16_t)(held(from, 0) >> 16 * (column % 2)) << 16 * e;
        }
        assert_int_equal(fix_out(&x, t), (uint64_t)wanted << 32 | wanted);
    }
    fix_free(&x);
}

/* Lane i accesses as many bytes of the rows as every other lane. */
static void lanes_share_the_rows(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 4; n *= 2) {
        static const char *const LISTS[] = {"", "%r1", "%r1, %r2", "", "%r1, %r2, %r3, %r4"};
        char body[2048];
        fix_t x;
        winst_exec_t out;
        const cta_place_t place = {0};
        snprintf(body, sizeof body, "%sldmatrix.sync.aligned.m8n8.x%u.shared.b16 {%s}, [%%r10];\n", ROWS, n, LISTS[n]);
        run(&x, body, 32);
        fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
        const winst_t *w;
        while ((w = x.launch.ops->peek(cta, 0))->space != SPACE_SHARED)
            assert_true(x.launch.ops->exec(cta, 0, &out, &x.err));
        assert_int_equal(w->width_bytes, 4 * n);
        assert_true(x.launch.ops->exec(cta, 0, &out, &x.err));
        assert_int_equal(out.space, SPACE_SHARED);
        assert_int_equal(out.lanes, UINT32_MAX);
        for (uint32_t i = 0; i < 32; i++) assert_int_equal(out.addr[i], 16 * row_of(0, i * n / 4) + i * n % 4 * 4);
        x.launch.ops->cta_end(x.launch.self, cta);
        fix_free(&x);
    }
}

static void expect_error(const char *body, uint32_t threads, const char *wanted)
{
    fix_t x;
    char text[2048];
    snprintf(text, sizeof text, "%s%s", ROWS, body);
    run(&x, text, threads);
    if (!strstr(x.err.text, wanted)) fail_msg("'%s'; wanted: %s", x.err.text, wanted);
    fix_free(&x);
}

static void mistakes_are_named(void **state)
{
    (void)state;
    expect_error("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r1}, [%r10];\n", 31,
                 "is executed by lanes 0x7fffffff of a warp; allowed: all 32 lanes (CTA 0,0,0)");
    expect_error("setp.lt.u32 %p1, %t, 9;\n@%p1 exit;\nmovmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;\n", 32,
                 "is executed by lanes 0xfffffe00 of a warp");
    expect_error("setp.lt.u32 %p1, %t, 9;\n@%p1 bra A;\nmovmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;\nbra B;\n"
                 "A: movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r1;\nB:\n",
                 32, "of a warp; allowed: all 32 lanes");
    expect_error("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%r10+4];\n", 32, "which is not aligned");
    expect_error("ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1, %r2}, [%r10+4080];\n", 32, "outside the 4096 bytes");
    expect_error("ldmatrix.sync.aligned.m8n8.x1.b16 {%r1}, [%rd10];\n", 32,
                 "which is outside shared memory, the 4096 bytes from 0x1000000 up");
}

static void other_forms_are_refused(void **state)
{
    (void)state;
    fix_expect_error("", "ldmatrix.sync.aligned.m8n8.x1.shared.b16 %r1, [%r2];\n", "registers in { } as .x1");
    fix_expect_error("", "ldmatrix.sync.aligned.m8n8.x2.shared.b16 {%r1}, [%r2];\n", "registers in { } as .x1");
    fix_expect_error("", "ldmatrix.sync.m8n8.x1.shared.b16 {%r1}, [%r2];\n",
                     "unsupported instruction 'ldmatrix.sync.m8");
    fix_expect_error("", "ldmatrix.sync.aligned.m8n8.x1.global.b16 {%r1}, [%rd2];\n", "unsupported instruction");
    fix_expect_error("", "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1, %r2}, [%r2];\n", "unsupported instr");
    fix_expect_error("", "stmatrix.sync.aligned.m16n8.x1.trans.shared.b8 [%r2], {%r1};\n", "unsupported instruction");
    fix_expect_error("", "movmatrix.sync.aligned.m8n8.b16 %r1, %r2;\n", "unsupported instruction 'movmatrix");
    fix_expect_error("", "movmatrix.sync.aligned.m8n8.trans.b16 %r1, 7;\n", "expected a register, found '7'");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_are_loaded),          cmocka_unit_test(rows_are_stored),
        cmocka_unit_test(registers_are_transposed), cmocka_unit_test(lanes_share_the_rows),
        cmocka_unit_test(mistakes_are_named),       cmocka_unit_test(other_forms_are_refused),
    };
    return cmocka_run_group_tests_name("ptx_matrix", tests, NULL, NULL);
}
