/* fetch_rig.h - which warps of one SM fetch in which cycle. The SM runs alone, with the test as its arbiters; a warp is
 * seen to be ready a hit latency after its fetch. Kernel code lies at address 0 of a region (bank 0) or a line further
 * (bank 1). */
#ifndef CTADEL_TESTS_UNIT_FETCH_RIG_H
#define CTADEL_TESTS_UNIT_FETCH_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "config/config.h"
#include "fake_fe.h"
#include "sm/sm.h"

#include <string.h>

#define STEP(at)                                                                                                       \
    {                                                                                                                  \
        .pc_bytes = (at), .unit = UNIT_NONE, .op = WI_ALU                                                              \
    }
#define LEAVE(at)                                                                                                      \
    {                                                                                                                  \
        .pc_bytes = (at), .unit = UNIT_NONE, .op = WI_EXIT                                                             \
    }

enum { BANKS = 3, WARM_CYCLES = 2000, NO_GRANT = -1 };

/* One program per bank, of two fetches. */
static const winst_t PROGRAM[BANKS][3] = {
    {STEP(0), STEP(8), LEAVE(16)}, {STEP(128), STEP(136), LEAVE(144)}, {STEP(256), STEP(264), LEAVE(272)}};

typedef struct {
    machine_t m;
    stats_t *stats;
    memsys_t *memsys;
    sm_t *sm;
    uint64_t now, ready; /* ready: in this cycle */
    bool issue;          /* grant whatever is ready */
    int32_t grant;       /* else this warp, or NO_GRANT */
    uint32_t slot;       /* next one for a CTA */
    fake_t fake[BANKS];
    kernel_launch_t launch[BANKS];
} rig_t;

static void on_start(void *self, uint32_t arb, const arb_cta_t *cta) { (void)self, (void)arb, (void)cta; }

static void on_end(void *self, uint32_t arb, uint32_t slot) { (void)self, (void)arb, (void)slot; }

static uint32_t on_step(void *self, uint32_t arb, const arb_in_t *in)
{
    (void)arb;
    rig_t *r = self;
    r->ready = in->ready;
    if (r->issue && in->ready) return (uint32_t)__builtin_ctzll(in->ready);
    if (r->grant == NO_GRANT || !(in->ready >> r->grant & 1)) return SCHED_NONE;
    const uint32_t granted = (uint32_t)r->grant;
    r->grant = NO_GRANT;
    return granted;
}

static bool on_still(void *self, uint32_t arb)
{
    (void)self, (void)arb;
    return false;
}

static const sched_ops_t OPS = {
    .arb_cta_start = on_start, .arb_cta_end = on_end, .arb_step = on_step, .arb_still = on_still};

static inline void cycle(rig_t *r)
{
    err_t err = {{0}};
    r->ready = 0;
    memsys_tick(r->memsys);
    sm_wake(r->sm, r->now, false);
    sm_begin(r->sm, r->now);
    assert_int_equal(sm_issue(r->sm, r->now, 0, REACH_WRITES, &err), SM_ISSUED);
    sm_end(r->sm, r->now);
    uint32_t slot;
    if (sm_done_pending(r->sm, &slot)) sm_done_taken(r->sm, r->now);
    r->now++;
}

static inline void issue(rig_t *r, int32_t warp) /* as soon as it is ready */
{
    r->grant = warp;
    for (uint32_t c = 0; c < 3 && r->grant != NO_GRANT; c++) cycle(r);
    assert_int_equal(r->grant, NO_GRANT);
}

/* A CTA of the kernel, whose code lies in the bank, gets the lowest free warps. */
static inline void begin(rig_t *r, uint32_t kid, uint32_t bank, uint32_t warps)
{
    err_t err = {{0}};
    r->launch[bank].warps_per_cta = warps;
    const sm_kernel_t kernel = {&r->launch[bank], kid, kid};
    const cta_place_t place = {.slot = r->slot};
    const cta_group_t alone = {.partner_slot = r->slot, .half = HALF_ALL};
    assert_true(sm_cta_begin(r->sm, r->now, &kernel, &place, &alone, &err));
    r->slot = (r->slot + 1) % r->m.sm.cta_slots;
}

