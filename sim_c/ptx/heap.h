/* heap.h - memory that kernels allocate themselves: places in one buffer of the device. */
#ifndef CTADEL_PTX_HEAP_H
#define CTADEL_PTX_HEAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct heap heap_t;

heap_t *heap_create(uint64_t addr, uint64_t bytes); /* NULL: out of memory */
void heap_destroy(heap_t *h);                       /* NULL is fine */

/* The first place that fits, 16-byte aligned; 0: none does, or bytes is 0. */
uint64_t heap_alloc(heap_t *h, uint64_t bytes);
bool heap_free(heap_t *h, uint64_t addr); /* false: nothing was allocated there */

#endif
