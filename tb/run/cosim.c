/* cosim.c - runs all launches of a source; after a lockstep difference, runs again to write its waves. */
#include "run/cosim_internal.h"

#include <stdlib.h>
#include <string.h>

static uint32_t list_stream(const void *self, uint32_t i) { return source_stream(self, i); }

static const kernel_launch_t *list_begin(void *self, uint32_t i, err_t *err) { return source_launch(self, i, err); }

static void list_end(void *self, const kernel_launch_t *k) { source_release(self, k); }

/* One run; ends at a lockstep difference. False: err. */
static bool run_once(const run_opts_t *o, const cosim_waves_t *waves, run_result_t *out, err_t *err)
{
    run_t *r = cosim_open(o, NULL, waves, err);
    if (!r) return false;
    source_t *s = cosim_run_source(r);
    const gpu_list_t list = {s, source_launches(s), list_stream, list_begin, list_end};
    return cosim_close(r, gpu_run_list(cosim_gpu(r), &list, err), out, err);
}

/* Runs are deterministic, so a second run writes the waves of the cycles before the difference. */
static bool run_again(const run_opts_t *o, run_result_t *out, err_t *err)
{
    run_opts_t again = *o;
    run_result_t *ignored = calloc(1, sizeof *ignored);
    const cosim_waves_t waves = cosim_difference_waves(&out->difference);
    again.waves = COSIM_LOCKSTEP_WAVES;
    again.stats_json = again.stats_csv = again.timeline = again.why = again.dispatch_log = NULL;
    again.dispatches = NULL;
    bool ok = ignored || err_set(err, NULL, 0, "out of memory");
    ok = ok && run_once(&again, &waves, ignored, err) && cosim_difference_save(&out->difference, out->failed, err);
    free(ignored);
    const size_t used = strlen(out->failed);
    snprintf(out->failed + used, sizeof out->failed - used, "; waves of the last %d cycles: %s", COSIM_LOCKSTEP_CYCLES,
             COSIM_LOCKSTEP_WAVES);
    return ok;
}

bool cosim_run(const run_opts_t *o, run_result_t *out, err_t *err)
{
    if (!run_once(o, NULL, out, err)) return false;
    return !difference_found(&out->difference.what) || run_again(o, out, err);
}
