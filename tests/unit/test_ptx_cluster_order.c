/* Clusters of several CTAs that begin and end one after the other, and how the SM counts them. */
#include "ptx_cluster_rig.h"

static const char BARRIER[] = CLUS_BODY("", "\n" CLUS_SYNC "st.global.u32 [%out], 5;\n");

/* The warp of the first CTA polls until the second has begun and arrived. */
static void a_barrier_waits_for_a_cta_that_has_not_begun(void **state)
{
    fix_t x;
    winst_exec_t out;
    char text[200];
    (void)state;
    assert_true(clus_open(&x, BARRIER, &CLUS_PAIR));
    const frontend_ops_t *ops = x.launch.ops;
    fe_cta_t *first = clus_begin(&x, 0);
    assert_int_equal(clus_step(&x, first, 500, &out), 500);
    const uint64_t waiting = ops->state(first, 0);
    clus_step(&x, first, 1, &out);
    assert_true(ops->state(first, 0) == waiting);
    ops->paths(first, 0, text, sizeof text);
    assert_string_equal(text, "waits at barrier.cluster (line 11) for CTA 1 of its cluster, which has not begun");
    assert_true(ops->waits(first, 0));
    fe_cta_t *second = clus_begin(&x, 1);
    assert_int_equal(clus_step(&x, first, 100, &out), 100);
    ops->paths(first, 0, text, sizeof text);
    assert_string_equal(
        text, "waits at barrier.cluster (line 11) for lanes 0xffffffff of warp 0 of CTA 1,0,0, which is at line 7");
    assert_true(clus_step(&x, second, 1000, &out) < 1000); /* all have arrived: it passes, and ends */
    clus_end(&x, second);
    assert_int_equal(fix_out32(&x, 0), 0);
    assert_false(ops->waits(first, 0));
    assert_true(clus_step(&x, first, 1000, &out) < 10);
    assert_int_equal(fix_out32(&x, 0), 5);
    clus_end(&x, first);
    fix_free(&x);
}

/* A CTA that has ended counts as arrived; so does one that ended before the other began. */
static void a_barrier_does_not_wait_for_a_cta_that_has_ended(void **state)
{
    static const char TEXT[] = CLUS_BODY("", "setp.eq.u32 %p1, %rank, 0; @%p1 exit;\n" CLUS_SYNC);
    fix_t x;
    winst_exec_t out;
    (void)state;
    assert_true(clus_open(&x, TEXT, &CLUS_PAIR));
    fe_cta_t *cta = clus_begin(&x, 0);
    assert_true(clus_step(&x, cta, 1000, &out) < 1000);
    clus_end(&x, cta);
    cta = clus_begin(&x, 1);
    assert_true(clus_step(&x, cta, 1000, &out) < 1000);
    clus_end(&x, cta);
    fix_free(&x);
}

static const char ACCESS[] = CLUS_BODY(
    "", "mov.u32 %r1, buf; xor.b32 %r2, %rank, 1; mapa.shared::cluster.u32 %r3, %r1, %r2;\n"
        "mapa.shared::cluster.u32 %r4, %r1, %rank; setp.lt.u32 %p1, %t, 4; selp.b32 %r3, %r3, %r4, %p1;\n"
        "mad.lo.u32 %r3, %t, 4, %r3; @%p1 add.u32 %r3, %r3, 16;\n" /* lanes 0 to 3: words 4 to 7 of the other CTA */
        "atom.shared::cluster.add.u32 %r5, [%r3], 3;\n"
        "st.global.u32 [%out], %r5;\n");

/* An atomic that touches a CTA which has not begun is issued again, changes nothing, and has no lanes. */
static void an_access_waits_for_a_cta_that_has_not_begun(void **state)
{
    fix_t x;
    winst_exec_t out;
    (void)state;
    assert_true(clus_open(&x, ACCESS, &CLUS_PAIR));
    fe_cta_t *first = clus_begin(&x, 0);
    clus_until(&x, first, 13);
    const winst_t *in = x.launch.ops->peek(first, 0);
    for (uint32_t i = 0; i < 3; i++) {
        clus_step(&x, first, 1, &out);
        assert_int_equal(out.lanes, 0);
        assert_true(out.again);
        assert_int_equal(out.far, 0);
        assert_int_equal(out.space, SPACE_NONE);
        assert_ptr_equal(x.launch.ops->peek(first, 0), in);
        assert_true(x.launch.ops->waits(first, 0));
    }
    fe_cta_t *second = clus_begin(&x, 1);
    assert_false(x.launch.ops->waits(first, 0));
    clus_step(&x, first, 1, &out);
    assert_false(out.again);
    assert_int_equal(out.lanes, UINT32_MAX);
    assert_int_equal(out.space, SPACE_SHARED);
    assert_int_equal(out.far, 0xf);
    for (uint32_t i = 0; i < 4; i++) assert_int_equal(out.far_sm[i], 11);
    for (uint32_t i = 0; i < 32; i++) assert_int_equal(out.addr[i], 16 + 4 * i + (i < 4 ? 16 : 0));
    clus_step(&x, first, 100, &out);
    clus_step(&x, second, 100, &out);
    for (uint32_t i = 0; i < 64; i++) assert_int_equal(fix_out32(&x, 2 * i), i >= 32 && i < 40 ? 3 : 0);
    clus_end(&x, first);
    clus_end(&x, second);
    fix_free(&x);
}

