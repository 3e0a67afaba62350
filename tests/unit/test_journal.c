/* test_journal.c - what a launch touches, found again: footprints, and the launches that have them. */
#include "ptx_fixture.h"

#include "ptx/gmem_access.h"
#include "ptx/journal.h"

#include <stdlib.h>

typedef struct {
    gmem_t *g;
    journal_t *j;
    uint64_t a, b;
    uint8_t *in_a, *in_b;
    err_t err;
} mem_t;

static int open_memory(void **state)
{
    mem_t *m = calloc(1, sizeof *m);
    m->g = gmem_create(1 << 20);
    m->j = journal_create(m->g);
    m->a = gmem_alloc(m->g, "a", 1000, &m->err);
    m->b = gmem_alloc(m->g, "b", 1000, &m->err);
    m->in_a = gmem_host(m->g, m->a);
    m->in_b = gmem_host(m->g, m->b);
    *state = m;
    return 0;
}

static int close_memory(void **state)
{
    mem_t *m = *state;
    journal_destroy(m->j);
    gmem_destroy(m->g);
    free(m);
    return 0;
}

/* A launch that reads byte 5 of a, and writes byte 300 of b. */
static footprint_t *launch(mem_t *m, uint8_t write)
{
    journal_touch(m->j, m->a + 5, 1);
    journal_touch(m->j, m->b + 300, 1);
    m->in_b[300] = write;
    return journal_end(m->j);
}

static void what_was_written_is_written_again(void **state)
{
    mem_t *m = *state;
    m->in_b[300] = 1;
    footprint_t *f = launch(m, 7);
    assert_non_null(f);
    assert_false(footprint_holds(f, m->g)); /* it found 1 there */
    m->in_b[300] = 1;
    assert_true(footprint_holds(f, m->g));
    footprint_write(f, m->g);
    assert_int_equal(m->in_b[300], 7);
    footprint_destroy(f);
}

static void each_byte_of_a_touched_line_counts(void **state)
{
    mem_t *m = *state;
    footprint_t *f = launch(m, 0);
    assert_true(footprint_holds(f, m->g));
    m->in_a[127] = 1;
    assert_false(footprint_holds(f, m->g));
    m->in_a[127] = 0;
    m->in_a[128] = 1; /* of the next line */
    assert_true(footprint_holds(f, m->g));
    footprint_destroy(f);
}

static void the_first_touch_is_what_counts(void **state)
{
    mem_t *m = *state;
    journal_touch(m->j, m->a, 4);
    m->in_a[0] = 9;
    journal_touch(m->j, m->a, 4);
    journal_touch(m->j, m->a + 100, 200); /* over three lines */
    footprint_t *f = journal_end(m->j);
    assert_false(footprint_holds(f, m->g));
    m->in_a[0] = 0;
    assert_true(footprint_holds(f, m->g));
    m->in_a[299] = 1;
    assert_false(footprint_holds(f, m->g));
    footprint_destroy(f);
}

static void footprints_are_the_same_by_lines_and_bytes(void **state)
{
    mem_t *m = *state;
    footprint_t *f = launch(m, 0), *same = launch(m, 3), *later = launch(m, 3);
    journal_touch_whole(m->j, m->a, 1000);
    footprint_t *more = journal_end(m->j);
    assert_true(footprint_same(f, same));
    assert_false(footprint_same(f, later));
    assert_false(footprint_same(f, more));
    footprint_destroy(f);
    footprint_destroy(same);
    footprint_destroy(later);
    footprint_destroy(more);
}

static void a_buffer_of_another_size_is_another(void **state)
{
    mem_t *m = *state;
    footprint_t *f = launch(m, 0);
    gmem_free(m->g, m->a);
    assert_false(footprint_holds(f, m->g));
    assert_int_equal(gmem_alloc(m->g, "smaller", 10, &m->err), m->a);
    assert_false(footprint_holds(f, m->g));
    gmem_free(m->g, m->a);
    assert_int_equal(gmem_alloc(m->g, "as it was", 1000, &m->err), m->a);
    assert_true(footprint_holds(f, m->g));
    footprint_destroy(f);
}

