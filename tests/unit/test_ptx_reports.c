/* test_ptx_reports.c - what the front end tells the timing model of each instruction: lanes, addresses, registers. */
#include "isa/local_map.h"
#include "ptx_fixture.h"

#include "ptx/ptx_module.h"

static void exec_reports_addresses_and_lanes(void **state)
{
    static const char BODY[] = ".local .align 4 .b8 l[8];\nsetp.lt.u32 %p1, %t, 5;\n@%p1 st.global.u32 [%out], 1;\n"
                               "st.local.u32 [l+4], 1;\n";
    static char text[8192];
    const cta_place_t place = {.sm = 2, .slot = 3};
    fix_t x;
    winst_exec_t e;
    uint32_t n = 0;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
    assert_true(fix_open(&x, text, 32, 32));
    fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
    for (const winst_t *w; (w = x.launch.ops->peek(cta, 0)) != NULL; n++) {
        const winst_t copy = *w;
        assert_int_equal(copy.pc_bytes, 8 * n); /* the cvta.to.global are no instructions */
        assert_true(x.launch.ops->exec(cta, 0, &e, &x.err));
        if (n == 0) {
            assert_int_equal(copy.space, SPACE_PARAM);
            assert_true(e.addr[7] == PTX_PARAM_BASE && e.lanes == UINT32_MAX);
        } else if (copy.op == WI_STORE && copy.space == SPACE_GLOBAL) {
            assert_int_equal(e.lanes, 31);
            assert_int_equal(e.addr[4], x.out_addr + 32);
            assert_int_equal(copy.width_bytes, 4);
            assert_int_equal(copy.nsrc, 2); /* address and guard */
        } else if (copy.op == WI_STORE) {
            assert_int_equal(e.space, SPACE_LOCAL);
            assert_int_equal(e.addr[9] - e.addr[8], 4); /* neighbours coalesce */
            assert_int_equal(e.addr[0], LOCAL_MAP_BASE + (2 * 64 + 3) * 16 * 32 + 4 * 32);
        }
    }
    assert_int_equal(n, 10);
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

/* Cycle 2^33 + 7 of a clock of 500 MHz is 2 ns long; without an SM every clock counts the CTA's instructions. */
static void clocks_are_those_of_the_sm(void **state)
{
    static const char BODY[] = "mov.u64 %rd1, %clock64; st.global.u64 [%out], %rd1;\n"
                               "mov.u32 %r1, %clock; mov.u32 %r2, %clock_hi; st.global.v2.u32 [%out+8], {%r1, %r2};\n"
                               "mov.u64 %rd2, %globaltimer; st.global.u64 [%out+16], %rd2;\n"
                               "mov.u32 %r1, %globaltimer_lo; mov.u32 %r2, %globaltimer_hi;\n"
                               "st.global.v2.u32 [%out+24], {%r1, %r2};\n";
    const uint64_t cycle = (UINT64_C(1) << 33) + 7;
    static char text[8192];
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
    for (uint32_t mhz = 0; mhz <= 500; mhz += 500) {
        const cta_place_t place = {.core_mhz = mhz};
        fix_t x;
        winst_exec_t e = {.cycle = cycle};
        assert_true(fix_open(&x, text, 32, 32));
        fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
        while (x.launch.ops->peek(cta, 0)) assert_true(x.launch.ops->exec(cta, 0, &e, &x.err));
        for (uint32_t i = 0; i < 4; i++) {
            if (mhz) assert_true(fix_out(&x, i) == (i < 2 ? cycle : 2 * cycle));
            else assert_in_range((uint32_t)fix_out(&x, i), 1, 30);
        }
        x.launch.ops->cta_end(x.launch.self, cta);
        fix_free(&x);
    }
}

/* CTAs that interleave: word n of thread t of the CTA with rank 2 of 6. */
static void local_words_of_all_ctas_interleave(void **state)
{
    static const char BODY[] = ".local .align 4 .b8 l[16];\nst.local.u32 [l+12], 1;\n";
    static char text[8192];
    const cta_place_t place = {.sm = 2, .rank = 2, .ranks = 6, .local_offset = 0x1000};
    fix_t x;
    winst_exec_t e;
    uint32_t stores = 0;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
    assert_true(fix_open(&x, text, 40, 32)); /* two warps */
    fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
    for (const winst_t *w; (w = x.launch.ops->peek(cta, 1)) != NULL;) {
        const bool local = w->op == WI_STORE && w->space == SPACE_LOCAL;
        assert_true(x.launch.ops->exec(cta, 1, &e, &x.err));
        if (!local) continue;
        stores++;
        assert_int_equal(e.pitch_bytes, 6 * 64 * 4);
        for (uint32_t i = 0; i < 8; i++)
            assert_int_equal(e.addr[i], LOCAL_MAP_BASE + 0x1000 + 3 * 6 * 64 * 4 + 2 * 64 * 4 + (32 + i) * 4);
    }
    assert_int_equal(stores, 1);
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

/* The destination of ld.param is what the add behind a silent cvta waits for. */
static void renamed_registers_keep_their_dependence(void **state)
{
    fix_t x;
    winst_t w[8];
    winst_exec_t e;
    const cta_place_t place = {0};
    (void)state;
    fix_open(&x,
             FIX_HEAD FIX_ENTRY "ld.volatile.global.u32 %r1, [%out];\nst.volatile.global.u32 [%out], %r1;\n" FIX_TAIL,
             32, 32);
    fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
    for (uint32_t i = 0; i < 8; i++) {
        w[i] = *x.launch.ops->peek(cta, 0);
        x.launch.ops->exec(cta, 0, &e, &x.err);
    }
    assert_int_equal(w[0].op, WI_LOAD); /* ld.param %out */
    assert_int_equal(w[0].ndst, 1);
    assert_int_equal(w[5].nsrc, 2); /* add.s64 %out, %out, %rd18 */
    assert_true(w[6].bypass_l1);
    assert_false(w[7].bypass_l1); /* a bit of loads */
    for (uint32_t i = 0; i < 8; i++) {
        assert_int_equal(w[i].pc_bytes, 8 * i);
        for (uint32_t d = 0; d < w[i].ndst; d++) assert_true(w[i].dst[d] < x.launch.flat_regs);
    }
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(exec_reports_addresses_and_lanes),
        cmocka_unit_test(clocks_are_those_of_the_sm),
        cmocka_unit_test(local_words_of_all_ctas_interleave),
        cmocka_unit_test(renamed_registers_keep_their_dependence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
