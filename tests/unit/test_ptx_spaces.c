/* test_ptx_spaces.c - address spaces: local, shared, generic addresses, memories behind each other. */
#include "ptx_fixture.h"

#include "ptx/ptx_module.h"

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
    x.m = ptx_parse_text(TEXT, "t", false, &x.err);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(local_arrays_belong_to_their_thread),
        cmocka_unit_test(generic_addresses_find_their_space),
        cmocka_unit_test(dynamic_shared_arrays_follow_the_static_ones),
        cmocka_unit_test(spaces_of_two_memories_are_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
