/* test_control_random.c - random programs on a warp that knows control bits only: for all latencies of memory and SFU,
 * and on every way between blocks, no hazard is left. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>

#include "control_rig.h"

#include <stdlib.h>

enum { PROGRAMS = 400, STEPS = 300, LENGTH = 40, FEW_REGS = 8 };

typedef struct { /* an instruction that has issued */
    const winst_t *in;
    uint64_t read, write; /* cycles */
} flight_t;

typedef struct {
    rig_t r;
    unsigned seed;
    uint64_t now; /* of the last issue */
    uint32_t stall;
    flight_t flight[STEPS];
    const inst_control_t *bits[STEPS];
    uint64_t issued[STEPS];
    uint32_t flights;
} warp_t;

static uint32_t below(warp_t *w, uint32_t n) { return (uint32_t)rand_r(&w->seed) % n; }

static void make_program(warp_t *w)
{
    rig_t *r = &w->r;
    while (r->count < LENGTH) {
        const uint32_t a = below(w, FEW_REGS), b = below(w, FEW_REGS), c = below(w, FEW_REGS);
        if (!r->count || below(w, 8) == 0) label(r);
        switch (below(w, 6)) {
        case 0: load(r, a, b); break;
        case 1: store(r, a, b); break;
        case 2: sfu(r, a, b); break;
        case 3: jump(r); break;
        default: alu(r, a, b, c); break;
        }
    }
    assign(r);
}

/* Reservations of a counter that are open in a cycle: they count from 2 cycles after the issue, releases a cycle
 * after the event. */
static uint32_t open_count(const warp_t *w, uint32_t counter, uint64_t cycle)
{
    uint32_t open = 0;
    for (uint32_t i = 0; i < w->flights; i++) {
        const bool counts = cycle >= w->issued[i] + CONTROL_RESERVED_CYCLES;
        open += counts && w->bits[i]->write_counter == counter && cycle <= w->flight[i].write;
        open += counts && w->bits[i]->read_counter == counter && cycle <= w->flight[i].read;
    }
    return open;
}

static bool free_of_waits(const warp_t *w, const inst_control_t *c)
{
    for (uint32_t i = 0; i < CONTROL_COUNTERS; i++)
        if (c->wait >> i & 1 && open_count(w, i, w->now)) return false;
    return true;
}

static flight_t fly(warp_t *w, const winst_t *in)
{
    flight_t f = {.in = in};
    if (in->unit == UNIT_LDST) {
        f.read = w->now + 9 + below(w, 20);
        f.write = f.read + 1 + below(w, 80);
    } else if (in->unit == UNIT_SFU) {
        f.read = w->now + 1;
        f.write = f.read + 10 + below(w, 40);
    } else {
        f.read = w->now + 2;
        f.write = f.read + units_lat(&w->r.m.sm, in).latency_cycles;
    }
    return f;
}

static bool names(const uint16_t *reg, uint32_t n, uint32_t r)
{
    for (uint32_t i = 0; i < n; i++)
        if (reg[i] == r) return true;
    return false;
}

static void check_hazards(const warp_t *w, const flight_t *f)
{
    for (uint32_t i = 0; i < w->flights; i++) {
        const flight_t *g = &w->flight[i];
        for (uint32_t s = 0; s < f->in->nsrc; s++)
            if (names(g->in->dst, g->in->ndst, f->in->src[s]) && g->write > f->read)
                fail_msg("RAW: instruction %u reads R%u of %u", f->in->line, f->in->src[s], g->in->line);
        for (uint32_t d = 0; d < f->in->ndst; d++) {
            if (names(g->in->src, g->in->nsrc, f->in->dst[d]) && g->read > f->write)
                fail_msg("WAR: instruction %u overwrites R%u of %u", f->in->line, f->in->dst[d], g->in->line);
            if (names(g->in->dst, g->in->ndst, f->in->dst[d]) && g->write >= f->write)
                fail_msg("WAW: instruction %u overwrites R%u of %u", f->in->line, f->in->dst[d], g->in->line);
        }
    }
}

static uint32_t next_of(warp_t *w, uint32_t at)
{
    uint32_t to = at + 1;
    const bool taken = at + 1 == LENGTH || (w->r.code[at].leaves && below(w, 2));
    if (!taken) return to;
    do to = below(w, LENGTH);
    while (!w->r.code[to].entered);
    return to;
}

static void run(warp_t *w)
{
    uint32_t at = 0;
    w->stall = 1;
    for (w->flights = 0; w->flights < STEPS; at = next_of(w, at)) {
        const inst_control_t *c = &w->r.out[at];
        w->now += w->stall;
        while (!free_of_waits(w, c)) w->now++;
        const flight_t f = fly(w, &w->r.w[at]);
        check_hazards(w, &f);
        w->bits[w->flights] = c;
        w->issued[w->flights] = w->now;
        w->flight[w->flights++] = f;
        w->stall = c->stall_cycles;
    }
}

static void no_hazard_is_left(void **state)
{
    (void)state;
    for (unsigned seed = 1; seed <= PROGRAMS; seed++) {
        static warp_t w;
        w = (warp_t){.seed = seed};
        start(&w.r);
        w.r.code[LENGTH - 1].leaves = true; /* to any label */
        make_program(&w);
        run(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(no_hazard_is_left)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
