/* waves_few.h - the warning that grids are too small for a policy to act: less than a wave of CTAs, SMs x T_max. */
#ifndef CTADEL_TB_RUN_WAVES_FEW_H
#define CTADEL_TB_RUN_WAVES_FEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { WAVES_FEW_BYTES = 400 };

typedef struct { /* {0} is empty */
    char names[160];
    uint32_t count, left_out; /* workloads; those that names has no room for */
    bool tiny;                /* all of them ran at size tiny */
} waves_few_t;

/* Adds a workload, unless it has a wave or more; waves 0: unknown. */
void waves_few_add(waves_few_t *w, const char *workload, const char *size, double waves);
/* One line without its end: what, and the remedy. False: no workload was added. */
bool waves_few_text(const waves_few_t *w, char text[WAVES_FEW_BYTES]);
/* The remedy: "use --size small", or how to find a larger size. */
const char *waves_few_remedy(bool tiny);

#endif
