/* tally.h - how often the policies in use answered, refused, and changed what the plain policies would have done. A
 * lockstep run tells a reader by it what its comparison was worth. */
#ifndef CTADEL_POLICY_TALLY_H
#define CTADEL_POLICY_TALLY_H

#include "policy/policy.h"

/* place: decided: CTAs picked. refused: SM-cycles in which all other stages accepted an SM that the place policy did
 * not offer. changed: picks of an SM or kernel, and CTAs out of linear order, that place_rr would not have chosen.
 * limit: decided: SM-cycles in which an SM had room and the limit was asked. refused: those with the answer no.
 *        changed: SM-cycles with a paused CTA.
 * gate:  as limit, where the limit agreed. changed: SM-cycles in which an SM was being drained.
 * arb:   decided: grants. refused: cycles of a scheduler in which a warp competed and none was granted. changed: grants
 *        of another warp than arb_gto would have granted. */
typedef struct {
    uint64_t decided, refused, changed;
} stage_tally_t;

typedef struct {
    uint64_t clocks; /* clock edges of the dispatcher */
    stage_tally_t place, limit, arb;
    stage_tally_t gate[POLICY_GATES_MAX]; /* of the gates in use, in the order of gate_policies[] */
} tally_t;

/* True: the policy made a difference. */
static inline bool tally_acted(const stage_tally_t *t) { return t->refused || t->changed; }

const tally_t *engine_c_tally(const void *self); /* of an engine driven by engine_c_tally_ops, so far */

#endif
