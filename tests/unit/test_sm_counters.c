/* test_sm_counters.c - which counter of the monitors, and which class, each cycle of an SM goes to. The SM runs alone,
 * with the test as its arbiter; once its code is in the L1I the memory system stands still, so that a load waits as
 * long as the test looks. */
#include "gpu_rig.h"

#include "sm/sm.h"

enum { WARM_CYCLES = 1000, LOOK_CYCLES = 8 };

#define DIV(pc, d, s)                                                                                                  \
    {                                                                                                                  \
        .pc_bytes = 8 * (pc), .unit = UNIT_SFU, .lat = LAT_DIV, .op = WI_ALU, .ndst = 1, .dst = {d}, .nsrc = 1,        \
        .src = {                                                                                                       \
            s                                                                                                          \
        }                                                                                                              \
    }

static const winst_t FREE[] = {ALU(0, 1, 0), ALU(1, 2, 0), ALU(2, 3, 0), ALU(3, 4, 0), EXIT(4)};
static const winst_t LOADED[] = {LOAD(0, 1, 0), ALU(1, 2, 1), EXIT(2)};
static const winst_t DIVIDED[] = {DIV(0, 1, 0), ALU(1, 2, 1), EXIT(2)};

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *memsys;
    sm_t *sm;
    uint64_t now;
    uint32_t grants; /* that the arbiter has left */
    fake_t fake;
    kernel_launch_t launch;
} alone_t;

static void on_start(void *self, uint32_t arb, const arb_cta_t *cta) { (void)self, (void)arb, (void)cta; }

static uint32_t on_step(void *self, uint32_t arb, const arb_in_t *in)
{
    (void)arb;
    alone_t *r = self;
    if (!r->grants || !in->ready) return SCHED_NONE;
    r->grants--;
    return (uint32_t)__builtin_ctzll(in->ready);
}

static bool on_still(void *self, uint32_t arb)
{
    (void)self, (void)arb;
    return false;
}

static const sched_ops_t OPS = {.arb_cta_start = on_start, .arb_step = on_step, .arb_still = on_still};

static void cycles(alone_t *r, uint32_t n)
{
    err_t err = {{0}};
    for (uint32_t i = 0; i < n; i++) {
        sm_wake(r->sm, r->now, false);
        sm_begin(r->sm, r->now);
        assert_int_equal(sm_issue(r->sm, r->now, 0, REACH_WRITES, &err), SM_ISSUED);
        sm_end(r->sm, r->now++);
    }
}

static void create(alone_t *r)
{
    const sm_env_t env = {.machine = &r->m, .sched = &OPS, .sched_self = r};
    sm_env_t with = env;
    r->stats = stats_create();
    r->memsys = memsys_create(&r->m, r->stats, "mem");
    with.memsys = r->memsys;
    with.stats = r->stats;
    r->sm = sm_create(&with, "sm0");
    assert_true(r->memsys && r->sm);
}

static void machine(alone_t *r)
{
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    if (!machine_load("configs/machines/dyncta30.yaml", &r->m, &err)) fail_msg("%s", err.text);
}

/* Between two cycles; the SM of a GPU is sampled after the begin of a cycle, up to which a sleeping one is accounted.
 */
static void take(alone_t *r, disp_mon_t *mon)
{
    sm_wake(r->sm, r->now, false);
    sm_monitor(r->sm, r->now, 0, mon);
}

/* A CTA whose warps have decoded their first instructions, and counters that start from here. */
static void begin(alone_t *r, const winst_t *prog, uint32_t warps)
{
    err_t err = {{0}};
    disp_mon_t mon;
    create(r);
    r->fake = (fake_t){.prog = prog, .stride_bytes = 4096};
    r->launch = fake_launch(&r->fake, 1, warps * 32);
    const sm_kernel_t kernel = {&r->launch, 0, 0};
    const cta_place_t place = {.slot = 0};
    const cta_group_t group = {.partner_slot = 0, .half = HALF_ALL};
    assert_true(sm_cta_begin(r->sm, r->now, &kernel, &place, &group, &err));
    for (uint32_t c = 0; c < WARM_CYCLES; c++) {
        memsys_tick(r->memsys);
        cycles(r, 1);
        take(r, &mon);
    }
}

static void end(alone_t *r)
{
    sm_destroy(r->sm);
    memsys_destroy(r->memsys);
    stats_destroy(r->stats);
}

static uint64_t stat(const alone_t *r, const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "sm0.%s", name);
    return stats_value(r->stats, path);
}

