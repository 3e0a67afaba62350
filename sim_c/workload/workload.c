/* workload.c - opens a workload file, fills device memory, creates launches, saves buffers. */
#include "workload/wl.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool fill_device(workload_t *w, err_t *err)
{
    void **host = calloc(w->buffer_count ? w->buffer_count : 1, sizeof *host);
    if (!host) return err_set(err, w->path, 0, "out of memory");
    for (uint32_t i = 0; i < w->buffer_count; i++) host[i] = w->buffers[i].host;
    bool ok = wl_fill(w, host, err);
    free(host);
    return ok;
}

static bool read_all(workload_t *w, const char *size, err_t *err)
{
    yamldoc_t *doc = yamldoc_open(w->path, err);
    if (!doc) return false;
    ynode_t root = ynode_root(doc);
    bool ok = wl_read_head(w, root, size, err);
    if (ok) w->ref = wl_reference(w->name);
    ok = ok && wl_read_buffers(w, root, err) && wl_read_launches(w, root, err) && wl_read_outputs(w, root, err);
    yamldoc_close(doc);
    return ok && fill_device(w, err);
}

workload_t *workload_load(const char *path, const char *size, const sm_cfg_t *sm, uint64_t seed, err_t *err)
{
    return workload_load_behind(NULL, path, size, sm, seed, 0, err);
}

workload_t *workload_load_behind(const workload_t *before, const char *path, const char *size, const sm_cfg_t *sm,
                                 uint64_t seed, uint64_t gap_bytes, err_t *err)
{
    workload_t *w = calloc(1, sizeof *w);
    if (w) w->path = strdup(path);
    if (!w || !w->path) {
        err_set(err, path, 0, "out of memory");
        workload_destroy(w);
        return NULL;
    }
    w->before = before;
    w->warp_lanes = sm->warp_lanes;
    w->as_ptxas = sm->code == CODE_PTXAS;
    w->seed = seed;
    w->gap_bytes = gap_bytes;
    if (read_all(w, size, err)) return w;
    workload_destroy(w);
    return NULL;
}

void workload_release(workload_t *w, const kernel_launch_t *launch)
{
    wl_live_t **at = &w->live;
    while (&(*at)->launch != launch) at = &(*at)->next;
    wl_live_t *live = *at;
    *at = live->next;
    ptx_launch_destroy(&live->launch);
    free(live);
}

void workload_destroy(workload_t *w)
{
    if (!w) return;
    while (w->live) workload_release(w, &w->live->launch);
    for (uint32_t i = 0; i < w->buffer_count; i++) {
        free(w->buffers[i].name);
        free(w->buffers[i].npy);
        wl_free_type(&w->buffers[i].type);
    }
    for (uint32_t i = 0; i < w->launch_count; i++) free(w->launches[i].params);
    for (uint32_t i = 0; i < w->output_count; i++) free(w->outputs[i].npy);
    free(w->buffers);
    free(w->launches);
    free(w->outputs);
    ptx_module_destroy(w->module);
    gmem_destroy(w->gmem);
    expr_scope_destroy(w->scope);
    free(w->path);
    free(w->name);
    free(w->title);
    free(w->size);
    free(w);
}

const char *workload_name(const workload_t *w) { return w->name; }
const char *workload_size(const workload_t *w) { return w->size; }
uint32_t workload_launches(const workload_t *w) { return w->launch_count; }
uint32_t workload_stream(const workload_t *w, uint32_t i) { return w->launches[i].stream; }
uint64_t workload_guard_reads(const workload_t *w) { return gmem_guard_reads(w->gmem); }

bool workload_loops(const workload_t *w)
{
    for (uint32_t i = 0; i < w->launch_count; i++)
        if (w->launches[i].has_loop) return true;
    return false;
}

bool workload_contexts(workload_t *w, const char *machine, uint32_t sms, uint32_t contexts, err_t *err)
{
    w->sms = sms;
    w->contexts = contexts;
    for (uint32_t i = 0; i < w->launch_count && !contexts; i++)
        if (w->launches[i].has_loop)
            return err_set(err, w->path, w->launches[i].line,
                           "the launch has a parallel loop, but machine '%s' has no "
                           "task unit; take machine sas4",
                           machine);
    return true;
}

const kernel_launch_t *workload_launch(workload_t *w, uint32_t i, err_t *err)
{
    assert(i < w->launch_count);
    const wl_launch_t *launch = &w->launches[i];
    ptx_launch_cfg_t cfg = {
        .grid = {launch->grid[0], launch->grid[1], launch->grid[2]},
        .block = {launch->block[0], launch->block[1], launch->block[2]},
        .cluster = {launch->cluster[0], launch->cluster[1], launch->cluster[2]},
        .nonportable_cluster = true,
        .warp_lanes = w->warp_lanes,
        .dyn_smem_bytes = launch->dyn_smem_bytes,
        .regs_per_thread = launch->regs_per_thread,
        .params = launch->params,
        .gmem = w->gmem,
        .loop = launch->has_loop ? &launch->loop : NULL,
    };
    if (launch->has_loop) {
        if (!w->contexts) {
            err_set(err, w->path, launch->line,
                    "launch %u has a parallel loop, which needs a task unit; take "
                    "`ctadel run sas4`",
                    i);
            return NULL;
        }
        memcpy(cfg.grid, (const uint32_t[]){w->sms, 1, 1}, sizeof cfg.grid);
        memcpy(cfg.block, (const uint32_t[]){w->contexts, 1, 1}, sizeof cfg.block);
    }
    err_t inner = {""};
    wl_live_t *live = calloc(1, sizeof *live);
    if (!live) {
        err_set(err, w->path, launch->line, "launch %u: out of memory", i);
        return NULL;
    }
    if (!ptx_launch_create(launch->kernel, &cfg, &live->launch, &inner)) {
        err_set(err, w->path, launch->line, "launch %u: %s", i, inner.text);
        free(live);
        return NULL;
    }
    live->launch.stream = launch->stream;
    if (launch->is_2d >= 0) live->launch.is_2d = launch->is_2d;
    live->next = w->live;
    w->live = live;
    return &live->launch;
}
