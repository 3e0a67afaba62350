/* golden.h - the dispatcher as the specification has it: kernel table, resource accounting, the four
 * decisions in a row, issue register. One call is one clock edge. */
#ifndef CTADEL_POLICY_GOLDEN_H
#define CTADEL_POLICY_GOLDEN_H

#include "policy/policy.h"

enum { K_FREE, K_ISSUE, K_DRAIN, K_DONE };
enum { QUIET_EDGES = 3 }; /* after so many it sleeps: docs/rtl/disp.md, rule 7 */

typedef struct {
    uint32_t grid[3];
    uint32_t flags, stream, state;
    uint32_t next[3]; /* coordinates of the next CTA in linear order */
    uint32_t issued, completed;
    bool aborted; /* no CTA more, by the host or because its block fits no SM */
} golden_kernel_t;

typedef struct {
    uint32_t have[RES_COUNT];     /* free now */
    uint32_t used_slots;          /* bit c: CTA slot c holds a CTA */
    uint8_t kid[SCHED_SLOTS_MAX]; /* of which kernel */
} golden_sm_t;

typedef struct { /* since init */
    uint32_t issued, completed, kernels, bad_done;
} golden_perf_t;

typedef struct {
    disp_view_t view;
    const place_policy_t *place;
    const limit_policy_t *limit;
    const gate_policy_t *gate[POLICY_GATES_MAX]; /* those switched on; all must agree */
    uint32_t gates;
    void *place_st, *limit_st, *gate_st[POLICY_GATES_MAX];
    uint32_t policy, irq_status, irq_enable;
    uint32_t cap[RES_COUNT]; /* capacities as written; view.empty is as of the last init */
    golden_kernel_t kernel[SCHED_KERNELS];
    uint64_t launches;             /* so far */
    uint32_t pool;                 /* places: kernels that run at once */
    uint32_t were_busy, seen_busy; /* bit k: entry k was before the last clock; and before the one ahead of it */
    golden_sm_t sm[SCHED_SMS_MAX];
    /* registers between the stages */
    uint32_t ok, done_turn;
    uint32_t out;                              /* bit s: SM s was picked or stood in the booking register in the last
                                                  clock: its counts do not know of that */
    uint32_t stands;                           /* the same kernel was asked about for so many clocks, at most 2 */
    uint32_t summed;                           /* bit k: what a block of entry k takes is known */
    uint32_t sum_kid, sum_ctas[SCHED_KERNELS]; /* whose CTAs are summed up; so many are */
    uint32_t hopeless;                         /* bit k: a clock ago these did not fit an empty SM */
    uint8_t resident[SCHED_SMS_MAX];           /* CTAs of what was asked about a clock ago that were there then, or
                                                  were about to be */
    uint32_t need;                             /* so many of them had to find room together; 0: not known */
    uint32_t book_sm, book_kid;                /* picked and to be issued next; SCHED_NONE: none */
    uint32_t book_xyz[3];                      /* the CTA, if it is booked in this clock */
    bool book_head, book_new;                  /* begins a block; was picked in the last clock */
    bool book_waits;                           /* a CTA leaves that SM in this clock */
    bool voided;                               /* what `ok` gave to several SMs may have been taken by one of them */
    uint32_t left_sm, left_slot;               /* the report taken a clock ago, or SCHED_NONE */
    bool left_bad;                             /* of a slot that was not in use */
    bool issue_valid;
    uint32_t issue_sm, issue_slot, issue_kid, issue_xyz[3], issue_lid;
    bool issue_block;
    uint32_t issue_half;           /* HALF_... */
    uint32_t quiet;                /* edges since something happened, at most QUIET_EDGES */
    golden_perf_t perf, perf_read; /* the registers follow an edge later */
} golden_t;

static inline bool golden_last_of_grid(const golden_kernel_t *k) /* the CTA that is next */
{
    for (uint32_t d = 0; d < 3; d++)
        if (k->next[d] + 1 < k->grid[d]) return false;
    return true;
}

bool golden_reset(golden_t *g); /* false: out of memory */
void golden_free(golden_t *g);
/* The policies' state is made afresh for what POLICY now says, or started over. */
bool golden_select(golden_t *g, uint32_t policy); /* false: no such policies, or no memory; nothing changed */
void golden_init_policies(golden_t *g);
void golden_start_policies(golden_t *g, uint32_t kid);
void golden_stop_policies(golden_t *g, uint32_t kid);
/* golden_book.c: the pick that stands is booked, a new one stands; `done`: SM whose report is taken, of the
 * one before the CTA leaves. */
uint32_t golden_lowest_free(const golden_sm_t *sm);
void golden_book(golden_t *g, bool books, const disp_edge_t *pick, uint32_t done);
void golden_complete(golden_t *g, uint32_t done, const disp_in_t *in);
void golden_abort(golden_t *g, uint32_t kid); /* a busy entry: no CTA of it more */
/* golden_pool.c: of the busy entries the longest-launched have places, and the stages see these alone. */
uint32_t golden_busy(const golden_t *g);    /* bit k: entry k, whether it has a place or waits for one */
uint32_t golden_next_in(const golden_t *g); /* bit k: entry k waits, and has one from the next clock on */
void golden_enter(golden_t *g, uint32_t kid);
/* golden_offer.c: offers, the stages' answers, and the pick. */
void golden_forget_offers(golden_t *g); /* another place policy begins */
uint32_t golden_eligible(golden_t *g);  /* bit s: all stages agree on SM s and what was asked about */
/* What a block takes is summed up by one adder from the launch on, two CTAs at once and one more per clock. */
void golden_sum_start(golden_t *g, uint32_t kid); /* a launch: it is next */
void golden_sum(golden_t *g);                     /* one clock */
bool golden_summing(const golden_t *g);           /* of a kernel it is not known yet */
uint32_t golden_hopeless(const golden_t *g);      /* a kernel whose block does not fit an empty SM; SCHED_NONE */
bool golden_shared(const golden_t *g);            /* a gate has given to several SMs what is left for one or two */
/* Picks an SM, if one may be: the booking register is free then, and not with a kernel's last CTA. */
void golden_choose(golden_t *g, bool books, disp_edge_t *e);
typedef struct { /* as golden_t has them, of this clock */
    uint8_t resident[SCHED_SMS_MAX];
    uint32_t need, kid;
} golden_count_t;
void golden_count(const golden_t *g, golden_count_t *c);
/* What the next clock will know. */
void golden_offer(golden_t *g, uint32_t next, const golden_count_t *count, bool stirs);
bool golden_asleep(const golden_t *g); /* no register changes until an input event */
void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out);
/* The register file; a write applies at once, the caller clocks the dispatcher around it. */
bool golden_write(golden_t *g, uint32_t addr, uint32_t value); /* false: refused, nothing changed */
bool golden_read(const golden_t *g, uint32_t addr, uint32_t *value);

#endif
