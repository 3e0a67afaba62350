/* test_gpu_far.c - kernels whose CTAs access the shared memory of other SMs: cycles of dependent loads, what waits for
 * stores, the same statistics however SMs sleep, run ahead, and are shared out to threads; what is refused. */
#include "gpu_rig.h"

enum { BITS = 128, LATENCY = 60, SMEM_LATENCY = 26 /* of lcs28 */, PARTS = 8 /* of a message with 32 words */ };

#define SHARED(pc, kind, d, s)                                                                                         \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_LDST, .op = kind, .space = SPACE_SHARED, .width_bytes = 4,                  \
        .ndst = (kind) == WI_LOAD || (kind) == WI_ATOM, .dst = {d}, .nsrc = 1, .src = {                                \
            s                                                                                                          \
        }                                                                                                              \
    }
#define FENCE(pc)                                                                                                      \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_NONE, .op = WI_FENCE                                                        \
    }

static void machine(rig_t *r, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "configs/machines/%s.yaml", name);
    if (!machine_load(path, &r->m, &r->err)) fail_msg("%s", r->err.text);
    r->m.sm_network = (sm_network_cfg_t){.bits = BITS, .latency_cycles = LATENCY, .queue = 4, .atomic_factor = 1};
}

/* All lanes access the SM beside that of the CTA, of a pair. */
static void to_neighbour(const struct fe_cta *cta, uint32_t warp, uint32_t at, winst_exec_t *out)
{
    (void)warp, (void)at;
    if (out->space != SPACE_SHARED) return;
    out->far = UINT32_MAX;
    memset(out->far_sm, (int)(cta->sm ^ 1), sizeof out->far_sm);
}

static kernel_launch_t launch(fake_t *f, uint32_t ctas, uint32_t threads)
{
    kernel_launch_t k = fake_launch(f, ctas, threads);
    k.cluster[0] = 2;
    k.cluster[1] = k.cluster[2] = 1;
    return k;
}

/* Cycles of a kernel of one warp in the network of these cycles. */
static uint64_t cycles_of(const winst_t *prog, uint32_t latency_cycles)
{
    rig_t r;
    machine(&r, "lcs28");
    r.m.sm_network.latency_cycles = latency_cycles;
    fake_t fake = {.prog = prog, .stride_bytes = 128, .access = to_neighbour};
    rig_start(&r, "gto", 0, false);
    const kernel_launch_t k = launch(&fake, 2, 32);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    gpu_settle(r.gpu);
    if (!stats_check_laws(r.stats, &r.err)) fail_msg("%s", r.err.text);
    const uint64_t cycles = gpu_cycle(r.gpu);
    rig_stop(&r);
    return cycles;
}

/* From issue to issue: address phase, there, banks, and back. */
static void a_dependent_load_takes_both_ways(void **state)
{
    (void)state;
    enum { LOADS = 7 }; /* so that the code of both kernels lies in one line */
    winst_t few[LOADS + 1], many[2 * LOADS + 1];
    for (uint32_t i = 0; i < 2 * LOADS; i++) many[i] = (winst_t)SHARED(i, WI_LOAD, (uint16_t)(i + 1), (uint16_t)i);
    memcpy(few, many, sizeof few);
    few[LOADS] = (winst_t)EXIT(LOADS);
    many[2 * LOADS] = (winst_t)EXIT(2 * LOADS);
    assert_int_equal(cycles_of(many, LATENCY) - cycles_of(few, LATENCY),
                     LOADS * (1 + PARTS + LATENCY + SMEM_LATENCY + PARTS + LATENCY));
}

