/* heap.h - malloc and free of kernels: allocates ranges of one buffer of device memory. */
#ifndef CTADEL_PTX_HEAP_H
#define CTADEL_PTX_HEAP_H

#include <stdbool.h>
#include <stdint.h>

typedef struct heap heap_t;

heap_t *heap_create(uint64_t addr, uint64_t bytes); /* manages [addr, addr + bytes); NULL: out of memory */
void heap_destroy(heap_t *h);                       /* NULL is fine */

/* Address of the first free range of at least `bytes` bytes, 16-byte aligned. 0: no range fits, or `bytes` is 0. */
uint64_t heap_alloc(heap_t *h, uint64_t bytes);
bool heap_free(heap_t *h, uint64_t addr); /* false: no allocation begins at addr */

#endif
