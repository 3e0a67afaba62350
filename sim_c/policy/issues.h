/* issues.h - the seam of the issue-control units, beside that of scheduler.h: which warps of a sub-core the operands of
 * their oldest instructions allow to issue. A unit reads their control bits, or is a scoreboard that compares and
 * counts their registers. Three engines implement it: rtl (Verilated issue_bits or issue_regs), c (golden models),
 * lockstep (both, compared in every call).
 *
 * A core cycle of a unit: `ok`, then the grant of the warp arbiter, then `step`, the clock edge that ends the cycle.
 * Without a start or an event, a step changes nothing and may be left out once the last grants have settled: with
 * control bits issue_settles_cycles after each, in cycles without `hold`; of a scoreboard in the cycle after it. */
#ifndef CTADEL_POLICY_ISSUES_H
#define CTADEL_POLICY_ISSUES_H

#include "base/err.h"
#include "base/sizes.h"
#include "isa/winst.h"

enum {
    ISSUES_WARPS = 16 /* of a sub-core at most */,
    ISSUES_READS = 2,
    ISSUES_WRITES = 2 /* events in a cycle at most */
};
enum {
    ISSUES_REGS = 332 /* registers of a warp in a scoreboard */,
    ISSUES_DESTS = WINST_DST_MAX,
    ISSUES_SOURCES = WINST_SRC_MAX, /* fields of an instruction */
    ISSUES_CONSUMERS_MAX = 63
};

typedef struct {                                         /* registers that an instruction names */
    uint8_t dests, sources;                              /* numbers of fields */
    uint16_t dest[ISSUES_DESTS], source[ISSUES_SOURCES]; /* below ISSUES_REGS; several fields may name one register */
} issue_fields_t;

typedef struct { /* of an instruction: what a unit releases. Control bits: its counter; scoreboard: its registers */
    uint8_t warp, counter; /* scheduler-local number; 0..CONTROL_COUNTERS-1 */
    issue_fields_t fields; /* read: the sources; written: the destinations */
} issue_event_t;

typedef union {                   /* what a unit reads of the oldest instructions, by warp */
    const uint32_t *word;         /* control bits: issue_word */
    const issue_fields_t *fields; /* scoreboard: issue_fields */
} issue_heads_t;

typedef struct {                        /* inputs at a clock edge */
    uint64_t starts;                    /* bit w: warp w starts */
    uint32_t granted;                   /* warp that issues, one of `ok`; SCHED_NONE: none */
    bool hold;                          /* the sub-core stands still: no grant, stall and yield last a cycle longer */
    uint32_t reads, writes;             /* numbers of events */
    issue_event_t read[ISSUES_READS];   /* an instruction has read its sources */
    issue_event_t write[ISSUES_WRITES]; /* a result is written */
} issue_in_t;

typedef struct { /* an engine; each call gets its self, and the number of the unit: SM * schedulers + scheduler */
    void (*destroy)(void *self);
    /* changed: warps whose head is another than in the last call. Returns a bit per warp whose oldest instruction may
     * issue. */
    uint64_t (*ok)(void *self, uint32_t unit, issue_heads_t head, uint64_t changed);
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

/* A scoreboard has ISSUES_REGS registers: greater numbers share one with a smaller number. Instructions that name two
 * numbers of one register may then wait for each other without need. */
static inline issue_fields_t issue_fields(const winst_t *in)
{
    issue_fields_t f = {.dests = in->ndst, .sources = in->nsrc};
    for (uint32_t i = 0; i < in->ndst; i++) f.dest[i] = in->dst[i] % ISSUES_REGS;
    for (uint32_t i = 0; i < in->nsrc; i++) f.source[i] = in->src[i] % ISSUES_REGS;
    return f;
}

/* Cycles after the issue of an instruction with this control word until it changes a unit no more: its reservations are
 * counted, stall and yield are over. */
static inline uint32_t issue_settles_cycles(uint32_t word)
{
    enum { RESERVED = 2, LONGEST = 45 };
    const uint32_t stall = word & 15, yield = word >> 4 & 1;
    if (yield && !stall) return LONGEST;
    return stall > RESERVED ? stall : RESERVED;
}

extern const issue_ops_t issues_c_ops;
/* consumers: that the scoreboards count for a register, 1..ISSUES_CONSUMERS_MAX; 0: units of control bits. NULL only
 * when out of memory. */
void *issues_c_create(uint32_t units, uint32_t consumers);

#endif
