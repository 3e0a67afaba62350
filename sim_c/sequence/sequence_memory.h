/* sequence_memory.h - global memory of a file's kernels: any address below 2^47, all 0 until a store. Only pages that
 * were stored to take memory. */
#ifndef CTADEL_SEQUENCE_SEQUENCE_MEMORY_H
#define CTADEL_SEQUENCE_SEQUENCE_MEMORY_H

#include <stdbool.h>
#include <stdint.h>

enum { SEQUENCE_MEMORY_PAGES = 1 << 18, SEQUENCE_MEMORY_PAGE_BYTES = 1 << 12 };

typedef struct sequence_memory sequence_memory_t;

sequence_memory_t *sequence_memory_create(void);    /* NULL: out of memory */
void sequence_memory_destroy(sequence_memory_t *m); /* NULL is fine */

/* Word at an address that is a multiple of 4. */
uint32_t sequence_memory_get(const sequence_memory_t *m, uint64_t addr);
/* Makes room for stores to the page of addr. False: out of memory, or of the pages allowed. */
bool sequence_memory_touch(sequence_memory_t *m, uint64_t addr);
void sequence_memory_put(sequence_memory_t *m, uint64_t addr, uint32_t word); /* after sequence_memory_touch */

#endif
