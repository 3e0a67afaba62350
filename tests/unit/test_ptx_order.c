/* test_ptx_order.c - the order of a basic block's instructions: latencies go first, and what depends stays in order. */
#include "ptx_fixture.h"

enum { LINES_MAX = 64 };

/* Lines of the body, from 1 up, in the order in which one warp executes them. Prepares k as fix_on does. */
static uint32_t order_of(const char *body, uint32_t *lines)
{
    char text[4096];
    fix_t x;
    snprintf(text, sizeof text, "%s.shared .align 16 .b8 s[4096];\n.const .b32 c[4];\n%s%s%s", FIX_HEAD, FIX_ENTRY,
             body, FIX_TAIL);
    uint32_t head = 0, n = 0;
    for (const char *p = text; p < strstr(text, body); p++) head += *p == '\n';
    if (!fix_as(&x, gmem_create(1 << 20), text, true, 32, 32)) fail_msg("%s", x.err.text);
    const cta_place_t place = {0};
    fe_cta_t *cta = x.launch.ops->cta_begin(x.launch.self, &place, &x.err);
    assert_non_null(cta);
    for (const winst_t *w; (w = x.launch.ops->peek(cta, 0)) && n < LINES_MAX;) {
        winst_exec_t out = {0};
        if (w->line > head) lines[n++] = w->line - head;
        if (!x.launch.ops->exec(cta, 0, &out, &x.err)) fail_msg("%s", x.err.text);
    }
    x.launch.ops->cta_end(x.launch.self, cta);
    fix_free(&x);
    return n;
}

/* The lines behind a barrier, which is line 1, execute in this order. */
static void expect(const char *lines, const uint32_t *wanted, uint32_t n)
{
    char body[4096];
    uint32_t found[LINES_MAX];
    snprintf(body, sizeof body, "bar.sync 0;\n%s", lines);
    const uint32_t count = order_of(body, found);
    if (count < n + 1) fail_msg("%u lines executed, expected %u:\n%s", count, n + 1, lines);
    for (uint32_t i = 0; i < n; i++)
        if (found[i + 1] != wanted[i] + 1)
            fail_msg("place %u: expected line %u, found %u:\n%s", i + 1, wanted[i], found[i + 1] - 1, lines);
}
#define EXPECT(lines, ...)                                                                                             \
    expect(lines, (const uint32_t[]){__VA_ARGS__}, sizeof((const uint32_t[]){__VA_ARGS__}) / sizeof(uint32_t))

