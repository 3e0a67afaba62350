/* ptx_launch.c - creates a launch from a kernel, its sizes and arguments; keeps a pool of CTA states. */
#include "isa/local_map.h"
#include "ptx/ptx_cluster.h"
#include "ptx/ptx_vars.h"

#include <stdlib.h>
#include <string.h>

enum { ALIGN_BYTES = 64 };

static size_t align_up(size_t bytes) { return (bytes + ALIGN_BYTES - 1) / ALIGN_BYTES * ALIGN_BYTES; }

static bool fill_pool(ptx_launch_t *l, err_t *err)
{
    const ptx_kernel_t *k = l->k;
    for (uint32_t i = 0; i < k->pool_used; i++) {
        const ptx_const_t *c = &k->pool[i];
        uint64_t value = c->value;
        if (c->var) {
            const uint64_t at = ptx_var_address(k->m, l->gmem, c->var, err);
            if (!at) return false;
            value += at;
        }
        for (uint32_t n = 0; n < PTX_LANES; n++) ptx_lane_put(l->pool + c->offset, c->bits == 64, n, value);
    }
    return true;
}

static void choose_code(ptx_launch_t *l)
{
#if defined(__x86_64__)
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        ptx_alu_fn *const wide[PTX_GROUPS_ALU] = {
            [G_INT] = ptx_alu_int_avx2,   [G_FLOAT] = ptx_alu_float_avx2, [G_SFU] = ptx_alu_sfu_avx2,
            [G_BITS] = ptx_alu_bits_avx2, [G_CVT] = ptx_alu_cvt_avx2,     [G_ROUND] = ptx_alu_round,
            [G_HALF] = ptx_alu_half,      [G_VIDEO] = ptx_alu_video,      [G_SMALL] = ptx_alu_small};
        memcpy(l->alu, wide, sizeof wide);
        l->compare = ptx_compare_avx2;
        l->blend = ptx_blend_avx2;
        l->mem = ptx_exec_mem_avx2;
        return;
    }
#endif
    ptx_alu_fn *const plain[PTX_GROUPS_ALU] = {
        [G_INT] = ptx_alu_int,   [G_FLOAT] = ptx_alu_float, [G_SFU] = ptx_alu_sfu,
        [G_BITS] = ptx_alu_bits, [G_CVT] = ptx_alu_cvt,     [G_ROUND] = ptx_alu_round,
        [G_HALF] = ptx_alu_half, [G_VIDEO] = ptx_alu_video, [G_SMALL] = ptx_alu_small};
    memcpy(l->alu, plain, sizeof plain);
    l->compare = ptx_compare;
    l->blend = ptx_blend;
    l->mem = ptx_exec_mem;
}

static void cta_free(fe_cta_t *cta)
{
    if (!cta) return;
    for (uint32_t i = 0; i < cta->l->warps; i++) {
        ptx_unwind(&cta->warp[i]);
        free(cta->warp[i].stack);
    }
    free(cta->local);
    free(cta->task);
    free(cta->hint);
    free(cta);
}

/* One allocation holds header, warps, register files and shared memory. Local memory is allocated apart: few kernels
 * have any. */
