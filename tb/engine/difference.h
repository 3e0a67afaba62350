/* difference.h - the first difference between the engines rtl and c: unit, signal, both values. */
#ifndef CTADEL_TB_ENGINE_DIFFERENCE_H
#define CTADEL_TB_ENGINE_DIFFERENCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Part whose output differs: the dispatcher itself, the policy of a stage, a warp arbiter, an issue-control unit, the
 * task unit. */
typedef enum {
    DIFFERENCE_DISP,
    DIFFERENCE_PLACE,
    DIFFERENCE_LIMIT,
    DIFFERENCE_GATE,
    DIFFERENCE_ARB,
    DIFFERENCE_ISSUE,
    DIFFERENCE_TASK
} difference_part_t;

typedef struct {
    char unit[48];   /* "dispatcher, SM 3", "SM 0, scheduler 1", "task unit"; "": no difference */
    char signal[48]; /* "issue_sm", "granted warp" */
    char wave[64];   /* the signal in a wave file, with its range: "disp.disp_top.issue_sm_o[4:0]" */
    difference_part_t part;
    uint32_t sm, scheduler; /* with DIFFERENCE_ARB, DIFFERENCE_ISSUE */
    uint64_t cycle;         /* core cycle */
    uint64_t rtl, c;        /* values */
} difference_t;

bool difference_found(const difference_t *d);
/* Stores `seen` in *d if its values differ and *d holds no difference yet. */
void difference_note(difference_t *d, const difference_t *seen);
/* "lockstep: cycle 476, SM 0, scheduler 1: granted warp is 0x1 in rtl, 0x0 in c" */
void difference_text(const difference_t *d, char *text, size_t bytes);
/* "0x1f", or "none" for SCHED_NONE. */
void difference_value(uint64_t value, char text[24]);

#endif
