/* golden_regs.c - the dispatcher's register file. A write that is not allowed is refused and changes nothing. */
#include "policy/golden.h"

#include <string.h>

_Static_assert(SCHED_SLOTS_MAX <= REG_CAP_SLOTS_MASK, "rtl/disp/registers.txt: CAP_SLOTS holds SCHED_SLOTS_MAX");
_Static_assert(SCHED_SLOTS_MAX <= REG_K_TMAX_MASK, "rtl/disp/registers.txt: TMAX holds SCHED_SLOTS_MAX");
_Static_assert(SCHED_SLOTS_MAX <= REG_SHAPE_SLOTS >> REG_SHAPE_SLOTS_LSB,
               "rtl/disp/registers.txt: SHAPE.SLOTS holds SCHED_SLOTS_MAX");

/* A write is accepted one clock before it takes effect: a kernel that ends in either clock still counts as busy. */
static bool busy(const golden_t *g) { return g->seen_busy != 0; }
static bool runs(const golden_t *g, uint32_t kid) { return g->seen_busy >> kid & 1; }

static bool init(golden_t *g)
{
    if (busy(g)) return false;
    memset(g->sm, 0, sizeof g->sm);
    g->why.known = 0;
    memset(g->view.resident, 0, sizeof g->view.resident);
    memset(g->view.slots, 0, sizeof g->view.slots);
    memset(g->view.out, 0, sizeof g->view.out);
    memcpy(g->view.empty, g->cap, sizeof g->cap);
    if (g->cap[RES_SLOTS] > g->view.sm_slots) g->view.empty[RES_SLOTS] = g->view.sm_slots;
    for (uint32_t s = 0; s < g->view.sms; s++) memcpy(g->view.have[s], g->view.empty, sizeof g->view.empty);
    for (uint32_t k = 0; k < g->view.kernels; k++) {
        g->kernel[k].state = K_FREE;
        g->kernel[k].aborted = false;
        g->kernel[k].issued = g->kernel[k].completed = 0;
    }
    g->view.launched = 0;
    g->ok = g->out = mask_none();
    g->irq_status = 0;
    g->book_sm = SCHED_NONE;
    g->voided = g->book_new = g->issue_valid = false;
    g->perf = g->perf_read = (golden_perf_t){0};
    golden_init_policies(g);
    return true;
}

static bool set_pool(golden_t *g, uint32_t places)
{
    if (busy(g) || !places || places > g->view.kernels) return false;
    g->pool = places;
    return true;
}

static bool set_policy(golden_t *g, uint32_t value) { return !busy(g) && golden_select(g, value); }

static bool launch(golden_t *g, uint32_t kid)
{
    golden_kernel_t *k = &g->kernel[kid];
    disp_view_t *v = &g->view;
    uint32_t *need = v->need[kid];
    for (uint32_t d = 0; d < 3; d++)
        if (!k->grid[d]) return false;
    if (!need[RES_THREADS] || !need[RES_WARPS] || !v->tmax[kid]) return false;
    need[RES_SLOTS] = 1;
    for (uint32_t r = 0; r < RES_COUNT; r++)
        if (need[r] > v->empty[r]) return false;
    if (g->place->in_order && k->priority) return false;
    if (!golden_part_enough(g, kid)) return false;
    if (g->place->gangs ? g->gates : disp_cluster_ctas(v, kid) > 1) return false;
    k->state = K_ISSUE;
    k->aborted = false;
    k->issued = k->completed = 0;
    memset(k->next, 0, sizeof k->next);
    v->rank[kid] = (uint64_t)(REG_K_PRIORITY_MASK - k->priority) << 56 | ++g->launches;
    memcpy(v->grid[kid], k->grid, sizeof k->grid);
    v->ctas[kid] = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
    v->issued[kid] = 0;
    v->two_d[kid] = k->flags & REG_K_FLAGS_TWO_D;
    v->block[kid] = g->place->block ? g->place->block(v, kid) : 1;
    golden_sum_start(g, kid);
    g->why.known &= ~(UINT32_C(1) << kid);
    if ((uint32_t)__builtin_popcount(g->were_busy) < g->pool) golden_enter(g, kid); /* else it waits for the pool */
    return true;
}

static bool command(golden_t *g, uint32_t kid, uint32_t value)
{
    switch (value & (REG_K_CMD_LAUNCH | REG_K_CMD_ABORT)) {
    case 0: return true;
    case REG_K_CMD_LAUNCH: return !runs(g, kid) && launch(g, kid);
    case REG_K_CMD_ABORT:
        if (g->kernel[kid].state == K_ISSUE || g->kernel[kid].state == K_DRAIN) golden_abort(g, kid);
        return runs(g, kid);
    default: return false;
    }
}

