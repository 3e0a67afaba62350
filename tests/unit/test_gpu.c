/* test_gpu.c - the co-simulated machine with golden schedulers and a scripted front end: placement,
 * latencies, barriers, cycle classes, and that skipping changes nothing. */
#include "config/config.h"
#include "fake_fe.h"
#include "gpu/gpu.h"
#include "policy/policy.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#define ALU(pc, d, s) \
    {.pc_bytes = 8 * (pc), .unit = UNIT_SP, .lat = LAT_FP, .op = WI_ALU, .ndst = 1, .dst = {d}, \
     .nsrc = 1, .src = {s}}
#define LOAD(pc, d, a) \
    {.pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_LOAD, .space = SPACE_GLOBAL, \
     .width_bytes = 4, .ndst = 1, .dst = {d}, .nsrc = 1, .src = {a}}
#define STORE(pc, v, a) \
    {.pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = WI_STORE, .space = SPACE_GLOBAL, \
     .width_bytes = 4, .nsrc = 2, .src = {v, a}}
#define BAR(pc) {.pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_BARRIER}
#define EXIT(pc) {.pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_EXIT}

enum { MAX_CTAS = 4096 };

typedef struct {
    machine_t m;
    stats_t *stats;
    void *engine;
    gpu_t *gpu;
    err_t err;
    uint32_t sm_of[MAX_CTAS], begun[MAX_CTAS], count;
} rig_t;

static void on_cta(void *self, uint64_t cycle, const kernel_launch_t *k, const cta_place_t *p)
{
    (void)cycle, (void)k;
    rig_t *r = self;
    assert_true(p->lid < MAX_CTAS);
    r->sm_of[p->lid] = p->sm;
    r->begun[p->lid]++;
    r->count++;
}

static const arb_policy_t *arb(const char *name)
{
    for (uint32_t i = 0; arb_policies[i]; i++)
        if (!strcmp(arb_policies[i]->name, name)) return arb_policies[i];
    fail_msg("no arbiter %s", name);
    return NULL;
}

static uint32_t limit_index(const char *name)
{
    uint32_t i = 0;
    while (strcmp(limit_policies[i]->name, name)) i++;
    return i;
}

static void rig_start(rig_t *r, const char *warp, uint32_t limit_ctas, bool no_skip)
{
    const machine_t m = r->m;
    memset(r, 0, sizeof *r);
    r->m = m;
    r->stats = stats_create();
    r->engine = engine_c_create(arb(warp), r->m.sms * r->m.sm.schedulers);
    const gpu_env_t env = {
        .machine = &r->m, .sched = &engine_c_ops, .sched_self = r->engine, .stats = r->stats,
        .hooks = {.self = r, .cta_begun = on_cta},
        .policy = limit_index(limit_ctas ? "limit_static" : "limit_tmax") << 8,
        .param = {limit_ctas}, .params = limit_ctas != 0, .no_skip = no_skip};
    r->gpu = gpu_create(&env, &r->err);
    assert_string_equal(r->err.text, "");
    assert_non_null(r->gpu);
}

static void rig_stop(rig_t *r)
{
    gpu_destroy(r->gpu);
    engine_c_ops.destroy(r->engine);
    stats_destroy(r->stats);
}

static void rig_machine(rig_t *r)
{
    err_t err = {0};
    if (!machine_load("configs/machines/lcs.yaml", &r->m, &err)) fail_msg("%s", err.text);
}

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
                               BAR(4), LOAD(5, 4, 0), ALU(6, 5, 4), EXIT(7)};

/* 000 Fig. 3: with 28 idle SMs CTA i goes to SM i mod 28 until all are full. */
static void first_wave_is_round_robin(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "arb_gto", 0, false);
    run(&r, COPY, 1000, 256);
    assert_int_equal(r.count, 1000);
    for (uint32_t i = 0; i < 28 * 6; i++) assert_int_equal(r.sm_of[i], i % 28);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(r.begun[i], 1);
    assert_int_equal(stats_sum(r.stats, "sm0.cta_max"), 6); /* T_max: 1536 threads / 256 */
    rig_stop(&r);
}

static void static_limit_holds(void **state)
{
    (void)state;
    for (uint32_t n = 1; n <= 6; n++) {
        rig_t r;
        rig_machine(&r);
        rig_start(&r, "arb_gto", n, false);
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
    rig_start(&r, "arb_gto", 0, false);
    const uint64_t chained = run(&r, CHAIN, 1, 32);
    rig_stop(&r);
    rig_start(&r, "arb_gto", 0, false);
    const uint64_t independent = run(&r, FREE, 1, 32);
    rig_stop(&r);
    const uint64_t lat = r.m.sm.lat[LAT_FP].latency_cycles;
    assert_int_equal(chained - independent, 3 * lat - 3);
}

static void classes(rig_t *r, uint64_t out[4])
{
    static const char *const NAME[4] = {"sm*.active", "sm*.idle", "sm*.mem_stall", "sm*.core_stall"};
    for (uint32_t i = 0; i < 4; i++) out[i] = stats_sum(r->stats, NAME[i]);
}

/* Skipping and sleeping must be invisible: same cycles, same classes, same traffic. */
static void skipping_changes_nothing(void **state)
{
    (void)state;
    static const char *const WARP[] = {"arb_gto", "arb_lrr"};
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
    rig_start(&r, "arb_gto", 0, false);
    fake_t fake = {.prog = FREE};
    kernel_launch_t k = fake_launch(&fake, 4, 256);
    k.smem_bytes = r.m.sm.smem_bytes + 1;
    assert_false(gpu_run_kernel(r.gpu, &k, &r.err));
    assert_non_null(strstr(r.err.text, "bytes of shared memory"));
    rig_stop(&r);
}

/* All of a resource is a legal request: one CTA per SM, and the grid still ends. */
static void a_cta_may_need_all(void **state)
{
    (void)state;
    rig_t r;
    rig_machine(&r);
    rig_start(&r, "arb_gto", 0, false);
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
    rig_start(&r, "arb_lrr", 0, false);
    run(&r, COPY, 90, 128);
    fake_t fake = {.prog = FREE};
    const kernel_launch_t k = fake_launch(&fake, 500, 1024);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    assert_true(stats_check_laws(r.stats, &r.err));
    assert_int_equal(stats_sum(r.stats, "gpu.ctas_done"), 590);
    rig_stop(&r);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_wave_is_round_robin), cmocka_unit_test(static_limit_holds),
        cmocka_unit_test(scoreboard_holds_dependents), cmocka_unit_test(skipping_changes_nothing),
        cmocka_unit_test(a_cta_too_large_is_refused), cmocka_unit_test(a_cta_may_need_all),
        cmocka_unit_test(two_kernels_in_a_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
