/* fetch.h - instruction fetch of an SM, for warps with an empty instruction buffer [SMK §3.3, Figure 10]. A fetch
 * delivers as many instructions as the buffer holds; with sm.fetch = line it ends with the I-cache sector. Decode adds
 * no cycle to the hit latency of the I-cache.
 *
 * Each cycle the fetch policy selects warps, round robin among the warps of a kernel: null.1 one warp of any kernel;
 * rr.2 two warps of one kernel, kernels in turn; both.2 one warp of each of two kernels. A kernel without a requesting
 * warp loses its turn. Under both.2 a kernel that requests alone fetches for one warp, as under null.1: [SMK §3.3]
 * gives every kernel one warp.
 *
 * Each bank of the I-cache takes one fetch per cycle, even if two fetches want the same line. When two fetches meet in
 * a bank, the second stalls for a cycle and goes first in the next; the policy fills the remaining place as if the
 * stalled warp (both.2: its kernel) had no request. A fetch that the I-cache refuses (no MSHR is free, say) has used
 * its bank; it keeps no priority and is selected anew. A fetch that stalls behind a refused one does not count as a
 * bank conflict.
 *
 * LINE_BESIDE: fetch comes before issue in a cycle; an arriving line delays no fetch and is decoded at once.
 * LINE_FETCHES: fetch comes after issue, so it sees the buffers that the cycle's issues emptied, and its misses leave
 * in the same cycle; an arriving line takes all fetches of one cycle for each warp that waits for it, as in a single
 * fetch buffer. Hit or arrived, a fetch is decoded after the issue of the next cycle.
 *
 * WARP_ENDS_SEARCHED (source: GPGPU-Sim's shader_core_ctx::fetch): a warp that has ended leaves its CTA when the search
 * for the next warp to fetch passes it, from the cycle after its last result or store on. A line that takes the fetch
 * leaves no search.
 *
 * Not modelled: fill ports of the I-cache. */
#ifndef CTADEL_SM_FETCH_H
#define CTADEL_SM_FETCH_H

#include "mem/l1.h"
#include "sm/warps.h"

typedef struct fetch fetch_t;

/* From sm.code_address on, above every data space, a region of FETCH_CODE_BYTES for each kernel, so that no two tags
 * collide. */
#define FETCH_CODE_BYTES (UINT64_C(1) << 32)

/* Address of the warp's instruction at `bytes` in its code. */
static inline uint64_t fetch_address(const sm_cfg_t *cfg, const warp_t *wp, uint64_t bytes)
{
    return cfg->code_address + wp->code * FETCH_CODE_BYTES + bytes;
}

/* Borrows all. NULL only when out of memory. */
fetch_t *fetch_create(const sm_cfg_t *cfg, l1_t *l1i, warps_t *warps, sm_counters_t *counters);
void fetch_destroy(fetch_t *f); /* NULL is fine */

void fetch_begin(fetch_t *f);               /* samples the warps that have ended; before results are written */
void fetch_step(fetch_t *f);                /* one core cycle; the token of an I-cache access is the SM warp */
void fetch_done(fetch_t *f, uint32_t warp); /* the I-cache delivered the warp's fetch */

/* LINE_FETCHES: the line that the warp missed takes the fetch of this cycle, in place of fetch_step; the next
 * fetch_decode decodes it, and returns whether there was one. */
void fetch_arrived(fetch_t *f, uint32_t warp);
bool fetch_decode(fetch_t *f);
/* sm.perfect_fetches: in place of fetch_decode and fetch_step, all fetches and decodes of a cycle, which follow its
 * issue. Returns whether a warp got instructions. Source: the loop over inst_fetch_throughput in GPGPU-Sim's
 * shader_core_ctx::cycle, with perfect_inst_const_cache. */
bool fetch_perfect(fetch_t *f);
bool fetch_still(const fetch_t *f); /* true: no line is between fetch_arrived and fetch_decode */

#endif