/* What the latency of the network adds to a kernel says how often its warp waits for both ways. */
static void fences_and_the_end_wait_for_acknowledgements(void **state)
{
    (void)state;
    static const winst_t END[] = {SHARED(0, WI_STORE, 0, 0), EXIT(1)};
    static const winst_t STORES[] = {SHARED(0, WI_STORE, 0, 0), SHARED(1, WI_RED, 0, 0), EXIT(2)};
    static const winst_t WAITS[] = {SHARED(0, WI_STORE, 0, 0), FENCE(1), SHARED(2, WI_RED, 0, 0), FENCE(3), EXIT(4)};
    const struct {
        const winst_t *prog;
        uint32_t trips;
    } rows[] = {{END, 1}, {STORES, 1}, {WAITS, 2}};
    for (uint32_t i = 0; i < 3; i++)
        assert_int_equal(cycles_of(rows[i].prog, 400) - cycles_of(rows[i].prog, 100), rows[i].trips * 2 * 300);
}

/* Lanes of a warp access SMs of its GPC that a hash chooses, its own among them; the words, too. */
static void anywhere(const struct fe_cta *cta, uint32_t warp, uint32_t at, winst_exec_t *out)
{
    const machine_t *m = cta->fake->self;
    const uint32_t gpc = machine_gpc_of(m, cta->sm);
    uint32_t hash = cta->lid * 2654435761u + warp * 40503u + at * 97u, first = 0;
    if (out->space != SPACE_SHARED) return;
    for (uint32_t i = 0; i < gpc; i++) first += m->gpc_sms.item[i];
    for (uint32_t i = 0; i < 32; i++) {
        hash = hash * 1664525u + 1013904223u;
        out->addr[i] = (hash >> 8 & 0xff) * 4;
        out->far_sm[i] = (uint8_t)(first + (hash >> 20) % m->gpc_sms.item[gpc]);
        if (hash >> 30) out->far |= UINT32_C(1) << i; /* three of four; also other CTAs of its SM */
    }
    if (at % 3 == 0) out->lanes = hash;
}

static const winst_t WORK[] = {LOAD(0, 1, 0),
                               SHARED(1, WI_LOAD, 2, 1),
                               ALU(2, 3, 2),
                               SHARED(3, WI_STORE, 0, 3),
                               ALU(4, 4, 3),
                               ALU(5, 5, 4),
                               SHARED(6, WI_ATOM, 6, 5),
                               FENCE(7),
                               SHARED(8, WI_LOAD, 7, 6),
                               SHARED(9, WI_LOAD, 8, 6),
                               ALU(10, 9, 8),
                               BAR(11),
                               SHARED(12, WI_RED, 0, 9),
                               STORE(13, 9, 0),
                               ALU(14, 10, 9),
                               SHARED(15, WI_STORE, 0, 10),
                               EXIT(16)};

enum { PLAIN, IN_STEP, THREADS, WAYS };

static char *statistics(const char *name, issue_by_t issue_by, uint32_t way)
{
    rig_t r;
    machine(&r, name);
    r.m.sms = 12;
    r.m.gpc_sms = (machine_list_t){2, {7, 5}};
    r.m.sm_network.queue = 2;
    r.m.sm_network.hold_cycles = 3;
    r.m.sm_network.atomic_factor = 2;
    r.m.sm.issue_by = issue_by;
    fake_t fake = {.prog = WORK, .stride_bytes = 128, .access = anywhere, .self = &r.m};
    rig_threads = way == THREADS ? 3 : 0;
    rig_start(&r, "gto", 0, way == IN_STEP);
    const kernel_launch_t k = launch(&fake, 40, 192);
    if (!gpu_run_kernel(r.gpu, &k, &r.err)) fail_msg("%s", r.err.text);
    assert_int_equal(gpu_ahead_cycles(r.gpu), 0);
    gpu_settle(r.gpu);
    if (!stats_check_laws(r.stats, &r.err)) fail_msg("%s", r.err.text);
    const uint64_t requests = stats_sum(r.stats, "sm_network.requests");
    assert_true(requests > 40 * 6 * 6);
    assert_int_equal(stats_sum(r.stats, "sm*.far_requests"), requests);
    assert_int_equal(stats_sum(r.stats, "sm*.far_served"), requests);
    assert_true(stats_sum(r.stats, "sm*.far_stalls") > 0);
    assert_true(stats_sum(r.stats, "sm*.far_holds") > 0);
    assert_true(stats_sum(r.stats, "sm*.far_bank_waits") > 0);
    char *text = rig_text(&r);
    rig_stop(&r);
    rig_threads = 0;
    return text;
}

