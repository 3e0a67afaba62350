/* mbarrier, and what mistakes in asynchronous instructions say. */
#include "ptx_fixture.h"

/* %r1: whether %p1; whether the phase of this parity has ended. */
#define HOLDS    "selp.u32 %r1, 1, 0, %p1;\n"
#define ENDED(p) "mbarrier.test_wait.parity.shared.b64 %p1, [bar], " #p ";\n" HOLDS

/* What one thread does, step by step. */
static const struct {
    const char *body;
    uint32_t wanted; /* %r1 behind it */
} STEP[] = {
    /* phase 0 */
    {"mbarrier.init.shared::cta.b64 [bar], 2; mov.b64 %rd5, bar; cvta.shared.u64 %rd6, %rd5;\n" ENDED(0), 0},
    {ENDED(1), 1},
    {"mbarrier.arrive.shared.b64 %rd1, [bar]; mbarrier.pending_count.b64 %r1, %rd1;\n", 2},
    {"mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;\n" HOLDS, 0},
    {"mbarrier.arrive.release.cta.b64 %rd2, [%rd6]; mbarrier.pending_count.b64 %r1, %rd2;\n", 1},
    /* phase 1 */
    {"mbarrier.test_wait.shared.b64 %p1, [bar], %rd1;\n" HOLDS, 1},
    {ENDED(0), 1},
    {ENDED(1), 0},
    {"mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 24; mbarrier.arrive.shared.b64 _, [bar], 2;\n" ENDED(1), 0},
    {"mbarrier.complete_tx.shared::cluster.b64 [bar], 20;\n" ENDED(1), 0},
    {"mbarrier.complete_tx.relaxed.cluster.shared::cluster.b64 [bar], 4;\n" ENDED(1), 1},
    /* phase 2 */
    {"mbarrier.arrive_drop.shared.b64 %rd3, [bar]; mbarrier.arrive.noComplete.shared.b64 %rd3, [bar], 1;\n" ENDED(0),
     1},
    /* phase 3 needs one arrival, 8 bytes */
    {"mbarrier.arrive.expect_tx.shared.b64 %rd4, [bar], 8;\n" ENDED(1), 0},
    {"mbarrier.complete_tx.shared.b64 [bar], 8;\n"
     "mbarrier.try_wait.shared::cta.b64 %p1, [bar], %rd4, 0x989680;\n" HOLDS,
     1},
    {ENDED(1), 1},
    {"cp.async.mbarrier.arrive.shared.b64 [bar];\n" ENDED(0), 0},
    {"cp.async.mbarrier.arrive.noinc.b64 [%rd6];\n" ENDED(0), 1},
    {"mbarrier.inval.shared.b64 [bar]; ld.shared.u32 %r1, [bar];\n", 0}};

static void one_thread_goes_through_phases(void **state)
{
    enum { STEPS = sizeof STEP / sizeof *STEP };
    static char body[8192] = FIX_MBAR;
    uint32_t wanted[STEPS];
    (void)state;
    for (uint32_t i = 0; i < STEPS; i++) {
        const size_t used = strlen(body);
        snprintf(body + used, sizeof body - used, "%sst.global.u32 [%%out+%u], %%r1;\n", STEP[i].body, 4 * i);
        wanted[i] = STEP[i].wanted;
    }
    fix_expect_words(body, wanted, STEPS);
}

/* Warp 0 fills a buffer in each of 4 rounds, warp 1 reads it: two mbarriers, "full" and "empty". Warp 1 sums. */
static void warps_hand_a_buffer_over(void **state)
{
    static const char BODY[] = FIX_MBAR
        "setp.eq.u32 %p1, %t, 0; @%p1 mbarrier.init.shared.b64 [bar], 32; @%p1 mbarrier.init.shared.b64 [bar+8], 32;\n"
        "bar.sync 0; mov.u32 %r1, 0; mov.u32 %r2, 0; mov.u32 %r8, buf; and.b32 %r3, %t, 31; mad.lo.u32 %r8, %r3, 4, "
        "%r8;\n"
        "setp.ge.u32 %p2, %t, 32; @%p2 bra READER;\n"
        "WRITE: add.u32 %r4, %r1, 1; and.b32 %r4, %r4, 1;\n"
        "EMPTY: mbarrier.try_wait.parity.shared.b64 %p3, [bar+8], %r4; @!%p3 bra EMPTY;\n"
        "mad.lo.u32 %r5, %r1, 100, %t; st.shared.u32 [%r8], %r5; mbarrier.arrive.shared.b64 _, [bar];\n"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 4; @%p3 bra WRITE; bra DONE;\n"
        "READER: and.b32 %r4, %r1, 1;\n"
        "FULL: mbarrier.test_wait.parity.shared.b64 %p3, [bar], %r4; @!%p3 bra FULL;\n"
        "ld.shared.u32 %r5, [%r8]; add.u32 %r2, %r2, %r5; mbarrier.arrive.shared.b64 _, [bar+8];\n"
        "add.u32 %r1, %r1, 1; setp.lt.u32 %p3, %r1, 4; @%p3 bra READER;\n"
        "DONE: st.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 64, 32);
    for (uint32_t i = 0; i < 64; i++) assert_int_equal((uint32_t)fix_out(&x, i), i < 32 ? 0 : 600 + 4 * (i - 32));
    fix_free(&x);
}

