/* test_gpu.c - the co-simulated machine with golden schedulers and a scripted front end: placement,
 * latencies, barriers, cycle classes, and that skipping changes nothing. */
#include "gpu_rig.h"

static uint64_t run(rig_t *r, const winst_t *prog, uint32_t ctas, uint32_t threads)
{
    fake_t fake = {.prog = prog, .stride_bytes = 128};
    const kernel_launch_t k = fake_launch(&fake, ctas, threads);
    if (!gpu_run_kernel(r->gpu, &k, &r->err)) fail_msg("%s", r->err.text);
    if (!stats_check_laws(r->stats, &r->err)) fail_msg("%s", r->err.text);
    assert_int_equal(stats_sum(r->stats, "sm*.warp_insts"), fake.executed);
    return gpu_cycle(r->gpu);
}

static const winst_t CHAIN[] = {ALU(0, 1, 0), ALU(1, 2, 1), ALU(2, 3, 2), ALU(3, 4, 3), EXIT(4)};
static const winst_t FREE[] = {ALU(0, 1, 0), ALU(1, 2, 0), ALU(2, 3, 0), ALU(3, 4, 0), EXIT(4)};
static const winst_t COPY[] = {LOAD(0, 1, 0), LOAD(1, 2, 0), ALU(2, 3, 1), STORE(3, 3, 0),
                               BAR(4),        LOAD(5, 4, 0), ALU(6, 5, 4), EXIT(7)};

/* [LCS Fig. 3]: with 28 idle SMs CTA i goes to SM i mod 28 until all are full. */
static void first_wave_is_round_robin(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "gto", 0, false);
    run(&r, COPY, 1000, 256);
    assert_int_equal(r.count, 1000);
    for (uint32_t i = 0; i < 28 * 6; i++) assert_int_equal(r.sm_of[i], i % 28);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(r.begun[i], 1);
    assert_int_equal(stats_sum(r.stats, "sm0.cta_max"), 6); /* T_max: 1536 threads / 256 */
    rig_stop(&r);
}

/* A dispatcher of k clocks per core cycle issues k CTAs in one, but only one to each SM. */
static void clocks_are_ctas_per_cycle(void **state)
{
    (void)state;
    static const uint32_t CLOCKS[] = {1, 4, 28, 32};
    for (uint32_t i = 0; i < 4; i++) {
        rig_t r;
        rig_machine(&r);
        r.m.dispatcher_clocks = CLOCKS[i];
        rig_start(&r, "gto", 0, false);
        run(&r, CHAIN, 28 * 6, 256);
        uint32_t most = 0, sms = 0;
        for (uint32_t c = 0, same = 0; c < 28 * 6; c++) {
            const bool first = !c || r.begun_cycle[c] != r.begun_cycle[c - 1];
            same = first ? 1 : same + 1;
            if (first) sms = 0;
            assert_false(sms >> r.sm_of[c] & 1);
            sms |= 1u << r.sm_of[c];
            if (same > most) most = same;
        }
        assert_int_equal(most, CLOCKS[i] < 28 ? CLOCKS[i] : 28);
        rig_stop(&r);
    }
}

static void static_limit_holds(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 6; n++) {
        rig_t r;
        rig_machine(&r);
        rig_start(&r, "gto", n, false);
        run(&r, COPY, 600, 256);
        for (uint32_t s = 0; s < r.m.sms; s++) {
            char name[32];
            snprintf(name, sizeof name, "sm%u.cta_max", s);
            assert_int_equal(stats_sum(r.stats, name), n);
        }
        rig_stop(&r);
    }
}

/* A dependent chain waits a latency per link; independent instructions do not. */
static void scoreboard_holds_dependents(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    r.m.sm.ibuffer = 8; /* the whole program: fetch takes no part */
    rig_start(&r, "gto", 0, false);
    const uint64_t chained = run(&r, CHAIN, 1, 32);
    rig_stop(&r);
    rig_start(&r, "gto", 0, false);
    const uint64_t independent = run(&r, FREE, 1, 32);
    rig_stop(&r);
    const uint64_t lat = r.m.sm.lat[LAT_FP].latency_cycles;
    assert_int_equal(chained - independent, 3 * lat - 3);
}

/* Skipping and sleeping must be invisible: same cycles, same classes, same traffic. */
static void skipping_changes_nothing(void **state)
{
    (void)state;
    static const char *const WARP[] = {"gto", "lrr"};
    for (uint32_t i = 0; i < 2; i++) {
        uint64_t cycles[2], class[2][4];
        for (uint32_t k = 0; k < 2; k++) {
            rig_t r;
            rig_machine(&r);
            rig_start(&r, WARP[i], 2, k);
            cycles[k] = run(&r, COPY, 200, 192);
            classes(&r, class[k]);
            assert_true(k == 1 || gpu_skipped(r.gpu) > 0);
            rig_stop(&r);
        }
        assert_int_equal(cycles[0], cycles[1]);
        for (uint32_t c = 0; c < 4; c++) assert_int_equal(class[0][c], class[1][c]);
    }
}

