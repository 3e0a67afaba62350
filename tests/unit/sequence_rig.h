/* sequence_rig.h - sequences from text, and one CTA of their kernels that a test executes instruction by instruction.
 */
#ifndef CTADEL_TESTS_SEQUENCE_RIG_H
#define CTADEL_TESTS_SEQUENCE_RIG_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "launch_code.h"
#include "sequence/sequence.h"

#define PLAIN " 4 0 -1 -1 0\n" /* control bits of an instruction that needs none but a stall */
#define END   "EXIT - 5 0 -1 -1 0\n"

/* The instructions of a sequence, which are side by side. */
static inline const winst_t *insts_of(const kernel_launch_t *k) { return code_of(k).at[0]; }

/* Reads a file with these bytes. NULL: err, whose text begins with *path. */
static inline sequence_t *read_bytes(const char *text, size_t bytes, char path[32], err_t *err)
{
    strcpy(path, "/tmp/sequence-XXXXXX");
    const int fd = mkstemp(path);
    FILE *f = fdopen(fd, "wb");
    assert_int_equal(fwrite(text, 1, bytes, f), bytes);
    fclose(f);
    sequence_t *s = sequence_open(path, err);
    remove(path);
    return s;
}

typedef struct {
    sequence_t *s;
    const kernel_launch_t *k;
    fe_cta_t *cta;
    uint32_t lid;
    bool late;
    winst_exec_t x; /* of the last instruction */
} bed_t;

static inline void bed_begin(bed_t *b, uint32_t lid)
{
    err_t err = {""};
    b->lid = lid;
    b->cta = b->k->ops->cta_begin(b->k->self, &(cta_place_t){.x = lid, .lid = lid, .late = b->late}, &err);
    assert_non_null(b->cta);
}

/* Opens the sequences of `text`, of which the first kernel runs, and begins its CTA 0; late: of cta_place_t. */
static inline void bed_open_as(bed_t *b, const char *text, bool late)
{
    char path[32];
    err_t err = {""};
    *b = (bed_t){.s = read_bytes(text, strlen(text), path, &err), .late = late};
    if (!b->s || !sequence_keep(b->s, &err)) fail_msg("%s", err.text);
    b->k = sequence_kernel(b->s, 0);
    bed_begin(b, 0);
}

static inline void bed_open(bed_t *b, const char *text) { bed_open_as(b, text, false); }

/* Executes the next instruction of a warp; false: it has ended. */
static inline bool bed_step(bed_t *b, uint32_t warp, uint64_t cycle)
{
    err_t err = {""};
    if (!b->k->ops->peek(b->cta, warp)) return false;
    b->x = (winst_exec_t){.cycle = cycle};
    if (!b->k->ops->exec(b->cta, warp, &b->x, &err)) fail_msg("%s", err.text);
    return true;
}

static inline void bed_end(bed_t *b)
{
    b->k->ops->cta_end(b->k->self, b->cta);
    b->cta = NULL;
}

static inline void bed_close(bed_t *b)
{
    if (b->cta) bed_end(b);
    sequence_close(b->s);
}

/* Executes warp 0 to its end, and ends the CTA. */
static inline void bed_run(bed_t *b)
{
    while (bed_step(b, 0, 0)) continue;
    bed_end(b);
}

/* Register of lane 0 of warp 0 of CTA 0 at its end. */
static inline uint32_t bed_reg(const bed_t *b, uint32_t reg) { return sequence_register(b->s, 0, 0, 0, reg, 0); }

static inline float bed_float(const bed_t *b, uint32_t reg)
{
    const uint32_t bits = bed_reg(b, reg);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

#endif
