/* Launches that clusters refuse, and wrong accesses to other CTAs. */
#include "ptx_cluster_rig.h"

typedef struct {
    const char *text;
    uint32_t grid[3], cluster[3];
    bool nonportable;
    const char *wanted; /* NULL: it can be launched */
} launch_row_t;

static void sizes_of_clusters(void **state)
{
    static const launch_row_t ROWS[] = {
        {CLUS_BODY("", ""), {4, 2, 1}, {2, 2, 1}, false, NULL},
        {CLUS_BODY("", ""), {16, 1, 1}, {16, 1, 1}, true, NULL},
        {CLUS_BODY("", ""),
         {16, 1, 1},
         {16, 1, 1},
         false,
         "clusters of 16,1,1 CTAs; allowed: up to 8 together, up to 16 where"},
        {CLUS_BODY("", ""), {32, 1, 1}, {32, 1, 1}, true, "clusters of 32,1,1 CTAs; allowed: up to 16 together"},
        {CLUS_BODY("", ""), {65536, 65535, 1}, {65536, 65535, 1}, true, "allowed: up to 16 together"},
        {CLUS_BODY("", ""),
         {5, 2, 1},
         {2, 2, 1},
         false,
         "test.ptx:4: 'k': a grid of 5,2,1 CTAs; allowed: multiples of its clusters of 2,2,1"},
        {CLUS_BODY("", ""), {4, 1, 1}, {2, 0, 1}, false, "clusters of 2,0,1 CTAs; allowed: extents of at least 1"},
        {CLUS_BODY(".reqnctapercluster 2", ""), {4, 1, 1}, {0, 0, 0}, false, NULL},
        {CLUS_BODY(".reqnctapercluster 2", ""), {4, 1, 1}, {2, 1, 1}, false, NULL},
        {CLUS_BODY(".reqnctapercluster 2", ""),
         {4, 1, 1},
         {4, 1, 1},
         false,
         "clusters of 4,1,1 CTAs; allowed: 2,1,1, by .reqnctapercluster"},
        {CLUS_BODY(".reqnctapercluster 2", ""), {3, 1, 1}, {0, 0, 0}, false, "multiples of its clusters of 2,1,1"},
        {CLUS_BODY(".reqnctapercluster 16", ""), {16, 1, 1}, {0, 0, 0}, false, "allowed: up to 8 together"},
        {CLUS_BODY(".explicitcluster", ""),
         {4, 1, 1},
         {0, 0, 0},
         false,
         "'k' has .explicitcluster; allowed: launches that give"},
        {CLUS_BODY(".explicitcluster", ""), {4, 1, 1}, {1, 1, 1}, false, NULL},
        {CLUS_BODY(".maxclusterrank 4", ""),
         {8, 1, 1},
         {8, 1, 1},
         false,
         "allowed: up to 4 together, by .maxclusterrank"},
        {CLUS_BODY(".maxclusterrank 4", ""), {8, 1, 1}, {4, 1, 1}, false, NULL},
        {CLUS_BODY(".reqntid 1 .reqnctapercluster 8 .blocksareclusters", ""),
         {1 << 30, 1, 1},
         {0},
         false,
         "grids of up to 2^31-1 CTAs"},
        {CLUS_BODY(".reqntid 1 .reqnctapercluster 8 .blocksareclusters", ""),
         {1 << 29, 1, 1},
         {0},
         false,
         "grids of up to 2^31-1 CTAs"}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) {
        const launch_row_t *r = &ROWS[i];
        fix_t x;
        ptx_launch_cfg_t cfg = {.block = {1, 1, 1}, .nonportable_cluster = r->nonportable};
        memcpy(cfg.grid, r->grid, sizeof cfg.grid);
        memcpy(cfg.cluster, r->cluster, sizeof cfg.cluster);
        const bool ok = clus_open(&x, r->text, &cfg);
        if (ok != !r->wanted || (!ok && !strstr(x.err.text, r->wanted)))
            fail_msg("row %zu: '%s'; wanted: %s", i, ok ? "" : x.err.text, r->wanted ? r->wanted : "no error");
        fix_free(&x);
    }
}

#define REMOTE                                                                                                         \
    "mov.u32 %r1, buf; xor.b32 %r2, %rank, 1; mapa.shared::cluster.u32 %r3, %r1, %r2; mov.u32 %r4, bar;\n"             \
    "mapa.shared::cluster.u32 %r4, %r4, %r2; cvt.u64.u32 %rd1, %r3; cvta.shared.u64 %rd1, %rd1;\n"                     \
    "cvt.u64.u32 %rd2, %r4; cvta.shared.u64 %rd2, %rd2; mov.u16 %h1, 5; mov.u64 %rd3, 64;\n" CLUS_SYNC
