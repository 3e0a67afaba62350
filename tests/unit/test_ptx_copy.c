/* test_ptx_copy.c - cp.async: bytes, groups, and when a warp may go on. */
#include "gpu_rig.h"
#include "ptx_fixture.h"

#define SHARED ".shared .align 16 .b8 box[1024];\n"
#define TO     "mov.u32 %r1, box;\nmul.lo.u32 %r2, %t, 16;\nadd.u32 %r1, %r1, %r2;\n" /* 16 bytes of thread t */
#define FROM   "mul.wide.u32 %rd1, %t, 16;\nadd.s64 %rd1, %in, %rd1;\n"
#define COPY   "cp.async.cg.shared.global [%r1], [%rd1], 16;\n"
#define SHOW   "ld.shared.u64 %rd2, [%r1+8];\nst.global.u64 [%out], %rd2;\n"

static void open_text(fix_t *x, const char *body)
{
    static char text[8192];
    snprintf(text, sizeof text, "%s%s%s%s%s", FIX_HEAD, SHARED, FIX_ENTRY, body, FIX_TAIL);
    if (!fix_open(x, text, 32, 32)) fail_msg("%s", x->err.text);
    uint8_t *in = gmem_host(x->gmem, x->in_addr);
    for (uint32_t i = 0; i < 1024; i++) in[i] = (uint8_t)(i + 1);
}

static uint64_t input(uint32_t byte, uint32_t bytes) /* little endian, zeros above */
{
    uint64_t v = 0;
    for (uint32_t i = bytes; i-- > 0;) v = v << 8 | (uint8_t)(byte + i + 1);
    return v;
}

static void expect(const char *body, uint32_t stride, uint32_t at, uint32_t bytes)
{
    fix_t x;
    open_text(&x, body);
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    for (uint32_t t = 0; t < 32; t++) assert_int_equal(fix_out(&x, t), input(t * stride + at, bytes));
    fix_free(&x);
}

static void bytes_are_copied_and_the_rest_is_zero(void **state)
{
    (void)state;
    expect(TO FROM COPY "cp.async.wait_all;\n" SHOW, 16, 8, 8);
    expect(TO FROM "cp.async.cg.shared.global.L2::128B [%r1], [%rd1], 16, 10;\n" SHOW, 16, 8, 2);
    expect(TO FROM "cp.async.ca.shared::cta.global [%r1+8], [%rd1+8], 8;\n" SHOW, 16, 8, 8);
    expect(TO FROM "cp.async.ca.shared.global [%r1+12], [%rd1], 4;\nmov.u32 %r3, 0;\n"
                   "cp.async.ca.shared.global [%r1+12], [%rd1+4], 4, %r3;\n" SHOW,
           0, 0, 0);
    expect("mov.u32 %r1, box;\nsetp.eq.u32 %p1, %t, 5;\n@%p1 cp.async.ca.shared.global [box+8], [%in+40], 8;\n" SHOW, 0,
           40, 8);
}

/* A lane that reads nothing may have any address. */
static void an_address_that_is_not_read_does_not_matter(void **state)
{
    (void)state;
    expect(TO "mov.u64 %rd1, 64;\nmov.u32 %r3, 0;\ncp.async.cg.shared.global [%r1], [%rd1], 16, %r3;\n" SHOW, 0, 0, 0);
    fix_expect_error(SHARED, TO "mov.u64 %rd1, 64;\n" COPY, "outside every buffer");
    fix_expect_error(SHARED, FROM "mov.u32 %r1, 4096;\n" COPY, "of shared memory");
    fix_expect_error(SHARED, TO FROM "cp.async.cg.shared.global [%r1], [%rd1+4], 16;\n",
                     "not aligned to the access's size");
}

