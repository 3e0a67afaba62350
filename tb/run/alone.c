/* alone.c - runs each workload of a mix alone, as the reference for the figures of the mix. */
#include "run/options.h"
#include "ui/exit.h"

#include <string.h>

static bool alike(const run_opts_t *o, uint32_t a, uint32_t b)
{
    const char *size[2] = {cosim_size(o, a), cosim_size(o, b)};
    if (strcmp(o->workload_path[a], o->workload_path[b]) != 0) return false;
    return size[0] == size[1] || (size[0] && size[1] && strcmp(size[0], size[1]) == 0);
}

int run_mix_alone(run_opts_t *o, run_result_t *r, err_t *err)
{
    const uint32_t count = cosim_workloads(o);
    for (uint32_t w = 0; w < count; w++) {
        run_opts_t alone;
        uint32_t same = 0;
        while (!alike(o, same, w)) same++;
        if (same < w) {
            o->alone_cycles[w] = o->alone_cycles[same];
            continue;
        }
        cosim_alone(o, w, &alone);
        if (!cosim_run(&alone, r, err)) return UI_BAD_INPUT;
        if (r->failed[0]) {
            fprintf(stderr, "ctadel: %s alone: check failed: %s\n", r->workload, r->failed);
            return UI_FAILED;
        }
        o->alone_cycles[w] = r->cycles;
    }
    return UI_OK;
}
