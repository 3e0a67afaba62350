/* shim_issue.h - C interface of the Verilated issue-control units of a sub-core (rtl/issue/issue_bits.v, issue_regs.v).
 * As in shim.h: sets pins, toggles the clock, reads pins. */
#ifndef CTADEL_TB_ENGINE_SHIM_ISSUE_H
#define CTADEL_TB_ENGINE_SHIM_ISSUE_H

#include "policy/issues.h"
#include "engine/shim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ISSUE_SHIM_WARPS = ISSUES_WARPS }; /* warps of a sub-core that it is built for */

typedef struct {                                     /* a model; each call but create gets what create has returned */
    uint32_t consumers;                              /* CONSUMERS of issue_regs; 0: issue_bits */
    void *(*create)(const char *name, wave_t *wave); /* reset done; wave NULL: not traced */
    void (*destroy)(void *self);
    uint64_t (*ok)(void *self, issue_heads_t head, uint64_t changed); /* as issue_ops_t.ok */
    void (*settle)(void *self, const issue_in_t *in);                 /* sets the inputs, for waves */
    void (*rise)(void *self);
    void (*fall)(void *self); /* for waves: no events and no grant from here on */
    /* settle, rise and fall in one call, for use without waves: the inputs are evaluated once. */
    void (*step)(void *self, const issue_in_t *in);
} issue_shim_t;

extern const issue_shim_t issue_shim_bits, issue_shim_regs_1, issue_shim_regs_3, issue_shim_regs_7, issue_shim_regs_15,
    issue_shim_regs_31, issue_shim_regs_63;

#ifdef __cplusplus
}
#endif
#endif