static void long_paths_go_first(void **state)
{
    (void)state;
    EXPECT("mul.f32 %f1, %f2, %f3;\nfma.rn.f32 %f4, %f1, %f1, %f2;\nmul.f32 %f5, %f2, %f3;\nfma.rn.f32 %f6, %f5, %f1, "
           "%f2;\n",
           1, 3, 2, 4);
    EXPECT("add.u32 %r1, %r2, 1;\nadd.u32 %r3, %r2, 2;\nld.global.u32 %r4, [%in];\nadd.u32 %r5, %r4, 1;\n", 3, 1, 2, 4);
    EXPECT("ld.shared.u32 %r1, [s];\nld.global.u32 %r2, [%in];\nadd.u32 %r3, %r1, %r2;\n", 2, 1, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nsin.approx.f32 %f1, %f2;\nadd.f32 %f3, %f1, %f1;\n", 2, 1, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nadd.f64 %fd1, %fd2, %fd2;\nadd.f64 %fd3, %fd1, %fd1;\nadd.u32 %r3, %r1, 1;\n", 2, 1,
           4, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nadd.u32 %r3, %r2, 2;\nadd.u32 %r4, %r2, 3;\n", 1, 2, 3); /* equal: as written */
}

static void what_depends_stays_in_order(void **state)
{
    (void)state;
    EXPECT("add.u32 %r1, %r2, 1;\nld.global.u32 %r2, [%in];\n", 1, 2);            /* read, then written */
    EXPECT("add.u32 %r1, %r3, 1;\nld.global.u32 %r1, [%in];\n", 1, 2);            /* written twice */
    EXPECT("setp.lt.u32 %p1, %r1, %r2;\n@%p1 ld.global.u32 %r3, [%in];\n", 1, 2); /* a guard */
    EXPECT("add.u32 %r1, %r3, 1;\n@%p1 add.u32 %r1, %r4, 1;\nadd.u32 %r5, %r1, 1;\n", 1, 2, 3);
    EXPECT("add.cc.u32 %r1, %r2, %r3;\naddc.u32 %r4, %r5, %r6;\nld.global.u32 %r7, [%in];\n", 3, 1, 2);
}

static void memory_stays_in_order(void **state)
{
    (void)state;
    EXPECT("st.global.u32 [%out], %r1;\nld.global.u32 %r2, [%in];\n", 1, 2);
    EXPECT("st.shared.u32 [s], %r1;\nld.global.u32 %r2, [%in];\n", 2, 1);
    EXPECT("st.shared.u32 [s], %r1;\nld.u32 %r2, [%in];\n", 1, 2); /* generic: it may be shared memory */
    EXPECT("st.global.u32 [%out], %r1;\nld.shared.u32 %r2, [s];\n", 2, 1);
    EXPECT("st.global.u32 [%out], %r1;\nld.const.u32 %r2, [c];\n", 1, 2); /* const is global memory to a host */
    EXPECT("st.shared.u32 [s], %r1;\nst.shared.u32 [s], %r2;\n", 1, 2);
    EXPECT("ld.shared.u32 %r1, [s];\nadd.u32 %r3, %r1, 1;\nst.shared.u32 [s+4], %r2;\nadd.u32 %r4, %r2, 1;\n", 1, 3, 4,
           2);
}

static void nothing_passes_what_other_threads_see(void **state)
{
    (void)state;
    EXPECT("add.u32 %r1, %r2, 1;\nbar.sync 0;\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\natom.global.add.u32 %r4, [%in], 1;\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nld.volatile.global.u32 %r4, [%in];\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nmembar.gl;\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nmov.u32 %r4, %clock;\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nshfl.sync.bfly.b32 %r4, %r1, 1, 31, -1;\nld.global.u32 %r3, [%in];\n", 1, 2, 3);
    EXPECT("add.u32 %r1, %r2, 1;\nsetp.lt.u32 %p1, %r2, 1;\n@%p1 bra N;\nld.global.u32 %r3, [%in];\nN: ret;\n", 1, 2,
           3);
}

/* What a message says of an instruction moves with it. */
static void messages_name_the_moved_instruction(void **state)
{
    (void)state;
    fix_t x;
    err_t err = {{0}};
    const uint64_t params[2] = {0, 0};
    x = (fix_t){.gmem = gmem_create(1 << 20)};
    x.m = ptx_parse_text(FIX_HEAD FIX_ENTRY "bar.sync 0;\nadd.u32 %r1, %r2, 1;\nld.global.u32 %r3, [%in+1073741824];\n"
                                            "add.u32 %r4, %r3, 1;\n" FIX_TAIL,
                         "moved.ptx", true, &err);
    const ptx_launch_cfg_t cfg = {.grid = {1, 1, 1},
                                  .block = {32, 1, 1},
                                  .warp_lanes = 32,
                                  .regs_per_thread = 16,
                                  .params = params,
                                  .gmem = x.gmem};
    assert_non_null(x.m);
    assert_true(ptx_launch_create(ptx_kernel(x.m, "k", &err), &cfg, &x.launch, &err));
    assert_false(ptx_run_functional(&x.launch, FIX_INSTS, &x.insts, &err));
    if (!strstr(err.text, "ld.global.u32 reads")) fail_msg("%s", err.text);
    fix_free(&x);
}

/* A load behind 100 independent additions passes 64 of them. */
static void a_load_passes_64_instructions(void **state)
{
    char body[4096] = "bar.sync 0;\n";
    uint32_t found[LINES_MAX], at = 0;
    (void)state;
    for (uint32_t i = 0; i < 100; i++) strcat(body, i % 2 ? "add.u32 %r1, %r9, 1;\n" : "add.u32 %r2, %r9, 1;\n");
    strcat(body, "ld.global.u32 %r3, [%in];\nadd.u32 %r4, %r3, 1;\n");
    const uint32_t n = order_of(body, found);
    while (at < n && found[at] != 102) at++;
    assert_int_equal(at, 1 + 100 - 64);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(long_paths_go_first),
        cmocka_unit_test(what_depends_stays_in_order),
        cmocka_unit_test(memory_stays_in_order),
        cmocka_unit_test(nothing_passes_what_other_threads_see),
        cmocka_unit_test(messages_name_the_moved_instruction),
        cmocka_unit_test(a_load_passes_64_instructions),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
