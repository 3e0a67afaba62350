/* golden.h - the dispatcher as the specification defines it: kernel table, resource accounting, the four stages, issue
 * register. One call is one clock edge. */
#ifndef CTADEL_POLICY_GOLDEN_H
#define CTADEL_POLICY_GOLDEN_H

#include "policy/policy.h"
#include "policy/tally.h"

enum { K_FREE, K_ISSUE, K_DRAIN, K_DONE };
enum { QUIET_EDGES = 3 }; /* edges without an event after which it sleeps: docs/rtl/disp.md, rule 7 */

typedef struct {
    uint32_t grid[3];
    uint32_t flags, stream, priority, state;
    uint32_t next[3]; /* coordinates of the next CTA, cluster by cluster */
    uint32_t issued, completed;
    bool aborted; /* no further CTA: the host aborted it, or it can never be placed */
} golden_kernel_t;

typedef struct {
    slot_mask_t used_slots;       /* slots that hold a CTA */
    uint8_t kid[SCHED_SLOTS_MAX]; /* by slot: table entry of the CTA */
} golden_sm_t;

typedef struct { /* counts since init */
    uint32_t issued, completed, kernels, bad_done;
} golden_perf_t;

typedef struct {
    disp_view_t view;
    const place_policy_t *place;
    const limit_policy_t *limit;
    const gate_policy_t *gate[POLICY_GATES_MAX]; /* gates in use; all must agree */
    uint32_t gates;
    void *place_st, *limit_st, *gate_st[POLICY_GATES_MAX];
    uint32_t policy, irq_status, irq_enable;
    uint32_t cap[RES_COUNT]; /* capacities as written; init copies them to view.empty */
    golden_kernel_t kernel[SCHED_KERNELS_MAX];
    uint64_t launches;                 /* launches so far */
    uint32_t pool;                     /* register POOL: kernels that run at once */
    sm_mask_t part[SCHED_KERNELS_MAX]; /* by entry: SMs of its partition */
    sm_mask_t claimed;                 /* SMs in the partitions of kernels with CTAs left, as of the last clock, */
    uint32_t claimed_live;             /* and these kernels */
    bool part_written;                 /* a partition was written since the last clock */
    uint32_t were_busy, seen_busy;     /* bit k: entry k was busy before the last clock; before the clock ahead of it */
    golden_sm_t sm[SCHED_SMS_MAX];
    /* registers between the stages */
    sm_mask_t ok;       /* eligible SMs for offers.about */
    uint32_t done_turn; /* SM with priority for its report */
    sm_mask_t out;      /* SMs that were picked or in the booking register in the last clock, which their counts do not
                           include yet */
    uint32_t same_clocks; /* clocks for which the same kernel has been asked about, at most 2 */
    uint32_t summed;      /* bit k: the resources of a block of entry k are known */
    uint32_t sum_kid, sum_ctas[SCHED_KERNELS_MAX]; /* entry whose block is being summed; by entry, CTAs summed so far */
    uint32_t never;                                /* bit k: in the last clock that sum did not fit an empty SM */
    uint8_t resident[SCHED_SMS_MAX]; /* by SM: CTAs of offers.asked, including one in the booking register */
    uint32_t need;                   /* CTAs of it that must fit together; 0: not known yet */
    sm_mask_t may;                   /* enabled SMs that serve it: partitions */
    uint32_t book_sm, book_kid;      /* the booking register: pick to be booked next; SCHED_NONE: none */
    uint32_t book_xyz[3];            /* coordinates of the CTA, valid when it is booked */
    bool book_head, book_new;        /* it begins a block; it was picked in the last clock */
    bool book_waits;                 /* a CTA of that SM is released in this clock: the booking waits */
    bool voided;                     /* `ok` is void: a pick may have taken the credit that several SMs were offered */
    uint32_t left_sm, left_slot;     /* the report taken in the last clock; SCHED_NONE: none */
    bool left_bad;                   /* it named a free slot */
    bool issue_valid;
    uint32_t issue_sm, issue_slot, issue_kid, issue_xyz[3], issue_lid;
    bool issue_block;
    uint32_t issue_half;           /* HALF_... */
    uint32_t quiet;                /* edges since the last event, at most QUIET_EDGES */
    golden_perf_t perf, perf_read; /* perf_read: the registers, an edge later */
    disp_why_t why;                /* see golden_why.c */
} golden_t;

static inline bool golden_last_of_grid(const golden_kernel_t *k) /* the next CTA is the last one */
{
    for (uint32_t d = 0; d < 3; d++)
        if (k->next[d] + 1 < k->grid[d]) return false;
    return true;
}

bool golden_reset(golden_t *g, disp_size_t size); /* false: out of memory */
void golden_free(golden_t *g);
/* golden_stages.c: creates the policies' state for a value of POLICY; resets it; reports a start and an abort. */
/* false: a policy is not built in, or out of memory; nothing changed */
bool golden_select(golden_t *g, uint32_t policy);
void golden_init_policies(golden_t *g);
void golden_start_policies(golden_t *g, uint32_t kid);
void golden_stop_policies(golden_t *g, uint32_t kid);
/* golden_book.c: books the pick in the booking register and loads the new one. done: SM whose report is taken in this
 * clock; golden_complete releases the CTA of the report before. */
