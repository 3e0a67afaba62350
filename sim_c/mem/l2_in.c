/* l2_in.c - packets in the delay and in the queue form one list, since a packet is in both while its parts enter. */
#include "mem/l2_in.h"

#include <assert.h>

void l2_in_init(l2_in_t *in, packets_t *packets, uint32_t latency_cycles, uint32_t queue, uint32_t line_parts)
{
    *in = (l2_in_t){.packets = packets,
                    .latency_cycles = latency_cycles,
                    .queue_parts = queue > line_parts ? queue : line_parts,
                    .line_parts = line_parts,
                    .head = PACKET_NONE,
                    .tail = PACKET_NONE,
                    .entering = PACKET_NONE};
}

void l2_in_push(l2_in_t *in, uint64_t now, uint32_t packet, uint32_t parts)
{
    packet_t *p = &in->packets->at[packet];
    p->next = PACKET_NONE;
    p->due_cycle = now + in->latency_cycles;
    p->outside = (uint16_t)parts;
    if (in->tail != PACKET_NONE) in->packets->at[in->tail].next = packet;
    else in->head = packet;
    in->tail = packet;
    if (in->entering == PACKET_NONE) in->entering = packet;
}

void l2_in_pop(l2_in_t *in, bool last)
{
    assert(in->parts);
    in->parts--;
    if (!last) return;
    in->head = in->packets->at[in->head].next;
    if (in->head == PACKET_NONE) in->tail = PACKET_NONE;
}
