/* host.c - a host that does what it likes, and SMs that run whatever arrives, on both engines beside each
 * other: launches of every shape, aborts at any time, writes that are to be refused, reads of any word, and what
 * monitors may report, under every place, limit and gate in turn, on a dispatcher of each size. Every kernel ends; what
 * was issued has completed; behind the first CTA of a block the others follow, on the same SM. */
#include "engine/engine.h"
#include "policy/registry.h"

#include <stdio.h>
#include <string.h>

enum { STEPS = 1500, END = 40000 };
enum { CAP_WARPS = 24, REG_END = 0x1000 }; /* of the address space */

static const struct {
    disp_size_t machine;
    uint32_t rounds;
} SIZE[] = {{{5, 6}, 6}, {{132, 20}, 1}};
static uint32_t sms, slots; /* of this size */

static const sched_ops_t *const ops = &engine_lockstep_ops;
static void *engine;
static disp_in_t in;
static disp_out_t out;
static slot_mask_t used[SCHED_SMS_MAX]; /* slots that hold a CTA */
static uint8_t last_sm, last_kid;       /* of the CTA taken last */
static uint64_t seed = 1;
static uint32_t aborts, blocks;
static char wrong[80];

static uint32_t rnd(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static bool put(uint32_t addr, uint32_t value) { return ops->reg_write(engine, addr, value); }

static uint32_t get(uint32_t addr)
{
    uint32_t value = 0;
    ops->reg_read(engine, addr, &value);
    return value;
}

/* What SMs may have counted: of every 8 clocks or so one report. */
static const disp_mon_t *report(void)
{
    static disp_mon_t mon;
    if (rnd(8)) return NULL;
    mon.cycles = (uint8_t)rnd(MON_CYCLES + 1);
    for (uint32_t s = 0; s < sms; s++) {
#define PER_SM(name, bits) mon.name[s] = (uint8_t)rnd(mon.cycles + 1u);
#define PER_SLOT(name, bits)                                                                                           \
    for (uint32_t c = 0; c < slots; c++) mon.name[s][c] = (uint8_t)rnd(mon.cycles + 1u);
        MONITORS_PER_SM(PER_SM)
        MONITORS_PER_SLOT(PER_SLOT)
#undef PER_SM
#undef PER_SLOT
    }
    return &mon;
}

/* One clock: CTAs complete at random, the port is ready more often than not. */
static void step(bool quick)
{
    if (out.issue_valid && (quick || rnd(4))) {
        in.issue_ready = sms_all();
        if (out.block && (out.sm != last_sm || out.kid != last_kid)) strcpy(wrong, "a block is torn");
        blocks += out.block;
        last_sm = out.sm;
        last_kid = out.kid;
        used[out.sm] |= SLOT_BIT(out.slot);
    } else in.issue_ready = sms_none();
    for (uint32_t s = 0; s < sms; s++)
        if (!sms_has(in.done_valid, s) && used[s] && !rnd(quick ? 3 : 24)) {
            in.done_slot[s] = (uint8_t)__builtin_ctz(used[s]);
            sms_add(&in.done_valid, s);
        }
    in.mon = report();
    ops->disp_step(engine, &in, &out);
    for (uint32_t s = 0; s < sms; s++)
        if (sms_has(out.done_ready, s)) {
            sms_drop(&in.done_valid, s);
            used[s] &= ~SLOT_BIT(in.done_slot[s]);
        }
}

/* Writes every word of the partition: all SMs, or any of them. */
static void confine(uint32_t kid, bool all)
{
    const uint32_t base = REG_PART + kid * REG_PART_STRIDE;
    for (uint32_t w = 0; w < (sms + 31) / 32; w++)
        put(base + 4 * w, all ? UINT32_MAX : rnd(UINT32_MAX) & rnd(UINT32_MAX));
}

static void launch(uint32_t kid)
{
    const uint32_t base = REG_KERNEL + kid * REG_KERNEL_STRIDE, warps = 1 + rnd(CAP_WARPS / 2);
    const uint32_t fit = CAP_WARPS / warps < slots ? CAP_WARPS / warps : slots;
    const uint32_t field[][2] = {{REG_K_GRID_X, 1 + rnd(sms > 64 ? 200 : 9)},
                                 {REG_K_GRID_Y, 1 + rnd(6)},
                                 {REG_K_GRID_Z, 1},
                                 {REG_K_WARPS, warps},
                                 {REG_K_THREADS, warps * 32},
                                 {REG_K_REGS, 1},
                                 {REG_K_SMEM, 0},
                                 {REG_K_FLAGS, rnd(REG_K_FLAGS_MASK + 1)},
                                 {REG_K_TMAX, rnd(8) ? fit : slots}, /* a host may be wrong about it */
                                 {REG_K_PRIORITY, rnd(3)},
                                 {REG_K_CMD, REG_K_CMD_LAUNCH}};
    confine(kid, rnd(3) != 0);
    for (uint32_t i = 0; i < sizeof field / sizeof field[0]; i++) put(base + field[i][0], field[i][1]);
}

static bool busy(uint32_t kid)
{
    const uint32_t state = get(REG_KERNEL + kid * REG_KERNEL_STRIDE + REG_K_STATUS) & REG_K_STATUS_STATE;
    return state == 1 || state == 2;
}

/* Something a host may do at any time; much of it is refused while a kernel is busy. */
static void act(void)
{
    const uint32_t kid = rnd(SCHED_KERNELS), base = REG_KERNEL + kid * REG_KERNEL_STRIDE;
    switch (rnd(13)) {
    case 0: aborts += put(base + REG_K_CMD, REG_K_CMD_ABORT); break;
    case 1: put(REG_SM_ENABLE, rnd(UINT32_MAX) & sms_part(sms_below(sms), 0)); break;
    case 2: put(REG_CAP_WARPS, CAP_WARPS + rnd(2) * 40); break; /* no launch may rely on it */
    case 3: put(REG_IRQ_STATUS, rnd(16)); break;
    case 4: put(base + REG_K_CMD, REG_K_CMD_LAUNCH | REG_K_CMD_ABORT); break;
    case 5: put(REG_CTRL, rnd(2)); break;
    case 6: get(4 * rnd(REG_END / 4)); break; /* any word: both engines answer alike */
    case 7: put(REG_POOL, rnd(SCHED_KERNELS + 2)); break;
    case 8: /* while CTAs of the kernel run, too */
    case 9: confine(kid, false); break;
    default: launch(kid);
    }
}

/* No kernel is left behind: all end by themselves. */
static bool settle(void)
{
    bool any = true;
    for (uint32_t n = 0; any && n < END; n += 64) {
        for (uint32_t i = 0; i < 64; i++) step(true);
        any = false;
        for (uint32_t k = 0; k < SCHED_KERNELS; k++) any |= busy(k);
    }
    if (any) strcpy(wrong, "a kernel never ends");
    if (get(REG_PERF_ISSUED) != get(REG_PERF_COMPLETED)) strcpy(wrong, "issued and completed differ");
    return !any;
}

static void begin(uint32_t policy)
{
    const sm_mask_t all = sms_below(sms);
    for (uint32_t w = 0; put(REG_SM_ENABLE + 4 * w, sms_part(all, w));) w++;
    put(REG_CAP_SLOTS, slots);
    put(REG_CAP_WARPS, CAP_WARPS);
    put(REG_CAP_THREADS, 2048);
    put(REG_CAP_REGS, 64);
    put(REG_CAP_SMEM, 64);
    put(REG_POLICY, policy);
    put(REG_POOL, 1 + rnd(SCHED_KERNELS));
    put(REG_CTRL, REG_CTRL_INIT);
    put(policy_params[PARAM_LIMIT_STATIC_N].addr, 1 + rnd(slots));
    put(policy_params[PARAM_PLACE_BCS_BLOCK].addr, 1 + rnd(5));
    put(policy_params[PARAM_PLACE_MIXED_BCS_BLOCK].addr, 1 + rnd(5));
    put(policy_params[PARAM_PLACE_ROOM_SCORE].addr, rnd(3));
    put(policy_params[PARAM_PLACE_SPATIAL_BLOCK].addr, 1 + rnd(5));
}

static void round_of(uint32_t policy)
{
    begin(policy);
    for (uint32_t n = 0; n < STEPS && !wrong[0]; n++)
        if (rnd(12)) step(false);
        else act();
    if (!wrong[0] && settle() && !difference_found(engine_lockstep_difference(engine))) return;
    if (!wrong[0]) strcpy(wrong, "rtl and c differ");
    char difference[256];
    difference_text(engine_lockstep_difference(engine), difference, sizeof difference);
    printf("FAILED: POLICY %08x: %s; %s\n", policy, wrong, difference);
}

/* Every place, limit and gate on a dispatcher for that machine. */
static void try_all(uint32_t rounds)
{
    for (uint32_t place = 0; place_policies[place]; place++)
        for (uint32_t limit = 0; limit_policies[limit]; limit++)
            for (uint32_t gate = 0, gates = 0; !gates || gate < gates; gate++) {
                while (gate_policies[gates]) gates++;
                for (uint32_t n = 0; n < rounds && !wrong[0]; n++)
                    round_of(policy_pack(
                        &(policy_use_t){.place = place, .limit = limit, .gates = gate ? 1u << (gate - 1) : 0}));
            }
}

int main(void)
{
    for (size_t i = 0; i < sizeof SIZE / sizeof SIZE[0] && !wrong[0]; i++) {
        err_t err = {0};
        const engine_cfg_t cfg = {.warp = arb_policies[0], .machine = SIZE[i].machine, .schedulers = 1, .warps = 64};
        engine = engine_both_create(&cfg, &err);
        if (!engine) {
            printf("FAILED: %s\n", err.text);
            return 1;
        }
        sms = SIZE[i].machine.sms;
        slots = SIZE[i].machine.slots;
        memset(&in, 0, sizeof in);
        memset(&out, 0, sizeof out);
        try_all(SIZE[i].rounds);
        ops->destroy(engine);
    }
    if (!wrong[0] && (!aborts || !blocks)) printf("FAILED: %u aborts, %u CTAs in blocks\n", aborts, blocks);
    else if (!wrong[0]) printf("ok\n");
    return wrong[0] || !aborts || !blocks;
}
