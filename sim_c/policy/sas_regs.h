/* sas_regs.h - golden model of the task unit's registers (rtl/task/sas_regs.v), and what a host writes there for a
 * parallel loop. Addresses and fields are those of rtl/task/registers.txt. */
#ifndef POLICY_SAS_REGS_H
#define POLICY_SAS_REGS_H

#include "policy/sas.h"

typedef struct {
    uint32_t sms, contexts, depth; /* as built, up to 32 SMs and contexts */
    sas_top_in_t in;               /* what sas_top gets of them; want is not of the registers */
    uint32_t context_enable, sm_enable;
    bool busy, done; /* from a loop's start to its end; the loop started last has ended */
    bool rest;       /* at the last clock edge no context could get more work */
} sas_regs_t;

void sas_regs_reset(sas_regs_t *r, uint32_t sms, uint32_t contexts, uint32_t depth);
bool sas_regs_refuses(const sas_regs_t *r, uint32_t addr, uint32_t data);
bool sas_regs_read(const sas_regs_t *r, uint32_t addr, uint32_t *data); /* false: no such word, data 0 */
/* A clock edge. rest: every context has been told that no work is left. */
void sas_regs_clock(sas_regs_t *r, bool rest);
/* What a write that is not refused does at an edge, after sas_regs_clock. */
void sas_regs_write(sas_regs_t *r, uint32_t addr, uint32_t data);

/* Writes a loop and starts it; false: `write` did, and the rest is not written. */
typedef bool sas_write_t(void *arg, uint32_t addr, uint32_t data);
bool sas_program(const sas_top_in_t *in, uint32_t sms, sas_write_t *write, void *arg);

#endif
