/* grids.c - loads a workload and looks at its launches. */
#include "run/grids.h"

#include "gpu/gpu.h"
#include "workload/workload.h"

#include <stdio.h>

static void take(const machine_t *m, const kernel_launch_t *k, grids_t *out)
{
    const uint64_t ctas = (uint64_t)k->grid[0] * k->grid[1] * k->grid[2];
    const uint32_t tmax = gpu_ctas_per_sm(m, k);
    const double waves = tmax ? (double)ctas / ((double)m->sms * tmax) : 0.0;
    if (out->kernel[0] && waves <= out->waves) return;
    snprintf(out->kernel, sizeof out->kernel, "%s", k->name);
    out->ctas = ctas;
    out->tmax = tmax;
    out->waves = waves;
}

bool grids_of(const machine_t *m, const char *path, const char *size, grids_t *out, err_t *err)
{
    *out = (grids_t){0};
    workload_t *w = workload_load(path, size, &m->sm, 1, err);
    bool ok = w && workload_contexts(w, m->name, m->sms, m->sm.task_queue ? m->sm.threads : 0, err);
    out->launches = ok ? workload_launches(w) : 0;
    for (uint32_t i = 0; ok && i < out->launches; i++) {
        const kernel_launch_t *k = workload_launch(w, i, err);
        ok = k != NULL;
        if (!ok) break;
        take(m, k, out);
        workload_release(w, k);
    }
    workload_destroy(w);
    return ok;
}
