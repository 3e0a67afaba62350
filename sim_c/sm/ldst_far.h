/* ldst_far.h - the part of the LD/ST unit that accesses the shared memory of other SMs of the GPC (mem/sm_network.h),
 * and that serves their accesses.
 *
 * An instruction with such lanes (winst_exec_t.far) sends a request to each SM in its address phase, one per cycle, and
 * then accesses its own banks with the other lanes. A request waits at its destination until the banks are free of the
 * access before it; if an own one waits too, they take turns. It occupies the banks as an own access of its lanes
 * would, conflicts included, and is answered smem_latency_cycles later. Loads and atomics wait in their entry for all
 * answers. Stores and reductions are over when they are sent, and are acknowledged like stores to memory.
 *
 * Bytes of a request: 4 of an address per lane (an address of .shared::cluster has 32 bits, PTX ISA), and the data of a
 * store, an atomic or a reduction. Bytes of an answer: the data of a load or an atomic. Lanes with equal addresses
 * count each, as in [CLUSTERSIM], which also lets atomics count several times (cfg.atomic_factor). */
#ifndef CTADEL_SM_LDST_FAR_H
#define CTADEL_SM_LDST_FAR_H

#include "mem/sm_network.h"
#include "sm/ldst.h"

/* clang-format off */
#define FAR_COUNTERS(X, of) \
    X(of, far_requests, "requests", "accesses to the shared memory of another SM, one per instruction and SM (sm_network)") \
    X(of, far_answers, "answers", "of these, answered or acknowledged (sm_network)") \
    X(of, far_served, "requests", "accesses of other SMs to the shared memory of this one (sm_network)") \
    X(of, far_stalls, "cycles", "LD/ST stalled: no room for a request to another SM (sm_network)") \
    X(of, far_holds, "cycles", "LD/ST stalled after an answer of another SM (sm_network.hold_cycles)") \
    X(of, far_bank_waits, "cycles", "LD/ST stalled: accesses of other SMs occupy the shared memory's banks (sm_network)")
/* clang-format on */

typedef struct {
    FAR_COUNTERS(STATS_FIELD, _)
} far_counters_t;

/* Joins the unit of an SM to the network, which it borrows; before the first instruction. False: out of memory. */
bool ldst_connect(ldst_t *l, const sm_network_cfg_t *cfg, sm_network_t *network, uint32_t sm);
const far_counters_t *ldst_far_counters(const ldst_t *l);

/* Both in each cycle, before ldst_step. ldst_far_take: the next message for the SM; true: it is an answer, *token that
 * of its request: LDST_STORE | warp, or the entry, whose data have come. */
bool ldst_far_take(ldst_t *l, uint64_t now, uint32_t *token);
void ldst_far_serve(ldst_t *l, uint64_t now);

uint64_t ldst_far_next_cycle(const ldst_t *l, uint64_t now); /* after `now`: of ldst_far_serve; UINT64_MAX: none */
bool ldst_far_acts(const ldst_t *l);                         /* the next cycle may send a message, or serve a request */

#endif
