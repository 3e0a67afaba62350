/* packet.h - requests inside memsys: one record each, from memsys_push to memsys_pop. Queues carry
 * its index, so a request is copied twice in its life however many queues it crosses. */
#ifndef CTADEL_MEM_PACKET_H
#define CTADEL_MEM_PACKET_H

#include "mem/memsys.h"

typedef struct {
    mem_req_t req;
    uint64_t local;      /* address inside the slice */
    uint64_t born_cycle; /* core cycle of the push */
    uint16_t slice, port;
    uint16_t looked;    /* bytes the L2 has looked up */
    uint16_t unsent;    /* parts, a reply each, that the L2 has not answered */
    uint16_t coming;    /* parts that have not reached the SM */
    uint16_t outside;   /* parts that have not entered the L2's queue */
    uint32_t next;      /* packet behind it on its way into the L2 */
    uint64_t due_cycle; /* L2 cycle from which its parts may enter the queue */
} packet_t;

#define PACKET_NONE UINT32_MAX

typedef struct {
    packet_t *at;
    uint32_t *free; /* stack */
    uint32_t free_count, count;
} packets_t;

bool packets_init(packets_t *p, uint32_t count); /* records to begin with, at least 1; false: out of memory */
void packets_drop(packets_t *p);

bool packets_grow(packets_t *p); /* twice as many records, which may move; false: out of memory, nothing changed */

/* Is there a record to take? */
static inline bool packets_room(packets_t *p) { return p->free_count || packets_grow(p); }

/* Needs room. */
static inline uint32_t packets_take(packets_t *p) { return p->free[--p->free_count]; }

static inline void packets_give(packets_t *p, uint32_t id) { p->free[p->free_count++] = id; }

#endif
