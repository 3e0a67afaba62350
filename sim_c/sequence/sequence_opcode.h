/* sequence_opcode.h - the opcodes of sequences: what each is to the model, its operands, its function. */
#ifndef CTADEL_SEQUENCE_SEQUENCE_OPCODE_H
#define CTADEL_SEQUENCE_SEQUENCE_OPCODE_H

#include <stdint.h>

typedef enum { /* of the operands */
               FORM_NONE,
               FORM_ALU,     /* Rd and sources */
               FORM_LOAD,    /* Rd,[address] */
               FORM_STORE,   /* [address],Rs */
               FORM_COPY,    /* [shared address],[global address] */
               FORM_CONST,   /* Rd,c[bank][offset] */
               FORM_CLOCK,   /* Rd */
               FORM_CS2R,    /* Rd,SR_CLOCKLO */
               FORM_BARRIER, /* its number */
               FORM_BRANCH,  /* 0x0 */
               FORM_DEPBAR   /* SBn,count,{counters} */
} sequence_form_t;

typedef enum { TYPE_INT, TYPE_F32, TYPE_HALF2, TYPE_F64 } sequence_type_t;

typedef enum {
    FN_NONE,
    FN_MOV,
    FN_ADD,
    FN_ADD3,
    FN_MUL,
    FN_FMA,
    FN_RCP,
    FN_RSQ,
    FN_SQRT,
    FN_EX2,
    FN_LG2,
    FN_SIN, /* of a number of turns, as MUFU */
    FN_COS
} sequence_fn_t;

typedef struct {
    const char *name;
    uint8_t unit, lat, op, space; /* unit_t, lat_t, winst_op_t, space_t */
    uint8_t form, type, fn;       /* sequence_form_t, sequence_type_t, sequence_fn_t */
    uint8_t sources;              /* of FORM_ALU */
    uint8_t words;                /* registers of a result, a source, or of the data of a memory access */
} sequence_opcode_t;

const sequence_opcode_t *sequence_opcode(const char *name); /* NULL: unknown */
const char *sequence_opcode_name(uint32_t i);               /* NULL after the last */

/* The function of an ALU opcode; an operand of 32 bits is in the lower half. */
uint64_t sequence_value(const sequence_opcode_t *op, uint64_t a, uint64_t b, uint64_t c);
uint64_t sequence_negated(const sequence_opcode_t *op, uint64_t v); /* -Rn */

#endif
