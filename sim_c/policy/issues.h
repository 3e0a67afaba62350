/* issues.h - the seam of the issue-control units, beside that of scheduler.h: which warps of a sub-core the control
 * bits of their oldest instructions allow to issue. Three engines implement it: rtl (Verilated issue_bits), c (its
 * golden model), lockstep (both, compared in every call).
 *
 * A core cycle of a unit: `ok`, then the grant of the warp arbiter, then `step`, the clock edge that ends the cycle.
 * Without a grant, a start or an event in the last ISSUES_SETTLED_CYCLES without `hold`, a step changes nothing and may
 * be left out.
 */
#ifndef CTADEL_POLICY_ISSUES_H
#define CTADEL_POLICY_ISSUES_H

#include "base/err.h"
#include "base/sizes.h"
#include "isa/control.h"

enum {
    ISSUES_WARPS = 16 /* of a sub-core at most */,
    ISSUES_READS = 2,
    ISSUES_WRITES = 2 /* events in a cycle at most */,
    ISSUES_SETTLED_CYCLES = 48 /* more than the longest stall */
};

typedef struct {
    uint8_t warp, counter; /* scheduler-local number; 0..CONTROL_COUNTERS-1 */
} issue_event_t;

typedef struct {                        /* inputs at a clock edge */
    uint64_t starts;                    /* bit w: warp w starts */
    uint32_t granted;                   /* warp that issues, one of `ok`; SCHED_NONE: none */
    bool hold;                          /* the sub-core stands still: no grant, stall and yield last a cycle longer */
    uint32_t reads, writes;             /* numbers of events */
    issue_event_t read[ISSUES_READS];   /* an instruction has read its sources: its read counter */
    issue_event_t write[ISSUES_WRITES]; /* a result is written: its write counter */
} issue_in_t;

typedef struct { /* an engine; each call gets its self, and the number of the unit: SM * schedulers + scheduler */
    void (*destroy)(void *self);
    /* head[w]: issue_word of the oldest instruction of warp w; changed: warps whose word is another than in the last
     * call. Returns a bit per warp whose instruction may issue. */
    uint64_t (*ok)(void *self, uint32_t unit, const uint32_t *head, uint64_t changed);
    void (*step)(void *self, uint32_t unit, const issue_in_t *in);
} issue_ops_t;

/* The control word of head_i in rtl/issue/issue_bits.v. */
static inline uint32_t issue_word(const inst_control_t *c)
{
    return c->stall_cycles | (uint32_t)c->yield << 4 | (uint32_t)c->write_counter << 5 |
           (uint32_t)c->read_counter << 8 | (uint32_t)c->wait << 11 |
           (uint32_t)(c->atmost_counter != CONTROL_NONE) << 17 | (uint32_t)(c->atmost_counter & 7) << 18 |
           (uint32_t)c->atmost_count << 21;
}

extern const issue_ops_t issues_c_ops;
void *issues_c_create(uint32_t units); /* NULL only when out of memory */

#endif
