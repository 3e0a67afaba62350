/* bits.c - control words or registers of the warps' oldest instructions, and queues of events. */
#include "sm/bits.h"

#include "base/ring.h"
#include "policy/scheduler.h"

#include <assert.h>
#include <stdlib.h>

enum { EVENTS_MAX = 2048 /* more than instructions can be on their way */ };

typedef struct {
    uint64_t cycle; /* from which on the unit may have it */
    issue_event_t event;
} timed_t;

typedef struct { /* by cycle */
    uint32_t head, used;
    timed_t at[EVENTS_MAX];
} events_t;

typedef struct {     /* of a scheduler */
    uint64_t known;  /* warps whose control word the unit has */
    uint64_t starts; /* in this cycle */
    uint32_t granted;
    uint64_t settled_cycle; /* from this one on a step changes nothing */
    bool look;              /* the unit was stepped, so that it may allow other warps */
    uint64_t allowed;       /* of the last look */
    uint32_t word[SM_WARPS];
    issue_fields_t fields[SM_WARPS]; /* in place of words, of a scoreboard */
    events_t read, written;
} part_t;

struct bits {
    const issue_ops_t *ops;
    void *self;
    bool counts; /* scoreboards */
    uint32_t first, scheds;
    uint32_t awake; /* bit per scheduler whose unit may have to be stepped; a step of the others changes nothing */
    warps_t *warps;
    part_t part[SM_SCHEDS];
};

bits_t *bits_create(const sm_cfg_t *cfg, const issue_ops_t *ops, void *self, uint32_t first_unit, warps_t *warps)
{
    bits_t *b = calloc(1, sizeof *b);
    if (!b) return NULL;
    b->ops = ops;
    b->self = self;
    b->counts = cfg->issue_by == ISSUE_BY_COUNTS;
    b->first = first_unit;
    b->scheds = cfg->schedulers;
    b->warps = warps;
    for (uint32_t i = 0; i < b->scheds; i++) b->part[i].granted = SCHED_NONE;
    return b;
}

void bits_destroy(bits_t *b) { free(b); }

static part_t *part_of(bits_t *b, uint32_t w) { return &b->part[warps_place(b->warps, w).sched]; }

static part_t *wake(bits_t *b, uint32_t w)
{
    b->awake |= UINT32_C(1) << warps_place(b->warps, w).sched;
    return part_of(b, w);
}

static uint32_t local_of(const bits_t *b, uint32_t w)
{
    return (uint32_t)__builtin_ctzll(warps_place(b->warps, w).bit);
}

void bits_moved_on(bits_t *b, uint32_t w) { part_of(b, w)->known &= ~warps_place(b->warps, w).bit; }

void bits_starts(bits_t *b, uint32_t w)
{
    part_t *p = wake(b, w);
    p->starts |= warps_place(b->warps, w).bit;
    bits_moved_on(b, w);
}

void bits_look(bits_t *b, uint64_t storing)
{
    const warp_mask_t *mask = warps_masks(b->warps);
    uint64_t waits[SM_SCHEDS] = {0}; /* at a barrier for its stores */
    for (; storing; storing &= storing - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(storing);
        const winst_t *head = warps_at(b->warps, w)->head;
        const warp_place_t at = warps_place(b->warps, w);
        if (head && head->op == WI_BARRIER) waits[at.sched] |= at.bit;
    }
    for (uint32_t i = 0; i < b->scheds; i++) {
        part_t *p = &b->part[i];
        const uint64_t fresh = mask[i].have & ~p->known;
        for (uint64_t left = fresh; left; left &= left - 1) {
            const uint32_t local = (uint32_t)__builtin_ctzll(left);
            const winst_t *in = warps_at(b->warps, warps_number(b->warps, i, local))->head;
            if (b->counts) p->fields[local] = issue_fields(in);
            else p->word[local] = issue_word(in->control);
        }
        p->known = mask[i].have;
        const issue_heads_t heads = b->counts ? (issue_heads_t){.fields = p->fields} : (issue_heads_t){.word = p->word};
        if (fresh || p->look) p->allowed = b->ops->ok(b->self, b->first + i, heads, fresh);
        p->look = false;
        warps_allow(b->warps, i, p->allowed & ~waits[i]);
    }
}

