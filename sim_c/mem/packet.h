/* packet.h - requests inside memsys: one record each, from memsys_push to memsys_pop. Queues carry the record's index,
 * so a request is copied twice in its life however many queues it crosses. */
#ifndef CTADEL_MEM_PACKET_H
#define CTADEL_MEM_PACKET_H

#include "mem/memsys.h"

typedef struct {
    mem_req_t req;
    uint64_t local;      /* address inside the slice */
    uint64_t born_cycle; /* core cycle of the push */
    uint16_t slice, port;
    uint16_t looked;    /* bytes the L2 has looked up */
    uint16_t unsent;    /* parts that the L2 has not replied to */
    uint16_t coming;    /* parts that have not reached the SM */
    uint16_t outside;   /* parts that have not entered the L2's queue */
    uint32_t next;      /* next packet in the list of l2_in.h */
    uint64_t due_cycle; /* L2 cycle from which its parts may enter the queue */
} packet_t;

#define PACKET_NONE UINT32_MAX

typedef struct {
    packet_t *at;
    uint32_t *free; /* stack */
    uint32_t free_count, count;
} packets_t;

bool packets_init(packets_t *p, uint32_t count); /* count: records at first, at least 1; false: out of memory */
void packets_drop(packets_t *p);

bool packets_grow(packets_t *p); /* doubles the records, which may move; false: out of memory, the records stay */

/* True: a record is free, or the pool could grow. */
static inline bool packets_room(packets_t *p) { return p->free_count || packets_grow(p); }

/* Needs packets_room. */
static inline uint32_t packets_take(packets_t *p) { return p->free[--p->free_count]; }

static inline void packets_give(packets_t *p, uint32_t id) { p->free[p->free_count++] = id; }

#endif