/* One scheduler, so that warps are counted as the SM counts them; a fetch is one instruction. */
static inline void machine(rig_t *r, fetch_policy_t policy, uint32_t banks, uint32_t mshrs)
{
    err_t err = {{0}};
    memset(r, 0, sizeof *r);
    if (!machine_load("configs/machines/smk15.yaml", &r->m, &err)) fail_msg("%s", err.text);
    r->m.sm.schedulers = 1;
    r->m.sm.ibuffer = 1;
    r->m.sm.fetch_policy = policy;
    r->m.sm.l1i_banks = banks;
    r->m.sm.l1i.mshrs = mshrs;
}

static inline void build(rig_t *r, const sched_ops_t *ops)
{
    r->stats = stats_create();
    r->memsys = memsys_create(&r->m, r->stats, "mem");
    const sm_env_t env = {.machine = &r->m, .memsys = r->memsys, .sched = ops, .sched_self = r, .stats = r->stats};
    r->sm = sm_create(&env, "sm0");
    assert_non_null(r->sm);
    r->grant = NO_GRANT;
    for (uint32_t b = 0; b < BANKS; b++) {
        r->fake[b].prog = PROGRAM[b];
        r->launch[b] = fake_launch(&r->fake[b], 1, 32);
    }
}

static inline void start(rig_t *r, fetch_policy_t policy, uint32_t banks, uint32_t mshrs)
{
    machine(r, policy, banks, mshrs);
    build(r, &OPS);
}

static inline void stop(rig_t *r)
{
    sm_destroy(r->sm);
    memsys_destroy(r->memsys);
    stats_destroy(r->stats);
}

static inline uint64_t counted(const rig_t *r, const char *name) { return stats_sum(r->stats, name); }

/* All programs of kernels 0 to 2 are in the I-cache. Warp 0 belongs to a CTA of kernel 3 that stays and
 * has been the last to fetch, so kernel 0 has the turn, and among its warps warp 1. */
static inline void start_warm(rig_t *r, fetch_policy_t policy, uint32_t banks)
{
    start(r, policy, banks, 2);
    r->issue = true;
    for (uint32_t kid = 0; kid < 3; kid++)
        for (uint32_t b = 0; b < BANKS; b++) {
            begin(r, kid, b, 1);
            for (uint32_t c = 0; c < WARM_CYCLES && sm_resident_ctas(r->sm); c++) cycle(r);
            assert_int_equal(sm_resident_ctas(r->sm), 0);
        }
    r->issue = false;
    begin(r, SCHED_KERNELS_MAX - 1, 0, 1);
    for (uint32_t c = 0; c < WARM_CYCLES && !r->ready; c++) cycle(r);
    assert_int_equal(r->ready, 1);
    assert_int_equal(counted(r, "sm0.fetch_bank_conflicts"), 0);
}

/* A word per cycle from the first fetch on: the warps that fetched, in their order of number, as digits
 * and letters; "-" for none. As long as the text expected. */
static inline void expect(rig_t *r, const char *expected)
{
    char got[128] = "";
    uint64_t before = 1;
    cycle(r);
    assert_int_equal(r->ready, before); /* the hit latency */
    while (strlen(got) < strlen(expected)) {
        cycle(r);
        const size_t used = strlen(got);
        uint64_t arrived = r->ready & ~before;
        before = r->ready;
        if (used) strcat(got, " ");
        if (!arrived) strcat(got, "-");
        for (; arrived; arrived &= arrived - 1) {
            const char name[2] = {"0123456789abcdef"[__builtin_ctzll(arrived)], 0};
            strcat(got, name);
        }
    }
    assert_string_equal(got, expected);
}

#endif
