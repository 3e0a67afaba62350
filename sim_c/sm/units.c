/* units.c - for each pipeline the first cycle in which it is free, and the unit-cycles by kernel. */
#include "sm/units.h"

#include <assert.h>
#include <stdlib.h>

struct units { /* first, side by side, what each instruction reads and writes */
    uint32_t pipes[UNIT_NONE];
    uint64_t free_cycle[UNITS_PIPES_MAX][UNIT_NONE]; /* first cycle in which the pipeline takes another instruction */
    uint64_t busy[SCHED_KERNELS_MAX][UNIT_NONE];     /* unit-cycles by table entry; includes cycles reserved ahead */
    uint8_t sp_kid[UNITS_PIPES_MAX];                 /* kernel that took the SP pipeline last */
    uint64_t taken[SCHED_KERNELS_MAX][UNIT_NONE];    /* of busy: returned by units_take_busy */
    units_report_t reported[SCHED_KERNELS_MAX];      /* of busy: returned by units_report */
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
    for (uint32_t p = 0; p < u->pipes[unit]; p++) n += u->free_cycle[p][unit] <= now;
    return n;
}

uint32_t units_pipes(const units_t *u, uint32_t unit) { return u->pipes[unit]; }

bool units_pipe_free(const units_t *u, uint64_t now, uint32_t unit, uint32_t pipe)
{
    return u->free_cycle[pipe][unit] <= now;
}

void units_take_pipe(units_t *u, uint64_t now, uint32_t unit, uint32_t pipe, uint32_t kid, uint32_t cycles)
{
    assert(pipe < u->pipes[unit] && units_pipe_free(u, now, unit, pipe));
    u->free_cycle[pipe][unit] = now + cycles;
    if (unit == UNIT_LDST) return;
    if (unit == UNIT_SP) u->sp_kid[pipe] = (uint8_t)kid;
    u->busy[kid][unit] += cycles;
}

void units_take(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles)
{
    uint32_t p = 0;
    while (!units_pipe_free(u, now, unit, p)) p++;
    units_take_pipe(u, now, unit, p, kid, cycles);
}

uint64_t units_queue(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles)
{
    const uint64_t start = u->free_cycle[0][unit] > now ? u->free_cycle[0][unit] : now;
    units_take_pipe(u, start, unit, 0, kid, cycles);
    return start;
}

void units_hold(units_t *u, uint32_t kid, uint64_t cycles) { u->busy[kid][UNIT_LDST] += cycles; }

uint64_t units_busy(const units_t *u, uint32_t unit)
{
    uint64_t sum = 0;
    for (uint32_t k = 0; k < SCHED_KERNELS_MAX; k++) sum += u->busy[k][unit];
    return sum;
}

void units_take_busy(units_t *u, uint32_t kid, uint64_t busy[UNIT_NONE])
{
    for (uint32_t k = 0; k < UNIT_NONE; k++) {
        busy[k] += u->busy[kid][k] - u->taken[kid][k];
        u->taken[kid][k] = u->busy[kid][k];
    }
}

void units_report(units_t *u, uint64_t now, uint32_t kernels, uint32_t kid, units_report_t *all, units_report_t *part)
{
    uint64_t ahead[SCHED_KERNELS_MAX] = {0}; /* SP cycles beyond now */
    *all = *part = (units_report_t){0};
    for (uint32_t p = 0; p < u->pipes[UNIT_SP]; p++)
        if (u->free_cycle[p][UNIT_SP] > now) ahead[u->sp_kid[p]] += u->free_cycle[p][UNIT_SP] - now;
    for (uint32_t k = 0; k < kernels; k++) {
        const units_report_t so_far = {u->busy[k][UNIT_SP] - ahead[k], u->busy[k][UNIT_LDST]};
        const units_report_t own = {so_far.sp - u->reported[k].sp, so_far.ldst - u->reported[k].ldst};
        all->sp += own.sp;
        all->ldst += own.ldst;
        if (k == kid) *part = own;
        u->reported[k] = so_far;
    }
}
