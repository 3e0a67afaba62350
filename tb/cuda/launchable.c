/* launchable.c - a row for each kernel and shape that the program launches; rows stay in the order of first launches.
 */
#include "cuda/launchable_internal.h"

#include "ptx/ptx.h"

#include <stdlib.h>
#include <string.h>

cuda_launchable_t *cuda_launchable_create(const gpu_t *g, const machine_t *m, const run_opts_t *o)
{
    cuda_launchable_t *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    *l = (cuda_launchable_t){.gpu = g, .machine = m, .opts = o, .end = &l->first, .waits = waits_create()};
    if (l->waits) return l;
    free(l);
    return NULL;
}

void cuda_launchable_destroy(cuda_launchable_t *l)
{
    if (!l) return;
    while (l->first) {
        grid_row_t *next = l->first->next;
        free(l->first);
        l->first = next;
    }
    waits_destroy(l->waits);
    free(l);
}

static grid_row_t shape_of(const cuda_launchable_t *l, const kernel_launch_t *k)
{
    grid_row_t r = {.smem_bytes = k->smem_bytes,
                    .sms = mask_any(k->sms) && !k->borrows ? mask_count(k->sms) : l->machine->sms};
    snprintf(r.name, sizeof r.name, "%s", k->name);
    memcpy(r.grid, k->grid, sizeof r.grid);
    memcpy(r.block, k->block, sizeof r.block);
    if (launch_cluster_ctas(k) > 1) memcpy(r.cluster, k->cluster, sizeof r.cluster);
    return r;
}

static bool same(const grid_row_t *a, const grid_row_t *b)
{
    return !strcmp(a->name, b->name) && !memcmp(a->grid, b->grid, sizeof a->grid) &&
           !memcmp(a->block, b->block, sizeof a->block) && !memcmp(a->cluster, b->cluster, sizeof a->cluster) &&
           a->smem_bytes == b->smem_bytes && a->sms == b->sms;
}

/* The row of the launch, which counts it. NULL: out of memory. */
static grid_row_t *count(cuda_launchable_t *l, const kernel_launch_t *k)
{
    const grid_row_t shape = shape_of(l, k);
    grid_row_t *r = l->first;
    while (r && !same(r, &shape)) r = r->next;
    if (!r) {
        r = malloc(sizeof *r);
        if (!r) return NULL;
        *r = shape;
        r->ctas = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
        r->at_once = gpu_at_once(l->gpu, k);
        r->resident = true;
        *l->end = r;
        l->end = &r->next;
    }
    r->launches++;
    return r;
}

void cuda_launchable_refused(cuda_launchable_t *l, const kernel_launch_t *k)
{
    grid_row_t *r = l ? count(l, k) : NULL;
    if (r) r->refused = true;
}

void cuda_launchable_begins(cuda_launchable_t *l, kernel_launch_t *k, uint32_t id)
{
    uint32_t i = 0;
    grid_row_t *r = l ? count(l, k) : NULL;
    if (!r) return;
    while (l->running[i].row) i++; /* there is one entry for each of the dispatcher's kernel table */
    l->running[i] = (running_t){r, k, id};
    ptx_launch_note_waits(k, l->waits);
}

/* What was seen of a launch that has ended, or in which the GPU has stopped. */
static void take(cuda_launchable_t *l, const running_t *of)
{
    grid_row_t *r = of->row;
    const uint64_t seen = gpu_resident_most(l->gpu, of->id);
    if (seen > r->seen) r->seen = seen;
    r->resident &= r->at_once.fixed ? r->ctas <= r->at_once.ctas : r->ctas == seen;
    r->waited |= ptx_launch_waited(of->launch);
}

void cuda_launchable_ended(cuda_launchable_t *l, uint32_t id)
{
    uint32_t i = 0;
    if (!l) return;
    while (i < SCHED_KERNELS_MAX && !(l->running[i].row && l->running[i].id == id)) i++;
    if (i == SCHED_KERNELS_MAX) return; /* out of memory when it began */
    take(l, &l->running[i]);
    ptx_launch_forget_waits(l->running[i].launch);
    l->running[i].row = NULL;
}

void cuda_launchable_stopped(cuda_launchable_t *l)
{
    const char *stuck = l ? gpu_stuck(l->gpu) : NULL;
    for (uint32_t i = 0; l && i < SCHED_KERNELS_MAX; i++) {
        if (!l->running[i].row) continue;
        take(l, &l->running[i]);
        if (stuck && strcmp(stuck, "cycle limit") != 0) l->running[i].row->hangs = true;
        else l->running[i].row->stopped = true;
    }
}
