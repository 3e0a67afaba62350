/* difference.h - the first difference between the engines rtl and c: where, which signal, both values. */
#ifndef CTADEL_TB_ENGINE_DIFFERENCE_H
#define CTADEL_TB_ENGINE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whose answer differs: the dispatcher itself, the policy of one of its stages, an SM's warp arbiter, the task unit. */
typedef enum {
    DIFFERENCE_DISP,
    DIFFERENCE_PLACE,
    DIFFERENCE_LIMIT,
    DIFFERENCE_GATE,
    DIFFERENCE_ARB,
    DIFFERENCE_TASK
} difference_part_t;

typedef struct {
    char unit[48];   /* "dispatcher, SM 3", "SM 0, scheduler 1", "task unit"; "": no difference so far */
    char signal[48]; /* "issue_sm", "granted warp" */
    char wave[64];   /* the RTL's signal in a wave, with its range: "disp.disp_top.issue_sm_o[4:0]" */
    difference_part_t part;
    uint32_t sm, scheduler; /* of a warp arbiter */
    uint64_t cycle;         /* of the machine */
    uint64_t rtl, c;
} difference_t;

bool difference_found(const difference_t *d);
/* Keeps `seen` if it is the first and its values differ. */
void difference_note(difference_t *d, const difference_t *seen);
/* "lockstep: cycle 476, SM 0, scheduler 1: granted warp is 0x1 in rtl, 0x0 in c" */
void difference_text(const difference_t *d, char *text, size_t bytes);
/* "0x1f", or "none" of a value that is SCHED_NONE. */
void difference_value(uint64_t value, char text[24]);

#endif
