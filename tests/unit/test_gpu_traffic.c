/* test_gpu_traffic.c - what the memories moved during a launch, and what a launch finds in the caches. */
#include "gpu_rig.h"

enum { CTAS = 8, LINE_BYTES = 128 };

static const winst_t COPY[] = {LOAD(0, 1, 2), STORE(1, 1, 2), EXIT(2)};

/* Every CTA reads and writes a line of its own, which lies beside that of the CTA before. */
static fake_t copies(void) { return (fake_t){.prog = COPY, .stride_bytes = LINE_BYTES}; }

static void start(rig_t *r, launch_caches_t caches)
{
    rig_machine(r);
    r->m.sms = 1;
    r->m.pool.launch_caches = caches;
    rig_start(r, "gto", 0, false);
}

/* Of two launches of the same kernel, one after the other. */
static void run_twice(launch_caches_t caches, traffic_t moved[2])
{
    rig_t r;
    fake_t f = copies();
    const kernel_launch_t k = fake_launch(&f, CTAS, 32);
    start(&r, caches);
    for (uint32_t i = 0; i < 2; i++) {
        assert_true(gpu_launch(r.gpu, &k, i, &r.err));
        const gpu_kernel_t *ended = gpu_wait(r.gpu, &r.err);
        assert_non_null(ended);
        moved[i] = ended->traffic;
    }
    rig_stop(&r);
}

static void a_launch_counts_what_was_moved_since(void **state)
{
    (void)state;
    traffic_t moved[2];
    run_twice(LAUNCH_CACHES_KEPT, moved);
    assert_true(moved[0].dram_read_bytes > CTAS * LINE_BYTES); /* data and code */
    assert_int_equal(moved[1].dram_read_bytes, 0);             /* the L2 has all lines, the L1Is have the code, ... */
    assert_int_equal(moved[1].l2_read_bytes, CTAS * LINE_BYTES);
    assert_int_equal(moved[1].l1d_hits, 0); /* ... and the L1Ds are emptied at a kernel's end */
    for (uint32_t i = 0; i < 2; i++) {
        assert_int_equal(moved[i].l1d_reads, CTAS);
        assert_int_equal(moved[i].l1d_writes, CTAS);
        assert_int_equal(moved[i].l2_write_bytes, CTAS * LINE_BYTES);
        assert_int_equal(moved[i].smem_insts, 0);
    }
}

static void a_cold_launch_finds_no_line(void **state)
{
    (void)state;
    traffic_t moved[2];
    run_twice(LAUNCH_CACHES_COLD, moved);
    assert_true(moved[0].dram_read_bytes > CTAS * LINE_BYTES);
    assert_memory_equal(&moved[1], &moved[0], sizeof moved[0]);
}

/* A cold launch onto a machine that is not empty leaves the caches as they are. */
static void a_launch_beside_another_finds_its_lines(void **state)
{
    (void)state;
    rig_t r;
    fake_t f = copies();
    traffic_t alone[2];
    const kernel_launch_t k = fake_launch(&f, CTAS, 32);
    run_twice(LAUNCH_CACHES_COLD, alone);
    start(&r, LAUNCH_CACHES_COLD);
    assert_true(gpu_launch(r.gpu, &k, 0, &r.err));
    assert_true(gpu_step(r.gpu, &r.err));
    assert_true(gpu_launch(r.gpu, &k, 1, &r.err));
    const gpu_kernel_t *a = gpu_wait(r.gpu, &r.err), *b = gpu_wait(r.gpu, &r.err);
    assert_true(a && b);
    const traffic_t *last = a->end_cycle > b->end_cycle ? &a->traffic : &b->traffic;
    assert_int_equal(last->l1d_writes, 2 * CTAS); /* both kernels' */
    assert_int_equal(last->dram_read_bytes, alone[0].dram_read_bytes);
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_launch_counts_what_was_moved_since),
        cmocka_unit_test(a_cold_launch_finds_no_line),
        cmocka_unit_test(a_launch_beside_another_finds_its_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
