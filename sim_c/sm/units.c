/* units.c - for each pipeline the first cycle in which it is free, and the unit-cycles by kernel. */
#include "sm/units.h"

#include <assert.h>
#include <stdlib.h>

struct units {
    uint32_t pipes[UNIT_COUNT];
    uint64_t free_cycle[UNIT_COUNT][UNITS_PIPES_MAX]; /* first cycle in which the pipeline takes another instruction */
    uint8_t sp_kid[UNITS_PIPES_MAX];                  /* kernel that took the SP pipeline last */
    uint64_t busy[UNIT_COUNT];
    uint64_t busy_of[SCHED_KERNELS][UNIT_NONE]; /* since units_take_busy */
    units_report_t report;                      /* since units_report; includes cycles reserved ahead */
};

units_t *units_create(const uint32_t pipes[UNIT_COUNT])
{
    units_t *u = calloc(1, sizeof *u);
    if (!u) return NULL;
    for (uint32_t k = 0; k < UNIT_NONE; k++) {
        assert(pipes[k] <= UNITS_PIPES_MAX);
        u->pipes[k] = pipes[k];
    }
    return u;
}

void units_destroy(units_t *u) { free(u); }

uint32_t units_free(const units_t *u, uint64_t now, uint32_t unit)
{
    uint32_t n = 0;
    for (uint32_t p = 0; p < u->pipes[unit]; p++) n += u->free_cycle[unit][p] <= now;
    return n;
}

static void account(units_t *u, uint32_t unit, uint32_t kid, uint32_t cycles)
{
    u->busy[unit] += cycles;
    u->busy_of[kid][unit] += cycles;
    if (unit == UNIT_LDST) u->report.ldst[kid] += cycles;
    else if (unit == UNIT_SP) u->report.sp[kid] += cycles;
}

uint32_t units_pipes(const units_t *u, uint32_t unit) { return u->pipes[unit]; }

bool units_pipe_free(const units_t *u, uint64_t now, uint32_t unit, uint32_t pipe)
{
    return u->free_cycle[unit][pipe] <= now;
}

void units_take_pipe(units_t *u, uint64_t now, uint32_t unit, uint32_t pipe, uint32_t kid, uint32_t cycles)
{
    assert(pipe < u->pipes[unit] && units_pipe_free(u, now, unit, pipe));
    u->free_cycle[unit][pipe] = now + cycles;
    if (unit == UNIT_LDST) return;
    if (unit == UNIT_SP) u->sp_kid[pipe] = (uint8_t)kid;
    account(u, unit, kid, cycles);
}

void units_take(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles)
{
    uint32_t p = 0;
    while (!units_pipe_free(u, now, unit, p)) p++;
    units_take_pipe(u, now, unit, p, kid, cycles);
}

void units_hold(units_t *u, uint32_t kid) { account(u, UNIT_LDST, kid, 1); }

const uint64_t *units_busy(const units_t *u) { return u->busy; }

void units_take_busy(units_t *u, uint32_t kid, uint64_t busy[UNIT_NONE])
{
    for (uint32_t k = 0; k < UNIT_NONE; k++) {
        busy[k] += u->busy_of[kid][k];
        u->busy_of[kid][k] = 0;
    }
}

void units_report(units_t *u, uint64_t now, units_report_t *r)
{
    units_report_t ahead = {{0}, {0}};
    for (uint32_t p = 0; p < u->pipes[UNIT_SP]; p++)
        if (u->free_cycle[UNIT_SP][p] > now) ahead.sp[u->sp_kid[p]] += u->free_cycle[UNIT_SP][p] - now;
    *r = u->report;
    for (uint32_t k = 0; k < SCHED_KERNELS; k++) r->sp[k] -= ahead.sp[k];
    u->report = ahead;
}
