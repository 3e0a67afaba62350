/* watch.h - the registers that hold a policy's decisions, for statistics: a structure per policy. RTL and golden model
 * have the same values after each clock edge. */
#ifndef CTADEL_POLICY_WATCH_H
#define CTADEL_POLICY_WATCH_H

#include "base/sizes.h"

#include <stdbool.h>
#include <stdint.h>

enum { LCS_OPEN = 0, LCS_WAITS = 0xff }; /* T_new: no CTA has finished yet; T_new is being computed */
enum { SMK_ANEW, SMK_REST, SMK_SAMPLE, SMK_DECIDE, SMK_TRY };
enum { SMK_SEATS = 2 };

typedef struct {                                    /* limit_lcs */
    uint8_t tnew[SCHED_SMS_MAX][SCHED_KERNELS_MAX]; /* CTAs; LCS_OPEN, LCS_WAITS */
    uint32_t inst[SCHED_SMS_MAX][SCHED_SLOTS_MAX];  /* warp instructions of the CTA in each slot */
} watch_lcs_t;

typedef struct {              /* limit_dyncta */
    uint8_t n[SCHED_SMS_MAX]; /* CTAs that may run */
    bool walks;               /* a window has ended: the SMs decide in turn, one per clock */
    bool anew;                /* a kernel was launched: n starts over at the next clock edge */
} watch_dyncta_t;

typedef struct { /* of a kernel or an SM: unit-cycles of a sample, or utilisations in 1024ths */
    uint32_t sp, ldst;
} watch_use_t;

typedef struct {            /* limit_smk */
    uint8_t state;          /* SMK_... */
    bool starts;            /* the first pair of Tb after a start is being tried */
    uint8_t kid[SMK_SEATS]; /* table entries of the pair; valid if both seats are taken */
    uint32_t cycles;        /* cycles of the sample */
    watch_use_t sample;     /* unit-cycles of the SM in it */
    bool known;             /* history and of_seat are valid: utilisations */
    watch_use_t history, of_seat[SMK_SEATS];
} watch_smk_t;

typedef struct { /* gate_claso: credits; valid where not pending */
    uint32_t local[SCHED_SMS_MAX][SCHED_KERNELS_MAX];
    uint32_t global[SCHED_KERNELS_MAX];
    /* bit k: the credits of entry k are not computed yet; its gate stays open; CTAs beyond its credits are left */
    uint16_t pending, open, some;
} watch_claso_t;

typedef struct {    /* gate_dyncore */
    bool over;      /* a window has ended */
    uint32_t g_act; /* its G_act in SM-cycles, if over */
    bool scans;     /* G_act was low: SMs to drain are being selected */
} watch_dyncore_t;

typedef union {
    watch_lcs_t lcs;
    watch_dyncta_t dyncta;
    watch_smk_t smk;
    watch_claso_t claso;
    watch_dyncore_t dyncore;
} policy_regs_t;

#endif
