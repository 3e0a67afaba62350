/* gpu_host.c - the host's register writes to the dispatcher, and how many CTAs fit an SM. */
#include "gpu/gpu_internal.h"

#include "base/min.h"
#include "policy/registry.h"

#include <string.h>

/* Writes policy parameters: first those that the place policy derives from the number of SMs, then the user's. */
static bool program_policies(gpu_t *g, err_t *err)
{
    reg_value_t set[PLACE_HOST_MAX];
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    const place_policy_t *place = place_policies[use.place];
    const uint32_t own = place->host ? place->host(g->m.sms, machine_gpcs(&g->m), set) : 0;
    for (uint32_t p = 0; p < own + g->env.params; p++) {
        const reg_value_t v = p < own ? set[p] : g->env.param[p - own];
        if (!g->env.sched->reg_write(g->env.sched_self, v.addr, v.value))
            return err_set(err, NULL, 0, "the dispatcher refuses parameter 0x%03x = %u", v.addr, v.value);
    }
    return true;
}

static bool put(gpu_t *g, uint32_t addr, uint32_t value, err_t *err)
{
    if (g->env.sched->reg_write(g->env.sched_self, addr, value)) return true;
    return err_set(err, NULL, 0, "the dispatcher refuses register 0x%03x = %u", addr, value);
}

static bool put_sms(gpu_t *g, uint32_t addr, sm_mask_t sms, err_t *err)
{
    for (uint32_t w = 0; w < g->sm_words; w++)
        if (!put(g, addr + 4 * w, mask_part(sms, w), err)) return false;
    return true;
}

/* Asks what the dispatcher is built for; lets the machine's SMs receive CTAs, and no others. */
static bool enable_sms(gpu_t *g, err_t *err)
{
    uint32_t shape;
    if (!g->env.sched->reg_read(g->env.sched_self, REG_SHAPE, &shape))
        return err_set(err, NULL, 0, "the dispatcher refuses to tell its size");
    g->sm_words = (((shape & REG_SHAPE_SMS) >> REG_SHAPE_SMS_LSB) + 31) / 32;
    g->entries = (shape & REG_SHAPE_KERNELS) >> REG_SHAPE_KERNELS_LSB;
    for (uint32_t k = 0; k < g->entries; k++) {
        g->part[k] = mask_all();
        g->cluster[k] = REG_A_CLUSTER_RESET;
    }
    return put_sms(g, REG_SM_ENABLE, g->all, err);
}

/* Every SM is of GPC 0 at reset. */
static bool write_gpcs(gpu_t *g, err_t *err)
{
    for (uint32_t s = 0; s < g->m.sms; s += GPCS_WORD_SMS) {
        const uint32_t word = gpu_gpcs_word(&g->m, s);
        if (word && !put(g, REG_GPC + s / GPCS_WORD_SMS * 4, word, err)) return false;
    }
    return true;
}

bool gpu_host_program(gpu_t *g, err_t *err)
{
    const sm_cfg_t *sm = &g->m.sm;
    if (!enable_sms(g, err) || !write_gpcs(g, err)) return false;
    const struct {
        uint32_t addr, value;
    } write[] = {
        {REG_CAP_SLOTS, sm->cta_slots}, {REG_CAP_WARPS, sm->threads / sm->warp_lanes},
        {REG_CAP_THREADS, sm->threads}, {REG_CAP_REGS, sm->registers / sm->warp_lanes},
        {REG_CAP_SMEM, sm->smem_bytes}, {REG_POLICY, g->env.policy},
        {REG_POOL, g->m.pool.live},     {REG_IRQ_ENABLE, (1u << g->entries) - 1},
        {REG_CTRL, REG_CTRL_INIT}, /* policies start from their reset state */
    };
    for (size_t i = 0; i < sizeof write / sizeof write[0]; i++)
        if (!put(g, write[i].addr, write[i].value, err)) return false;
    return program_policies(g, err);
}

/* A partition stays from launch to launch. */
static bool write_part(gpu_t *g, uint32_t kid, const kernel_launch_t *k, err_t *err)
{
    const sm_mask_t part = mask_any(k->sms) ? k->sms : mask_all();
    if (mask_equal(g->part[kid], part)) return true;
    g->part[kid] = part;
    return put_sms(g, REG_PART + kid * REG_PART_STRIDE, part, err);
}