/* Operands at issue; collectors; sub-cores with collectors; sub-cores with stages, and three ways to issue. */
static void statistics_are_the_same_in_every_way(void **state)
{
    (void)state;
    static const struct {
        const char *machine;
        issue_by_t issue_by;
    } rows[] = {{"lcs28", ISSUE_BY_SCOREBOARD}, {"gtx480", ISSUE_BY_SCOREBOARD}, {"qv100", ISSUE_BY_SCOREBOARD},
                {"a6000", ISSUE_BY_SCOREBOARD}, {"a6000", ISSUE_BY_COUNTS},      {"a6000", ISSUE_BY_CONTROL_BITS}};
    for (uint32_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *text[WAYS];
        for (uint32_t way = 0; way < WAYS; way++) text[way] = statistics(rows[i].machine, rows[i].issue_by, way);
        for (uint32_t way = 1; way < WAYS; way++) assert_string_equal(text[PLAIN], text[way]);
        for (uint32_t way = 0; way < WAYS; way++) free(text[way]);
    }
}

static void expect_refused(rig_t *r, const char *text)
{
    static const winst_t PROG[] = {SHARED(0, WI_LOAD, 1, 0), EXIT(1)};
    fake_t fake = {.prog = PROG, .stride_bytes = 128, .access = to_neighbour};
    rig_start(r, "gto", 0, false);
    kernel_launch_t k = launch(&fake, 2, 32);
    k.file = "fake.ptx";
    fake.copy[0].line = 7;
    assert_false(gpu_run_kernel(r->gpu, &k, &r->err));
    assert_string_equal(r->err.text, text);
    rig_stop(r);
}

static void other_sms_need_a_network_in_their_gpc(void **state)
{
    (void)state;
    rig_t r;
    machine(&r, "lcs28");
    r.m.sm_network.bits = 0;
    assert_false(machine_has_sm_network(&r.m));
    expect_refused(&r, "fake.ptx:7: CTA 0, warp 0, lane 0 on SM 0 accesses the shared memory of a CTA on SM 1, and "
                       "machine 'lcs28' has no network between SMs; allowed: machines with sm_network.bits above 0");
    machine(&r, "lcs28");
    assert_true(machine_has_sm_network(&r.m));
    r.m.gpc_sms = (machine_list_t){2, {1, 27}};
    expect_refused(&r,
                   "fake.ptx:7: CTA 0, warp 0, lane 0 on SM 1 accesses the shared memory of a CTA on SM 0, which is "
                   "not of its GPC; allowed: SMs of one GPC (gpc_sms)");
}

static void a_message_on_its_way_is_in_the_report(void **state)
{
    (void)state;
    static const winst_t PROG[] = {SHARED(0, WI_LOAD, 1, 0), ALU(1, 2, 1), EXIT(2)};
    rig_t r;
    machine(&r, "lcs28");
    r.m.max_cycles = 900;
    r.m.sm_network.latency_cycles = 1000;
    fake_t fake = {.prog = PROG, .stride_bytes = 128, .access = to_neighbour};
    rig_start(&r, "gto", 0, false);
    const kernel_launch_t k = launch(&fake, 2, 32);
    assert_false(gpu_run_kernel(r.gpu, &k, &r.err));
    assert_non_null(strstr(r.err.text, "; messages between SMs: 2"));
    rig_stop(&r);
}

int main(void)
{
    rig_place = "gpcs";
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dependent_load_takes_both_ways),
        cmocka_unit_test(fences_and_the_end_wait_for_acknowledgements),
        cmocka_unit_test(statistics_are_the_same_in_every_way),
        cmocka_unit_test(other_sms_need_a_network_in_their_gpc),
        cmocka_unit_test(a_message_on_its_way_is_in_the_report),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