static void a_cta_too_large_is_refused(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "gto", 0, false);
    fake_t fake = {.prog = FREE};
    kernel_launch_t k = fake_launch(&fake, 4, 256);
    k.smem_bytes = r.m.sm.smem_bytes + 1;
    assert_false(gpu_run_kernel(r.gpu, &k, &r.err));
    assert_non_null(strstr(r.err.text, "bytes of shared memory"));
    rig_stop(&r);
}

/* Linear ids have 31 bits, and the dispatcher's registers bound each extent. */
static void a_grid_too_large_is_refused(void **state)
{
    (void)state;
    static const uint32_t GRID[][3] = {{32769, 65535, 1}, {1, 32769, 65535}, {1u << 24, 1, 1}, {1, 1u << 16, 1}};
    rig_t r;
    rig_machine(&r);
    fake_t fake = {.prog = FREE};
    kernel_launch_t k = fake_launch(&fake, 4, 256);
    for (uint32_t i = 0; i < sizeof GRID / sizeof GRID[0]; i++) {
        err_t err = {""};
        memcpy(k.grid, GRID[i], sizeof k.grid);
        assert_false(gpu_fits(&r.m, &k, &err));
        assert_non_null(strstr(err.text, "allowed: up to [16777215, 65535, 65535] and 2147483647 CTAs"));
    }
    memcpy(k.grid, (const uint32_t[]){32768, 65535, 1}, sizeof k.grid);
    assert_true(gpu_fits(&r.m, &k, &r.err));
}

/* All of a resource is a legal request: one CTA per SM, and the grid still ends. */
static void a_cta_may_need_all(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "gto", 0, false);
    fake_t fake = {.prog = COPY, .stride_bytes = 128};
    kernel_launch_t k = fake_launch(&fake, 100, 64);
    k.smem_bytes = r.m.sm.smem_bytes;
    assert_true(gpu_run_kernel(r.gpu, &k, &r.err));
    assert_int_equal(stats_sum(r.stats, "sm3.cta_max"), 1);
    rig_stop(&r);
}

/* The second kernel finds the machine empty and the table entry free again. */
static void two_kernels_in_a_row(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "lrr", 0, false);
    run(&r, COPY, 90, 128);
    fake_t fake = {.prog = FREE};
    const kernel_launch_t k = fake_launch(&fake, 500, 1024);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    assert_true(stats_check_laws(r.stats, &r.err));
    assert_int_equal(stats_sum(r.stats, "gpu.ctas_done"), 590);
    rig_stop(&r);
}

/* Local memory is interleaved over as many CTAs as there are at once: an SM holds 6 of 256 threads, or fewer of a small
 * grid. Slot 0 of each SM comes first. */
static void ctas_have_ranks_in_local_memory(void **state)
{
    (void)state;
    static const struct {
        local_memory_t memory;
        uint32_t ctas, ranks;
    } CASES[] = {{LOCAL_BY_SLOT, 300, 0}, {LOCAL_INTERLEAVED, 300, 28 * 6}, {LOCAL_INTERLEAVED, 60, 28 * 3}};
    for (uint32_t i = 0; i < 3; i++) {
        rig_t r;
        rig_machine(&r);
        r.m.sm.local_memory = CASES[i].memory;
        rig_start(&r, "gto", 0, false);
        run(&r, COPY, CASES[i].ctas, 256);
        for (uint32_t c = 0; c < CASES[i].ctas; c++) assert_int_equal(r.ranks_of[c], CASES[i].ranks);
        for (uint32_t c = 0; c < 28 * 6 && c < CASES[i].ctas; c++) assert_int_equal(r.rank_of[c], c);
        rig_stop(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_wave_is_round_robin),   cmocka_unit_test(static_limit_holds),
        cmocka_unit_test(clocks_are_ctas_per_cycle),   cmocka_unit_test(scoreboard_holds_dependents),
        cmocka_unit_test(skipping_changes_nothing),    cmocka_unit_test(a_cta_too_large_is_refused),
        cmocka_unit_test(a_grid_too_large_is_refused), cmocka_unit_test(a_cta_may_need_all),
        cmocka_unit_test(two_kernels_in_a_row),        cmocka_unit_test(ctas_have_ranks_in_local_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
