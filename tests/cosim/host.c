/* host.c - a host that does what it likes, and SMs that run whatever arrives, on both engines beside each
 * other: launches of every shape, aborts at any time, writes that are to be refused, reads of any byte address, and
 * what monitors may report, under every place, limit and set of gates in turn, on a dispatcher of each size. Every
 * kernel ends; what was issued has completed; behind the first CTA of a block the others follow, on the same SM.
 * Kernels have clusters, and SMs GPCs, of every size. host.h lists the other checks.
 *
 *   build/cosim-host [SEED [CYCLES]]    rounds of all policies until each size has run CYCLES cycles; default: seed 1
 *                                       and a few rounds */
#include "host.h"
#include "engine/models.h"
#include "policy/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { STEPS = 1500, END = 40000 };
enum { CAP_WARPS = 24, CAP_REGS = 64, CAP_SMEM = 64, REG_END = 0x1000 }; /* of the address space */

static const struct {
    disp_size_t machine;
    uint32_t rounds; /* of all places and limits */
} SIZE[] = {{{5, 6, 4}, 12}, {{132, 20, 16}, 2}};
static uint32_t sms, slots, kernels; /* of this size; kernel table entries */

static const sched_ops_t *const ops = &engine_lockstep_ops;
static void *engine;
static disp_in_t in;
static disp_out_t out;
static uint8_t last_sm, last_kid; /* of the CTA taken last */
static uint64_t seed = 1, cycles;
static uint32_t aborts, blocks;
static bool honest; /* monitors, see host_report */
static char wrong[80];

void host_wrong(const char *text)
{
    if (!wrong[0]) snprintf(wrong, sizeof wrong, "%s", text);
}

uint32_t host_rnd(uint32_t n)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % n;
}

static bool put(uint32_t addr, uint32_t value)
{
    const bool ok = ops->reg_write(engine, addr, value);
    if (!ok) return false;
    host_words_wrote(addr, value);
    if (addr == REG_CTRL && value & REG_CTRL_INIT) host_ctas_init(sms);
    return true;
}

static uint32_t get(uint32_t addr)
{
    uint32_t value = 0;
    if (ops->reg_read(engine, addr, &value)) host_words_read(addr, value);
    return value;
}

/* One clock: CTAs complete at random, the port is ready more often than not. */
static void step(bool quick)
{
    if (out.issue_valid && (quick || host_rnd(4))) {
        in.issue_ready = mask_all();
        if (out.block && (out.sm != last_sm || out.kid != last_kid)) host_wrong("a block is torn");
        blocks += out.block;
        last_sm = out.sm;
        last_kid = out.kid;
        host_ctas_issue(&out);
        host_gangs_issue(&out);
    } else in.issue_ready = mask_none();
    for (uint32_t s = 0; s < sms; s++)
        if (!mask_has(in.done_valid, s) && host_ctas_on(s) && !host_rnd(quick ? 3 : 24)) {
            in.done_slot[s] = (uint8_t)__builtin_ctz(host_ctas_on(s));
            mask_add(&in.done_valid, s);
        }
    in.mon = host_report(sms, slots, honest);
    ops->disp_step(engine, &in, &out);
    for (uint32_t s = 0; s < sms; s++)
        if (mask_has(out.done_ready, s)) {
            mask_drop(&in.done_valid, s);
            host_ctas_complete(s, in.done_slot[s]);
        }
    cycles++;
}

/* Writes every word of the partition: all SMs, or any of them. */
static void confine(uint32_t kid, bool all)
{
    const uint32_t base = REG_PART + kid * REG_PART_STRIDE;
    for (uint32_t w = 0; w < (sms + 31) / 32; w++)
        put(base + 4 * w, all ? UINT32_MAX : host_rnd(UINT32_MAX) & host_rnd(UINT32_MAX));
}

static uint32_t status(uint32_t kid) { return get(REG_KERNEL + kid * REG_KERNEL_STRIDE + REG_K_STATUS); }

