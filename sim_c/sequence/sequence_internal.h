/* sequence_internal.h - a sequence in memory, and what the files of this folder call in each other. */
#ifndef CTADEL_SEQUENCE_SEQUENCE_INTERNAL_H
#define CTADEL_SEQUENCE_SEQUENCE_INTERNAL_H

#include "sequence/sequence.h"
#include "sequence/sequence_memory.h"
#include "sequence/sequence_opcode.h"
#include "sequence/sequence_text.h"

#include <stddef.h>

enum {
    SEQUENCE_THREADS_MAX = 1024, /* of a CTA */
    SEQUENCE_REGS_MAX = 255,     /* R0 to R254 */
    SEQUENCE_SHARED_MAX = 1 << 20,
    SEQUENCE_INSTS_MAX = 1 << 16, /* of a kernel */
    SEQUENCE_KERNELS_MAX = 256,
    SEQUENCE_NAME_CHARS = 39,
    SEQUENCE_INST_BYTES = 16,
    SEQUENCE_BARRIERS = 16,
    SEQUENCE_SOURCES = CONTROL_OPERANDS,
    SEQUENCE_BANK_BYTES = 1 << 16 /* of constant memory */
};
#define SEQUENCE_CONSTANTS UINT64_C(0x710000000000) /* address of constant memory in the timing model */
#define SEQUENCE_SHARED    UINT64_C(0x7f0000000000) /* addresses in a line from here on are shared memory */

typedef struct {   /* a source operand */
    uint16_t reg;  /* the first register; CONTROL_NO_REG: none */
    bool negated;  /* -Rn */
    bool zero;     /* RZ */
    uint64_t bits; /* value if there is no register; RZ: 0 */
    bool constant; /* it is in constant memory, at bank * SEQUENCE_BANK_BYTES + offset; with a register: the offset */
    uint32_t at;
} sequence_operand_t;

typedef struct {
    uint32_t at, bits;
} sequence_word_t;

typedef struct { /* contents of constant memory, by place; others are 0 */
    sequence_word_t *word;
    uint32_t words, room;
} sequence_constants_t;

typedef struct { /* lane l of warp w of CTA c accesses, in pass t, base + l*lane + w*warp + c*cta + t*time */
    uint64_t base, lane, warp, cta, time;
} sequence_place_t;

typedef struct {
    const sequence_opcode_t *op;
    inst_control_t control;
    sequence_operand_t src[SEQUENCE_SOURCES]; /* by operand position: of a store address and data */
    uint16_t dst;                             /* first register of the result; CONTROL_NO_REG: none */
    uint8_t barrier;
    sequence_place_t at;
} sequence_inst_t;

typedef struct {
    char name[SEQUENCE_NAME_CHARS + 1];
    uint32_t line;
    uint32_t ctas, threads, warps, regs, shared_bytes, times;
    uint32_t insts, room;
    winst_t *w;                             /* by instruction, as inst */
    sequence_inst_t *inst;                  /* w[i].control is in inst[i] */
    uint32_t init_value[SEQUENCE_REGS_MAX]; /* of the registers, in all lanes */
    bool init_given[SEQUENCE_REGS_MAX];
    sequence_constants_t constants;
    uint32_t *kept; /* registers at the end, by CTA, warp, register, lane; NULL: not asked for */
    sequence_memory_t *memory;
    const char *path;
    kernel_launch_t launch;
} sequence_kernel_t;

struct sequence {
    char *path, *name;
    sequence_memory_t *memory;
    sequence_kernel_t *kernel[SEQUENCE_KERNELS_MAX];
    uint32_t kernels;
};

/* ---- sequence_operand.c: parts of an operand field. False: err ---- */

bool sequence_reg(const sequence_at_t *at, const sequence_kernel_t *k, const char *text, uint32_t words,
                  uint16_t *reg); /* Rn or RZ, the first of `words` registers */
/* The same as a source. */
bool sequence_source_reg(const sequence_at_t *at, const sequence_kernel_t *k, const char *text, uint32_t words,
                         sequence_operand_t *out);
/* A source operand of an opcode, a register or a number; *reuse: it has the suffix. */
bool sequence_source(const sequence_at_t *at, const sequence_kernel_t *k, const sequence_opcode_t *op, char *text,
                     sequence_operand_t *out, bool *reuse);
/* [R2.64], [R4], [UR4]: the address register, which is `words` long. */
bool sequence_address_reg(const sequence_at_t *at, const sequence_kernel_t *k, char *text, bool global,
                          sequence_operand_t *out, uint32_t *words);

/* ---- sequence_constants.c ---- */

typedef enum { SEQUENCE_PUT, SEQUENCE_PUT_TWICE, SEQUENCE_PUT_NO_MEMORY } sequence_put_t;

/* c[0x0][0x160], c[0x0][R4]. False: err */
bool sequence_constant(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_operand_t *out);
/* A word at a known place: c[0x0][0x160]. False: err */
bool sequence_constant_place(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_operand_t *out);
uint32_t sequence_constant_get(const sequence_kernel_t *k, uint32_t place);
sequence_put_t sequence_constant_put(sequence_kernel_t *k, uint32_t place, uint32_t bits); /* once for each place */

/* ---- sequence_inst.c, sequence_control.c, sequence_place.c: an instruction. False: err ---- */

enum { SEQUENCE_FIELDS_PLAIN = 7, SEQUENCE_FIELDS = 13 };
bool sequence_inst(const sequence_at_t *at, sequence_kernel_t *k, char *field[SEQUENCE_FIELDS], uint32_t fields);
bool sequence_operands(const sequence_at_t *at, const sequence_kernel_t *k, char *text, sequence_inst_t *in);
/* Reads the columns STALL YIELD WRITE READ MASK. */
bool sequence_control(const sequence_at_t *at, char *const field[5], sequence_inst_t *in);
/* Reads the columns BASE LANE WARP CTA TIME BYTES. */
bool sequence_place(const sequence_at_t *at, const sequence_kernel_t *k, char *const field[6], sequence_inst_t *in);

/* ---- sequence_read.c: the file. False: err ---- */

bool sequence_read(sequence_t *s, err_t *err);

/* ---- sequence_cta.c: the front end ---- */

extern const frontend_ops_t sequence_ops; /* self is a sequence_kernel_t */

/* Lanes of warp w that exist. */
static inline uint32_t sequence_lanes(const sequence_kernel_t *k, uint32_t w)
{
    const uint32_t rest = k->threads - w * SEQUENCE_WARP_LANES;
    return rest < SEQUENCE_WARP_LANES ? rest : SEQUENCE_WARP_LANES;
}

#endif
