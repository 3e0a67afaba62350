/* Clusters of several CTAs: ranks and ids, shared memory of other CTAs, mbarriers, bulk copies. */
#include "ptx_cluster_rig.h"

static const ptx_launch_cfg_t SQUARE = {.grid = {4, 4, 1}, .cluster = {2, 2, 1}, .block = {1, 1, 1}};

static void ranks_and_ids(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "", "mov.u32 %r1, %cluster_ctaid.x; mov.u32 %r2, %cluster_ctaid.y; mad.lo.u32 %r1, %r2, 10, %r1;\n"
            "mad.lo.u32 %r1, %rank, 100, %r1; mov.u32 %r2, %clusterid.x; mad.lo.u32 %r1, %r2, 1000, %r1;\n"
            "mov.u32 %r2, %clusterid.y; mad.lo.u32 %r1, %r2, 10000, %r1; mov.u32 %r3, %cluster_nctarank;\n"
            "mov.u32 %r2, %cluster_nctaid.y; mad.lo.u32 %r3, %r2, 10, %r3; mov.u32 %r2, %nclusterid.x;\n"
            "mad.lo.u32 %r3, %r2, 100, %r3; mov.u32 %r2, %cluster_nctaid.z; mad.lo.u32 %r3, %r2, 1000, %r3;\n"
            "mov.pred %p1, %is_explicit_cluster; @%p1 add.u32 %r3, %r3, 50000; st.global.v2.u32 [%out], {%r1, %r3};\n");
    fix_t x;
    (void)state;
    clus_run(&x, TEXT, &SQUARE);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t cx = i % 4, cy = i / 4, rank = cx % 2 + cy % 2 * 2;
        assert_int_equal(fix_out32(&x, 2 * i), cx % 2 + cy % 2 * 10 + rank * 100 + cx / 2 * 1000 + cy / 2 * 10000);
        assert_int_equal(fix_out32(&x, 2 * i + 1), 4 + 20 + 200 + 1000 + 50000);
    }
    assert_int_equal(x.launch.cluster[0] * 10 + x.launch.cluster[1], 22);
    fix_free(&x);
}

/* Each CTA loads a word of the next, stores one in it, and adds to a word of rank 0; by both kinds of addresses. */
static void load_store_atomic_in_other_ctas(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "", "mov.u32 %r1, buf; add.u32 %r2, %rank, 70; st.shared.u32 [%r1], %r2;\n" CLUS_SYNC
            "add.u32 %r3, %rank, 1; and.b32 %r3, %r3, 3; mapa.shared::cluster.u32 %r4, %r1, %r3;\n"
            "ld.shared::cluster.u32 %r5, [%r4]; cvt.u64.u32 %rd1, %r1; cvta.shared.u64 %rd1, %rd1;\n"
            "mapa.u64 %rd2, %rd1, %r3; mul.lo.u32 %r6, %r5, 2; st.u32 [%rd2+4], %r6;\n"
            "mapa.u64 %rd3, %rd1, 0; atom.add.u32 %r7, [%rd3+8], 5; red.shared::cluster.add.u32 [%r4+12], 6;\n"
            "getctarank.u64 %r8, %rd2; getctarank.shared::cluster.u32 %r9, %r1; sub.u32 %r8, %r8, %r3;\n"
            "sub.u32 %r9, %r9, %rank; or.b32 %r8, %r8, %r9; isspacep.shared::cta %p1, %rd2;\n"
            "isspacep.shared::cluster %p2, %rd2; isspacep.shared::cta %p3, %rd1; mapa.u64 %rd4, %rd1, %rank;\n"
            "isspacep.shared %p4, %rd4; @%p1 or.b32 %r8, %r8, 1; @!%p2 or.b32 %r8, %r8, 1; @!%p3 or.b32 %r8, %r8, 1;\n"
            "@!%p4 or.b32 %r8, %r8, 1;\n" CLUS_SYNC
            "ld.u32 %r10, [%rd4+4]; ld.shared.u32 %r11, [buf+12]; ld.shared::cluster.u32 %r12, [buf+8];\n"
            "mad.lo.u32 %r5, %r10, 1000, %r5; mad.lo.u32 %r11, %r11, 100, %r12; mad.lo.u32 %r11, %r8, 10000, %r11;\n"
            "st.global.v2.u32 [%out], {%r5, %r11};\n");
    fix_t x;
    (void)state;
    clus_run(&x, TEXT, &SQUARE);
    for (uint32_t i = 0; i < 16; i++) {
        const uint32_t rank = i % 2 + i / 4 % 2 * 2;
        assert_int_equal(fix_out32(&x, 2 * i), 70 + (rank + 1) % 4 + 1000 * 2 * (70 + rank));
        assert_int_equal(fix_out32(&x, 2 * i + 1), 600 + (rank ? 0 : 20));
    }
    fix_free(&x);
}

/* Lanes of one instruction in the shared memory of both CTAs and in global memory. */
static void lanes_in_several_spaces(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "", "add.u32 %r1, %rank, 40; st.shared.u32 [buf], %r1; st.shared.u32 [buf+4], %t; st.global.u32 [%out], "
            "9;\n" CLUS_SYNC
            "mov.u64 %rd1, buf; cvta.shared.u64 %rd1, %rd1; xor.b32 %r2, %rank, 1; mapa.u64 %rd2, %rd1, %r2;\n"
            "and.b32 %r3, %t, 3; setp.eq.u32 %p1, %r3, 1; selp.b64 %rd3, %rd2, %rd1, %p1; setp.eq.u32 %p2, %r3, 2;\n"
            "selp.b64 %rd3, %out, %rd3, %p2; ld.u32 %r4, [%rd3]; st.global.u32 [%out+4], %r4;\n" CLUS_SYNC);
    fix_t x;
    (void)state;
    clus_run(&x, TEXT, &CLUS_PAIR);
    for (uint32_t i = 0; i < 64; i++) {
        const uint32_t rank = i / 32, own = 40 + rank, other = 41 - rank, wanted[] = {own, other, 9, own};
        assert_int_equal(fix_out32(&x, 2 * i + 1), wanted[i % 4]);
    }
    fix_free(&x);
}