/* A generic access of which one lane must wait does nothing for the other lanes either. */
static void a_generic_access_waits_as_a_whole(void **state)
{
    static const char TEXT[] =
        CLUS_BODY("", "mov.u64 %rd1, buf; cvta.shared.u64 %rd1, %rd1; mapa.u64 %rd1, %rd1, 1; setp.eq.u32 %p1, %t, 9;\n"
                      "selp.b64 %rd1, %rd1, %out, %p1;\n"
                      "red.add.u32 [%rd1], 1;\n");
    fix_t x;
    winst_exec_t out;
    (void)state;
    assert_true(clus_open(&x, TEXT, &CLUS_PAIR));
    fe_cta_t *first = clus_begin(&x, 0);
    clus_step(&x, first, 500, &out);
    assert_int_equal(fix_out32(&x, 0), 0);
    fe_cta_t *second = clus_begin(&x, 1);
    clus_step(&x, first, 500, &out);
    assert_int_equal(fix_out32(&x, 0), 1);
    assert_int_equal(fix_out32(&x, 18), 0);
    clus_end(&x, first);
    clus_end(&x, second);
    fix_free(&x);
}

static void an_access_to_a_cta_that_has_ended(void **state)
{
    fix_t x;
    winst_exec_t out;
    (void)state;
    assert_true(clus_open(&x, ACCESS, &CLUS_PAIR));
    fe_cta_t *first = clus_begin(&x, 0), *second = clus_begin(&x, 1);
    clus_step(&x, second, 1000, &out);
    clus_end(&x, second);
    clus_until(&x, first, 13);
    assert_false(x.launch.ops->exec(first, 0, &out, &x.err));
    assert_non_null(strstr(x.err.text, "test.ptx:13: atom.shared::cluster.add.u32 writes 0x80020 (CTA 0,0,0 thread 0), "
                                       "in shared memory of CTA 1 of its cluster, which has ended"));
    clus_end(&x, first);
    fix_free(&x);
}

typedef struct {
    const char *mnemonic;
    reach_t alone, clustered;
} reach_row_t;

static const reach_row_t REACHES[] = {{"ld.shared.u32", REACH_OWN, REACH_READS},
                                      {"st.shared.u32", REACH_OWN, REACH_WRITES},
                                      {"atom.shared::cluster.add.u32", REACH_OWN, REACH_WRITES},
                                      {"mbarrier.arrive.shared.b64", REACH_OWN, REACH_WRITES},
                                      {"mbarrier.test_wait.parity.shared.b64", REACH_OWN, REACH_READS},
                                      {"barrier.cluster.arrive", REACH_OWN, REACH_WRITES},
                                      {"barrier.cluster.wait", REACH_OWN, REACH_WRITES},
                                      {"mapa.shared::cluster.u32", REACH_OWN, REACH_OWN},
                                      {"ret", REACH_OWN, REACH_WRITES},
                                      {"add.u32", REACH_OWN, REACH_OWN}};
enum { REACH_ROWS = sizeof REACHES / sizeof *REACHES };

typedef struct {
    bool clustered;
    uint32_t seen;
} seen_t;

static void see_reach(void *to, const frontend_inst_t *in)
{
    seen_t *seen = to;
    for (uint32_t i = 0; i < REACH_ROWS; i++) {
        if (strcmp(in->mnemonic, REACHES[i].mnemonic) != 0) continue;
        seen->seen |= 1u << i;
        assert_int_equal(in->inst->reach, seen->clustered ? REACHES[i].clustered : REACHES[i].alone);
    }
}

/* In a launch with clusters each access to shared memory, and each exit, concerns other CTAs. */
static void what_instructions_reach(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "",
        "ld.shared.u32 %r1, [buf]; st.shared.u32 [buf], %r1; atom.shared::cluster.add.u32 %r1, [buf], 1;\n"
        "mbarrier.arrive.shared.b64 _, [bar]; mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0;\n"
        "barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 %r1, %r1, 0; add.u32 %r1, %r1, 1;\n");
    (void)state;
    for (uint32_t ctas = 1; ctas <= 2; ctas++) {
        ptx_launch_cfg_t cfg = CLUS_PAIR;
        seen_t seen = {.clustered = ctas == 2};
        fix_t x;
        cfg.cluster[0] = ctas;
        assert_true(clus_open(&x, TEXT, &cfg));
        assert_true(x.launch.ops->code(x.launch.self, see_reach, &seen, &x.err));
        assert_int_equal(seen.seen, (1u << REACH_ROWS) - 1);
        fix_free(&x);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_barrier_waits_for_a_cta_that_has_not_begun),
        cmocka_unit_test(a_barrier_does_not_wait_for_a_cta_that_has_ended),
        cmocka_unit_test(an_access_waits_for_a_cta_that_has_not_begun),
        cmocka_unit_test(a_generic_access_waits_as_a_whole),
        cmocka_unit_test(an_access_to_a_cta_that_has_ended),
        cmocka_unit_test(what_instructions_reach),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