/* So does a size of clusters. */
static bool write_cluster(gpu_t *g, uint32_t kid, const kernel_launch_t *k, err_t *err)
{
    const uint32_t word = gpu_gpcs_cluster_word(k);
    if (g->cluster[kid] == word) return true;
    g->cluster[kid] = word;
    return put(g, REG_ATTR + kid * REG_ATTR_STRIDE + REG_A_CLUSTER, word, err);
}

/* The priority of a CUDA stream is known only now. */
static bool check_priority(const gpu_t *g, const kernel_launch_t *k, err_t *err)
{
    policy_use_t use = policy_use_plain();
    policy_unpack(g->env.policy, &use);
    if (!k->priority || !place_policies[use.place]->in_order) return true;
    return err_set(
        err, NULL, 0,
        "kernel '%s' has a priority above the lowest, and --place %s serves kernels in launch order; remedy: "
        "another --place, as rr",
        k->name, policy_word(POLICY_PLACE, use.place));
}

/* Writes the descriptor of a table entry and launches it. */
static bool write_descriptor(gpu_t *g, const sm_kernel_t *kernel, err_t *err)
{
    const kernel_launch_t *k = kernel->launch;
    const uint32_t kid = kernel->kid;
    const uint32_t base = REG_KERNEL + kid * REG_KERNEL_STRIDE;
    const uint32_t flags = (k->is_2d ? REG_K_FLAGS_TWO_D : 0) | (k->borrows ? REG_K_FLAGS_BORROW : 0);
    const struct {
        uint32_t reg, value;
    } write[] = {
        {REG_K_GRID_X, k->grid[0]},      {REG_K_GRID_Y, k->grid[1]},
        {REG_K_GRID_Z, k->grid[2]},      {REG_K_THREADS, k->threads_per_cta},
        {REG_K_WARPS, k->warps_per_cta}, {REG_K_REGS, k->warps_per_cta * k->regs_per_thread},
        {REG_K_SMEM, k->smem_bytes},     {REG_K_FLAGS, flags},
        {REG_K_STREAM, k->stream},       {REG_K_TMAX, gpu_ctas_per_sm(&g->m, k)},
        {REG_K_PRIORITY, k->priority},   {REG_K_CMD, REG_K_CMD_LAUNCH},
    };
    if (!check_priority(g, k, err) || !gpu_gpcs_check(g, k, err)) return false;
    if (!write_part(g, kid, k, err) || !write_cluster(g, kid, k, err)) return false;
    for (size_t i = 0; i < sizeof write / sizeof write[0]; i++) {
        if (write[i].reg == REG_K_PRIORITY && g->priority[kid] == k->priority)
            continue; /* it stays from launch to launch */
        if (!g->env.sched->reg_write(g->env.sched_self, base + write[i].reg, write[i].value))
            return err_set(err, NULL, 0, "kernel '%s': the dispatcher refuses descriptor field 0x%02x = %u", k->name,
                           write[i].reg, write[i].value);
    }
    g->priority[kid] = (uint8_t)k->priority;
    g->out.sleep = false; /* a register write is an event: clock the dispatcher until it asserts sleep again */
    return true;
}

bool gpu_host_launch(gpu_t *g, kernel_t *k, err_t *err)
{
    k->arrives_cycle = g->now + g->m.pool.launch_cycles;
    if (!g->m.pool.launch_cycles) return write_descriptor(g, &k->sm, err);
    g->arriving |= 1u << k->sm.kid;
    return true;
}

/* In the order of the launches, which may not be that of the entries. */
bool gpu_host_arrivals(gpu_t *g, err_t *err)
{
    for (uint32_t i = g->overlap; g->arriving && i < g->launched; i++) {
        const kernel_t *k = g->kernel[i];
        const uint32_t bit = 1u << k->sm.kid;
        if (g->entry[k->sm.kid] != k || !(g->arriving & bit) || k->arrives_cycle > g->now) continue;
        g->arriving &= ~bit;
        if (!write_descriptor(g, &k->sm, err)) return false;
    }
    return true;
}

uint64_t gpu_host_next_arrival(const gpu_t *g)
{
    uint64_t next = UINT64_MAX;
    for (uint32_t left = g->arriving; left; left &= left - 1)
        next = min_u64(next, g->entry[__builtin_ctz(left)]->arrives_cycle);
    return next;
}