static void shared_and_spoilt_leave_nothing(void **state)
{
    mem_t *m = *state;
    journal_spoil(m->j);
    assert_null(launch(m, 0));
    footprint_t *f = launch(m, 0); /* the next one is a new one */
    assert_non_null(f);
    gmem_share(m->g, m->a);
    assert_false(footprint_holds(f, m->g));
    assert_null(launch(m, 0));
    footprint_destroy(f);
}

/* ---- launches ---- */

static void open_kernel(fix_t *x, const char *module, const char *body)
{
    static char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, module, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_on(x, gmem_create(16 << 20), text, 32, 32)) fail_msg("%s", x->err.text); /* with room for a heap */
}

static footprint_t *journal_of(fix_t *x)
{
    journal_t *j = journal_create(x->gmem);
    ptx_launch_journal(&x->launch, j);
    if (!fix_run(x)) fail_msg("%s", x->err.text);
    footprint_t *f = journal_end(j);
    journal_destroy(j);
    return f;
}

/* Whatever the pattern of addresses is, a byte of `in` that the kernel reads decides; others do not. */
static void expect_read(const char *body, uint32_t reads, uint32_t reads_not)
{
    fix_t x;
    open_kernel(&x, "", body);
    footprint_t *f = journal_of(&x);
    uint8_t *in = gmem_host(x.gmem, x.in_addr), *out = gmem_host(x.gmem, x.out_addr);
    assert_non_null(f);
    memset(out, 0, FIX_OUT_BYTES);
    assert_true(footprint_holds(f, x.gmem));
    in[reads_not] = 1;
    assert_true(footprint_holds(f, x.gmem));
    in[reads] = 1;
    assert_false(footprint_holds(f, x.gmem));
    footprint_destroy(f);
    fix_free(&x);
}

static void loads_are_noted_whatever_their_pattern(void **state)
{
    (void)state;
    expect_read("ld.global.u32 %r1, [%in+256];\nst.global.u32 [%out], %r1;\n", 256, 512);
    expect_read("mul.wide.u32 %rd1, %t, 8;\nadd.s64 %rd1, %in, %rd1;\nld.global.u64 %rd2, [%rd1];\n"
                "st.global.u64 [%out], %rd2;\n",
                255, 256);
    expect_read("mul.wide.u32 %rd1, %t, 1024;\nadd.s64 %rd1, %in, %rd1;\nld.u32 %r1, [%rd1];\n"
                "st.global.u32 [%out], %r1;\n",
                31 * 1024, 31 * 1024 + 128);
    expect_read("atom.global.add.u32 %r1, [%in+384], 0;\nst.global.u32 [%out], %r1;\n", 384, 0);
}

static void constants_are_read(void **state)
{
    fix_t x;
    ptx_symbol_t c;
    (void)state;
    open_kernel(&x, ".const .u32 c;\n", "ld.const.u32 %r1, [c];\nst.global.u32 [%out], %r1;\n");
    footprint_t *f = journal_of(&x);
    assert_true(footprint_holds(f, x.gmem)); /* zeros for zeros */
    assert_true(ptx_symbol(x.m, x.gmem, "c", &c, &x.err));
    *(uint8_t *)c.host = 1;
    assert_false(footprint_holds(f, x.gmem));
    footprint_destroy(f);
    fix_free(&x);
}

static void a_read_outside_a_buffer_is_never_repeated(void **state)
{
    fix_t x;
    (void)state;
    open_kernel(&x, "", "ld.global.u32 %r1, [%in+-4];\nst.global.u32 [%out], %r1;\n");
    assert_null(journal_of(&x));
    fix_free(&x);
}

static void expect_repeatable(const char *module, const char *body, bool wanted)
{
    fix_t x;
    open_kernel(&x, module, body);
    if (ptx_launch_repeatable(&x.launch) != wanted) fail_msg("expected %d for: %s", wanted, body);
    fix_free(&x);
}