static bool write_kernel(golden_t *g, uint32_t kid, uint32_t reg, uint32_t value)
{
    golden_kernel_t *k = &g->kernel[kid];
    if (reg == REG_K_CMD) return command(g, kid, value);
    if (runs(g, kid)) return false;
    switch (reg) {
    case REG_K_GRID_X: k->grid[0] = value; return true;
    case REG_K_GRID_Y: k->grid[1] = value; return true;
    case REG_K_GRID_Z: k->grid[2] = value; return true;
    case REG_K_THREADS: g->view.need[kid][RES_THREADS] = value; return true;
    case REG_K_WARPS: g->view.need[kid][RES_WARPS] = value; return true;
    case REG_K_REGS: g->view.need[kid][RES_REGS] = value; return true;
    case REG_K_SMEM: g->view.need[kid][RES_SMEM] = value; return true;
    case REG_K_FLAGS: k->flags = value & REG_K_FLAGS_MASK; return true;
    case REG_K_STREAM: k->stream = value & REG_K_STREAM_MASK; return true;
    case REG_K_TMAX: g->view.tmax[kid] = value & ((1u << SCHED_BITS(g->view.sm_slots + 1)) - 1); return true;
    case REG_K_PRIORITY: k->priority = value & REG_K_PRIORITY_MASK; return true;
    default: return false;
    }
}

static void clear_irq(golden_t *g, uint32_t value)
{
    for (uint32_t k = 0; k < g->view.kernels; k++)
        if ((value >> k & 1) && g->kernel[k].state == K_DONE) {
            g->kernel[k].state = K_FREE;
            g->kernel[k].aborted = false;
        }
    g->irq_status &= ~value;
}

/* Parameter at an address; POLICY_PARAMS: none. */
static uint32_t param_at(uint32_t addr)
{
    uint32_t p = 0;
    while (p < POLICY_PARAMS && policy_params[p].addr != addr) p++;
    return p;
}

/* Refuses a value above the parameter's maximum, and any write while a kernel is busy. */
static bool write_param(golden_t *g, uint32_t addr, uint32_t value)
{
    const uint32_t p = param_at(addr);
    if (p == POLICY_PARAMS || value > policy_params[p].max || busy(g)) return false;
    g->view.param[p] = value;
    return true;
}

/* Word of a set of SMs that begins at `base`. False: none is at the address. */
static bool sms_word(const golden_t *g, uint32_t base, uint32_t addr, uint32_t *word)
{
    *word = (addr - base) / 4;
    return addr % 4 == 0 && *word < (g->view.sms + 31) / 32;
}

/* Entry and word of a partition. False: none is at the address. */
static bool part_word(const golden_t *g, uint32_t addr, uint32_t *kid, uint32_t *word)
{
    *kid = (addr - REG_PART) / REG_PART_STRIDE;
    return *kid < g->view.kernels && sms_word(g, REG_PART + *kid * REG_PART_STRIDE, addr, word);
}

static bool write_enable(golden_t *g, uint32_t word, uint32_t value)
{
    if (busy(g)) return false;
    mask_set_part(&g->view.sm_enable, word, value);
    g->view.sm_enable = mask_and(g->view.sm_enable, mask_below(g->view.sms));
    return true;
}

static bool write_register(golden_t *g, uint32_t addr, uint32_t value)
{
    uint32_t word, kid, old;
    if (sms_word(g, REG_SM_ENABLE, addr, &word)) return write_enable(g, word, value);
    if (part_word(g, addr, &kid, &word)) return golden_part_write(g, kid, word, value);
    if (golden_gpc_word(g, addr, &word)) return golden_write_gpcs(g, word, value);
    if (golden_read_attr(g, addr, &kid, &old)) return golden_write_attr(g, addr, kid, old, value);
    if (addr >= REG_KERNEL && addr < REG_KERNEL + g->view.kernels * REG_KERNEL_STRIDE) {
        kid = (addr - REG_KERNEL) / REG_KERNEL_STRIDE;
        return write_kernel(g, kid, (addr - REG_KERNEL) % REG_KERNEL_STRIDE, value);
    }
    switch (addr) {
    case REG_CTRL: return (value & REG_CTRL_INIT) ? init(g) : true;
    case REG_IRQ_STATUS: clear_irq(g, value); return true;
    case REG_IRQ_ENABLE: g->irq_enable = value & ((1u << g->view.kernels) - 1); return true;
    case REG_POLICY: return set_policy(g, value);
    case REG_POOL: return set_pool(g, value);
    case REG_CAP_SLOTS: g->cap[RES_SLOTS] = value & REG_CAP_SLOTS_MASK; return true;
    case REG_CAP_WARPS: g->cap[RES_WARPS] = value & REG_CAP_WARPS_MASK; return true;
    case REG_CAP_THREADS: g->cap[RES_THREADS] = value & REG_CAP_THREADS_MASK; return true;
    case REG_CAP_REGS: g->cap[RES_REGS] = value & REG_CAP_REGS_MASK; return true;
    case REG_CAP_SMEM: g->cap[RES_SMEM] = value & REG_CAP_SMEM_MASK; return true;
    default: return write_param(g, addr, value);
    }
}