enum { NEEDS = 4 };
typedef struct {
    const char *what;
    uint64_t need, have;
} need_t;

/* By resource: what a CTA of the kernel needs and what an SM has. */
static void needs(const machine_t *m, const kernel_launch_t *k, need_t out[NEEDS])
{
    const sm_cfg_t *sm = &m->sm;
    const need_t row[NEEDS] = {
        {"threads", k->threads_per_cta, sm->threads},
        {"warps", k->warps_per_cta, sm->threads / sm->warp_lanes},
        {"registers", (uint64_t)k->warps_per_cta * sm->warp_lanes * k->regs_per_thread, sm->registers},
        {"bytes of shared memory", k->smem_bytes, sm->smem_bytes},
    };
    memcpy(out, row, sizeof row);
}

static bool grid_fits(const kernel_launch_t *k, err_t *err)
{
    const uint32_t *g = k->grid;
    const bool extents = g[0] <= GPU_GRID_X_MAX && g[1] <= GPU_GRID_YZ_MAX && g[2] <= GPU_GRID_YZ_MAX;
    if (extents && (uint64_t)g[0] * g[1] * g[2] <= GPU_CTAS_MAX) return true;
    return err_set(err, NULL, 0, "kernel '%s': grid [%u, %u, %u]; allowed: up to [%u, %u, %u] and %d CTAs", k->name,
                   g[0], g[1], g[2], GPU_GRID_X_MAX, GPU_GRID_YZ_MAX, GPU_GRID_YZ_MAX, GPU_CTAS_MAX);
}

/* A CTA larger than an SM would never be dispatched. */
bool gpu_fits(const machine_t *m, const kernel_launch_t *k, err_t *err)
{
    need_t row[NEEDS];
    needs(m, k, row);
    for (size_t i = 0; i < NEEDS; i++)
        if (row[i].need > row[i].have)
            return err_set(err, NULL, 0, "kernel '%s': a CTA needs %llu %s; allowed on machine '%s': up to %llu",
                           k->name, (unsigned long long)row[i].need, row[i].what, m->name,
                           (unsigned long long)row[i].have);
    if (k->flat_regs > SM_FLAT_REGS_MAX)
        return err_set(err, NULL, 0, "kernel '%s' uses %u virtual registers per thread; allowed: up to %d", k->name,
                       k->flat_regs, SM_FLAT_REGS_MAX);
    return grid_fits(k, err);
}

bool gpu_host_together(const machine_t *m, const kernel_launch_t *a, const kernel_launch_t *b)
{
    need_t of_a[NEEDS], of_b[NEEDS];
    needs(m, a, of_a);
    needs(m, b, of_b);
    for (size_t i = 0; i < NEEDS; i++)
        if (of_a[i].need + of_b[i].need > of_a[i].have) return false;
    return m->sm.cta_slots > 1;
}

uint32_t gpu_host_room(const gpu_t *g, const uint32_t resident[SCHED_KERNELS_MAX], uint32_t kid)
{
    need_t row[NEEDS], own[NEEDS];
    uint64_t used[NEEDS] = {0};
    uint32_t room = g->m.sm.cta_slots;
    for (uint32_t k = 0; k < g->entries; k++) {
        if (!resident[k]) continue;
        room -= resident[k];
        needs(&g->m, g->entry[k]->pub.launch, row);
        for (size_t i = 0; i < NEEDS; i++) used[i] += row[i].need * resident[k];
    }
    needs(&g->m, g->entry[kid]->pub.launch, own);
    for (size_t i = 0; i < NEEDS; i++)
        if (own[i].need && (own[i].have - used[i]) / own[i].need < room)
            room = (uint32_t)((own[i].have - used[i]) / own[i].need);
    return room;
}

uint32_t gpu_host_sms_with_room(const gpu_t *g, const kernel_t *k)
{
    uint32_t sms = 0;
    for (uint32_t s = 0; s < g->m.sms; s++) {
        uint32_t resident[SCHED_KERNELS_MAX] = {0};
        for (uint32_t slot = 0; slot < g->m.sm.cta_slots; slot++)
            if (sm_holds(g->sm[s], slot)) resident[g->cta_kid[s][slot]]++;
        sms += gpu_host_room(g, resident, (uint32_t)k->pub.kid) != 0;
    }
    return sms;
}
