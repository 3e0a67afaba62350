/* PTX text: parsed, and each of its first kernels run for a while, as a crash may wait until then. */
#include "fuzz.h"

#include "ptx/ptx_module.h"

#include <string.h>

enum { KERNELS = 4, INSTS = 3000, THREADS = 40, MEMORY_BYTES = 1 << 18, BUFFER_BYTES = 1 << 16 };

/* 64-bit parameters point to the buffer, the others are small. */
static void fill_params(const ptx_kernel_t *k, uint64_t buffer, uint8_t *params)
{
    const float real = 1.5f;
    const uint32_t whole = 37;
    for (uint32_t i = 0; i < ptx_param_count(k); i++) {
        const ptx_param_t p = ptx_param(k, i);
        const void *from = p.size_bytes >= 8 ? (const void *)&buffer
                           : p.is_float      ? (const void *)&real
                                             : (const void *)&whole;
        const uint32_t most = p.size_bytes >= 8 ? 8 : 4;
        memcpy(params + p.offset_bytes, from, p.size_bytes < most ? p.size_bytes : most);
    }
}

static void run(const ptx_kernel_t *k)
{
    static uint8_t params[PTX_MAX_PARAM + 1];
    err_t err = {""};
    kernel_launch_t launch;
    uint64_t insts;
    gmem_t *gmem = gmem_create(MEMORY_BYTES);
    const uint64_t buffer = gmem ? gmem_alloc(gmem, "buffer", BUFFER_BYTES, &err) : 0;
    ptx_launch_cfg_t cfg = {.grid = {2, 1, 1},
                            .block = {THREADS, 1, 1},
                            .warp_lanes = 32,
                            .regs_per_thread = 16,
                            .dyn_smem_bytes = 256,
                            .params = params,
                            .gmem = gmem};
    if (k->reqntid[0] && k->reqntid[0] <= THREADS && k->reqntid[1] <= 4 && k->reqntid[2] <= 4)
        memcpy(cfg.block, k->reqntid, sizeof cfg.block);
    memset(params, 0, sizeof params);
    if (buffer) fill_params(k, buffer, params);
    bool ok = buffer && ptx_launch_create(k, &cfg, &launch, &err);
    fuzz_judge(ok, &err, NULL);
    if (ok) fuzz_judge(ptx_run_functional(&launch, INSTS, &insts, &err), &err, NULL);
    if (ok) ptx_launch_destroy(&launch);
    gmem_destroy(gmem);
}

static void parse_and_run(const char *path, bool as_ptxas)
{
    err_t err = {""};
    ptx_module_t *m = ptx_parse_file(path, as_ptxas, &err);
    fuzz_judge(m != NULL, &err, path);
    for (uint32_t i = 0; m && i < m->kernels_used && i < KERNELS; i++) run(m->kernel[i]);
    ptx_module_destroy(m);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    fuzz_file("k.ptx", data, bytes, path);
    parse_and_run(path, false);
    parse_and_run(path, true);
    return 0;
}
