/* Address spaces, vectors, atomics, guard bands, and what exec tells the timing model. */
#include "ptx_fixture.h"

#include "ptx/ptx_module.h"

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

static void local_arrays_belong_to_their_thread(void **state)
{
    static const char BODY[] = ".local .align 8 .b8 depot[40];\n.reg .b64 %SP, %SPL;\nmov.u64 %SPL, depot;\n"
                               "cvta.local.u64 %SP, %SPL;\nmov.u32 %r1, 0;\nL: mul.wide.u32 %rd1, %r1, 4;\n"
                               "add.s64 %rd2, %SPL, %rd1;\nmad.lo.u32 %r2, %t, 100, %r1;\nst.local.u32 [%rd2], %r2;\n"
                               "add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p1, %r1, 10;\n@%p1 bra L;\n"
                               "and.b32 %r3, %t, 7;\nmul.wide.u32 %rd1, %r3, 4;\nadd.s64 %rd2, %SP, %rd1;\n"
                               "ld.u32 %r4, [%rd2];\nst.global.u32 [%out], %r4;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 48, 32);
    for (uint32_t t = 0; t < 48; t++) assert_int_equal(fix_out(&x, t), t * 100 + t % 8);
    fix_free(&x);
}

/* Half of a warp reads shared, half global, through one generic pointer. */
static void generic_addresses_find_their_space(void **state)
{
    static const char MODULE[] = ".const .align 4 .u32 table[4] = {5, 6, 7};\n"
                                 ".global .align 4 .u32 gv[2] = {40, 50};\n"
                                 ".shared .align 4 .b8 sh[256];\n";
    static const char BODY[] = "mov.u64 %rd1, sh;\nmul.wide.u32 %rd2, %lane, 4;\nadd.s64 %rd1, %rd1, %rd2;\n"
                               "st.shared.u32 [%rd1], %t;\ncvta.shared.u64 %rd3, %rd1;\nisspacep.shared %p3, %rd3;\n"
                               "mov.u64 %rd4, gv;\ncvta.global.u64 %rd4, %rd4;\nmov.u64 %rd5, table;\ncvta.const.u64 "
                               "%rd5, %rd5;\n"
                               "setp.lt.u32 %p1, %lane, 10;\nsetp.lt.u32 %p2, %lane, 20;\nselp.b64 %rd6, %rd4, %rd5, "
                               "%p2;\n"
                               "selp.b64 %rd6, %rd3, %rd6, %p1;\nld.u32 %r1, [%rd6];\nld.global.u32 %r2, [gv+4];\n"
                               "ld.const.u32 %r3, [table+8];\nadd.u32 %r1, %r1, %r2;\nadd.u32 %r1, %r1, %r3;\n"
                               "@%p3 add.u32 %r1, %r1, 1000;\nst.global.u32 [%out], %r1;\nst.u32 [%rd4], 41;\n";
    fix_t x;
    (void)state;
    fix_body(&x, MODULE, BODY, 32, 32);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), 1057 + (t < 10 ? t : t < 20 ? 40 : 5));
    assert_true(fix_run(&x)); /* a .global variable keeps what the run before stored */
    assert_int_equal(fix_out(&x, 15), 1057 + 41);
    fix_free(&x);
}

