/* watch.h - the registers in which a policy holds its decisions, for statistics: a structure per policy, with the same
 * values in the RTL and in the golden model after each clock edge. */
#ifndef CTADEL_POLICY_WATCH_H
#define CTADEL_POLICY_WATCH_H

#include <stdbool.h>
#include <stdint.h>

enum { WATCH_SMS = 32, WATCH_KERNELS = 4, WATCH_SLOTS = 16 };
enum { LCS_OPEN = 0, LCS_WAITS = 0xff }; /* T_new: no CTA has finished yet; being computed */
enum { SMK_ANEW, SMK_REST, SMK_SAMPLE, SMK_DECIDE, SMK_TRY };
enum { SMK_SEATS = 2 };

typedef struct { /* limit_lcs */
    uint8_t tnew[WATCH_SMS][WATCH_KERNELS];
    uint32_t inst[WATCH_SMS][WATCH_SLOTS]; /* warp instructions of the CTA in each slot */
} watch_lcs_t;

typedef struct { /* limit_dyncta */
    uint8_t n[WATCH_SMS];
    bool walks; /* a window has ended, SMs decide in turn */
    bool anew;  /* a kernel was launched: n starts over at the next edge */
} watch_dyncta_t;

typedef struct { /* of one kernel that an SM samples: unit-cycles of a sample, and utilisations in 1024ths */
    uint32_t sp, ldst;
} watch_use_t;

typedef struct {            /* limit_smk */
    uint8_t state;          /* SMK_... */
    bool starts;            /* what is tried are the numbers to start with */
    uint8_t kid[SMK_SEATS]; /* counts where both seats are taken */
    uint32_t cycles;        /* of the sample */
    watch_use_t sample;     /* of the SM */
    bool known;             /* there is a history: */
    watch_use_t history, of_seat[SMK_SEATS];
} watch_smk_t;

typedef struct { /* gate_claso: counts where not pending */
    uint32_t local[WATCH_SMS][WATCH_KERNELS];
    uint32_t global[WATCH_KERNELS];
    uint8_t pending, open, some; /* bit k: credits are not there yet; do not count any more; or not yet */
} watch_claso_t;

typedef struct {    /* gate_dyncore */
    bool over;      /* a window has ended, */
    uint32_t g_act; /* and this is its G_act */
    bool scans;     /* it was low: SMs to run empty are looked for */
} watch_dyncore_t;

typedef union {
    watch_lcs_t lcs;
    watch_dyncta_t dyncta;
    watch_smk_t smk;
    watch_claso_t claso;
    watch_dyncore_t dyncore;
} policy_regs_t;

#endif
