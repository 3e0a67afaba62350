/* l0c.c - which warp looks its operand up, tags of each sub-core, and the queues between them and the L1C. */
#include "sm/l0c.h"

#include "base/min.h"
#include "mem/tags.h"
#include "sm/lines.h"

#include <stdlib.h>

enum { LINES_MAX = SM_WARPS /* between the caches and the L1C: one for each warp */ };
#define NO_LINE UINT64_MAX

typedef struct {
    uint64_t age;        /* of its start; the youngest warp has the highest */
    uint64_t missing;    /* line that it waits for; NO_LINE: none */
    uint64_t held_until; /* its miss holds up the sub-core before this cycle */
} thread_t;

typedef struct { /* a sub-core */
    tags_t *tags;
    uint32_t last; /* warp that issued last; NO_WARP: none */
} part_t;

struct l0c {
    const sm_cfg_t *cfg;
    warps_t *warps;
    uint32_t line_shift;
    uint64_t ages;
    thread_t thread[SM_WARPS];
    part_t part[SM_SCHEDS];
    lines_t *lines;
    l0c_counters_t counters;
};

static bool create_parts(l0c_t *l)
{
    const cache_cfg_t cfg = {.sets = l->cfg->l0c.sets, .ways = l->cfg->l0c.ways};
    for (uint32_t i = 0; i < l->cfg->schedulers; i++) {
        l->part[i].last = NO_WARP;
        if (!(l->part[i].tags = tags_create(&cfg))) return false;
    }
    return true;
}

l0c_t *l0c_create(const sm_cfg_t *cfg, l1_t *l1c, warps_t *warps)
{
    l0c_t *l = calloc(1, sizeof *l);
    if (!l) return NULL;
    l->cfg = cfg;
    l->warps = warps;
    l->line_shift = (uint32_t)__builtin_ctz(cfg->l1c.line_bytes);
    const lines_cfg_t lines = {
        .most = LINES_MAX, .line_bytes = cfg->l1c.line_bytes, .wait_cycles = cfg->l0c.wait_cycles, .token = L0C_TOKEN};
    l->lines = lines_create(&lines, l1c);
    for (uint32_t w = 0; w < SM_WARPS; w++) l->thread[w].missing = NO_LINE;
    if (l->lines && create_parts(l)) return l;
    l0c_destroy(l);
    return NULL;
}

void l0c_destroy(l0c_t *l)
{
    if (!l) return;
    for (uint32_t i = 0; i < SM_SCHEDS; i++) tags_destroy(l->part[i].tags);
    lines_destroy(l->lines);
    free(l);
}

void l0c_empty(l0c_t *l)
{
    for (uint32_t i = 0; i < l->cfg->schedulers; i++)
        for (uint32_t way = 0; way < tags_ways(l->part[i].tags); way++) tags_drop(l->part[i].tags, (int32_t)way);
}

void l0c_warp_starts(l0c_t *l, uint32_t w)
{
    l->thread[w] = (thread_t){.age = ++l->ages, .missing = NO_LINE};
    for (uint32_t i = 0; i < l->cfg->schedulers; i++)
        if (l->part[i].last == w) l->part[i].last = NO_WARP; /* an earlier warp with this number */
}

/* Line of the constant operand of the warp's oldest instruction; NO_LINE: it has none. */
static uint64_t line_of(const l0c_t *l, uint32_t w)
{
    const winst_t *head = warps_at(l->warps, w)->head;
    if (!head || !head->control || !head->control->has_constant) return NO_LINE;
    return head->control->constant_addr >> l->line_shift;
}

/* Of the candidates, the warp that issued last, else the youngest; they are not 0. */
static uint32_t choose(const l0c_t *l, uint32_t sched, uint64_t candidates)
{
    const uint32_t last = l->part[sched].last;
    uint32_t best = NO_WARP;
    if (last != NO_WARP && candidates & warps_place(l->warps, last).bit) return last;
    for (; candidates; candidates &= candidates - 1) {
        const uint32_t w = warps_number(l->warps, sched, (uint32_t)__builtin_ctzll(candidates));
        if (best == NO_WARP || l->thread[w].age > l->thread[best].age) best = w;
    }
    return best;
}

/* A miss of warp w; another one may have requested the line. */
static void miss(l0c_t *l, uint64_t now, uint32_t sched, uint32_t w, uint64_t line)
{
    bool requested = false;
    for (uint32_t i = 0; i < SM_WARPS; i++)
        requested |= l->thread[i].missing == line && warps_place(l->warps, i).sched == sched;
    l->thread[w].missing = line;
    l->counters.misses++;
    if (requested) return;
    lines_ask(l->lines, now, (line_t){.number = line, .part = sched});
}

/* Of the candidates, those whose operand is there, or that have none. */
static uint64_t present(const l0c_t *l, uint32_t sched, uint64_t candidates)
{
    uint64_t found = 0;
    for (; candidates; candidates &= candidates - 1) {
        const uint32_t w = warps_number(l->warps, sched, (uint32_t)__builtin_ctzll(candidates));
        const uint64_t line = line_of(l, w);
        if (line == NO_LINE || tags_find(l->part[sched].tags, line) >= 0) found |= candidates & -candidates;
    }
    return found;
}

uint64_t l0c_look(l0c_t *l, uint64_t now, uint32_t sched, uint64_t candidates)
{
    const uint64_t found = present(l, sched, candidates), withheld = candidates & ~found;
    uint32_t hold_cycles = l->cfg->l0c.miss_cycles;
    while (candidates) {
        const uint32_t w = choose(l, sched, candidates);
        thread_t *t = &l->thread[w];
        if (found & warps_place(l->warps, w).bit) break;
        if (t->missing == NO_LINE) {
            miss(l, now, sched, w, line_of(l, w));
            t->held_until = now + hold_cycles;
        }
        if (now < t->held_until) return UINT64_MAX;
        hold_cycles = 0; /* the sub-core has waited for the first warp; it turns to one that is ready */
        candidates &= ~warps_place(l->warps, w).bit;
    }
    return withheld;
}

void l0c_issued(l0c_t *l, uint32_t w)
{
    part_t *p = &l->part[warps_place(l->warps, w).sched];
    const uint64_t line = line_of(l, w);
    p->last = w;
    if (line == NO_LINE) return;
    l->counters.reads++;
    tags_touch(p->tags, tags_find(p->tags, line));
}

static void arrive(l0c_t *l, const line_t *line)
{
    tags_t *tags = l->part[line->part].tags;
    tags_take(tags, tags_victim(tags, line->number), line->number);
    for (uint32_t w = 0; w < SM_WARPS; w++)
        if (l->thread[w].missing == line->number && warps_place(l->warps, w).sched == line->part)
            l->thread[w].missing = NO_LINE;
}

void l0c_step(l0c_t *l, uint64_t now)
{
    for (line_t line; lines_arrive(l->lines, now, &line);) arrive(l, &line);
    lines_send(l->lines, now);
}

void l0c_answer(l0c_t *l, uint64_t now, uint32_t token) { lines_answer(l->lines, now, token); }

uint64_t l0c_next_cycle(const l0c_t *l, uint64_t now)
{
    uint64_t next = lines_next_cycle(l->lines);
    for (uint32_t w = 0; lines_under_way(l->lines) && w < SM_WARPS; w++)
        if (l->thread[w].held_until > now) next = min_u64(next, l->thread[w].held_until);
    return next > now ? next : now + 1;
}

bool l0c_awaits(const l0c_t *l) { return lines_under_way(l->lines); }

const l0c_counters_t *l0c_counters(const l0c_t *l) { return &l->counters; }
