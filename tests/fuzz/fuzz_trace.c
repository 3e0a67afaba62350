/* A kernel's trace, plain or .xz by its first bytes: read from end to end, in every CTA order that
 * a summary takes; if it is small, it then runs on a machine, which its size picks. */
#include "fuzz.h"

#include "config/config.h"
#include "gpu/gpu.h"
#include "policy/policy.h"
#include "trace/trace.h"

#include <stdio.h>
#include <string.h>

enum { RUN_INSTS = 300, RUN_CTAS = 64, RUN_CYCLES = 8000 };

static uint32_t stream_0(const void *self, uint32_t i)
{
    (void)self;
    (void)i;
    return 0;
}

static const kernel_launch_t *begin(void *self, uint32_t i, err_t *err) { return trace_kernel(self, i, err); }

static void end(void *self, const kernel_launch_t *k) { trace_release(self, k); }

/* Any end is right but a failed assertion, a violated law, or a message that is not one line. */
static void run(trace_t *t, size_t number)
{
    static const char *const names[] = {"gtx480", "lcs28", "dyncta30", "claso14", "smk15"};
    char path[sizeof CTADEL_DATADIR + 64];
    err_t err = {""};
    machine_t m;
    snprintf(path, sizeof path, CTADEL_DATADIR "/machines/%s.yaml", names[number % (sizeof names / sizeof names[0])]);
    if (!machine_load(path, &m, &err)) __builtin_trap();
    m.max_cycles = RUN_CYCLES;
    m.sms = 2;
    stats_t *stats = stats_create();
    void *engine = engine_c_create(arb_policies[0], m.sms * m.sm.schedulers, SCHED_SMALL);
    const gpu_env_t env = {.machine = &m, .sched = &engine_c_ops, .sched_self = engine, .stats = stats};
    gpu_t *gpu = gpu_create(&env, &err);
    const gpu_list_t list = {t, 1, stream_0, begin, end};
    const bool ok = gpu && gpu_run_list(gpu, &list, &err);
    fuzz_judge(ok, &err, NULL);
    if (ok && !stats_check_laws(stats, &err)) __builtin_trap();
    gpu_destroy(gpu);
    engine_c_ops.destroy(engine);
    stats_destroy(stats);
}

static void read_kernel(const char *list, const char *path, size_t number)
{
    err_t err = {""};
    trace_summary_t s;
    const kernel_launch_t *k;
    trace_t *t = trace_open(list, CTADEL_DATADIR "/opcodes/sass.txt", NULL, &err);
    const bool ok = t && trace_summarise(t, 0, &s, &k, &err);
    fuzz_judge(ok, &err, path);
    if (ok && s.ctas != (uint64_t)k->grid[0] * k->grid[1] * k->grid[2]) __builtin_trap();
    if (ok && s.warp_insts <= RUN_INSTS && s.ctas <= RUN_CTAS) {
        trace_release(t, k);
        run(t, number);
    }
    trace_destroy(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static const char xz_begin[] = "\xfd"
                                   "7zXZ";
    const bool xz = bytes >= 5 && memcmp(data, xz_begin, 5) == 0;
    const char *name = xz ? "kernel-1.traceg.xz" : "kernel-1.traceg";
    char path[FUZZ_PATH_BYTES], list[FUZZ_PATH_BYTES];
    fuzz_file("kernelslist.g", name, strlen(name), list);
    fuzz_file(name, data, bytes, path);
    read_kernel(list, path, bytes);
    return 0;
}
