/* Copies of any size by one thread, and stores and atomics that complete an mbarrier. */
#include "ptx_fixture.h"

/* Words 0 to n-1 of %out: whether each condition of the body held, one store per TEST. */
#define TEST(n, what) what "selp.u32 %r1, 1, 0, %p1; st.global.u32 [%out+" #n "], %r1;\n"
#define PARITY(n, p)  TEST(n, "mbarrier.test_wait.parity.shared.b64 %p1, [bar], " #p ";\n")

#define COPY(dst, size)                                                                                                \
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [" dst "], [%in+16], " size ", [bar];\n"

/* 1040 bytes from global to shared, on to another place of shared, and back to global; the in buffer holds its index.
 */
static void bulk_copies_move_all_bytes(void **state)
{
    static const char BODY[] = FIX_MBAR
        ".shared .align 16 .b8 two[2048]; createpolicy.fractional.L2::evict_first.b64 %rd9;\n"
        "mbarrier.init.shared.b64 [bar], 1; mov.u32 %r3, 1040; mov.u32 %r4, two; fence.proxy.async.shared::cta;\n"
        "mbarrier.arrive.expect_tx.shared.b64 _, [bar], 2080;\n" COPY("buf+32", "%r3")
            PARITY(0, 0) "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r4+16], [buf+32], "
                         "%r3, [bar];\n" PARITY(4, 0) "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint "
                                                      "[%out+16], [two+16], 1024, %rd9;\n"
                                                      "cp.async.bulk.prefetch.L2.global [%in], 64;\n"
                                                      "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; "
                                                      "cp.async.bulk.wait_group 1;\n";
    char text[4096];
    fix_t x;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
    assert_true(fix_open(&x, text, 1, 32));
    uint8_t *in = gmem_host(x.gmem, x.in_addr), *out = gmem_host(x.gmem, x.out_addr);
    for (uint32_t i = 0; i < 2048; i++) in[i] = (uint8_t)(i * 7 + i / 256);
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    assert_int_equal(fix_out32(&x, 0), 0);
    assert_int_equal(fix_out32(&x, 1), 1);
    assert_memory_equal(out + 16, in + 16, 1024);
    assert_int_equal(out[16 + 1024], 0);
    fix_free(&x);
}

/* Lanes 0 to 3 copy 512, 256, 0 and 80 bytes to places 512 bytes apart, then clear 8 bytes; the other lanes wait. */
static void each_lane_copies_its_own(void **state)
{
    static const uint32_t SIZES[] = {512, 256, 0, 80};
    static const char BODY[] = FIX_MBAR
        "setp.eq.u32 %p1, %t, 0; @%p1 mbarrier.init.shared.b64 [bar], 1;\n"
        "@%p1 mbarrier.arrive.expect_tx.shared.b64 _, [bar], 848; bar.warp.sync -1; setp.gt.u32 %p2, %t, 3; @%p2 bra "
        "ALL;\n"
        "mov.u32 %r3, buf; mad.lo.u32 %r3, %t, 512, %r3; ld.global.u32 %r4, [%out];\n" COPY(
            "%r3",
            "%r4") "st.bulk.weak.shared::cta [%r3+8], 8, 0;\n"
                   "ALL: mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra ALL; bar.warp.sync -1;\n"
                   "mov.u32 %r3, buf; mad.lo.u32 %r3, %t, 64, %r3; mov.u64 %rd1, %out; mad.wide.u32 %rd1, %t, 56, "
                   "%rd1;\n"
                   "mov.u32 %r5, 0; NEXT: ld.shared.u64 %rd2, [%r3]; st.global.u64 [%rd1], %rd2; add.u32 %r3, %r3, 8;\n"
                   "add.u64 %rd1, %rd1, 8; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 8; @%p1 bra NEXT;\n";
    char text[4096];
    fix_t x;
    (void)state;
    snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
    assert_true(fix_open(&x, text, 32, 32));
    uint8_t *in = gmem_host(x.gmem, x.in_addr), *out = gmem_host(x.gmem, x.out_addr);
    for (uint32_t i = 0; i < 2048; i++) in[i] = (uint8_t)(i * 5 + 1);
    for (uint32_t i = 0; i < 4; i++) memcpy(out + 8 * i, &SIZES[i], sizeof SIZES[i]);
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    for (uint32_t i = 0; i < 2048; i++) {
        const uint32_t lane = i / 512, at = i % 512;
        const bool cleared = at >= 8 && at < 16;
        const uint8_t wanted = at < SIZES[lane] && !cleared ? in[16 + at] : 0;
        if (out[i] != wanted) fail_msg("byte %u: expected %u, found %u", i, wanted, out[i]);
    }
    fix_free(&x);
}