/* Before the host clears what is done. */
static void check_ended(void)
{
    const uint32_t done = get(REG_IRQ_STATUS);
    for (uint32_t k = 0; k < kernels; k++)
        if ((done >> k & 1) && (status(k) & (REG_K_STATUS_STATE | REG_K_STATUS_ABORTED)) == 3) host_ctas_end(k);
}

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static void launch(uint32_t kid)
{
    const uint32_t base = REG_KERNEL + kid * REG_KERNEL_STRIDE, warps = 1 + host_rnd(CAP_WARPS / 2);
    const uint32_t regs = 1 + host_rnd(8), smem = 1 + host_rnd(8);
    const uint32_t fit = least(least(CAP_WARPS / warps, slots), least(CAP_REGS / regs, CAP_SMEM / smem));
    const uint32_t field[][2] = {{REG_K_GRID_X, 1 + host_rnd(sms > 64 ? 200 : 9)},
                                 {REG_K_GRID_Y, 1 + host_rnd(6)},
                                 {REG_K_GRID_Z, 1},
                                 {REG_K_WARPS, warps},
                                 {REG_K_THREADS, warps * 32},
                                 {REG_K_REGS, regs},
                                 {REG_K_SMEM, smem},
                                 {REG_K_FLAGS, host_rnd(REG_K_FLAGS_MASK + 1)},
                                 {REG_K_STREAM, host_rnd(UINT32_MAX)},
                                 {REG_K_TMAX, host_rnd(8) ? fit : slots}, /* a host may be wrong about it */
                                 {REG_K_PRIORITY, host_rnd(3)}};
    check_ended();
    confine(kid, host_rnd(3) != 0);
    put(REG_ATTR + kid * REG_ATTR_STRIDE + REG_A_CLUSTER, host_gangs_size());
    for (uint32_t i = 0; i < sizeof field / sizeof field[0]; i++) put(base + field[i][0], field[i][1]);
    if (!put(base + REG_K_CMD, REG_K_CMD_LAUNCH)) return;
    host_ctas_launch(kid);
    host_gangs_launch(kid);
}

/* A parameter of a policy: small values, so that windows end, and one that is too large. */
static void tune(void)
{
    const policy_param_t *p = &policy_params[host_rnd(POLICY_PARAMS)];
    if (host_rnd(4)) put(p->addr, host_rnd(least(p->max, 64) + 1));
    else if (put(p->addr, p->max + 1)) host_wrong("a parameter above its maximum was accepted");
}

static void write_unaligned(void)
{
    if (put(4 * host_rnd(REG_END / 4) + 1 + host_rnd(3), host_rnd(UINT32_MAX)))
        host_wrong("a write to an unaligned address was accepted");
}

/* An attribute of a launch keeps its value, but the size of clusters. */
static void write_attribute(uint32_t kid)
{
    const uint32_t addr = REG_ATTR + kid * REG_ATTR_STRIDE + 4 * host_rnd(3),
                   other = host_rnd(2) ? UINT32_C(1) << host_rnd(32) : 0;
    const bool kept = (addr - REG_ATTR) % REG_ATTR_STRIDE != REG_A_CLUSTER;
    if (put(addr, host_word(addr) ^ other) && other && kept) host_wrong("an attribute changed");
}

static void abort_kernel(uint32_t kid)
{
    if (!put(REG_KERNEL + kid * REG_KERNEL_STRIDE + REG_K_CMD, REG_K_CMD_ABORT)) return;
    aborts++;
    host_gangs_abort(kid);
}

/* Something a host may do at any time; much of it is refused while a kernel is busy. */
static void act(void)
{
    const uint32_t kid = host_rnd(kernels), base = REG_KERNEL + kid * REG_KERNEL_STRIDE;
    switch (host_rnd(18)) {
    case 0: abort_kernel(kid); break;
    case 1: put(REG_SM_ENABLE, host_rnd(UINT32_MAX) & mask_part(mask_below(sms), 0)); break;
    case 2: put(REG_CAP_WARPS, CAP_WARPS + host_rnd(2) * 40); break; /* no launch may rely on it */
    case 3: check_ended(), put(REG_IRQ_STATUS, host_rnd(1u << kernels)); break;
    case 4: put(base + REG_K_CMD, REG_K_CMD_LAUNCH | REG_K_CMD_ABORT); break;
    case 5: check_ended(), put(REG_CTRL, host_rnd(2)); break;
    case 6: get(4 * host_rnd(REG_END / 4)); break; /* any word: both engines answer alike */
    case 7: get(host_rnd(REG_END)); break;
    case 8: write_unaligned(); break;
    case 9: tune(); break;
    case 10: put(REG_IRQ_ENABLE, host_rnd(UINT32_MAX)); break;
    case 11: put(REG_POOL, host_rnd(kernels + 2)); break;
    case 12: /* while CTAs of the kernel run, too */
    case 13: confine(kid, false); break;
    case 14: write_attribute(kid); break;
    default: launch(kid);
    }
}

/* No kernel is left behind: all end by themselves. */
static bool settle(void)
{
    bool any = true;
    for (uint32_t n = 0; any && n < END; n += 64) {
        for (uint32_t i = 0; i < 64; i++) step(true);
        any = (get(REG_STATUS) & REG_STATUS_BUSY) != 0;
    }
    check_ended();
    for (uint32_t n = 0; n < REG_END; n += 4) get(n);
    if (any) host_wrong("a kernel never ends");
    if (get(REG_PERF_ISSUED) != get(REG_PERF_COMPLETED)) host_wrong("issued and completed differ");
    return !any;
}

