/* victims.h - per-warp victim tags of an L1 data cache [CCWS §3.1]: which
 * lines a warp brought in and lost. Tags only, no data.
 *
 * Per warp a set-associative array, 8 ways, the oldest of a set leaves first. */
#ifndef CTADEL_MEM_VICTIMS_H
#define CTADEL_MEM_VICTIMS_H

#include <stdbool.h>
#include <stdint.h>

typedef struct victims victims_t;

/* `tags` per warp: a power of two, below 8 one set of them. NULL only when out of memory. */
victims_t *victims_create(uint32_t warps, uint32_t tags);
void victims_destroy(victims_t *v); /* NULL is fine */

void victims_add(victims_t *v, uint32_t warp, uint64_t line);  /* becomes the newest of its set */
bool victims_take(victims_t *v, uint32_t warp, uint64_t line); /* true: was there, and is no more */
void victims_clear(victims_t *v, uint32_t warp);

#endif