static void other_forms_are_refused(void **state)
{
    (void)state;
    fix_expect_error(SHARED, TO FROM "cp.async.cg.shared.global [%r1], [%rd1], 8;\n", "16");
    fix_expect_error(SHARED, TO FROM "cp.async.ca.shared.global [%r1], [%rd1], 12;\n", "4, 8 or 16");
    fix_expect_error(SHARED, TO FROM "cp.async.bulk.shared.global [%r1], [%rd1], 16;\n", "cp.async.bulk");
    fix_expect_error(SHARED, "cp.async.wait_group %r1;\n", "a number of groups");
}

/* What each instruction of the body says of groups. */
static void groups_of(const char *body, const uint8_t *wanted)
{
    fix_t x;
    winst_exec_t out;
    const winst_t *in;
    uint32_t n = 0;
    const cta_place_t place = {0};
    open_text(&x, body);
    const frontend_ops_t *ops = x.launch.ops;
    fe_cta_t *cta = ops->cta_begin(x.launch.self, &place, &x.err);
    while ((in = ops->peek(cta, 0)) && in->op != WI_EXIT) {
        assert_true(ops->exec(cta, 0, &out, &x.err));
        if (out.groups || in->op == WI_FENCE) assert_int_equal(out.groups, wanted[n++]);
    }
    assert_int_equal(wanted[n], 0);
    ops->cta_end(x.launch.self, cta);
    fix_free(&x);
}

static void groups_go_round(void **state)
{
    (void)state;
    /* a copy is of group 0, and a new one waits for the last of its number */
    groups_of(TO FROM COPY "cp.async.commit_group;\n" COPY COPY, (const uint8_t[]){1, 2, 2, 2, 0});
    groups_of("cp.async.wait_group 0;\n", (const uint8_t[]){0xfe, 0});
    groups_of("cp.async.commit_group;\ncp.async.commit_group;\ncp.async.wait_group 1;\n",
              (const uint8_t[]){2, 4, 0xf9, 0}); /* but groups 2 (now) and 1 */
    groups_of("cp.async.wait_group 6;\ncp.async.wait_group 7;\ncp.async.wait_all;\n", (const uint8_t[]){2, 0xff, 0});
}

/* ---- with timing ---- */

static uint64_t cycles_of(const char *body)
{
    rig_t r;
    fix_t x;
    rig_machine(&r);
    rig_start(&r, "gto", 0, false);
    open_text(&x, body);
    if (!gpu_run_kernel(r.gpu, &x.launch, &r.err)) fail_msg("%s", r.err.text);
    const uint64_t cycles = gpu_cycle(r.gpu);
    rig_stop(&r);
    fix_free(&x);
    return cycles;
}

#define WORK                                                                                                           \
    "mov.u32 %r3, 40;\nL:\nsub.u32 %r3, %r3, 1;\nsetp.ne.u32 %p1, %r3, 0;\n@%p1 bra L;\nst.global.u32 [%out], %r3;\n"

static void a_warp_goes_on_until_it_waits(void **state)
{
    (void)state;
    const uint64_t work = cycles_of(TO FROM WORK), copy = cycles_of(TO FROM COPY "cp.async.wait_all;\n" SHOW);
    const uint64_t both = cycles_of(TO FROM COPY WORK "cp.async.wait_all;\n" SHOW);
    const uint64_t in_turn = cycles_of(TO FROM COPY "cp.async.wait_all;\n" WORK SHOW);
    const uint64_t other = cycles_of(TO FROM COPY "cp.async.commit_group;\ncp.async.wait_group 1;\n" WORK SHOW);
    assert_true(both >= work && both >= copy);
    assert_true(in_turn > both + 200);  /* waits first, then works */
    assert_true(other + 200 < in_turn); /* waits for no copy: the one group may go on */
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bytes_are_copied_and_the_rest_is_zero),
                                       cmocka_unit_test(an_address_that_is_not_read_does_not_matter),
                                       cmocka_unit_test(other_forms_are_refused), cmocka_unit_test(groups_go_round),
                                       cmocka_unit_test(a_warp_goes_on_until_it_waits)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
