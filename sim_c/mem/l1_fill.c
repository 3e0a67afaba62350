/* l1_fill.c - fills of a first-level cache, and the answers that the SM takes.
 *
 * A fill passes its waiting accesses to the SM one per cycle, as the data port would. */
#include "mem/l1_internal.h"

#include <assert.h>

void l1_answer(l1_t *l1, uint32_t token, uint64_t first_cycle)
{
    if (l1->done_cycle < first_cycle) l1->done_cycle = first_cycle;
    else l1->done_cycle += !l1->together;
    delayq_push(l1->done, token, l1->done_cycle);
    l1->answers++;
}

/* ALLOCATE_FILL: takes a way for the line that MSHR e has fetched. */
static int32_t take_filled(l1_t *l1, uint16_t e)
{
    filling_t *f = &l1->filling[e];
    const int32_t way = tags_victim(l1->tags, f->line);
    l1_take_way(l1, way, &f->first, f->line);
    if (!f->recalled) tags_at(l1->tags, way)->want = units_of(0, l1->cfg.line_bytes);
    f->line = TAGS_NO_LINE;
    return way;
}

/* Completes a fetch. If a write has dropped the line meanwhile, `want` is 0: the waiting reads are answered and the
 * data is not kept. */
static void fill_line(l1_t *l1, const mem_reply_t *reply)
{
    const uint16_t e = (uint16_t)reply->token;
    const int32_t way = l1->cfg.allocate == ALLOCATE_FILL ? take_filled(l1, e) : mshr_way(l1->mshr, e);
    tag_t *tag = tags_at(l1->tags, way);
    const uint32_t offset = (uint32_t)(reply->addr & (l1->cfg.line_bytes - 1));
    const uint8_t units = units_of(offset, reply->bytes);
    const uint32_t count = mshr_fill(l1->mshr, e, units, l1->waiter);
    l1->st.fills++;
    l1->st.fill_bytes += reply->bytes;
    tag->valid |= units & tag->want;
    tag->want &= (uint8_t)~units;
    for (uint32_t i = 0; i < count; i++) l1_answer(l1, l1->waiter[i].id, *l1->now);
    if (!mshr_close(l1->mshr, e, tags_line(l1->tags, way), units, l1->answers)) return;
    tag->mshr = MSHR_NONE;
    if (!tag->valid) tags_drop(l1->tags, way); /* a write dropped it while the fill was outstanding */
}

/* The L2 has served the passing request in this slot. */
static void passed(l1_t *l1, uint32_t slot)
{
    if (l1->owner[slot] == L1_CLEANING) l1->cleaning--;
    else if (l1->owner[slot] == L1_NO_OWNER) l1->unowned--;
    else l1_answer(l1, (uint32_t)l1->owner[slot], *l1->now);
    l1->owner[slot] = 0;
    l1->passing_free[l1->passing_count++] = (uint16_t)slot;
}

void l1_fill(l1_t *l1, const mem_reply_t *reply)
{
    assert(reply->sm == l1->sm && reply->client == l1->client);
    l1->st.answered++;
    if (reply->token < l1->cfg.mshrs) fill_line(l1, reply);
    else passed(l1, reply->token - l1->cfg.mshrs);
    l1_changed(l1);
}

static uint32_t pop(l1_t *l1, delayq_t *from)
{
    const uint32_t token = delayq_pop(from);
    l1->pending--;
    l1->st.popped++;
    l1_changed(l1);
    return token;
}

uint32_t l1_pop_hit(l1_t *l1) { return pop(l1, l1->hits); }

uint32_t l1_take(l1_t *l1, uint64_t *number)
{
    const uint32_t token = pop(l1, l1->done);
    *number = l1->answers - delayq_used(l1->done);
    return token;
}

void l1_served(l1_t *l1, uint64_t number)
{
    mshr_served(l1->mshr, number);
    l1->next->changes++;
}

uint32_t l1_pop(l1_t *l1)
{
    uint64_t number;
    if (l1->next->hit_cycle <= *l1->now) return l1_pop_hit(l1);
    assert(l1->next->answer_cycle <= *l1->now);
    const uint32_t token = l1_take(l1, &number);
    l1_served(l1, number);
    return token;
}
