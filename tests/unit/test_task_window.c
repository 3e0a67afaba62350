/* test_task_window.c - the task window as a kernel's threads see it: what waits, what is read after the answer, and
 * what is refused. */
#include "ptx_fixture.h"

static const loop_t LOOP = {.levels = 2, .lower = {1, 10, 0}, .upper = {4, 14, 1}, .stride = {1, 2, 1}};

/* %rd1 is the thread's own window. */
#define OWN "mul.wide.u32 %rd1, %t, 32;\nadd.s64 %rd1, %rd1, 83886080;\n"

static void open(fix_t *x, const char *text, const loop_t *loop, uint32_t threads)
{
    assert_true(fix_open(x, text, threads, 8));
    const ptx_kernel_t *k = ptx_kernel(x->m, "k", &x->err);
    const uint64_t params[2] = {x->out_addr, x->in_addr};
    const ptx_launch_cfg_t cfg = {.grid = {1, 1, 1},
                                  .block = {threads, 1, 1},
                                  .warp_lanes = 8,
                                  .regs_per_thread = 16,
                                  .params = params,
                                  .gmem = x->gmem,
                                  .loop = loop};
    ptx_launch_destroy(&x->launch);
    assert_true(ptx_launch_create(k, &cfg, &x->launch, &x->err));
}

static const char LOADS[] = FIX_HEAD FIX_ENTRY OWN
    "ld.volatile.u32 %r1, [%rd1];\n"
    "ld.volatile.v2.u32 {%r2, %r3}, [%rd1+8];\nst.global.u32 [%out], %r2;\nst.global.u32 [%out+4], %r1;\n" FIX_TAIL;

/* Until the load of the first word: true, and how many lanes wait. */
static uint32_t to_the_window(fix_t *x, fe_cta_t *cta, uint32_t warp)
{
    winst_exec_t out = {.waits = 0};
    while (!out.waits) assert_true(x->launch.ops->exec(cta, warp, &out, &x->err));
    assert_int_equal(out.space, SPACE_TASK);
    return out.waits;
}

static void word_0_waits_for_each_lane(void **state)
{
    (void)state;
    fix_t x;
    open(&x, LOADS, &LOOP, 16);
    const frontend_ops_t *ops = x.launch.ops;
    const cta_place_t place = {.sm = 0};
    fe_cta_t *cta = ops->cta_begin(x.launch.self, &place, &x.err);
    assert_int_equal(to_the_window(&x, cta, 1), 0xff);
    const winst_t *at = ops->peek(cta, 1);
    for (uint32_t lane = 0; lane < 8; lane++) {
        const uint32_t word[TASK_WORDS] = {1, 0, 70 + lane};
        winst_exec_t out;
        assert_true(ops->exec(cta, 1, &out, &x.err));
        assert_int_equal(out.waits, 0xff & ~((1u << lane) - 1)); /* those without an answer */
        assert_ptr_equal(ops->peek(cta, 1), at);
        ops->task_give(cta, 1, lane, word);
    }
    winst_exec_t out;
    while (ops->peek(cta, 1)) {
        assert_true(ops->exec(cta, 1, &out, &x.err));
        assert_int_equal(out.waits, 0);
    }
    const uint32_t *stored = gmem_host(x.gmem, x.out_addr);
    for (uint32_t lane = 0; lane < 8; lane++) {
        assert_int_equal(stored[2 * (8 + lane)], 70 + lane);
        assert_int_equal(stored[2 * (8 + lane) + 1], 1);
    }
    ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

/* A CTA's window is empty again in the next CTA that has its place. */
static void nothing_is_left_for_the_next_cta(void **state)
{
    (void)state;
    fix_t x;
    open(&x, LOADS, &LOOP, 8);
    const frontend_ops_t *ops = x.launch.ops;
    const cta_place_t place = {.sm = 0};
    const uint32_t word[TASK_WORDS] = {1};
    fe_cta_t *cta = ops->cta_begin(x.launch.self, &place, &x.err);
    ops->task_give(cta, 0, 3, word);
    assert_int_equal(to_the_window(&x, cta, 0), 0xf7);
    ops->cta_end(x.launch.self, cta);
    cta = ops->cta_begin(x.launch.self, &place, &x.err);
    assert_int_equal(to_the_window(&x, cta, 0), 0xff);
    ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

/* Every index once: a thread adds 1 at the place of its index, until there is none. */
static void functional_runs_hand_all_out(void **state)
{
    (void)state;
    static const char TEXT[] = FIX_HEAD FIX_ENTRY OWN
        "ld.param.u64 %out, [k_out];\nL:\n"
        "ld.volatile.v4.u32 {%r1, %r2, %r3, %r4}, [%rd1];\nld.volatile.u32 %r5, [%rd1+16];\n"
        "setp.eq.u32 %p1, %r1, 0;\n@%p1 bra E;\nmad.lo.u32 %r6, %r2, 16, %r4;\nmul.wide.u32 %rd2, %r6, 4;\n"
        "add.s64 %rd2, %out, %rd2;\nred.global.add.u32 [%rd2], 1;\nbra.uni L;\nE:\n" FIX_TAIL;
    fix_t x;
    open(&x, TEXT, &LOOP, 16);
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    const uint32_t *seen = gmem_host(x.gmem, x.out_addr);
    for (uint32_t i = 0; i < 8; i++)
        for (uint32_t j = 0; j < 16; j++) assert_int_equal(seen[i * 16 + j], i >= 1 && i < 4 && (j == 10 || j == 12));
    fix_free(&x);
}

static void refused(const char *text, const loop_t *loop, const char *says)
{
    fix_t x;
    open(&x, text, loop, 16);
    assert_false(fix_run(&x));
    if (!strstr(x.err.text, says)) fail_msg("'%s' lacks '%s'", x.err.text, says);
    fix_free(&x);
}

static void mistakes_have_their_line(void **state)
{
    (void)state;
    refused(LOADS, NULL,
            "test.ptx:21: ld.volatile.u32 reads 0x5000000 (CTA 0,0,0 thread 0), a task window, which this launch "
            "lacks; launch the "
            "kernel with a loop");
    refused(FIX_HEAD FIX_ENTRY "ld.u32 %r1, [83886080];\n" FIX_TAIL, &LOOP,
            "thread 1), the task window of another thread");
    refused(FIX_HEAD FIX_ENTRY OWN "st.u32 [%rd1], %t;\n" FIX_TAIL, &LOOP,
            "read-only: the 512 bytes of the CTA's task windows");
    refused(FIX_HEAD FIX_ENTRY OWN "setp.lt.u32 %p1, %t, 4;\nselp.b64 %rd1, %rd1, %in, %p1;\n"
                                   "ld.u32 %r1, [%rd1];\n" FIX_TAIL,
            &LOOP, "a task window, while other lanes of the warp access other memory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(word_0_waits_for_each_lane),
        cmocka_unit_test(nothing_is_left_for_the_next_cta),
        cmocka_unit_test(functional_runs_hand_all_out),
        cmocka_unit_test(mistakes_have_their_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
