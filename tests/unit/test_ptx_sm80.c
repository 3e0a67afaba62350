/* test_ptx_sm80.c - named barriers and their reductions, redux, elect, bit masks, memory that kernels allocate. */
#include "ptx_fixture.h"

#include "ptx/gmem_access.h"
#include "ptx/heap.h"

static void masks_and_extensions_clamp_or_wrap(void **state)
{
    (void)state;
    fix_expect_regs("",
                    "bmsk.clamp.b32 %r2, 4, 8;\nbmsk.clamp.b32 %r3, 28, 8;\nbmsk.clamp.b32 %r4, 32, 1;\n"
                    "bmsk.wrap.b32 %r5, 33, 34;\nbmsk.clamp.b32 %r6, 0, 32;\n",
                    (const uint32_t[]){0xff0, 0xf0000000, 0, 6, UINT32_MAX}, 5);
    fix_expect_regs("",
                    "szext.clamp.s32 %r2, 0x1f8, 8;\nszext.clamp.u32 %r3, 0x1f8, 8;\nszext.clamp.s32 %r4, 0x1f8, 32;\n"
                    "szext.wrap.s32 %r5, 0x1f8, 40;\nszext.wrap.s32 %r6, 5, 0;\n",
                    (const uint32_t[]){0xfffffff8, 0xf8, 0x1f8, 0xfffffff8, 0}, 5);
    fix_expect_regs("",
                    "mov.u32 %r1, 10;\nvabsdiff4.u32.u32.u32.add %r2, 0x01ff0300, 0x02010500, %r1;\n"
                    "vabsdiff4.u32.s32.s32.add %r3, 0x01ff0300, 0x02010500, 0;\n",
                    (const uint32_t[]){10 + 1 + 254 + 2, 1 + 2 + 2}, 2);
}

static void lanes_reduce_what_they_have(void **state)
{
    static const char BODY[] =
        "sub.s32 %r1, 4, %t;\nsetp.gt.u32 %p1, %t, 2;\n@%p1 bra L;\nredux.sync.add.s32 %r2, %r1, 7;\n"
        "redux.sync.min.u32 %r3, %r1, 7;\nst.global.v2.u32 [%out], {%r2, %r3};\nbra.uni M;\nL:\n"
        "redux.sync.min.s32 %r2, %r1, 0xf8;\nredux.sync.max.u32 %r3, %r1, 0xf8;\nst.global.v2.u32 [%out], {%r2, "
        "%r3};\nM:\n"
        "redux.sync.xor.b32 %r4, %t, -1;\nelect.sync %r5|%p2, -1;\nselp.u32 %r6, 1, 0, %p2;\n"
        "st.global.v2.u32 [%out+512], {%r4, %r5};\nst.global.u32 [%out+1024], %r6;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 8, 8);
    for (uint32_t t = 0; t < 8; t++) {
        assert_int_equal(fix_out(&x, t), t < 3 ? UINT64_C(2) << 32 | 9 : UINT64_C(0xffffffff) << 32 | (uint32_t)-3);
        assert_int_equal(fix_out(&x, t + 64), 0); /* 0 ^ … ^ 7, and lane 0 */
        assert_int_equal(fix_out(&x, t + 128), t == 0);
    }
    fix_free(&x);
}

/* Of 64 threads, t % 3 == 0 in 22; twice in a row, and the second time with others. */
static void a_barrier_sums_predicates(void **state)
{
    static const char BODY[] =
        "rem.u32 %r1, %t, 3;\nsetp.eq.u32 %p1, %r1, 0;\nbar.red.popc.u32 %r2, 0, %p1;\n"
        "barrier.red.popc.aligned.u32 %r3, 0, 64, !%p1;\nbar.red.or.pred %p2, 1, %p1;\nbar.red.and.pred %p3, 1, %p1;\n"
        "setp.lt.u32 %p4, %t, 64;\nbar.red.and.pred %p5, 0, %p4;\nselp.u32 %r4, 1, 0, %p2;\nselp.u32 %r5, 2, 0, %p3;\n"
        "selp.u32 %r6, 4, 0, %p5;\nadd.u32 %r4, %r4, %r5;\nadd.u32 %r4, %r4, %r6;\nst.global.v2.u32 [%out], {%r2, "
        "%r3};\n"
        "st.global.u32 [%out+512], %r4;\n";
    fix_t x;
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_body(&x, "", BODY, 64, lanes);
        for (uint32_t t = 0; t < 64; t++) {
            assert_int_equal(fix_out(&x, t), UINT64_C(42) << 32 | 22);
            assert_int_equal(fix_out(&x, t + 64), 5);
        }
        fix_free(&x);
    }
}

/* Warp 0 produces and arrives; warp 1 waits for it at barrier 3, warp 2 is no part of it. */
static void producers_arrive_and_consumers_wait(void **state)
{
    static const char MODULE[] = ".shared .align 4 .u32 box;\n";
    static const char BODY[] = "setp.gt.u32 %p1, %t, 63;\n@%p1 bra E;\nsetp.gt.u32 %p1, %t, 31;\n@%p1 bra C;\nmov.u32 "
                               "%r1, 0;\nmov.u32 %r2, 77;\n"
                               "W: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p2, %r1, 5000;\n@%p2 bra W;\nst.shared.u32 "
                               "[box], %r2;\nmov.u32 %r3, 3;\n"
                               "bar.arrive %r3, 64;\nbra.uni E;\nC: bar.sync 3, 64;\nld.shared.u32 %r4, "
                               "[box];\nst.global.u32 [%out], %r4;\nE:\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 96, 32);
    for (uint32_t t = 0; t < 96; t++) assert_int_equal(fix_out(&x, t), t / 32 == 1 ? 77 : 0);
    fix_free(&x);
}

