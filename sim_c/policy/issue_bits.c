/* issue_bits.c - golden model of issue_bits. What depends on a warp's counters is looked at again only after they or
 * its oldest instruction have changed. */
#include "policy/issue_bits.h"

#include "policy/scheduler.h"

#include <assert.h>
#include <string.h>

enum { FULL = 60 /* a counter from here on takes no reservation */ };
enum { STALL_LONG = 11 /* longer ones need yield */, STALL_SHORTENED = 2, STALL_45 = 45 };

void issue_bits_reset(issue_bits_t *b)
{
    memset(b, 0, sizeof *b);
    b->control = SCHED_NONE;
    b->ready = ~UINT64_C(0);
}

static uint32_t field(uint32_t word, uint32_t at, uint32_t bits) { return word >> at & ((1u << bits) - 1); }

static bool full(const issue_bits_t *b, uint32_t w, uint32_t counter)
{
    return counter < CONTROL_COUNTERS && b->count[w][counter] >= FULL;
}

static bool counters_allow(const issue_bits_t *b, uint32_t w)
{
    const uint32_t head = b->head[w], depbar = field(head, 18, 3);
    if (b->pending[w] & field(head, 11, 6)) return false;
    if (full(b, w, field(head, 5, 3)) || full(b, w, field(head, 8, 3))) return false;
    const uint32_t at = depbar < CONTROL_COUNTERS ? b->count[w][depbar] : 0;
    return !field(head, 17, 1) || at <= field(head, 21, 6);
}

uint64_t issue_bits_ok(issue_bits_t *b, const uint32_t *head, uint64_t changed)
{
    for (uint64_t left = changed; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        b->head[w] = head[w];
    }
    for (uint64_t left = changed | b->look; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        const uint64_t bit = UINT64_C(1) << w;
        b->ready = counters_allow(b, w) ? b->ready | bit : b->ready & ~bit;
    }
    b->look = 0;
    return b->ready & ~b->stalled & ~b->yields;
}

static void add(issue_bits_t *b, uint32_t w, uint32_t counter, int32_t by)
{
    if (counter >= CONTROL_COUNTERS) return;
    uint8_t *count = &b->count[w][counter];
    const uint8_t bit = (uint8_t)(1u << counter);
    assert(by > 0 ? *count < 63 : *count > 0);
    *count = (uint8_t)(*count + by);
    b->pending[w] = (uint8_t)(*count ? b->pending[w] | bit : b->pending[w] & ~bit);
    b->look |= UINT64_C(1) << w;
}

static void count_down(issue_bits_t *b)
{
    b->yields = 0;
    for (uint64_t left = b->stalled; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        if (--b->stall[w] == 0) b->stalled &= ~(UINT64_C(1) << w);
    }
}

/* Cycles from the issue on in which the warp does not issue, with the two encodings that compilers do not use. */
static uint32_t stall_of(uint32_t head)
{
    const uint32_t stall = field(head, 0, 4);
    const bool yield = field(head, 4, 1);
    if (!yield && stall > STALL_LONG) return STALL_SHORTENED;
    if (yield && !stall) return STALL_45;
    return stall ? stall : 1;
}

void issue_bits_step(issue_bits_t *b, const issue_in_t *in)
{
    assert(!in->hold || in->granted == SCHED_NONE);
    if (!in->hold) count_down(b);
    if (b->control != SCHED_NONE) { /* before the releases: both may name one counter */
        add(b, b->control, field(b->reserves, 5, 3), 1);
        add(b, b->control, field(b->reserves, 8, 3), 1);
    }
    for (uint32_t i = 0; i < in->reads; i++) add(b, in->read[i].warp, in->read[i].counter, -1);
    for (uint32_t i = 0; i < in->writes; i++) add(b, in->write[i].warp, in->write[i].counter, -1);
    b->control = in->granted;
    if (in->granted != SCHED_NONE) {
        const uint64_t bit = UINT64_C(1) << in->granted;
        b->reserves = b->head[in->granted];
        b->stall[in->granted] = (uint8_t)(stall_of(b->reserves) - 1); /* this cycle is the first */
        if (b->stall[in->granted]) b->stalled |= bit;
        if (field(b->reserves, 4, 1)) b->yields = bit;
    }
    for (uint64_t left = in->starts & b->stalled; left; left &= left - 1) b->stall[__builtin_ctzll(left)] = 0;
    b->stalled &= ~in->starts;
    b->yields &= ~in->starts;
}
