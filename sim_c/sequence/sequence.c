/* sequence.c - a file of sequences from its opening to its end; the registers that its warps end with. */
#include "sequence/sequence_internal.h"

#include "base/outfile.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define KEPT_MAX (UINT64_C(1) << 30) /* bytes */

/* The file's name without folder and ending. */
static char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *dot = strrchr(name, '.');
    return dot && dot > name ? strndup(name, (size_t)(dot - name)) : strdup(name);
}

sequence_t *sequence_open(const char *path, err_t *err)
{
    sequence_t *s = calloc(1, sizeof *s);
    if (s) {
        s->path = strdup(path);
        s->name = name_of(path);
        s->memory = sequence_memory_create();
    }
    if (!s || !s->path || !s->name || !s->memory) err_set(err, path, 0, "out of memory");
    else if (sequence_read(s, err)) return s;
    sequence_close(s);
    return NULL;
}

void sequence_close(sequence_t *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->kernels; i++) {
        sequence_kernel_t *k = s->kernel[i];
        free(k->w);
        free(k->inst);
        free(k->kept);
        free(k->constants.word);
        free(k);
    }
    sequence_memory_destroy(s->memory);
    free(s->name);
    free(s->path);
    free(s);
}

const char *sequence_name(const sequence_t *s) { return s->name; }

uint32_t sequence_kernels(const sequence_t *s) { return s->kernels; }

const kernel_launch_t *sequence_kernel(const sequence_t *s, uint32_t i) { return &s->kernel[i]->launch; }

static uint64_t kept_words(const sequence_kernel_t *k)
{
    return (uint64_t)k->ctas * k->warps * k->regs * SEQUENCE_WARP_LANES;
}

bool sequence_keep(sequence_t *s, err_t *err)
{
    uint64_t words = 0;
    for (uint32_t i = 0; i < s->kernels; i++) words += kept_words(s->kernel[i]);
    if (words > KEPT_MAX / sizeof(uint32_t))
        return err_set(err, s->path, 0, "found registers of %" PRIu64 " bytes to be kept; allowed: up to %" PRIu64,
                       words * sizeof(uint32_t), KEPT_MAX);
    for (uint32_t i = 0; i < s->kernels; i++) {
        sequence_kernel_t *k = s->kernel[i];
        k->kept = calloc(kept_words(k), sizeof *k->kept);
        if (!k->kept) return err_set(err, s->path, 0, "out of memory");
    }
    return true;
}

uint32_t sequence_register(const sequence_t *s, uint32_t kernel, uint32_t cta, uint32_t warp, uint32_t reg,
                           uint32_t lane)
{
    const sequence_kernel_t *k = s->kernel[kernel];
    return k->kept[(((size_t)cta * k->warps + warp) * k->regs + reg) * SEQUENCE_WARP_LANES + lane];
}

static void write_kernel(FILE *f, const sequence_t *s, uint32_t i)
{
    const sequence_kernel_t *k = s->kernel[i];
    for (uint32_t c = 0; c < k->ctas; c++)
        for (uint32_t w = 0; w < k->warps; w++)
            for (uint32_t r = 0; r < k->regs; r++) {
                fprintf(f, "%s,%" PRIu32 ",%" PRIu32 ",R%" PRIu32 ",", k->name, c, w, r);
                for (uint32_t l = 0; l < sequence_lanes(k, w); l++)
                    fprintf(f, "%s%08" PRIx32, l ? " " : "", sequence_register(s, i, c, w, r, l));
                fputc('\n', f);
            }
}

bool sequence_write_registers(const sequence_t *s, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *f = outfile_stream(o);
    fputs("kernel,cta,warp,register,values\n", f);
    for (uint32_t i = 0; i < s->kernels; i++) write_kernel(f, s, i);
    return outfile_commit(o, err);
}
