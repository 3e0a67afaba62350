/* waits.h - finds launches of which a CTA waits for another CTA.
 *
 * A warp waits if it comes back to an instruction that reads global memory past the L1 cache, or atomically, with all
 * registers as they were: only a change of memory can end its loop. Its CTA waits for another one if that one then
 * writes what was read. So locks and flags in global memory are found, and no reductions. Not found: loops that count
 * or read a clock, loops in functions that are called, and waits in shared memory. */
#ifndef CTADEL_PTX_WAITS_H
#define CTADEL_PTX_WAITS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct waits waits_t; /* of all launches on one gmem */

waits_t *waits_create(void);    /* NULL: out of memory */
void waits_destroy(waits_t *w); /* NULL is fine */

typedef struct {  /* a CTA; *waited is set when another one writes what it waits for */
    bool *waited; /* of its launch */
    uint32_t lid;
} waits_cta_t;

/* The CTA waits for the `bytes` bytes at addr to change. */
void waits_for(waits_t *w, waits_cta_t cta, uint64_t addr, uint32_t bytes);
void waits_written(waits_t *w, waits_cta_t cta, uint64_t addr, uint32_t bytes); /* the CTA writes them */
void waits_end(waits_t *w, const bool *waited);                                 /* forgets the CTAs of a launch */

#endif
