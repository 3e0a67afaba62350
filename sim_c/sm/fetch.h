/* fetch.h - instruction fetch of an SM, for warps whose buffer is empty [SMK §3.3, Figure 10]. A fetch brings what fits
 * the buffer and does not cross the line. Instructions take no separate decode cycle beyond the I-cache's hit latency.
 *
 * Warps of a kernel fetch in round robin. In a cycle null.1 fetches for one warp, whatever its kernel; rr.2 for two
 * warps of one kernel; both.2 for one warp of each of two kernels. Kernels without a warp that asks lose their turn.
 * [SMK §3.3] gives every kernel one warp under both.2, so a kernel that asks alone fetches for one warp, as under
 * null.1.
 *
 * Each bank of the I-cache takes one fetch per cycle, even if both want the same line. The second of two that meet
 * waits a cycle: it is the first of the next, which chooses for the place left as if the waiting warp (both.2: its
 * kernel) did not ask. A fetch that the I-cache refuses (no MSHR, say) has used its bank and is chosen anew; to the
 * statistics, waiting behind it is no bank conflict.
 *
 * Not modelled: ports of the banks for fills; a line that arrives delays no fetch. */
#ifndef CTADEL_SM_FETCH_H
#define CTADEL_SM_FETCH_H

#include "mem/l1.h"
#include "sm/warps.h"

typedef struct fetch fetch_t;

/* Borrows the I-cache, the warps and the counters that it counts in. NULL only when out of memory. */
fetch_t *fetch_create(const sm_cfg_t *cfg, l1_t *l1i, warps_t *warps, sm_counters_t *counters);
void fetch_destroy(fetch_t *f); /* NULL is fine */

void fetch_step(fetch_t *f);                /* a cycle; the token of an access is its warp */
void fetch_done(fetch_t *f, uint32_t warp); /* the I-cache has answered */

#endif
