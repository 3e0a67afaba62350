/* A file of sequences, and the first instructions of what it accepts: of each kernel one warp, at once and late. */
#include "fuzz.h"

#include "sequence/sequence.h"

enum { KERNELS = 4, INSTS = 64, TICKETS = 8 };

/* Executes the first instructions of a warp of the last CTA; with `late` the values follow a few instructions later. */
static void run(const kernel_launch_t *k, uint32_t warp, bool late)
{
    uint32_t ticket[TICKETS] = {0};
    err_t err = {""};
    const uint32_t lid = k->grid[0] - 1;
    fe_cta_t *cta = k->ops->cta_begin(k->self, &(cta_place_t){.x = lid, .lid = lid, .late = late}, &err);
    for (uint32_t i = 0; cta && i < INSTS && k->ops->peek(cta, warp); i++) {
        winst_exec_t x = {.cycle = i};
        if (!k->ops->exec(cta, warp, &x, &err)) break;
        k->ops->result_written(cta, warp, ticket[i % TICKETS]);
        ticket[i % TICKETS] = x.ticket;
        k->ops->sources_read(cta, warp, ticket[(i + TICKETS / 2) % TICKETS]);
    }
    fuzz_judge(!err.text[0], &err, NULL);
    k->ops->cta_end(k->self, cta);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    char path[FUZZ_PATH_BYTES];
    err_t err = {""};
    fuzz_file("k.seq", data, bytes, path);
    sequence_t *s = sequence_open(path, &err);
    fuzz_judge(s != NULL, &err, path);
    for (uint32_t i = 0; s && i < sequence_kernels(s) && i < KERNELS; i++) {
        const kernel_launch_t *k = sequence_kernel(s, i);
        run(k, k->warps_per_cta - 1, false);
        run(k, 0, true);
    }
    sequence_close(s);
    return 0;
}
