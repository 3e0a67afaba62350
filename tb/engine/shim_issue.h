/* shim_issue.h - C interface of the Verilated issue-control unit of a sub-core (rtl/issue/issue_bits.v). As in shim.h:
 * sets pins, toggles the clock, reads pins. */
#ifndef CTADEL_TB_ENGINE_SHIM_ISSUE_H
#define CTADEL_TB_ENGINE_SHIM_ISSUE_H

#include "policy/issues.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { ISSUE_SHIM_WARPS = ISSUES_WARPS }; /* warps of a sub-core that it is built for */

typedef struct issue_shim issue_shim_t;

issue_shim_t *issue_shim_create(void); /* reset done */
void issue_shim_destroy(issue_shim_t *s);
uint64_t issue_shim_ok(issue_shim_t *s, const uint32_t *head, uint64_t changed); /* as issue_ops_t.ok */
void issue_shim_step(issue_shim_t *s, const issue_in_t *in);

#ifdef __cplusplus
}
#endif
#endif
