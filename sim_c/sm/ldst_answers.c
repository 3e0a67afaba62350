/* ldst_answers.c - rings that start small: a kernel rarely has more than a few items waiting. */
#include "sm/ldst_answers.h"

#include <stdlib.h>

enum { ROOM_AT_FIRST = 16 };

void answers_drop(answers_t *a)
{
    for (uint32_t s = 0; s < ANSWER_SOURCES; s++) free(a->queue[s].at);
    *a = (answers_t){0};
}

static void grow(answer_queue_t *q)
{
    const uint32_t room = q->room ? 2 * q->room : ROOM_AT_FIRST;
    answer_t *at = malloc(room * sizeof *at);
    if (!at) abort();
    for (uint32_t i = 0; i < q->used; i++) at[i] = q->at[(q->head + i) & (q->room - 1)];
    free(q->at);
    *q = (answer_queue_t){.at = at, .used = q->used, .room = room};
}

void answers_push(answers_t *a, answer_source_t from, answer_t item)
{
    answer_queue_t *q = &a->queue[from];
    if (q->used == q->room) grow(q);
    q->at[(q->head + q->used++) & (q->room - 1)] = item;
    a->used++;
}

bool answers_take(answers_t *a, answer_source_t *from, answer_t *item)
{
    if (!a->used) return false;
    uint32_t s = a->turn;
    while (!a->queue[s].used) s = s + 1 == ANSWER_SOURCES ? 0 : s + 1;
    answer_queue_t *q = &a->queue[s];
    *from = (answer_source_t)s;
    *item = q->at[q->head];
    q->head = (q->head + 1) & (q->room - 1);
    q->used--;
    a->used--;
    a->turn = s + 1 == ANSWER_SOURCES ? 0 : s + 1;
    return true;
}
