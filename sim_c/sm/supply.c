/* supply.c - which warp of a sub-core fetches, and the queues between its L0 and the L1I. */
#include "sm/supply.h"

#include "mem/delayq.h"
#include "sm/fetch.h"
#include "sm/l0.h"
#include "sm/lines.h"

#include <assert.h>
#include <stdlib.h>

enum { LINES_MAX = 256 /* between the L0s and the L1I */, DECODES_MAX = 16 };

typedef struct {
    uint64_t next_bytes; /* address in the code that it fetches next */
    uint64_t age;        /* of its start; the youngest warp has the highest */
    uint64_t missing;    /* line that it waits for; NO_LINE: none */
    uint8_t coming;      /* instructions fetched and not decoded */
    uint8_t run;         /* counts jumps: what was fetched before belongs to an earlier run */
} thread_t;

typedef struct {
    l0_t *l0;
    delayq_t *decoding; /* warp << 8 | run */
    uint64_t warps;     /* bit per SM warp that fetches here */
    uint32_t last;      /* warp that issued last; NO_WARP: none */
} part_t;

struct supply {
    const sm_cfg_t *cfg;
    l1_t *l1i;
    warps_t *warps;
    uint32_t line_shift;
    uint64_t ages;
    bool busy;     /* a warp may fetch in the next cycle */
    uint64_t open; /* bit per SM warp that may have room; the others have none */
    thread_t thread[SM_WARPS];
    part_t part[SM_SCHEDS];
    lines_t *lines;
    supply_counters_t counters;
};

#define NO_LINE UINT64_MAX

static bool create_parts(supply_t *s)
{
    for (uint32_t i = 0; i < s->cfg->schedulers; i++) {
        part_t *p = &s->part[i];
        p->last = NO_WARP;
        p->l0 = l0_create(s->cfg->l0i.sets, s->cfg->l0i.ways, s->cfg->l0i.stream_lines);
        p->decoding = delayq_create(DECODES_MAX);
        if (!p->l0 || !p->decoding) return false;
    }
    return true;
}

supply_t *supply_create(const sm_cfg_t *cfg, l1_t *l1i, warps_t *warps)
{
    supply_t *s = calloc(1, sizeof *s);
    if (!s) return NULL;
    s->cfg = cfg;
    s->l1i = l1i;
    s->warps = warps;
    s->line_shift = (uint32_t)__builtin_ctz(cfg->l1i.line_bytes);
    const lines_cfg_t lines = {
        .most = LINES_MAX, .line_bytes = cfg->l1i.line_bytes, .wait_cycles = cfg->l0i.wait_cycles};
    s->lines = lines_create(&lines, l1i);
    if (s->lines && create_parts(s)) return s;
    supply_destroy(s);
    return NULL;
}

void supply_destroy(supply_t *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < SM_SCHEDS; i++) {
        l0_destroy(s->part[i].l0);
        delayq_destroy(s->part[i].decoding);
    }
    lines_destroy(s->lines);
    free(s);
}

void supply_empty(supply_t *s)
{
    for (uint32_t i = 0; i < s->cfg->schedulers; i++) l0_empty(s->part[i].l0);
}

void supply_warp_starts(supply_t *s, uint32_t w)
{
    thread_t *t = &s->thread[w];
    *t = (thread_t){.next_bytes = UINT64_MAX, .age = ++s->ages, .missing = NO_LINE, .run = t->run};
    for (uint32_t i = 0; i < s->cfg->schedulers; i++) {
        s->part[i].warps &= ~(UINT64_C(1) << w);
        if (s->part[i].last == w) s->part[i].last = NO_WARP; /* an earlier warp with this number */
    }
    s->part[warps_place(s->warps, w).sched].warps |= UINT64_C(1) << w;
    s->open |= UINT64_C(1) << w;
}

void supply_issued(supply_t *s, uint32_t w) { s->part[warps_place(s->warps, w).sched].last = w; }

/* Warps with an empty buffer. One that starts or has jumped fetches from its next instruction on; to any other that
 * instruction is on its way, or is the next to be fetched. */
static void begin_runs(supply_t *s)
{
    for (uint64_t left = warps_want_fetch(s->warps); left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        const warp_t *wp = warps_at(s->warps, w);
        thread_t *t = &s->thread[w];
        warps_fetching(s->warps, w);
        s->open |= UINT64_C(1) << w;
        if (t->next_bytes - t->coming * wp->launch->inst_bytes == wp->fetch_bytes) continue;
        t->next_bytes = wp->fetch_bytes;
        t->missing = NO_LINE;
        t->coming = 0;
        t->run++;
    }
}

