/* ldst_answers.h - data that waits for the write-back register of the LD/ST unit: a queue for each source, from which
 * the register takes one item per cycle, round robin (GPGPU-Sim's ldst_unit::writeback). */
#ifndef CTADEL_SM_LDST_ANSWERS_H
#define CTADEL_SM_LDST_ANSWERS_H

#include <stdbool.h>
#include <stdint.h>

typedef enum {
    ANSWER_BANKS, /* shared memory, the task unit */
    ANSWER_L1T,
    ANSWER_L1C,
    ANSWER_L2,  /* past the L1D: atomics, bypassing loads */
    ANSWER_L1D, /* a fill */
    ANSWER_FAR, /* shared memory of another SM */
    ANSWER_SOURCES
} answer_source_t;

typedef struct {
    uint16_t entry;
    uint64_t number; /* of the L1D's answer; other sources: 0 */
} answer_t;

typedef struct {
    answer_t *at; /* a ring of `room` items, which grows */
    uint32_t head, used, room;
} answer_queue_t;

typedef struct {
    answer_queue_t queue[ANSWER_SOURCES];
    uint32_t turn; /* source that goes first */
    uint32_t used; /* items in all queues */
} answers_t;

void answers_drop(answers_t *a); /* frees the queues; all zero is a valid, empty set */
void answers_push(answers_t *a, answer_source_t from, answer_t item);   /* aborts when out of memory */
bool answers_take(answers_t *a, answer_source_t *from, answer_t *item); /* false: empty */

#endif
