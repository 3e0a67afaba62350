/* l2_in.h - input of a slice: an unbounded delay, then a queue of parts.
 *
 * Packets arrive from the interconnect and wait latency_cycles. They then enter the queue in parts of port_bytes, one
 * per L2 cycle, while it has room; the tag look-up takes parts from its head. The slice accepts a packet only while the
 * queue has room for all parts of a line, so a queue that stays full fills the interconnect. Source: GPGPU-Sim 4.2,
 * memory_sub_partition: its delay queue is unbounded and its icnt-to-L2 queue holds sectors. */
#ifndef CTADEL_MEM_L2_IN_H
#define CTADEL_MEM_L2_IN_H

#include "mem/packet.h"

#include <stdbool.h>

typedef struct {
    packets_t *packets;
    uint32_t latency_cycles, queue_parts, line_parts;
    uint32_t head, tail; /* packets in order of arrival, linked by packet_t.next; PACKET_NONE: none */
    uint32_t entering;   /* first packet with a part that has not entered the queue */
    uint32_t parts;      /* in the queue */
} l2_in_t;

/* queue: parts; at least line_parts, or that many are used. Borrows packets. */
void l2_in_init(l2_in_t *in, packets_t *packets, uint32_t latency_cycles, uint32_t queue, uint32_t line_parts);

void l2_in_push(l2_in_t *in, uint64_t now, uint32_t packet, uint32_t parts); /* needs room */
void l2_in_pop(l2_in_t *in, bool last); /* removes the part at the head; last: and its packet. Needs l2_in_ready */

static inline bool l2_in_ready(const l2_in_t *in) { return in->parts != 0; }

/* Packet whose part is at the head; needs a part. */
static inline uint32_t l2_in_head(const l2_in_t *in) { return in->head; }

/* For a packet of any size. */
static inline bool l2_in_room(const l2_in_t *in) { return in->parts + in->line_parts <= in->queue_parts; }

/* First cycle in which a part enters the queue, if none leaves it; UINT64_MAX: never. */
static inline uint64_t l2_in_enters(const l2_in_t *in)
{
    if (in->entering == PACKET_NONE || in->parts == in->queue_parts) return UINT64_MAX;
    return in->packets->at[in->entering].due_cycle;
}

/* Lets a part enter the queue. */
static inline void l2_in_tick(l2_in_t *in, uint64_t now)
{
    if (l2_in_enters(in) > now) return;
    packet_t *p = &in->packets->at[in->entering];
    in->parts++;
    if (!--p->outside) in->entering = p->next;
}

#endif