/* Lanes of one warp: the even ones wait for the odd ones, which arrive in the other branch. */
static void lanes_wait_for_lanes(void **state)
{
    static const char BODY[] =
        FIX_MBAR "setp.eq.u32 %p1, %t, 0; @%p1 mbarrier.init.shared.b64 [bar], 16; bar.warp.sync 0xffffffff;\n"
                 "and.b32 %r1, %t, 1; setp.eq.u32 %p2, %r1, 0; mov.u32 %r2, 3; @!%p2 bra ODD;\n"
                 "WAIT: mbarrier.try_wait.parity.shared.b64 %p3, [bar], 0; @!%p3 bra WAIT; bra DONE;\n"
                 "ODD: mbarrier.arrive.shared.b64 _, [bar]; mov.u32 %r2, 5;\n"
                 "DONE: st.global.u32 [%out], %r2;\n";
    fix_t x;
    (void)state;
    fix_body(&x, "", BODY, 32, 32);
    for (uint32_t i = 0; i < 32; i++) assert_int_equal((uint32_t)fix_out(&x, i), i & 1 ? 5 : 3);
    fix_free(&x);
}

static void mistakes(void **state)
{
    static const struct {
        const char *body, *wanted;
    } ROWS[] = {
        {"mbarrier.arrive.shared.b64 _, [bar];\n", "which is no mbarrier; remedy: mbarrier.init before"},
        {"mbarrier.init.shared.b64 [bar], 0;\n", "an mbarrier with a count of 0; allowed: 1 to 1048575"},
        {"mbarrier.init.shared.b64 [bar+4], 1;\n", "not aligned to the access's size"},
        {"mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.shared.b64 _, [bar], 2;\n",
         "as many arrivals as 2; allowed"},
        {"mbarrier.init.b64 [%out], 1;\n", "which is outside shared memory, the 0 bytes from 0x1000000 up"},
        {"mbarrier.init.global.b64 [%out], 1;\n", "unsupported instruction 'mbarrier.init.global.b64'"},
        {"mbarrier.init.shared.b64 [bar], 1; mov.u32 %r1, -1; mbarrier.expect_tx.shared.b64 [bar], %r1;\n",
         "whose count of bytes leaves -2^20 to 2^20-1 by 4294967295"},
        {"mapa.shared::cluster.u32 %r1, %r1, 1;\n", "names CTA 1 of its cluster; allowed: 0, a cluster has one CTA"},
        {"cp.async.bulk.global.shared::cta.bulk_group [%out], [buf], 8;\n",
         "has a size of 8 bytes; allowed: multiples"},
        {"cp.async.bulk.global.shared::cta.bulk_group [%out+8], [buf], 16;\n", "not aligned to the access's size"},
        {"mov.u32 %r1, 0x7ffffff0; cp.async.bulk.global.shared::cta.bulk_group [%out], [buf], %r1;\n", "outside"},
        {"cp.async.bulk.tensor.1d.global.shared::cta.bulk_group [%out, {%r1}], [buf];\n", "no machine has tensor maps"},
        {"mbarrier.init.shared.b64 [bar], 1; mov.u16 %h1, 3; "
         "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
         "bytes.multicast::cluster [buf], [%in], 16, [bar], %h1;\n",
         "copies to other CTAs of its cluster; allowed: mask 1, a cluster has one CTA"},
        {"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%fd1,%fd2},{%fd3},{%fd4},{%fd5,%fd6};\n",
         "no machine has tensor cores"},
        {"wgmma.fence.sync.aligned;\n", "no machine has tensor cores"},
        {"prefetch.tensormap [%in];\n", "no machine has tensor maps"},
        {"fence.proxy.tensormap::generic.release.gpu;\n", "no machine has tensor maps"},
        {"discard.global.L2 [%in], 64;\n", "expected 128, found '64'"},
        {"setmaxnreg.inc.sync.aligned.u32 20;\n", "expected a multiple of 8 from 24 to 256, found '20'"},
        {"ld.global.L2::cache_hint.b32 %r1, [%in], %r2;\n",
         "expected a cache policy in a 64-bit register, found '%r2'"},
        {"fence.proxy.bogus;\n", "unsupported instruction 'fence.proxy.bogus'"},
        {"mov.u32 %r1, %bogus;\n", "'%bogus' is neither a declared register nor a supported special register"},
        {"mov.u32 %r1, %tid.v;\n", "expected .x, .y, .z or .w, found '.v'"}};
    (void)state;
    for (size_t i = 0; i < sizeof ROWS / sizeof *ROWS; i++) fix_expect_error(FIX_MBAR, ROWS[i].body, ROWS[i].wanted);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_thread_goes_through_phases),
        cmocka_unit_test(warps_hand_a_buffer_over),
        cmocka_unit_test(lanes_wait_for_lanes),
        cmocka_unit_test(mistakes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
