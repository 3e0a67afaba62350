/* What concerns clusters, of which each is one CTA; special registers; hints and fences, which change no result. */
#include "ptx_fixture.h"

static void special_registers(void **state)
{
    static const char BODY[] =
        ".shared .b8 s[48]; mov.b64 %rd1, s;\n"
        "mov.u32 %r1, %clusterid.x; mov.u32 %r2, %nclusterid.y; st.global.v2.u32 [%out], {%r1, %r2};\n"
        "mov.u32 %r1, %cluster_ctaid.z; mov.u32 %r2, %cluster_nctaid.x; st.global.v2.u32 [%out+8], {%r1, %r2};\n"
        "mov.u32 %r1, %cluster_ctarank; mov.u32 %r2, %cluster_nctarank; st.global.v2.u32 [%out+16], {%r1, %r2};\n"
        "mov.pred %p1, %is_explicit_cluster; selp.u32 %r1, 7, 8, %p1; mov.u32 %r2, %total_smem_size;\n"
        "st.global.v2.u32 [%out+24], {%r1, %r2};\n"
        "mov.u64 %rd2, %gridid; mov.u64 %rd3, %current_graph_exec; or.b64 %rd2, %rd2, %rd3;\n"
        "st.global.u64 [%out+32], %rd2; mov.u32 %r1, %smid; mov.u32 %r2, %nsmid; setp.lt.u32 %p1, %r1, %r2;\n"
        "selp.u32 %r1, 1, 0, %p1; mov.u32 %r2, %tid.w; st.global.v2.u32 [%out+40], {%r1, %r2};\n"
        "mov.u32 %r1, %pm0; mov.u32 %r2, %reserved_smem_offset_begin; st.global.v2.u32 [%out+48], {%r1, %r2};\n"
        "mov.u32 %r1, %clock_hi; mov.u32 %r2, %globaltimer_hi; st.global.v2.u32 [%out+56], {%r1, %r2};\n"
        "mov.u32 %r1, %envreg31; mov.u32 %r2, %aggr_smem_size; st.global.v2.u32 [%out+64], {%r1, %r2};\n"
        "mov.u32 %r1, %globaltimer_lo; setp.gt.u32 %p1, %r1, 0; selp.u32 %r1, 1, 0, %p1; st.global.u32 [%out+72], "
        "%r1;\n";
    static const uint32_t WANTED[] = {0, 1, 0, 1, 0, 1, 8, 48, 0, 0, 1, 0, 0, 0, 0, 0, 0, 48, 1};
    (void)state;
    fix_expect_words(BODY, WANTED, sizeof WANTED / sizeof *WANTED);
}

/* Threads 96 to 127 exit before. Warp 0 arrives and then waits for a word that warp 1 writes behind its own wait. */
static void a_cluster_barrier_waits_for_arrivals(void **state)
{
    static const char BODY[] =
        ".shared .b8 buf[8];\n"
        "setp.ge.u32 %p1, %t, 96; @%p1 exit; setp.lt.u32 %p2, %t, 32;\n"
        "st.shared.u32 [buf+4], 1; barrier.cluster.arrive.release.aligned; @!%p2 bra WAIT;\n"
        "SPIN: ld.volatile.shared.u32 %r1, [buf]; setp.eq.u32 %p3, %r1, 0; @%p3 bra SPIN;\n"
        "WAIT: barrier.cluster.wait.acquire.aligned; mov.u32 %r1, 9; @!%p2 st.shared.u32 [buf], %r1;\n"
        "barrier.cluster.arrive.relaxed; barrier.cluster.wait; ld.shared.u32 %r1, [buf]; st.global.u32 [%out], %r1;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 128, 32);
    for (uint32_t i = 0; i < 128; i++) assert_int_equal((uint32_t)fix_out(&x, i), i < 96 ? 9 : 0);
    fix_free(&x);
}

typedef struct {
    uint32_t at, loops; /* instructions, those that are their own target */
    const winst_t *loop;
} flow_t;

static void see(void *to, const frontend_inst_t *in)
{
    flow_t *f = to;
    if (f->at++ && in->entered && in->leaves) {
        f->loops++;
        f->loop = in->inst;
    }
}

/* Control bits must let a wait for a cluster write its result before the warp executes it again. */
static void a_wait_for_a_cluster_is_its_own_target(void **state)
{
    static const char BODY[] = "barrier.cluster.arrive; barrier.cluster.wait; st.global.u32 [%out], 1;\n";
    fix_t x;
    flow_t flow = {0};
    err_t err;
    (void)state;
    fix_body(&x, "", BODY, 1, 32);
    assert_true(x.launch.ops->code(x.launch.self, see, &flow, &err));
    assert_int_equal(flow.loops, 1);
    assert_int_equal(flow.loop->ndst, 1);
    assert_int_equal(flow.loop->src[0], flow.loop->dst[0]);
    fix_free(&x);
}

/* They change no result: the stores around them stand. */
static void hints_and_fences(void **state)
{
    static const char BODY[] =
        "createpolicy.fractional.L2::evict_last.L2::evict_unchanged.b64 %rd1, 0.5; mov.u32 %r1, 64;\n"
        "createpolicy.range.global.L2::evict_last.L2::evict_first.b64 %rd2, [%in], %r1, 128;\n"
        "createpolicy.cvt.L2.b64 %rd3, %rd2; st.global.L1::no_allocate.L2::cache_hint.b32 [%out], 4, %rd1;\n"
        "ld.global.nc.L1::evict_last.L2::cache_hint.L2::128B.b32 {%r2}, [%out], %rd2;\n"
        "atom.global.add.L2::cache_hint.u32 %r3, [%out], %r2, %rd1; red.global.add.L2::cache_hint.u32 [%out], 1, "
        "%rd3;\n"
        "discard.global.L2 [%in], 128; applypriority.global.L2::evict_normal [%in], 128; prefetchu.L1 [%in];\n"
        "prefetch.global.L2::evict_last [%in]; membar.proxy.alias; fence.proxy.alias; fence.proxy.async.global;\n"
        "fence.acquire.sync_restrict::shared::cluster.cluster; fence.release.sync_restrict::shared::cta.cluster;\n"
        "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster; fence.acq_rel.cluster; "
        "fence.sc.sys;\n"
        "fence.mbarrier_init.release.cluster; griddepcontrol.wait; griddepcontrol.launch_dependents;\n"
        "setmaxnreg.inc.sync.aligned.u32 128; st.global.b32 [%out+4], {%r3};\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 1, 32);
    assert_int_equal(fix_out32(&x, 0), 9);
    assert_int_equal(fix_out32(&x, 1), 4);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(special_registers),
        cmocka_unit_test(a_cluster_barrier_waits_for_arrivals),
        cmocka_unit_test(a_wait_for_a_cluster_is_its_own_target),
        cmocka_unit_test(hints_and_fences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