static void a_wrong_barrier_is_named(void **state)
{
    (void)state;
    fix_expect_error("", "mov.u32 %r1, 16;\nbar.sync %r1;\n", "names barrier 16; allowed: 0 to 15");
    fix_expect_error("", "bar.sync 1, 33;\n", "waits for a number of threads of 33; allowed: multiples of 32 up to");
    fix_expect_error("", "bar.arrive 1;\n", "expected 2 operands, found 1");
    fix_expect_error("", "bar.red.xor.pred %p1, 1, %p2;\n", "unsupported instruction 'bar.red.xor.pred'");
}

static void run_text(fix_t *x, const char *body, uint32_t threads)
{
    char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, body, FIX_TAIL);
    if (fix_open(x, text, threads, 32)) fix_run(x);
}

/* Warp 0 waits for 64 threads, the others for 96. */
static void a_barrier_in_use_keeps_its_count(void **state)
{
    fix_t x;
    (void)state;
    run_text(&x, "setp.lt.u32 %p1, %t, 32;\nselp.u32 %r1, 64, 96, %p1;\nbar.sync 3, %r1;\n", 96);
    if (!strstr(x.err.text, "test.ptx:21: bar.sync waits at barrier 3 for 96 threads, but warps that have arrived wait "
                            "for 64"))
        fail_msg("'%s'", x.err.text);
    fix_free(&x);
}

/* Three warps, then two; and a count of all threads is the same as none, also when a warp has ended. */
static void a_barrier_that_has_opened_takes_another_count(void **state)
{
    fix_t x;
    (void)state;
    run_text(&x,
             "bar.sync 3, 96;\nsetp.gt.u32 %p1, %t, 63;\n@%p1 bra E;\nbar.sync 3, 64;\nE: bar.sync 0;\n"
             "setp.lt.u32 %p2, %t, 32;\nselp.u32 %r1, 0, 96, %p2;\nbar.sync 0, %r1;\n@%p1 exit;\n"
             "bar.sync 0;\nbar.sync 0, 64;\nst.global.u32 [%out], 5;\n",
             96);
    assert_string_equal(x.err.text, "");
    for (uint32_t t = 0; t < 96; t++) assert_int_equal(fix_out(&x, t), t < 64 ? 5 : 0);
    fix_free(&x);
}

static void kernels_allocate(void **state)
{
    static const char MODULE[] = ".extern .func (.param .b64 func_retval0) malloc (.param .b64 malloc_param_0);\n"
                                 ".extern .func free (.param .b64 free_param_0);\n";
    static const char BODY[] =
        "mov.u64 %rd1, 24;\n{ .param .b64 a; st.param.b64 [a], %rd1; .param .b64 r; call.uni (r), malloc, (a);\n"
        "ld.param.b64 %rd2, [r]; }\nst.u32 [%rd2+20], %t;\nbar.sync 0;\nld.u32 %r1, [%rd2+20];\nst.global.u32 [%out], "
        "%r1;\nst.global.u64 [%out+1024], %rd2;\n{ .param .b64 a; st.param.b64 [a], %rd2; call.uni free, (a); }\n";
    char text[8192];
    fix_t x;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, MODULE, FIX_ENTRY, BODY, FIX_TAIL);
    assert_false(fix_open(&x, text, 64, 32)); /* a device of 1 MB */
    assert_non_null(strstr(x.err.text, "heap of kernels"));
    fix_free(&x);
    assert_true(fix_on(&x, gmem_create(16 << 20), text, 64, 32));
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    const uint64_t first = fix_out(&x, 128);
    for (uint32_t t = 0; t < 64; t++) {
        assert_int_equal(fix_out(&x, t), t);
        assert_int_equal(fix_out(&x, t + 128), first + 32 * t);
    }
    assert_int_equal(heap_alloc(gmem_heap(x.gmem, 1, &x.err), 100), first); /* all of it is free again */
    fix_free(&x);
}

static void a_heap_fills_its_gaps(void **state)
{
    heap_t *h = heap_create(4096, 100);
    (void)state;
    assert_int_equal(heap_alloc(h, 1), 4096);
    assert_int_equal(heap_alloc(h, 17), 4096 + 16);
    assert_int_equal(heap_alloc(h, 48), 4096 + 48);
    assert_int_equal(heap_alloc(h, 5), 0);
    assert_int_equal(heap_alloc(h, 0), 0);
    assert_false(heap_free(h, 4100));
    assert_true(heap_free(h, 4096 + 16));
    assert_false(heap_free(h, 4096 + 16));
    assert_int_equal(heap_alloc(h, 33), 0);
    assert_int_equal(heap_alloc(h, 32), 4096 + 16);
    heap_destroy(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(masks_and_extensions_clamp_or_wrap),
        cmocka_unit_test(lanes_reduce_what_they_have),
        cmocka_unit_test(a_barrier_sums_predicates),
        cmocka_unit_test(producers_arrive_and_consumers_wait),
        cmocka_unit_test(a_wrong_barrier_is_named),
        cmocka_unit_test(a_barrier_in_use_keeps_its_count),
        cmocka_unit_test(a_barrier_that_has_opened_takes_another_count),
        cmocka_unit_test(kernels_allocate),
        cmocka_unit_test(a_heap_fills_its_gaps),
    };
    return cmocka_run_group_tests_name("ptx_sm80", tests, NULL, NULL);
}
