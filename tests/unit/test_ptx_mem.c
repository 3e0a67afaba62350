/* test_ptx_mem.c - what loads, stores and atomics move: vectors, narrow types, lanes in turn; guard bands. */
#include "ptx_fixture.h"

static void vectors_and_narrow_types_move_right(void **state)
{
    static const char BODY[] =
        "mul.wide.u32 %rd1, %t, 16;\nadd.s64 %rd1, %in, %rd1;\n"
        "ld.global.v4.u32 {%r1,%r2,_,%r4}, [%rd1];\nst.global.v2.u32 [%out], {%r4, %r1};\n"
        "ld.global.nc.s8 %rd2, [%rd1+1];\nld.global.u8 %r5, [%rd1+1];\nld.volatile.global.s16 %r6, "
        "[%rd1+2];\n"
        "cvt.u32.u64 %r7, %rd2;\nadd.u32 %r5, %r5, %r6;\nadd.u32 %r5, %r5, %r7;\n"
        "ld.global.v2.b64 {%rd3,%rd4}, [%rd1];\nxor.b64 %rd3, %rd3, %rd4;\nst.global.b64 "
        "[%out+512], %rd3;\n"
        "st.global.u32 [%out+1024], %r5;\nst.global.u8 [%out+1030], %rd3;\nst.global.v2.u8 "
        "[%out+1028], {255, %r2};\n";
    fix_t x;
    (void)state;
    for (uint32_t pass = 0; pass < 2; pass++) {
        char text[8192];
        snprintf(text, sizeof text, "%s%s%s%s", FIX_HEAD, FIX_ENTRY, BODY, FIX_TAIL);
        assert_true(fix_open(&x, text, 64, pass ? 8 : 32));
        uint8_t *in = gmem_host(x.gmem, x.in_addr);
        for (uint32_t i = 0; i < 1024; i++) in[i] = (uint8_t)(i * 37 + 11);
        assert_true(fix_run(&x));
        for (uint32_t t = 0; t < 64; t++) {
            uint32_t w[4];
            uint64_t d[2];
            memcpy(w, in + 16 * t, 16);
            memcpy(d, in + 16 * t, 16);
            assert_int_equal(fix_out(&x, t), (uint64_t)w[0] << 32 | w[3]);
            assert_int_equal(fix_out(&x, t + 64), d[0] ^ d[1]);
            const uint32_t sum = in[16 * t + 1] + (uint32_t)(int16_t)(w[0] >> 16) + (uint32_t)(int8_t)in[16 * t + 1];
            const uint64_t high = 255u | (w[1] & 0xff) << 8 | (uint64_t)((d[0] ^ d[1]) & 0xff) << 16;
            assert_int_equal(fix_out(&x, t + 128), high << 32 | sum);
        }
        fix_free(&x);
    }
}

/* Lanes side by side, whose registers are wider than the elements: no element may take the place of its neighbour. */
static void stores_of_narrow_vectors_keep_their_elements(void **state)
{
    static const char BODY[] = "mul.wide.u32 %rd1, %t, 4;\nsub.s64 %rd1, %out, %rd1;\n"
                               "add.u32 %r1, %t, 0x51160;\nadd.u32 %r2, %t, 0x72280;\n"
                               "cvt.u64.u32 %rd2, %r1;\ncvt.u64.u32 %rd3, %r2;\n"
                               "st.global.v2.u16 [%rd1], {%r1, %r2};\n"
                               "st.global.v4.u8 [%rd1+2048], {%r1, %r2, %t, 7};\n"
                               "st.global.v2.u32 [%out+4096], {%rd2, %rd3};\n"
                               "st.global.v4.u16 [%out+8192], {%rd2, %rd3, %rd3, %rd2};\n"
                               "st.global.u16 [%rd1+16384], %r1;\nst.global.u32 [%rd1+20480], %rd2;\n";
    (void)state;
    for (uint32_t lanes = 8; lanes <= 32; lanes *= 2) {
        fix_t x;
        fix_body(&x, "", BODY, 64, lanes);
        const uint8_t *out = gmem_host(x.gmem, x.out_addr);
        for (uint32_t t = 0; t < 64; t++) {
            const uint32_t a = t + 0x51160, b = t + 0x72280;
            uint32_t word;
            memcpy(&word, out + 4 * t, 4);
            assert_int_equal(word, (a & 0xffff) | b << 16);
            memcpy(&word, out + 2048 + 4 * t, 4);
            assert_int_equal(word, (a & 0xff) | (b & 0xff) << 8 | t << 16 | 7u << 24);
            assert_int_equal(fix_out(&x, 512 + t), a | (uint64_t)b << 32);
            const uint64_t low = a & 0xffff, high = b & 0xffff;
            assert_int_equal(fix_out(&x, 1024 + t), low | high << 16 | high << 32 | low << 48);
            memcpy(&word, out + 16384 + 4 * t, 4);
            assert_int_equal(word, a & 0xffff);
            memcpy(&word, out + 20480 + 4 * t, 4);
            assert_int_equal(word, a);
        }
        fix_free(&x);
    }
}