/* Thread 0 of rank 1 announces bytes at the mbarrier of rank 0 and stores there; the threads of rank 0 wait for both,
 * which 32 arrivals of rank 1 follow in a second phase. */
static void arrivals_at_an_mbarrier_of_another_cta(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "",
        "setp.eq.u32 %p1, %t, 0; @%p1 mbarrier.init.shared::cta.b64 [bar], 1; @%p1 mbarrier.init.shared.b64 [bar+8], "
        "32;\n" CLUS_SYNC "mov.u32 %r1, bar; mapa.shared::cluster.u32 %r2, %r1, 0; mov.u32 %r3, buf;\n"
        "mapa.shared::cluster.u32 %r3, %r3, 0; setp.eq.u32 %p2, %rank, 0; @%p2 bra WAIT;\n"
        "@!%p1 bra ALL;\n"
        "mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r2], 8;\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r3], 21, [%r2];\n"
        "st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r3+4], 22, [%r2];\n"
        "ALL: mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r2+8];\n"
        "bra DONE;\n"
        "WAIT: mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar], 0; @!%p3 bra WAIT;\n"
        "MORE: mbarrier.try_wait.parity.shared::cta.b64 %p3, [bar+8], 0; @!%p3 bra MORE;\n"
        "ld.shared.v2.u32 {%r5, %r6}, [buf]; st.global.v2.u32 [%out], {%r5, %r6};\n"
        "DONE:\n" CLUS_SYNC);
    fix_t x;
    (void)state;
    clus_run(&x, TEXT, &CLUS_PAIR);
    for (uint32_t i = 0; i < 64; i++) assert_int_equal(fix_out(&x, i), i < 32 ? UINT64_C(22) << 32 | 21 : 0);
    fix_free(&x);
}

/* Rank 0 copies 64 bytes of global memory to ranks 1 and 3 at once, then 32 of them from itself to rank 2. */
static void bulk_copies_to_other_ctas(void **state)
{
    static const char TEXT[] = CLUS_BODY(
        "",
        "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\n"
        "setp.eq.u32 %p2, %rank, 2; @%p2 mbarrier.complete_tx.shared::cluster.relaxed.cluster.b64 [bar], "
        "32;\n" CLUS_SYNC "setp.ne.u32 %p1, %rank, 0; @%p1 bra WAIT; mov.u16 %h1, 10;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [buf+16], [%in], 64, "
        "[bar], %h1;\n"
        "st.shared.u32 [buf+36], 77; mov.u32 %r1, buf; mov.u32 %r2, bar; mapa.shared::cluster.u32 %r1, %r1, 2;\n"
        "mapa.shared::cluster.u32 %r2, %r2, 2;\n"
        "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r1+16], [buf+32], 32, [%r2];\n"
        "bra DONE;\n"
        "WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT;\n"
        "DONE: ld.shared.v2.u32 {%r3, %r4}, [buf+16]; ld.shared.u32 %r5, [buf+76]; mad.lo.u32 %r4, %r5, 1000, %r4;\n"
        "st.global.v2.u32 [%out], {%r3, %r4};\n" CLUS_SYNC);
    static const uint32_t WANTED[] = {0, 0, 1, 16002, 0, 77, 1, 16002}; /* by lid: ranks 0, 1, 2, 3 */
    const ptx_launch_cfg_t cfg = {.grid = {4, 1, 1}, .cluster = {4, 1, 1}, .block = {1, 1, 1}};
    fix_t x;
    (void)state;
    if (!clus_open(&x, TEXT, &cfg)) fail_msg("%s", x.err.text);
    uint32_t *in = gmem_host(x.gmem, x.in_addr);
    for (uint32_t i = 0; i < 16; i++) in[i] = i + 1;
    if (!fix_run(&x)) fail_msg("%s", x.err.text);
    for (uint32_t i = 0; i < 8; i++) assert_int_equal(fix_out32(&x, i), WANTED[i]);
    fix_free(&x);
}

/* The grid counts clusters, whose size the kernel states. */
static void blocks_are_clusters(void **state)
{
    static const char TEXT[] = CLUS_BODY(".reqntid 1 .reqnctapercluster 2 .blocksareclusters",
                                         "mov.u32 %r1, %nctaid.x; st.global.v2.u32 [%out], {%r1, %rank};\n");
    const ptx_launch_cfg_t cfg = {.grid = {3, 1, 1}, .block = {1, 1, 1}};
    fix_t x;
    (void)state;
    clus_run(&x, TEXT, &cfg);
    assert_int_equal(x.launch.grid[0], 6);
    for (uint32_t i = 0; i < 6; i++) assert_int_equal(fix_out(&x, i), (uint64_t)(i & 1) << 32 | 6);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranks_and_ids),
        cmocka_unit_test(load_store_atomic_in_other_ctas),
        cmocka_unit_test(lanes_in_several_spaces),
        cmocka_unit_test(arrivals_at_an_mbarrier_of_another_cta),
        cmocka_unit_test(bulk_copies_to_other_ctas),
        cmocka_unit_test(blocks_are_clusters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