static void stores_and_atomics_complete_an_mbarrier(void **state)
{
    static const char BODY[] = FIX_MBAR
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 28; mov.u32 %r3, buf; "
        "mov.u32 %r4, bar;\n"
        "mov.u32 %r1, 11; mov.u32 %r2, 22; mapa.shared::cluster.u32 %r3, %r3, 0;\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.v4.b32 [%r3+16], {%r1, %r2, %r1, %r2}, [%r4];\n"
        "st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r3], 5, [%r4];\n"
        "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.add.u32 [%r3], 6, [bar];\n" PARITY(
            0, 0) "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%r3], 99, "
                  "[%r4];\n" PARITY(4, 0) "ld.shared::cluster.u32 %r1, [%r3]; ld.shared.u32 %r2, [buf+28]; "
                                          "st.global.v2.u32 [%out+8], {%r1, %r2};\n"
                                          "mov.b64 %rd1, buf; cvta.shared::cluster.u64 %rd1, %rd1; mapa.u64 %rd2, "
                                          "%rd1, 0; sub.u64 %rd1, %rd1, %rd2;\n"
                                          "st.global.u64 [%out+16], %rd1; getctarank.u64 %r1, %rd2; "
                                          "getctarank.shared::cluster.u32 %r2, %r3;\n"
                                          "add.u32 %r1, %r1, %r2; st.global.u32 [%out+24], %r1; "
                                          "isspacep.shared::cluster %p1, %rd2; selp.u32 %r1, 1, 0, %p1;\n"
                                          "atom.shared::cluster.exch.b32 %r2, [%r3], 1; st.global.v2.u32 [%out+28+4], "
                                          "{%r1, %r2};\n";
    static const uint32_t WANTED[] = {0, 1, 12, 22, 0, 0, 0, 0, 1, 12};
    (void)state;
    fix_expect_words(BODY, WANTED, sizeof WANTED / sizeof *WANTED);
}

#define REDUCE    "cp.reduce.async.bulk."
#define INSIDE    REDUCE "shared::cluster.shared::cta.mbarrier::complete_tx::bytes."
#define TO_GLOBAL REDUCE "global.shared::cta.bulk_group."

/* 32 words 0x3f800000 + i in shared memory, combined with what is there and with 1000 + i in global memory. */
static void bulk_copies_reduce(void **state)
{
    static const char BODY[] = FIX_MBAR
        "mov.u32 %r1, buf; mad.lo.u32 %r1, %t, 4, %r1; add.u32 %r2, %t, 0x3f800000; st.shared.u32 [%r1], %r2;\n"
        "st.shared.u32 [%r1+128], 7; mul.wide.u32 %rd1, %t, 4; sub.u64 %rd2, %out, %rd1; add.u32 %r3, %t, 1000;\n"
        "st.global.u32 [%rd2], %r3; st.global.u32 [%rd2+128], 0x40000000; st.global.u32 [%rd2+256], -5;\n"
        "bar.warp.sync -1; setp.ne.u32 %p1, %t, 0; @%p1 bra DONE;\n"
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 128;\n" INSIDE
        "add.u32 [buf+128], [buf], 128, [bar];\n" TO_GLOBAL "max.u32 [%out], [buf], 64;\n" TO_GLOBAL
        "add.f32 [%out+128], [buf], 128;\n" TO_GLOBAL "min.s32 [%out+256], [buf], 128;\n"
        "DONE: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra DONE;\n"
        "ld.shared.u32 %r2, [%r1+128]; st.global.u32 [%rd2+384], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t i = 0; i < 32; i++) {
        const uint32_t word = 0x3f800000 + i;
        assert_int_equal(fix_out32(&x, i), i < 16 ? word : 1000 + i);
        assert_true(f32_of(fix_out32(&x, 32 + i)) == f32_of(word) + 2.0f);
        assert_int_equal(fix_out32(&x, 64 + i), UINT32_MAX - 4);
        assert_int_equal(fix_out32(&x, 96 + i), word + 7);
    }
    fix_free(&x);
}

/* Bytes that a mask leaves out; a copy whose source is ignored; stores that no mbarrier counts. */
static void parts_of_copies(void **state)
{
    static const char BODY[] = FIX_MBAR
        "mov.u64 %rd1, 0x1111111111111111; st.shared.u64 [buf], %rd1; st.shared.u64 [buf+8], %rd1; mov.u16 %h1, "
        "0x8001;\n"
        "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%out], [buf], 16, %h1;\n"
        "st.global.u32 [%in], 77; setp.eq.u32 %p1, %t, 0; setp.ne.u32 %p2, %t, 0;\n"
        "cp.async.ca.shared.global [buf], [%in], 4, %p1; cp.async.ca.shared.global [buf+4], [%in], 4, !%p2;\n"
        "cp.async.ca.shared.global [buf+8], [%in], 4, %p2; cp.async.ca.shared.global [buf+12], [%in], 4, !%p1;\n"
        "cp.async.wait_all; ld.shared.v4.u32 {%r1, %r2, %r3, %r4}, [buf]; st.global.v4.u32 [%out+16], {%r1, %r2, "
        "%r3, %r4};\n"
        "st.async.release.global.gpu.u32 [%out+32], 5; red.async.mmio.release.global.gpu.add.u32 [%out+32], 6;\n"
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.expect_tx.shared.b64 [bar], 16; mov.u16 %h1, 1;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [buf], [%in], 16, "
        "[bar], %h1;\n"
        "ld.shared.u32 %r1, [buf]; st.global.u32 [%out+36], %r1;\n";
    static const uint32_t WANTED[] = {0x11, 0, 0, 0x11000000, 0, 0, 77, 77, 11, 77};
    (void)state;
    fix_expect_words(BODY, WANTED, sizeof WANTED / sizeof *WANTED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bulk_copies_move_all_bytes),
        cmocka_unit_test(each_lane_copies_its_own),
        cmocka_unit_test(stores_and_atomics_complete_an_mbarrier),
        cmocka_unit_test(bulk_copies_reduce),
        cmocka_unit_test(parts_of_copies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