/* The counters of LOOK_CYCLES cycles, and the class that all of them belong to. */
static void expect(alone_t *r, uint32_t active, uint32_t idle, uint32_t mem, const char *class)
{
    disp_mon_t mon;
    take(r, &mon);
    const uint64_t before = stat(r, class);
    cycles(r, LOOK_CYCLES);
    take(r, &mon);
    assert_int_equal(mon.active[0], active);
    assert_int_equal(mon.idle[0], idle);
    assert_int_equal(mon.mem[0], mem);
    assert_int_equal(stat(r, class) - before, LOOK_CYCLES);
}

/* 8 lanes take a warp of 32 threads in 4 cycles [DYNCTA §2]: two issues fill 8 cycles. */
static void an_issue_takes_its_port(void **state)
{
    (void)state;
    alone_t r;
    machine(&r);
    assert_int_equal(r.m.sm.issue_cycles, 4);
    begin(&r, FREE, 8);
    r.grants = 8;
    expect(&r, LOOK_CYCLES, 0, 0, "active");
    assert_int_equal(stat(&r, "warp_insts"), 2);
    end(&r);

    machine(&r);
    r.m.sm.issue_cycles = 1;
    r.m.sm.pipes[UNIT_SP] = 4;
    begin(&r, FREE, 8);
    r.grants = 8;
    expect(&r, LOOK_CYCLES, 0, 0, "active");
    assert_int_equal(stat(&r, "warp_insts"), 8);
    end(&r);
}

static void what_an_arbiter_withholds_is_no_stall(void **state)
{
    (void)state;
    alone_t r;
    machine(&r);
    begin(&r, FREE, 2);
    const uint64_t before = stat(&r, "withheld");
    expect(&r, 0, 0, 0, "idle");
    assert_int_equal(stat(&r, "withheld") - before, LOOK_CYCLES);
    assert_int_equal(stat(&r, "core_stall"), 0);
    end(&r);
}

static void all_wait_for_data(void **state)
{
    (void)state;
    alone_t r;
    machine(&r);
    begin(&r, LOADED, 2);
    r.grants = 2;
    cycles(&r, 16); /* two issues, and their successors decoded */
    expect(&r, 0, 0, LOOK_CYCLES, "mem_stall");
    end(&r);
}

/* MSHRs for the two lines of a load, one place in the LD/ST unit: of three loads the first waits for its data, the
 * second stands in the unit without an MSHR, the third has no place behind it. */
static void blocked(c_mem_t reading, uint32_t mem)
{
    alone_t r;
    machine(&r);
    r.m.sm.l1d.mshrs = 2;
    r.m.sm.ldst_queue = 1;
    r.m.sm.c_mem = reading;
    begin(&r, LOADED, 3);
    r.grants = 3;
    cycles(&r, 16);
    assert_int_equal(r.grants, 1);
    expect(&r, 0, 0, mem, "core_stall");
    end(&r);
}

static void a_blocked_load_waits_for_data(void **state)
{
    (void)state;
    blocked(C_MEM_BLOCKED, LOOK_CYCLES);
    blocked(C_MEM_SCOREBOARD, 0);
}

/* A warp that waits for a division is a thread to execute; it is not ready. */
static void divided(c_idle_t reading, uint32_t idle)
{
    alone_t r;
    machine(&r);
    r.m.sm.c_idle = reading;
    begin(&r, DIVIDED, 1);
    r.grants = 1;
    cycles(&r, 16);
    expect(&r, 0, idle, 0, "idle");
    end(&r);
}

static void a_warp_in_the_pipeline_is_a_thread(void **state)
{
    (void)state;
    divided(C_IDLE_NOTHING, 0);
    divided(C_IDLE_UNREADY, LOOK_CYCLES);
}

static void an_empty_sm_is_idle(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 2; i++) {
        alone_t r;
        machine(&r);
        r.m.sm.c_idle = i ? C_IDLE_UNREADY : C_IDLE_NOTHING;
        create(&r);
        expect(&r, 0, LOOK_CYCLES, 0, "idle");
        end(&r);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_issue_takes_its_port),
        cmocka_unit_test(what_an_arbiter_withholds_is_no_stall),
        cmocka_unit_test(all_wait_for_data),
        cmocka_unit_test(a_blocked_load_waits_for_data),
        cmocka_unit_test(a_warp_in_the_pipeline_is_a_thread),
        cmocka_unit_test(an_empty_sm_is_idle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
