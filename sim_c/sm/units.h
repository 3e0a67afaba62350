/* units.h - the pipelines of an SM, and the kernel for which each is taken.
 *
 * A cycle in which a pipeline is taken is one unit-cycle of the kernel whose instruction took it. The LD/ST unit counts
 * as one unit however many instructions can issue to it: it is taken while an instruction is in its address phase
 * (units_hold), not by units_take. */
#ifndef CTADEL_SM_UNITS_H
#define CTADEL_SM_UNITS_H

#include "config/machine.h"
#include "policy/scheduler.h"

enum { UNITS_PIPES_MAX = 16 };

typedef struct units units_t;

typedef struct { /* unit-cycles */
    uint64_t sp; /* of all SP pipelines */
    uint64_t ldst;
} units_report_t;

units_t *units_create(const uint32_t pipes[UNIT_COUNT]); /* pipes: 0..16 of each unit; NULL only when out of memory */
void units_destroy(units_t *u);                          /* NULL is fine */

/* Pipelines that execute integer instructions, and with collectors those that have no unit of their own. */
static inline uint32_t units_integer(const sm_cfg_t *cfg) { return cfg->pipes[UNIT_INT] ? UNIT_INT : UNIT_SP; }

/* The unit that the machine has for such instructions in place of SP; UNIT_SP: it has none. */
static inline uint32_t units_special(const sm_cfg_t *cfg, const winst_t *in)
{
    const uint32_t unit = in->op == WI_BRANCH ? (uint32_t)UNIT_BRANCH : in->special;
    return cfg->pipes[unit] ? unit : UNIT_SP;
}

/* A load that delivers an operand as the constants in an instruction do, without the LD/ST unit. */
static inline bool units_is_constant(const sm_cfg_t *cfg, const winst_t *in)
{
    if (in->op != WI_LOAD || (in->space != SPACE_CONST && in->space != SPACE_PARAM)) return false;
    return cfg->constants == CONSTANTS_ALU ||
           (cfg->constants == CONSTANTS_INDEXED && !(in->space == SPACE_CONST && in->indexed));
}

/* The unit whose pipelines execute an instruction. Without DP pipelines those of the SFU execute f64, with
 * F64_DIVISION_SFU divisions of f64; INT, branch, texture, tensor and uniform pipelines take what those of SP execute
 * without them; loads from constant or parameter memory are integer instructions as sm.constants says; with
 * FENCE_RESULTS a fence passes the LD/ST unit. */
static inline uint32_t units_executing(const sm_cfg_t *cfg, const winst_t *in)
{
    if (in->op == WI_FENCE && cfg->fence == FENCE_RESULTS) return UNIT_LDST;
    const bool division_at_sfu = in->lat == LAT_DIV && cfg->f64_division == F64_DIVISION_SFU;
    if (in->unit == UNIT_DP && (!cfg->pipes[UNIT_DP] || division_at_sfu)) return UNIT_SFU;
    if (units_is_constant(cfg, in)) return units_integer(cfg);
    if (cfg->sub_cores == SUB_CORES_SHARED || in->unit != UNIT_SP) return in->unit;
    const uint32_t special = units_special(cfg, in);
    if (special != UNIT_SP) return special;
    return in->lat == LAT_INT || in->lat == LAT_IMUL ? units_integer(cfg) : UNIT_SP;
}

_Static_assert(UNIT_UNIFORM - UNIT_BRANCH == LAT_UNIFORM - LAT_BRANCH, "special units and their classes: in one order");

/* Latency and interval of an instruction in its pipeline. */
static inline lat_cfg_t units_lat(const sm_cfg_t *cfg, const winst_t *in)
{
    const bool control = in->op == WI_BARRIER || in->op == WI_FENCE || in->op == WI_EXIT;
    if (control && cfg->control_cycles) return (lat_cfg_t){.latency_cycles = cfg->control_cycles, .interval_cycles = 1};
    const uint32_t special = units_special(cfg, in);
    return cfg->lat[special == UNIT_SP ? in->lat : LAT_BRANCH + (special - UNIT_BRANCH)];
}

uint32_t units_free(const units_t *u, uint64_t now, uint32_t unit); /* pipelines free at `now` */
/* An instruction of table entry kid takes the first free pipeline for `cycles` cycles; needs units_free. */
void units_take(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles);
uint32_t units_pipes(const units_t *u, uint32_t unit); /* pipelines of the unit */
bool units_pipe_free(const units_t *u, uint64_t now, uint32_t unit, uint32_t pipe);
void units_take_pipe(units_t *u, uint64_t now, uint32_t unit, uint32_t pipe, uint32_t kid, uint32_t cycles);
/* An instruction of kid waits for the first pipeline, which then takes it for `cycles` cycles; returns that cycle. */
uint64_t units_queue(units_t *u, uint64_t now, uint32_t unit, uint32_t kid, uint32_t cycles);
/* An instruction of kid is in the LD/ST address phase for so many cycles. */
void units_hold(units_t *u, uint32_t kid, uint64_t cycles);

uint64_t units_busy(const units_t *u, uint32_t unit); /* unit-cycles so far, including those reserved ahead */
/* Adds the unit-cycles of table entry kid to busy[] and resets them to 0. */
void units_take_busy(units_t *u, uint32_t kid, uint64_t busy[UNIT_NONE]);
/* Unit-cycles since the last call, of the first `kernels` table entries, which are all that have issued, and of entry
 * kid. Cycles reserved beyond `now` belong to the next report. */
void units_report(units_t *u, uint64_t now, uint32_t kernels, uint32_t kid, units_report_t *all, units_report_t *part);

#endif