static void memory_must_decide(void **state)
{
    (void)state;
    expect_repeatable("", "st.global.u32 [%out], %t;\n", true);
    expect_repeatable("", "mov.u32 %r1, %clock;\nst.global.u32 [%out], %r1;\n", false);
    expect_repeatable("", "mov.u64 %rd1, %globaltimer;\nst.global.u64 [%out], %rd1;\n", false);
    expect_repeatable("", "mov.u32 %r1, %smid;\nst.global.u32 [%out], %r1;\n", false);
    expect_repeatable(
        ".func (.param .b32 r) f() {\n.reg .b32 %a;\nmov.u32 %a, %smid;\nst.param.b32 [r], %a;\nret;\n}\n",
        "{\n.param .b32 r0;\ncall.uni (r0), f, ();\nld.param.b32 %r1, [r0];\n}\n"
        "st.global.u32 [%out], %r1;\n",
        false);
    expect_repeatable(".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);\n",
                      "{\n.param .b64 p0;\n.param .b64 p1;\n.param .b32 r0;\nst.param.b64 [p0], %in;\n"
                      "st.param.b64 [p1], %in;\ncall.uni (r0), vprintf, (p0, p1);\n}\n",
                      false);
    expect_repeatable(
        ".extern .func (.param .b64 r) malloc(.param .b64 n);\n",
        "{\n.param .b64 p0;\n.param .b64 r0;\nst.param.b64 [p0], %rd18;\ncall.uni (r0), malloc, (p0);\n}\n", false);
}

static void keys_are_of_kernel_sizes_and_arguments(void **state)
{
    fix_t x;
    kernel_launch_t other;
    size_t bytes[4];
    (void)state;
    open_kernel(&x, "", "st.global.u32 [%out], %t;\n");
    const ptx_kernel_t *k = ptx_kernel(x.m, "k", &x.err);
    uint64_t params[2] = {x.out_addr, x.in_addr};
    ptx_launch_cfg_t cfg = {.grid = {1, 1, 1}, .block = {32, 1, 1}, .warp_lanes = 32, .params = params};
    cfg.regs_per_thread = 16;
    cfg.gmem = x.gmem;
    void *key[4] = {ptx_launch_key(&x.launch, &bytes[0])};
    for (uint32_t i = 1; i < 4; i++) {
        if (i == 2) cfg.grid[1] = 2;
        if (i == 3) cfg.grid[1] = 1, params[1] += 8;
        assert_true(ptx_launch_create(k, &cfg, &other, &x.err));
        key[i] = ptx_launch_key(&other, &bytes[i]);
        ptx_launch_destroy(&other);
        assert_int_equal(bytes[i], bytes[0]);
        assert_int_equal(memcmp(key[i], key[0], bytes[0]) == 0, i == 1);
    }
    for (uint32_t i = 0; i < 4; i++) free(key[i]);
    fix_free(&x);
}

int main(void)
{
#define WITH_MEMORY(test) cmocka_unit_test_setup_teardown(test, open_memory, close_memory)
    const struct CMUnitTest tests[] = {WITH_MEMORY(what_was_written_is_written_again),
                                       WITH_MEMORY(each_byte_of_a_touched_line_counts),
                                       WITH_MEMORY(the_first_touch_is_what_counts),
                                       WITH_MEMORY(footprints_are_the_same_by_lines_and_bytes),
                                       WITH_MEMORY(a_buffer_of_another_size_is_another),
                                       WITH_MEMORY(shared_and_spoilt_leave_nothing),
                                       cmocka_unit_test(loads_are_noted_whatever_their_pattern),
                                       cmocka_unit_test(constants_are_read),
                                       cmocka_unit_test(a_read_outside_a_buffer_is_never_repeated),
                                       cmocka_unit_test(memory_must_decide),
                                       cmocka_unit_test(keys_are_of_kernel_sizes_and_arguments)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