static bool decode(supply_t *s, part_t *p, uint64_t now)
{
    bool any = false;
    while (delayq_due(p->decoding, now)) {
        const uint32_t item = delayq_pop(p->decoding), w = item >> 8;
        thread_t *t = &s->thread[w];
        if (t->run != (item & 0xff) || !warps_at(s->warps, w)->head) continue;
        t->coming--;
        warps_deliver(s->warps, w);
        any = true;
    }
    return any;
}

static bool has_room(const supply_t *s, uint32_t w)
{
    const thread_t *t = &s->thread[w];
    const warp_t *wp = warps_at(s->warps, w);
    return t->missing == NO_LINE && wp->head && wp->buffered + UINT32_C(0) + t->coming < s->cfg->ibuffer;
}

/* Warp that fetches for the sub-core; NO_WARP: none. */
static uint32_t choose(supply_t *s, const part_t *p)
{
    if (p->last != NO_WARP && s->open >> p->last & 1 && has_room(s, p->last)) return p->last;
    uint32_t best = NO_WARP;
    for (uint64_t left = p->warps & s->open; left; left &= left - 1) {
        const uint32_t w = (uint32_t)__builtin_ctzll(left);
        if (!has_room(s, w)) s->open &= ~(left & -left);
        else if (best == NO_WARP || s->thread[w].age > s->thread[best].age) best = w;
    }
    return best;
}

static void fetch(supply_t *s, part_t *p, uint64_t now)
{
    const uint32_t w = choose(s, p);
    if (w == NO_WARP) return;
    s->busy = true;
    thread_t *t = &s->thread[w];
    const uint64_t line = fetch_address(s->cfg, warps_at(s->warps, w), t->next_bytes) >> s->line_shift;
    if (!l0_look(p->l0, line)) {
        l0_miss(p->l0, line);
        t->missing = line;
        s->counters.misses++;
        return;
    }
    t->next_bytes += warps_at(s->warps, w)->launch->inst_bytes;
    t->coming++;
    s->counters.fetches++;
    delayq_push(p->decoding, w << 8 | t->run, now + s->cfg->l0i.hit_cycles - 1);
}

static void request(supply_t *s, uint32_t part, uint64_t now)
{
    l0_t *l0 = s->part[part].l0;
    if (!l0_requests(l0)) return;
    s->busy = true;
    if (!lines_room(s->lines)) return;
    s->counters.requests++;
    lines_ask(s->lines, now, (line_t){.number = l0_take_request(l0), .part = part});
}

static void answers(supply_t *s, uint64_t now)
{
    const l1_next_t *next = l1_next(s->l1i);
    while (next->hit_cycle <= now || next->answer_cycle <= now) lines_answer(s->lines, now, l1_pop(s->l1i));
}

static void arrive(supply_t *s, uint64_t now)
{
    for (line_t line; lines_arrive(s->lines, now, &line);) {
        part_t *p = &s->part[line.part];
        l0_arrive(p->l0, line.number);
        for (uint64_t left = p->warps; left; left &= left - 1) {
            thread_t *t = &s->thread[__builtin_ctzll(left)];
            if (t->missing != line.number) continue;
            t->missing = NO_LINE;
            s->open |= left & -left;
        }
    }
}

bool supply_step(supply_t *s, uint64_t now)
{
    bool any = false;
    s->busy = false;
    s->open |= warps_take_advanced(s->warps);
    begin_runs(s);
    arrive(s, now);
    for (uint32_t i = 0; i < s->cfg->schedulers; i++) {
        any |= decode(s, &s->part[i], now);
        fetch(s, &s->part[i], now);
        request(s, i, now);
    }
    lines_send(s->lines, now);
    answers(s, now);
    return any;
}

bool supply_still(const supply_t *s)
{
    for (uint32_t i = 0; i < s->cfg->schedulers; i++)
        if (delayq_used(s->part[i].decoding)) return false;
    return !s->busy;
}

uint64_t supply_next_cycle(const supply_t *s) { return lines_next_cycle(s->lines); }

bool supply_awaits(const supply_t *s) { return lines_under_way(s->lines); }

const supply_counters_t *supply_counters(const supply_t *s) { return &s->counters; }