uint32_t golden_lowest_free(const golden_t *g); /* slot for the pick in the booking register */
void golden_book(golden_t *g, bool books, const disp_edge_t *pick, uint32_t done);
void golden_complete(golden_t *g, uint32_t done, const disp_in_t *in);
void golden_abort(golden_t *g, uint32_t kid); /* dispatches no further CTA of a busy entry */
/* golden_pool.c: the busy entries that run are in the pool; the stages see only these. */
uint32_t golden_busy(const golden_t *g);    /* bit k: entry k is busy, in the pool or waiting */
uint32_t golden_next_in(const golden_t *g); /* bit k: entry k waits and enters the pool at this clock edge */
void golden_enter(golden_t *g, uint32_t kid);
/* golden_parts.c: partitions. */
bool golden_part_enough(const golden_t *g, uint32_t kid);   /* its partition lets the entry be launched */
sm_mask_t golden_part_may(const golden_t *g, uint32_t kid); /* enabled SMs that serve the entry in this clock */
bool golden_part_clock(golden_t *g);                        /* one clock; true: busy */
/* Writes 32 SMs of a partition. False: refused. */
bool golden_part_write(golden_t *g, uint32_t kid, uint32_t word, uint32_t value);
/* golden_offer.c: which kernel SMs are asked about, the stages' answers, and the pick. */
void golden_forget_offers(golden_t *g);       /* the place policy starts over */
sm_mask_t golden_eligible(golden_t *g);       /* SMs on which all stages agree for offers.asked */
sm_mask_t golden_admitted(const golden_t *g); /* SMs that the place policy offers to offers.asked */
/* SM s serves offers.asked and has room for what goes next of it. */
bool golden_has_room(const golden_t *g, uint32_t s);
/* One adder sums the resources of a block after the launch: it starts with two CTAs and adds one per clock. */
void golden_sum_start(golden_t *g, uint32_t kid); /* at a launch: kid is summed next */
void golden_sum(golden_t *g);                     /* one clock */
bool golden_summing(const golden_t *g);           /* true: the sum of a kernel is not known yet */
/* A kernel whose block does not fit an empty SM, or that the place policy cannot place; SCHED_NONE: none. */
uint32_t golden_never_fits(const golden_t *g);
bool golden_shared(const golden_t *g); /* true: a gate's `alone` holds for an SM that may be picked */
/* Picks an SM if the booking register is free or is booked now. After a grid's last CTA no pick follows in the same
 * clock. */
void golden_choose(golden_t *g, bool books, disp_edge_t *e);
typedef struct { /* fields as in golden_t, counted in this clock */
    uint8_t resident[SCHED_SMS_MAX];
    uint32_t need, kid;
    sm_mask_t may;
} golden_count_t;
void golden_count(const golden_t *g, golden_count_t *c);
/* Moves the pipeline of offers on by one clock. */
void golden_offer(golden_t *g, uint32_t next, const golden_count_t *count, bool changes);
/* golden_why.c: why SMs get no CTA. Ask with the registers of before the clock; note after it. */
typedef struct {
    uint32_t kid;                  /* table entry that SMs were asked about; OFFER_NONE: none */
    uint32_t live;                 /* bit k: entry k has CTAs left */
    uint16_t cause[SCHED_SMS_MAX]; /* by SM: WHY_... of the stages */
} golden_asked_t;
void golden_why_ask(const golden_t *g, golden_asked_t *asked);
void golden_why_note(golden_t *g, const golden_asked_t *asked);
bool golden_block_open(const golden_t *g); /* a block of CTAs has begun and has CTAs left */
bool golden_asleep(const golden_t *g);     /* no register changes until an input event */
void golden_clock(golden_t *g, const disp_in_t *in, disp_out_t *out);
void golden_clock_tally(golden_t *g, const disp_in_t *in, disp_out_t *out,
                        tally_t *t); /* golden_tally.c: also counts */
/* golden_attr.c: attributes of launches, and GPCs. The first and third of these say whether one is at the address; a
 * write that is refused (false) changes nothing. */
bool golden_read_attr(const golden_t *g, uint32_t addr, uint32_t *kid, uint32_t *value);
bool golden_write_attr(golden_t *g, uint32_t addr, uint32_t kid, uint32_t old, uint32_t value);
bool golden_gpc_word(const golden_t *g, uint32_t addr, uint32_t *word);
bool golden_write_gpcs(golden_t *g, uint32_t word, uint32_t value);
uint32_t golden_read_gpcs(const golden_t *g, uint32_t word);
/* golden_regs.c: the register file. A write applies at once; the caller clocks the dispatcher around it. */
bool golden_write(golden_t *g, uint32_t addr, uint32_t value); /* false: refused, nothing changed */
bool golden_read(const golden_t *g, uint32_t addr, uint32_t *value);

#endif