static void atomics_take_the_lanes_in_turn(void **state)
{
    static const char BODY[] =
        ".shared .align 8 .b64 s[2];\nst.shared.u64 [s], 0;\nst.shared.u64 [s+8], 0;\nbar.sync 0;\n"
        "atom.shared.add.u32 %r1, [s], 2;\natom.global.inc.u32 %r2, [%in], 4;\n"
        "atom.global.dec.u32 %r3, [%in+4], 9;\natom.global.max.s32 %r4, [%in+8], %t;\n"
        "atom.global.exch.b32 %r5, [%in+12], %t;\nadd.u32 %r6, %t, 1;\n"
        "atom.global.cas.b32 %r7, [%in+16], %t, %r6;\nred.global.add.f32 [%in+20], 0f3F000000;\n"
        "red.shared.add.u64 [s+8], 3;\natom.add.f64 %fd1, [%in+24], 0d3FF0000000000000;\n"
        "red.relaxed.gpu.global.xor.b32 [%in+32], %t;\natom.global.min.u64 %rd1, [%in+40], 5;\n"
        "bar.sync 0;\nld.shared.u64 %rd2, [s+8];\ncvt.u32.u64 %r8, %rd2;\n"
        "shl.b32 %r2, %r2, 8; shl.b32 %r3, %r3, 16; or.b32 %r1, %r1, %r2; or.b32 %r1, %r1, %r3;\n"
        "st.global.u32 [%out], %r1;\nshl.b32 %r5, %r5, 8; or.b32 %r7, %r7, %r5;\n"
        "shl.b32 %r8, %r8, 16; or.b32 %r7, %r7, %r8;\nst.global.u32 [%out+4], %r7;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) {
        const uint32_t dec = t ? (10 - (t - 1) % 10 - 1) : 0;
        assert_int_equal(fix_out(&x, t) & 0xffffffff, 2 * t | (t % 5) << 8 | dec << 16);
        assert_int_equal(fix_out(&x, t) >> 32, t | (t ? t - 1 : 0) << 8 | 96u << 16);
    }
    const uint8_t *in = gmem_host(x.gmem, x.in_addr);
    uint32_t w[12];
    float f;
    double d;
    memcpy(w, in, sizeof w);
    memcpy(&f, in + 20, sizeof f);
    memcpy(&d, in + 24, sizeof d);
    assert_int_equal(w[2], 31);
    assert_int_equal(w[3], 31);
    assert_int_equal(w[4], 32);
    assert_true(f == 16.0f && d == 32.0);
    assert_int_equal(w[8], 0);
    fix_free(&x);
}

static void narrow_address_registers_wrap(void **state)
{
    static const char BODY[] = ".shared .align 4 .b8 s[64];\nst.shared.u32 [s+8], 99;\nmov.u32 %r1, 0xfffffff0;\n"
                               "ld.shared.u32 %r2, [%r1+24];\nst.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    assert_int_equal(fix_out(&x, 31), 99);
    fix_free(&x);
}

static void guard_bands_read_zero_and_are_counted(void **state)
{
    static const char BODY[] = "mul.wide.u32 %rd1, %t, 4;\nadd.s64 %rd1, %in, %rd1;\n"
                               "ld.global.u32 %r1, [%rd1+-16];\nst.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    assert_int_equal(gmem_guard_reads(x.gmem), 4);
    fix_free(&x);
    fix_expect_error("", "st.global.u32 [%in+-16], 1;\n",
                     "st.global.u32 writes 0x100011ff0 (CTA 0,0,0 thread 0), in a guard band");
    fix_expect_error("",
                     "mul.wide.u32 %rd1, %t, 0x100000;\nadd.s64 %rd1, %in, %rd1;\n"
                     "ld.global.f32 %f1, [%rd1+4];\n",
                     "ld.global.f32 reads 0x100112004 (CTA 0,0,0 thread 1), outside every buffer; "
                     "nearest: 'in' [0x100012000,0x100022000)");
    fix_expect_error("", "ld.global.u32 %r1, [%in+2];\n", "not aligned to the access's size");
    fix_expect_error("", ".local .b32 l[2];\nld.local.u32 %r1, [l+8];\n",
                     "outside the 8 bytes of the thread's local memory");
    fix_expect_error("", "ld.param.u32 %r1, [k_in+8];\n", "outside the 16 bytes of the parameters");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_and_narrow_types_move_right),
        cmocka_unit_test(stores_of_narrow_vectors_keep_their_elements),
        cmocka_unit_test(atomics_take_the_lanes_in_turn),
        cmocka_unit_test(narrow_address_registers_wrap),
        cmocka_unit_test(guard_bands_read_zero_and_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
