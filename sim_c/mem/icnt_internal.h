/* icnt_internal.h - what every kind of network has, and the calls by which kinds differ. Only icnt*.c include it. */
#ifndef CTADEL_MEM_ICNT_INTERNAL_H
#define CTADEL_MEM_ICNT_INTERNAL_H

#include "mem/icnt.h"

typedef struct {
    uint32_t item;
    uint16_t output, flits;
    uint64_t since_cycle; /* of its push */
} icnt_packet_t;

typedef struct icnt_ops icnt_ops_t;

/* First member of each kind's own struct. */
struct icnt {
    const icnt_ops_t *ops;
    icnt_cfg_t cfg;
    uint32_t inputs, outputs;
    uint32_t words;      /* of masks of inputs and outputs that are in use */
    uint64_t next_cycle; /* earliest cycle in which a tick has something to do */
    mask_t ready;        /* outputs that have a packet to pop */
    uint32_t held;
    uint64_t packets, flits, delivered, packet_cycles;
};

struct icnt_ops {
    icnt_t *(*create)(const icnt_cfg_t *cfg, uint32_t inputs, uint32_t outputs); /* NULL only when out of memory */
    void (*destroy)(icnt_t *n);
    bool (*room)(const icnt_t *n, uint32_t input, uint32_t flits);
    void (*push)(icnt_t *n, uint64_t now, uint32_t input, const icnt_packet_t *p);
    uint32_t (*head)(const icnt_t *n, uint32_t output);
    uint32_t (*pop)(icnt_t *n, uint64_t now, uint32_t output); /* drops it from `ready` if nothing else is due */
    void (*tick)(icnt_t *n, uint64_t now);                     /* sets next_cycle */
    uint64_t (*none_before)(const icnt_t *n, uint64_t now, uint32_t output);
};

extern const icnt_ops_t icnt_crossbar, icnt_fly, icnt_xbar;

static inline uint64_t icnt_bit(uint32_t i) { return UINT64_C(1) << i; }

static inline uint32_t icnt_lowest(uint64_t mask) { return (uint32_t)__builtin_ctzll(mask); }

static inline uint64_t icnt_take(uint64_t *mask)
{
    const uint64_t ports = *mask;
    *mask = 0;
    return ports;
}

/* Of the ports in the mask the first from `turn` on, round robin. */
static inline uint32_t icnt_choose(uint64_t mask, uint32_t turn)
{
    const uint64_t above = mask & (~UINT64_C(0) << turn);
    return icnt_lowest(above ? above : mask);
}

/* An early wake-up does nothing; a late one would lose cycles. */
static inline void icnt_wake_at(icnt_t *n, uint64_t cycle)
{
    if (cycle < n->next_cycle) n->next_cycle = cycle;
}

#endif
