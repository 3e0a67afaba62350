/* icnt_credit.h - credits of a flit buffer at the end of a wire: when each place was freed, from which the sender knows
 * whether its credit has returned. Flits take places in turn; the caller gives the buffer's size and the wire's length.
 */
#ifndef CTADEL_MEM_ICNT_CREDIT_H
#define CTADEL_MEM_ICNT_CREDIT_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {           /* all zero: empty */
    uint64_t taken, freed; /* flits so far */
    uint32_t next, first;  /* places of the next flit and of the first one in the buffer */
    uint64_t *freed_cycle; /* by place */
} icnt_buffer_t;

/* Index after i in a ring of `size` places. */
static inline uint32_t icnt_after(uint32_t i, uint32_t size) { return i + 1 == size ? 0 : i + 1; }

/* Index of the n-th item, n < size, of a ring that begins at `head`. */
static inline uint32_t icnt_nth(uint32_t head, uint32_t n, uint32_t size)
{
    return head + n < size ? head + n : head + n - size;
}

/* The next flit's place is free, and its credit has come back. */
static inline bool icnt_credit(const icnt_buffer_t *b, uint32_t size, uint32_t wire_cycles, uint64_t now)
{
    if (b->taken < size) return true;
    return b->taken - b->freed < size && b->freed_cycle[b->next] + wire_cycles <= now;
}

static inline void icnt_buffer_take(icnt_buffer_t *b, uint32_t size) /* a flit is sent; needs icnt_credit */
{
    b->taken++;
    b->next = icnt_after(b->next, size);
}

static inline void icnt_buffer_free(icnt_buffer_t *b, uint32_t size, uint64_t now) /* the first flit leaves */
{
    b->freed_cycle[b->first] = now;
    b->freed++;
    b->first = icnt_after(b->first, size);
}

#endif