static fe_cta_t *cta_new(ptx_launch_t *l)
{
    const size_t warps_at = align_up(sizeof(fe_cta_t));
    const size_t regs_at = align_up(warps_at + l->warps * sizeof(ptx_warp_t));
    const size_t file_bytes = align_up(l->k->file_bytes);
    const size_t shared_at = regs_at + l->warps * file_bytes;
    const size_t bytes = align_up(shared_at + l->shared_bytes + 1);
    uint8_t *block = aligned_alloc(ALIGN_BYTES, bytes);
    if (!block) return NULL;
    fe_cta_t *cta = (fe_cta_t *)(void *)block;
    *cta = (fe_cta_t){0};
    memset(block + regs_at, 0, l->warps * file_bytes);
    cta->l = l;
    cta->warp = (ptx_warp_t *)(void *)(block + warps_at);
    cta->shared = block + shared_at;
    cta->local = calloc(1, (size_t)l->local.thread_bytes * l->threads + 1);
    for (uint32_t i = 0; i < l->warps; i++) {
        const uint32_t rest = l->threads - i * l->lanes, here = rest < l->lanes ? rest : l->lanes;
        memset(&cta->warp[i], 0, offsetof(ptx_warp_t, frame));
        cta->warp[i].regs = cta->warp[i].home = block + regs_at + i * file_bytes;
        cta->warp[i].index = i;
        cta->warp[i].exist = UINT32_MAX >> (PTX_LANES - here);
    }
    cta->hint = calloc(l->k->uops, sizeof *cta->hint);
    if (!cta->local || !cta->hint || (l->tasks && !ptx_task_create(cta))) {
        cta_free(cta);
        return NULL;
    }
    ptx_open_windows(cta);
    return cta;
}

static void cta_end(void *self, fe_cta_t *cta)
{
    ptx_launch_t *l = self;
    if (!cta) return;
    ptx_cluster_leave(cta);
    cta->next_spare = l->spare;
    l->spare = cta;
}

static fe_cta_t *cta_begin(void *self, const cta_place_t *place, err_t *err)
{
    ptx_launch_t *l = self;
    fe_cta_t *cta = l->spare;
    const bool fresh = !cta;
    if (cta) l->spare = cta->next_spare;
    else cta = cta_new(l);
    if (cta) cta->place = *place;
    if (!cta || !ptx_cluster_join(cta)) {
        err_set(err, l->k->m->file, l->k->line, "out of memory for a CTA of '%.80s'", l->name);
        cta_end(l, cta);
        return NULL;
    }
    cta->local_home = local_map_home(&l->local, place);
    if (ptx_start_cta(cta, fresh, err)) return cta;
    cta_end(l, cta);
    return NULL;
}

static const frontend_ops_t OPS = {.cta_begin = cta_begin,
                                   .cta_end = cta_end,
                                   .peek = ptx_peek,
                                   .exec = ptx_exec,
                                   .task_give = ptx_task_give,
                                   .state = ptx_state,
                                   .waits = ptx_waits,
                                   .code = ptx_code,
                                   .paths = ptx_paths};

static void launch_free(ptx_launch_t *l)
{
    if (!l) return;
    while (l->spare) {
        fe_cta_t *next = l->spare->next_spare;
        cta_free(l->spare);
        l->spare = next;
    }
    ptx_cluster_free_all(l);
    if (l->winst != l->k->winst) free((void *)l->winst);
    free(l->pool);
    free(l->params);
    free(l);
}

static bool reads_clock(const ptx_kernel_t *k)
{
    for (uint32_t i = 0; i < k->uops; i++)
        if (k->uop[i].group == G_MOVE && k->uop[i].op / UOP(1, 0) == O_CLOCK) return true;
    return false;
}

static bool has_group(const ptx_kernel_t *k, ptx_group_t group)
{
    for (uint32_t i = 0; i < k->uops; i++)
        if (k->uop[i].group == group) return true;
    return false;
}

/* Local memory of a thread: what is declared and, for alloca, the stack behind it. */
static void size_local(ptx_launch_t *l, const ptx_launch_cfg_t *cfg)
{
    const uint64_t stack = cfg->stack_bytes ? cfg->stack_bytes : PTX_STACK_BYTES;
    l->local_bytes = ptx_local_bytes(l->k);
    l->stack_base = (l->local_bytes + 15) / 16 * 16;
    if (!has_group(l->k, G_STACK)) return;
    l->local_bytes = stack < PTX_MAX_LOCAL - l->stack_base ? l->stack_base + (uint32_t)stack : PTX_MAX_LOCAL;
}