void bits_granted(bits_t *b, uint64_t now, uint32_t w)
{
    part_t *p = wake(b, w);
    p->granted = local_of(b, w);
    bits_moved_on(b, w);
    const uint64_t settled_cycle = now + (b->counts ? 1 : issue_settles_cycles(p->word[p->granted]));
    if (p->settled_cycle < settled_cycle) p->settled_cycle = settled_cycle;
}

/* A place in the queue for an event of warp w. Its fields, of a scoreboard only, are many bytes and not cleared. */
static issue_event_t *note(const bits_t *b, events_t *e, uint64_t cycle, uint32_t w)
{
    assert(e->used < EVENTS_MAX);
    if (!e->used) e->head = 0; /* few places are used, and stay in the host's caches */
    uint32_t i = e->used++;
    for (; i && e->at[ring_at(e->head, i - 1, EVENTS_MAX)].cycle > cycle; i--)
        e->at[ring_at(e->head, i, EVENTS_MAX)] = e->at[ring_at(e->head, i - 1, EVENTS_MAX)];
    timed_t *t = &e->at[ring_at(e->head, i, EVENTS_MAX)];
    t->cycle = cycle;
    t->event.warp = (uint8_t)local_of(b, w);
    return &t->event;
}

/* What the instruction releases: a counter of its control bits, or registers, if there are any. */
static void release(bits_t *b, events_t *e, uint64_t cycle, uint32_t w, const winst_t *in, uint8_t counter)
{
    if (b->counts) note(b, e, cycle, w)->fields = issue_fields(in);
    else if (counter < CONTROL_COUNTERS) note(b, e, cycle, w)->counter = counter;
}

void bits_will_read(bits_t *b, uint64_t cycle, uint32_t w, const winst_t *in)
{
    if (b->counts && !in->nsrc) return;
    release(b, &wake(b, w)->read, cycle, w, in, b->counts ? CONTROL_NONE : in->control->read_counter);
}

void bits_read(bits_t *b, uint32_t w, const winst_t *in) { bits_will_read(b, 0, w, in); }

void bits_written(bits_t *b, uint32_t w, const winst_t *in)
{
    if (b->counts && !in->ndst) return;
    release(b, &wake(b, w)->written, 0, w, in, b->counts ? CONTROL_NONE : in->control->write_counter);
}

static uint32_t take(events_t *e, uint64_t now, issue_event_t *to, uint32_t most)
{
    uint32_t n = 0;
    for (; n < most && e->used && e->at[e->head].cycle <= now; n++) {
        to[n] = e->at[e->head].event;
        ring_drop(&e->head, EVENTS_MAX);
        e->used--;
    }
    return n;
}

static void step(bits_t *b, uint32_t i, uint64_t now, bool hold)
{
    part_t *p = &b->part[i];
    issue_in_t in; /* its events are many bytes, and are not cleared */
    in.starts = p->starts;
    in.granted = p->granted;
    in.hold = hold;
    in.reads = take(&p->read, now, in.read, ISSUES_READS);
    in.writes = take(&p->written, now, in.write, ISSUES_WRITES);
    b->ops->step(b->self, b->first + i, &in);
    p->granted = SCHED_NONE;
    p->starts = 0;
    p->look = true;
}

void bits_step(bits_t *b, uint64_t now, uint32_t held)
{
    for (uint32_t left = b->awake; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        part_t *p = &b->part[i];
        const bool counts = now < p->settled_cycle, hold = held >> i & 1;
        if (counts || p->starts || p->read.used || p->written.used) step(b, i, now, hold);
        else b->awake &= ~(left & -left);
        p->settled_cycle += counts && hold;
    }
}

bool bits_still(const bits_t *b, uint64_t now)
{
    for (uint32_t left = b->awake; left; left &= left - 1) {
        const part_t *p = &b->part[__builtin_ctz(left)];
        if (p->look || p->read.used || p->written.used || now < p->settled_cycle) return false;
    }
    return true;
}