#define REMOTE_BODY(body) CLUS_BODY("", REMOTE body)
#define AT                ".ptx:14: "

static void wrong_accesses(void **state)
{
    static const struct {
        const char *text, *wanted;
    } ROWS[] = {
        {REMOTE_BODY("mapa.shared::cluster.u32 %r5, %r1, 2;\n"),
         AT "mapa.shared::cluster.u32 of thread 0 names CTA 2 of its cluster; allowed: 0 to 1 (CTA 1,0,0)"},
        {REMOTE_BODY("mapa.u64 %rd4, %out, 1;\n"), "allowed: addresses in shared memory of its cluster"},
        {REMOTE_BODY("mapa.shared::cluster.u32 %r5, 0xc0000, 1;\n"), "of thread 0 takes 0xc0000; allowed: addr"},
        {REMOTE_BODY("getctarank.u64 %r5, %out;\n"), "allowed: addresses in shared memory of its cluster"},
        {REMOTE_BODY("ld.shared::cluster.u32 %r5, [%r3+512];\n"), AT
         "ld.shared::cluster.u32 reads 0x40210 (CTA 1,0,0 thread 0), outside the 272 bytes of shared memory of CTA 0"},
        {REMOTE_BODY("ld.shared::cluster.u32 %r5, [%r3+0x40000];\n"), "of its cluster of 2 CTAs"},
        {REMOTE_BODY("ld.shared::cluster.u32 %r5, [%r3+2];\n"), "which is not aligned to the access's size"},
        {REMOTE_BODY("ld.shared::cluster.u32 %r5, [%r1+512];\n"), "outside the 272 bytes of shared memory"},
        {REMOTE_BODY("st.shared.u32 [%r3], 1;\n"), AT
         "st.shared.u32 writes 0x40010 (CTA 1,0,0 thread 0), in shared memory of CTA 0 of its cluster; allowed: that"},
        {REMOTE_BODY("ld.shared::cta.u32 %r5, [%r3];\n"), "in shared memory of CTA 0 of its cluster; allowed"},
        {REMOTE_BODY("mbarrier.init.b64 [%rd2], 1;\n"), "in shared memory of CTA 0 of its cluster; allowed"},
        {REMOTE_BODY("mbarrier.arrive.b64 %rd5, [%rd2];\n"), "in shared memory of CTA 0 of its cluster; allowed"},
        {REMOTE_BODY("mbarrier.arrive.b64 _, [%rd2];\n"), "which is no mbarrier; remedy: mbarrier.init before"},
        {REMOTE_BODY("ldmatrix.sync.aligned.m8n8.x1.b16 {%r5}, [%rd1];\n"), "in shared memory of CTA 0 of its"},
        {REMOTE_BODY("cp.async.ca.shared.global [%r3], [%in], 4;\n"), "in shared memory of CTA 0 of its"},
        {REMOTE_BODY("cp.async.bulk.global.shared::cta.bulk_group [%in], [%r3], 16;\n"), "in shared memory of"},
        {REMOTE_BODY("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster "
                     "[buf], [%in], 16, [bar], %h1;\n"),
         "copies to CTAs by the mask 0x5; allowed: 1 to 0x3, a bit per CTA of its cluster"}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) clus_expect_error(ROWS[i].text, &CLUS_PAIR, ROWS[i].wanted);
}

/* Rank 1 never arrives, because it waits for a barrier of its own. */
static void a_barrier_that_never_opens(void **state)
{
    static const char TEXT[] = CLUS_BODY("", "setp.eq.u32 %p1, %rank, 0; @!%p1 bar.sync 1, 64;\n" CLUS_SYNC);
    ptx_launch_cfg_t cfg = CLUS_PAIR;
    (void)state;
    cfg.block[0] = 64;
    clus_expect_error(CLUS_BODY("", "setp.eq.u32 %p1, %rank, 0; setp.lt.u32 %p2, %t, 32; @%p2 bra WAIT;\n"
                                    "@!%p1 bar.sync 1, 64;\nWAIT: barrier.cluster.arrive;\n"
                                    "barrier.cluster.wait;\n"),
                      &cfg,
                      "test.ptx:13: kernel 'k': warp 0 of CTA 0,0,0 waits at barrier.cluster (line 13) for lanes "
                      "0xffffffff of warp 1 of CTA 1,0,0, which is at line 12: a deadlock");
    fix_t x;
    clus_run(&x, TEXT, &cfg);
    fix_free(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sizes_of_clusters),
        cmocka_unit_test(wrong_accesses),
        cmocka_unit_test(a_barrier_that_never_opens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