static ptx_launch_t *launch_new(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, const ptx_extents_t *x)
{
    ptx_launch_t *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->k = k;
    memcpy(l->grid, x->grid, sizeof l->grid);
    memcpy(l->cluster, x->cluster, sizeof l->cluster);
    l->explicit_cluster = x->explicit_cluster;
    l->winst = ptx_cluster_ctas(l) > 1 ? ptx_cluster_code(k) : k->winst;
    memcpy(l->block, cfg->block, sizeof l->block);
    l->threads = cfg->block[0] * cfg->block[1] * cfg->block[2];
    l->lanes = cfg->warp_lanes;
    l->warps = (l->threads + l->lanes - 1) / l->lanes;
    l->shared_bytes = cfg->dyn_smem_bytes ? k->dynamic_offset + cfg->dyn_smem_bytes : k->shared_bytes;
    size_local(l, cfg);
    l->gmem = cfg->gmem;
    l->global = (uintptr_t)gmem_arena(l->gmem) - gmem_first(l->gmem);
    l->local = local_map_of(LOCAL_MAP_BASE + gmem_number(l->gmem) * PTX_LOCAL_STRIDE, l->warps, l->lanes,
                            (l->local_bytes + 15) / 16 * 16);
    l->grid_barrier = cfg->grid_barrier;
    l->name = k->name;
    l->tasks = cfg->loop != NULL;
    l->reads_clock = reads_clock(k);
    l->print = cfg->print ? cfg->print : stdout;
    l->pool = aligned_alloc(ALIGN_BYTES, align_up(k->pool_bytes + 1));
    l->params = calloc(1, k->param_bytes + 1);
    choose_code(l);
    if (l->pool && l->params && l->winst) {
        if (k->param_bytes) memcpy(l->params, cfg->params, k->param_bytes);
        return l;
    }
    launch_free(l);
    return NULL;
}

static bool place_heap(ptx_launch_t *l, const ptx_launch_cfg_t *cfg, err_t *err)
{
    const uint64_t bytes = cfg->heap_bytes ? cfg->heap_bytes : PTX_HEAP_BYTES;
    return !l->k->allocates || (l->heap = gmem_heap(l->gmem, bytes, err)) != NULL;
}

bool ptx_launch_create(const ptx_kernel_t *k, const ptx_launch_cfg_t *cfg, kernel_launch_t *out, err_t *err)
{
    *out = (kernel_launch_t){0};
    if (k->refusal) return err_set(err, NULL, 0, "%s", k->refusal);
    ptx_extents_t extents;
    if (!ptx_extents(k, cfg, &extents, err)) return false;
    ptx_launch_t *l = launch_new(k, cfg, &extents);
    if (!l) return err_set(err, k->m->file, k->line, "out of memory for '%.80s'", k->name);
    if (!fill_pool(l, err) || !ptx_const_bank(k->m, l->gmem, &l->constants, err) || !place_heap(l, cfg, err)) {
        launch_free(l);
        return false;
    }
    out->ops = &OPS;
    out->self = l;
    out->name = k->name;
    memcpy(out->grid, l->grid, sizeof out->grid);
    memcpy(out->cluster, l->cluster, sizeof out->cluster);
    memcpy(out->block, cfg->block, sizeof out->block);
    out->warp_lanes = l->lanes;
    out->threads_per_cta = l->threads;
    out->warps_per_cta = l->warps;
    out->regs_per_thread = cfg->regs_per_thread;
    out->smem_bytes = l->shared_bytes;
    out->local = l->local;
    out->flat_regs = k->flat_regs;
    out->inst_bytes = PTX_INST_BYTES;
    out->loop = cfg->loop;
    out->file = k->m->file;
    out->line = k->line;
    out->is_2d = cfg->block[1] > 1 || l->grid[1] > 1;
    return true;
}

void ptx_launch_destroy(kernel_launch_t *launch)
{
    if (!launch) return;
    launch_free(launch->self);
    *launch = (kernel_launch_t){0};
}
