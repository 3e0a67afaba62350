/* sas_regs.h - golden model of the task unit's registers (rtl/task/sas_regs.v), and the host's writes for a parallel
 * loop. Addresses and fields: rtl/task/registers.txt. */
#ifndef POLICY_SAS_REGS_H
#define POLICY_SAS_REGS_H

#include "policy/sas.h"

typedef struct {
    uint32_t sms, contexts, depth; /* as built: up to 32 SMs, 32 contexts per SM; indices of a queue */
    sas_top_in_t in;               /* inputs of sas_top that the registers drive: all but want */
    uint32_t context_enable, sm_enable;
    bool busy, done; /* a loop is in progress; the loop started last has ended */
    bool rest;       /* no context could get more work at the last clock edge */
} sas_regs_t;

void sas_regs_reset(sas_regs_t *r, uint32_t sms, uint32_t contexts, uint32_t depth);
/* True: a write would be refused. */
bool sas_regs_refuses(const sas_regs_t *r, uint32_t addr, uint32_t data);
bool sas_regs_read(const sas_regs_t *r, uint32_t addr, uint32_t *data); /* false: no such word, data 0 */
/* One clock edge. rest: every context is answered that no work is left. */
void sas_regs_clock(sas_regs_t *r, bool rest);
/* Applies a write that is not refused, after sas_regs_clock of the same edge. */
void sas_regs_write(sas_regs_t *r, uint32_t addr, uint32_t data);

/* Writes a loop with `write` and starts it; false: a write was false, and the rest is not written. */
typedef bool sas_write_t(void *arg, uint32_t addr, uint32_t data);
bool sas_program(const sas_top_in_t *in, uint32_t sms, sas_write_t *write, void *arg);

#endif
