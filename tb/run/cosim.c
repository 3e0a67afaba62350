/* cosim.c - runs the list of launches of a source. */
#include "run/cosim_internal.h"

static uint32_t list_stream(const void *self, uint32_t i) { return source_stream(self, i); }

static const kernel_launch_t *list_begin(void *self, uint32_t i, err_t *err) { return source_launch(self, i, err); }

static void list_end(void *self, const kernel_launch_t *k) { source_release(self, k); }

bool cosim_run_once(const run_opts_t *o, const cosim_waves_t *waves, run_result_t *out, err_t *err)
{
    run_t *r = cosim_open(o, NULL, waves, err);
    if (!r) return false;
    source_t *s = cosim_run_source(r);
    const gpu_list_t list = {s, source_launches(s), list_stream, list_begin, list_end};
    return cosim_close(r, gpu_run_list(cosim_gpu(r), &list, err), out, err);
}

bool cosim_run(const run_opts_t *o, run_result_t *out, err_t *err)
{
    if (!cosim_run_once(o, NULL, out, err)) return false;
    return !difference_found(&out->difference.what) || cosim_again_with_waves(o, out, err);
}
