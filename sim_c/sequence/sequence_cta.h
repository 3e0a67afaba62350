/* sequence_cta.h - state of a resident CTA: registers, shared memory, instructions whose values are still under way. */
#ifndef CTADEL_SEQUENCE_SEQUENCE_CTA_H
#define CTADEL_SEQUENCE_SEQUENCE_CTA_H

#include "sequence/sequence_internal.h"

typedef struct { /* an instruction between its issue and its result */
    const sequence_inst_t *inst;
    uint32_t warp, pass; /* pass: how often the warp has begun the body before */
    uint64_t cycle;      /* of its issue */
    bool open, read, accessed;
    uint16_t generation;                    /* of the ticket: one that has ended is not taken for its successor */
    uint32_t value[4][SEQUENCE_WARP_LANES]; /* by register of it: the result; of a store, its data */
} sequence_flight_t;

typedef struct {
    uint32_t at; /* the next instruction; SEQUENCE_ENDED: none */
    uint32_t pass;
} sequence_warp_t;
#define SEQUENCE_ENDED UINT32_MAX

struct fe_cta {
    sequence_kernel_t *k;
    uint32_t lid;
    bool late;        /* of cta_place_t */
    uint32_t *reg;    /* by warp, register, lane */
    uint32_t *shared; /* words */
    sequence_flight_t *flight;
    uint32_t flights;
    sequence_warp_t warp[]; /* k->warps */
};

/* sequence_data.c: the values. */

/* Address of a lane of a memory instruction. */
uint64_t sequence_address(const fe_cta_t *cta, const sequence_inst_t *in, uint32_t warp, uint32_t lane, uint32_t pass);
void sequence_read_sources(const fe_cta_t *cta, sequence_flight_t *f); /* samples registers, computes */
void sequence_access(fe_cta_t *cta, sequence_flight_t *f);             /* reads or writes memory */
void sequence_write_result(fe_cta_t *cta, sequence_flight_t *f);
bool sequence_has_values(const sequence_inst_t *in); /* it reads or writes registers, memory or the clock */
bool sequence_has_result(const sequence_inst_t *in);

#endif
