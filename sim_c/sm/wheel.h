/* wheel.h - events of one SM that are due a known number of cycles ahead (result written, barrier released). A ring of
 * lists, one per cycle; inside a cycle events come in the order of insertion. */
#ifndef CTADEL_SM_WHEEL_H
#define CTADEL_SM_WHEEL_H

#include "isa/winst.h"

#include <stddef.h>

enum { WHEEL_CYCLES = 1024 }; /* an event lies 1..WHEEL_CYCLES-1 cycles ahead */

typedef enum { EV_RESULT, EV_ENTRY, EV_BARRIER, EV_POLL } event_kind_t;

typedef struct {
    const winst_t *inst; /* EV_RESULT: instruction whose destinations are written */
    uint16_t id;  /* EV_RESULT, EV_POLL: warp; EV_ENTRY: LD/ST entry; EV_BARRIER: CTA slot * BARRIERS_MAX + barrier */
    uint8_t kind; /* event_kind_t */
    uint32_t ticket; /* EV_RESULT: winst_exec_t.ticket of the instruction; 0: none */
} event_t;

typedef struct wheel wheel_t;

wheel_t *wheel_create(void);    /* NULL only when out of memory */
void wheel_destroy(wheel_t *w); /* NULL is fine */
/* due_cycle: 1..WHEEL_CYCLES-1 after the caller's cycle. Aborts when out of memory. */
void wheel_add(wheel_t *w, uint64_t due_cycle, event_t ev);
bool wheel_pop(wheel_t *w, uint64_t now_cycle, event_t *ev); /* false: no more events are due in this cycle */
/* First cycle >= from_cycle with an event; UINT64_MAX: none. */
uint64_t wheel_next(const wheel_t *w, uint64_t from_cycle);

#endif
