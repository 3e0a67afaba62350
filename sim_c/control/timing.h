/* timing.h - what the assignment of control bits knows of an SM with stages: which latencies are fixed, and how far a
 * consumer must be behind its producer. */
#ifndef CTADEL_CONTROL_TIMING_H
#define CTADEL_CONTROL_TIMING_H

#include "sm/ports.h"
#include "sm/units.h"

enum { CONTROL_STALL_MAX = 15, CONTROL_STALL_PLAIN_MAX = 11 /* a longer one needs yield */ };
enum { CONTROL_RESERVED_CYCLES = 2 /* from an issue until its counters hold others back */ };

/* The instruction's result appears after its latency in any case; else it needs a counter. */
static inline bool control_fixed(const sm_cfg_t *cfg, const winst_t *in)
{
    return !ports_variable(units_executing(cfg, in)) && units_lat(cfg, in).latency_cycles < CONTROL_STALL_MAX;
}

static inline bool control_memory(const sm_cfg_t *cfg, const winst_t *in)
{
    return units_executing(cfg, in) == UNIT_LDST;
}

/* Cycles from the issue of a producer of fixed latency until a consumer may issue. One of fixed latency reads its
 * sources as long after its issue as the producer did; SFU, DP, texture and tensor instructions read them in Control,
 * a cycle earlier. */
static inline uint32_t control_distance(const sm_cfg_t *cfg, const winst_t *producer, const winst_t *consumer)
{
    const uint32_t unit = units_executing(cfg, consumer);
    return units_lat(cfg, producer).latency_cycles + (ports_variable(unit) && unit != UNIT_LDST);
}

/* ... until an instruction that overwrites its result may issue: that one's result appears later. */
static inline uint32_t control_overwrite_distance(const sm_cfg_t *cfg, const winst_t *first, const winst_t *second)
{
    const uint32_t latency = units_lat(cfg, first).latency_cycles;
    if (!control_fixed(cfg, second)) return latency;
    const uint32_t later = units_lat(cfg, second).latency_cycles;
    return latency >= later ? latency - later + 1 : 1;
}

#endif