static void begin(uint32_t policy)
{
    const sm_mask_t all = mask_below(sms);
    for (uint32_t w = 0; put(REG_SM_ENABLE + 4 * w, mask_part(all, w));) w++;
    put(REG_CAP_SLOTS, slots);
    put(REG_CAP_WARPS, CAP_WARPS);
    put(REG_CAP_THREADS, 2048);
    put(REG_CAP_REGS, CAP_REGS);
    put(REG_CAP_SMEM, CAP_SMEM);
    put(REG_POLICY, policy);
    const uint32_t gpcs = 1 + host_rnd(4);
    for (uint32_t w = 0; put(REG_GPC + 4 * w, host_gangs_gpcs(gpcs)); w++)
        ;
    put(REG_POOL, 1 + host_rnd(kernels));
    put(REG_CTRL, REG_CTRL_INIT);
    put(policy_params[PARAM_LIMIT_STATIC_N].addr, 1 + host_rnd(slots));
    put(policy_params[PARAM_PLACE_BCS_BLOCK].addr, 1 + host_rnd(5));
    put(policy_params[PARAM_PLACE_GPCS_COUNT].addr, gpcs);
    put(policy_params[PARAM_PLACE_MIXED_BCS_BLOCK].addr, 1 + host_rnd(5));
    put(policy_params[PARAM_PLACE_ROOM_SCORE].addr, host_rnd(3));
    put(policy_params[PARAM_PLACE_SPATIAL_BLOCK].addr, 1 + host_rnd(5));
    put(policy_params[PARAM_GATE_DYNCORE_WINDOW_CYCLES].addr, 16 + host_rnd(49));
}

static void round_of(uint32_t policy)
{
    begin(policy);
    for (uint32_t n = 0; n < STEPS && !wrong[0]; n++)
        if (host_rnd(12)) step(false);
        else act();
    if (!wrong[0] && settle() && !difference_found(engine_lockstep_difference(engine))) return;
    host_wrong("rtl and c differ");
    char difference[256];
    difference_text(engine_lockstep_difference(engine), difference, sizeof difference);
    printf("FAILED: POLICY %08x: %s; %s\n", policy, wrong, difference);
}

/* Every place and limit, with one set of gates after the other. */
static void try_all(void)
{
    static uint32_t set;
    uint32_t gates = 0;
    while (gate_policies[gates]) gates++;
    for (uint32_t place = 0; place_policies[place]; place++)
        for (uint32_t limit = 0; limit_policies[limit] && !wrong[0]; limit++) {
            set = (set + 1) % (1U << gates);
            honest = (set & (set - 1)) != 0;
            round_of(policy_pack(&(policy_use_t){.place = place, .limit = limit, .gates = set}));
        }
    set++; /* in the next round each place and limit has another set */
}

/* The engine: two RTL dispatchers (host_sleep.c) and the golden model in lockstep. */
static bool create(const engine_cfg_t *cfg)
{
    err_t err = {0};
    const disp_size_t built = disp_model_size(cfg->machine);
    const engine_side_t c = {&engine_c_ops, engine_c_create(cfg->warp, cfg->machine.sms * cfg->schedulers, built)};
    const engine_side_t rtl = {&host_sleep_ops, host_sleep_create(cfg, &err)};
    engine = c.self && rtl.self ? engine_lockstep_create(&rtl, &c, cfg->schedulers, built) : NULL;
    if (!engine) printf("FAILED: %s\n", err.text[0] ? err.text : "out of memory");
    sms = cfg->machine.sms;
    slots = cfg->machine.slots;
    kernels = built.kernels;
    memset(&in, 0, sizeof in);
    memset(&out, 0, sizeof out);
    host_words_reset(built);
    cycles = 0;
    return engine != NULL;
}

int main(int argc, char **argv)
{
    const uint64_t most = argc > 2 ? strtoull(argv[2], NULL, 10) : 0;
    if (argc > 1) seed = strtoull(argv[1], NULL, 10);
    for (size_t i = 0; i < sizeof SIZE / sizeof SIZE[0] && !wrong[0]; i++) {
        const engine_cfg_t cfg = {.warp = arb_policies[0], .machine = SIZE[i].machine, .schedulers = 1, .warps = 64};
        if (!create(&cfg)) return 1;
        for (uint32_t n = 0; (n < SIZE[i].rounds || cycles < most) && !wrong[0]; n++) try_all();
        if (argc > 1) printf("%u SMs: %llu cycles\n", sms, (unsigned long long)cycles);
        ops->destroy(engine);
    }
    if (wrong[0]) return 1;
    const bool ok = aborts && blocks && host_gangs() && host_slept();
    printf(ok ? "ok\n" : "FAILED: %u aborts, %u CTAs in blocks, %u clusters, asleep for %llu cycles\n", aborts, blocks,
           host_gangs(), (unsigned long long)host_slept());
    return !ok;
}