/* Policies clear their state, so no earlier event reaches them, nor does this one. */
static bool starts_over(uint32_t addr, uint32_t value)
{
    return addr == REG_POLICY || (addr == REG_CTRL && value & REG_CTRL_INIT);
}

bool golden_write(golden_t *g, uint32_t addr, uint32_t value)
{
    if (!write_register(g, addr, value)) return false;
    g->quiet = 0;
    g->view.offers.changed = !starts_over(addr, value);
    return true;
}

static uint32_t status(const golden_t *g, uint32_t kid)
{
    const golden_kernel_t *k = &g->kernel[kid];
    const bool full = g->limit->saturated && (g->limit->saturated(g->limit_st) >> kid & 1);
    return k->state << REG_K_STATUS_STATE_LSB | (k->aborted ? REG_K_STATUS_ABORTED : 0) |
           (full ? REG_K_STATUS_FULL : 0);
}

static bool read_kernel(const golden_t *g, uint32_t kid, uint32_t reg, uint32_t *value)
{
    const golden_kernel_t *k = &g->kernel[kid];
    switch (reg) {
    case REG_K_GRID_X: *value = k->grid[0]; return true;
    case REG_K_GRID_Y: *value = k->grid[1]; return true;
    case REG_K_GRID_Z: *value = k->grid[2]; return true;
    case REG_K_THREADS: *value = g->view.need[kid][RES_THREADS]; return true;
    case REG_K_WARPS: *value = g->view.need[kid][RES_WARPS]; return true;
    case REG_K_REGS: *value = g->view.need[kid][RES_REGS]; return true;
    case REG_K_SMEM: *value = g->view.need[kid][RES_SMEM]; return true;
    case REG_K_FLAGS: *value = k->flags; return true;
    case REG_K_STREAM: *value = k->stream; return true;
    case REG_K_CMD: *value = 0; return true;
    case REG_K_STATUS: *value = status(g, kid); return true;
    case REG_K_ISSUED: *value = k->issued; return true;
    case REG_K_COMPLETED: *value = k->completed; return true;
    case REG_K_TMAX: *value = g->view.tmax[kid]; return true;
    case REG_K_PRIORITY: *value = k->priority; return true;
    default: return false;
    }
}

static uint32_t shape(const disp_view_t *v)
{
    return v->kernels << REG_SHAPE_KERNELS_LSB | v->sm_slots << REG_SHAPE_SLOTS_LSB | v->sms << REG_SHAPE_SMS_LSB;
}

static bool read_param(const golden_t *g, uint32_t addr, uint32_t *value)
{
    const uint32_t p = param_at(addr);
    if (p < POLICY_PARAMS) *value = g->view.param[p];
    return p < POLICY_PARAMS;
}

bool golden_read(const golden_t *g, uint32_t addr, uint32_t *value)
{
    uint32_t word, kid;
    if (golden_read_attr(g, addr, &kid, value)) return true;
    if (golden_gpc_word(g, addr, &word)) {
        *value = golden_read_gpcs(g, word);
        return true;
    }
    if (sms_word(g, REG_SM_ENABLE, addr, &word)) {
        *value = mask_part(g->view.sm_enable, word);
        return true;
    }
    if (part_word(g, addr, &kid, &word)) {
        *value = mask_part(g->part[kid], word);
        return true;
    }
    if (addr >= REG_KERNEL && addr < REG_KERNEL + g->view.kernels * REG_KERNEL_STRIDE) {
        kid = (addr - REG_KERNEL) / REG_KERNEL_STRIDE;
        return read_kernel(g, kid, (addr - REG_KERNEL) % REG_KERNEL_STRIDE, value);
    }
    switch (addr) {
    case REG_ID: *value = REG_ID_RESET; return true;
    case REG_SHAPE: *value = shape(&g->view); return true;
    case REG_CTRL: *value = 0; return true;
    case REG_STATUS:
        *value = golden_busy(g) << REG_STATUS_BUSY_LSB | (golden_asleep(g) ? REG_STATUS_ASLEEP : 0);
        return true;
    case REG_IRQ_STATUS: *value = g->irq_status; return true;
    case REG_IRQ_ENABLE: *value = g->irq_enable; return true;
    case REG_POLICY: *value = g->policy; return true;
    case REG_POOL: *value = g->pool; return true;
    case REG_CAP_SLOTS: *value = g->cap[RES_SLOTS]; return true;
    case REG_CAP_WARPS: *value = g->cap[RES_WARPS]; return true;
    case REG_CAP_THREADS: *value = g->cap[RES_THREADS]; return true;
    case REG_CAP_REGS: *value = g->cap[RES_REGS]; return true;
    case REG_CAP_SMEM: *value = g->cap[RES_SMEM]; return true;
    case REG_PERF_ISSUED: *value = g->perf_read.issued; return true;
    case REG_PERF_COMPLETED: *value = g->perf_read.completed; return true;
    case REG_PERF_KERNELS: *value = g->perf_read.kernels; return true;
    case REG_PERF_BADDONE: *value = g->perf_read.bad_done; return true;
    default: return read_param(g, addr, value);
    }
}