static void dynamic_shared_arrays_follow_the_static_ones(void **state)
{
    static const char TEXT[] =
        FIX_HEAD ".extern .shared .align 16 .b8 dyn[];\n.extern .shared .align 4 .b8 also[];\n"
                 ".shared .align 4 .b8 other_kernels[999];\n" FIX_ENTRY
                 ".shared .align 4 .b8 fixed[20];\nmov.u32 %r1, dyn;\nmov.u32 %r2, also;\nmov.u32 "
                 "%r3, fixed;\n"
                 "st.shared.u32 [dyn+4], 77;\nld.shared.u32 %r4, [also+4];\nshl.b32 %r1, %r1, 8;\n"
                 "or.b32 %r1, %r1, %r3;\nst.global.u32 [%out], %r1;\nst.global.u32 [%out+4], "
                 "%r4;\n" FIX_TAIL;
    fix_t x = {0};
    (void)state;
    x.gmem = gmem_create(1 << 20);
    x.out_addr = gmem_alloc(x.gmem, "out", 4096, &x.err);
    const uint64_t params[2] = {x.out_addr, 0};
    x.m = ptx_parse_text(TEXT, "t", &x.err);
    assert_non_null(x.m);
    const ptx_kernel_t *k = ptx_kernel(x.m, "k", &x.err);
    ptx_launch_cfg_t cfg = {.grid = {1, 1, 1},
                            .block = {32, 1, 1},
                            .warp_lanes = 32,
                            .dyn_smem_bytes = 8,
                            .params = params,
                            .gmem = x.gmem};
    assert_int_equal(ptx_static_smem_bytes(k), 20);
    assert_true(ptx_launch_create(k, &cfg, &x.launch, &x.err));
    assert_int_equal(x.launch.smem_bytes, 40);
    assert_true(fix_run(&x));
    assert_int_equal(fix_out(&x, 0), UINT64_C(77) << 32 | 32 << 8);
    ptx_launch_destroy(&x.launch);
    cfg.dyn_smem_bytes = 4; /* dyn+4 is now outside */
    assert_true(ptx_launch_create(k, &cfg, &x.launch, &x.err));
    assert_false(fix_run(&x));
    assert_non_null(strstr(x.err.text, "outside the 36 bytes of shared memory"));
    fix_free(&x);
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

/* What the timing model sees of warp 0's first lane, by space. */
static void seen_addresses(fix_t *x, uint64_t seen[SPACE_LOCAL + 1])
{
    const cta_place_t place = {.sm = 1, .slot = 2};
    const frontend_ops_t *ops = x->launch.ops;
    fe_cta_t *cta = ops->cta_begin(x->launch.self, &place, &x->err);
    winst_exec_t out;
    assert_non_null(cta);
    while (ops->peek(cta, 0)) {
        assert_true(ops->exec(cta, 0, &out, &x->err));
        if (out.lanes) seen[out.space] = out.addr[0];
    }
    ops->cta_end(x->launch.self, cta);
}

/* Launches on memories behind each other share no address of any space that caches see. */
static void spaces_of_two_memories_are_apart(void **state)
{
    static const char TEXT[] =
        FIX_HEAD ".const .align 4 .u32 table[4] = {5, 6, 7};\n" FIX_ENTRY
                 ".local .align 4 .b8 own[16];\nld.const.u32 %r1, [table];\nst.local.u32 [own], %r1;\n"
                 "st.global.u32 [%out], %r1;\nld.param.u64 %rd1, [k_in];\n" FIX_TAIL;
    static const uint8_t SPACES[] = {SPACE_GLOBAL, SPACE_CONST, SPACE_PARAM, SPACE_LOCAL};
    fix_t x[2];
    uint64_t seen[2][SPACE_LOCAL + 1] = {{0}};
    (void)state;
    assert_true(fix_open(&x[0], TEXT, 32, 32));
    assert_true(fix_on(&x[1], gmem_create_behind(x[0].gmem, 1 << 20), TEXT, 32, 32));
    for (uint32_t i = 0; i < 2; i++) seen_addresses(&x[i], seen[i]);
    for (uint32_t i = 0; i < 4; i++) {
        assert_true(seen[0][SPACES[i]] && seen[1][SPACES[i]] > seen[0][SPACES[i]] + 4096);
        assert_true(seen[1][SPACES[i]] - seen[0][SPACES[i]] < UINT64_C(1) << 43);
    }
    assert_int_equal(seen[1][SPACE_LOCAL] - seen[0][SPACE_LOCAL], UINT64_C(1) << 42);
    for (uint32_t i = 0; i < 2; i++) fix_free(&x[i]);
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
    fix_expect_error("", "ld.global.u32 %r1, [%in+2];\n", "not aligned");
    fix_expect_error("", ".local .b32 l[2];\nld.local.u32 %r1, [l+8];\n",
                     "outside the 8 bytes of the thread's local memory");
    fix_expect_error("", "ld.param.u32 %r1, [k_in+8];\n", "outside the 16 bytes of the parameters");
}

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
            assert_int_equal(e.addr[0], PTX_LOCAL_BASE + (2 * 64 + 3) * 16 * 32 + 4 * 32);
        }
    }
    assert_int_equal(n, 10);
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

/* The destination of ld.param is what the add behind a silent cvta waits for. */
static void renamed_registers_keep_their_dependence(void **state)
{
    fix_t x;
    winst_t w[7];
    winst_exec_t e;
    const cta_place_t place = {0};
    (void)state;
    fix_open(&x, FIX_HEAD FIX_ENTRY "ld.volatile.global.u32 %r1, [%out];\n" FIX_TAIL, 32, 32);
    fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
    for (uint32_t i = 0; i < 7; i++) {
        w[i] = *x.launch.ops->peek(cta, 0);
        x.launch.ops->exec(cta, 0, &e, &x.err);
    }
    assert_int_equal(w[0].op, WI_LOAD); /* ld.param %out */
    assert_int_equal(w[0].ndst, 1);
    assert_int_equal(w[5].nsrc, 2); /* add.s64 %out, %out, %rd18 */
    assert_true(w[6].bypass_l1);
    for (uint32_t i = 0; i < 7; i++) {
        assert_int_equal(w[i].pc_bytes, 8 * i);
        for (uint32_t d = 0; d < w[i].ndst; d++) assert_true(w[i].dst[d] < x.launch.flat_regs);
    }
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_and_narrow_types_move_right),
        cmocka_unit_test(local_arrays_belong_to_their_thread),
        cmocka_unit_test(generic_addresses_find_their_space),
        cmocka_unit_test(dynamic_shared_arrays_follow_the_static_ones),
        cmocka_unit_test(atomics_take_the_lanes_in_turn),
        cmocka_unit_test(spaces_of_two_memories_are_apart),
        cmocka_unit_test(narrow_address_registers_wrap),
        cmocka_unit_test(guard_bands_read_zero_and_are_counted),
        cmocka_unit_test(exec_reports_addresses_and_lanes),
        cmocka_unit_test(renamed_registers_keep_their_dependence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
