/* issue_regs.h - golden model of issue_regs: the scoreboard of a sub-core, with a pending write and a number of
 * consumers for each register of each warp. A consumer is an instruction that has issued and not yet read its sources.
 * Source: R. Huerta et al. (MICRO 2025), section 7; docs/rtl/issue.md. */
#ifndef CTADEL_POLICY_ISSUE_REGS_H
#define CTADEL_POLICY_ISSUE_REGS_H

#include "policy/issues.h"

typedef struct {
    bool pending;
    uint8_t consumers;
} issue_reg_t;

typedef struct {
    uint32_t most; /* consumers of a register */
    issue_fields_t head[ISSUES_WARPS];
    issue_reg_t reg[ISSUES_WARPS][ISSUES_REGS];
    uint64_t ready; /* of the last look */
    uint64_t look;  /* warps whose registers have changed since */
} issue_regs_t;

void issue_regs_reset(issue_regs_t *r, uint32_t most);
uint64_t issue_regs_ok(issue_regs_t *r, const issue_fields_t *head, uint64_t changed);
void issue_regs_step(issue_regs_t *r, const issue_in_t *in);

#endif
