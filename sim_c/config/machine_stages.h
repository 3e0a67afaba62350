/* machine_stages.h - fields of an SM whose sub-cores have stages (SUB_CORES_STAGED), and the words that they may take.
 */
#ifndef CTADEL_CONFIG_MACHINE_STAGES_H
#define CTADEL_CONFIG_MACHINE_STAGES_H

#include "config/machine_cache.h"

#include <stdint.h>

/* clang-format off */
/* What says that the operands of a warp's next instruction allow it to issue. */
#define ISSUES_BY(X) \
    X(scoreboard, ISSUE_BY_SCOREBOARD) /* no register of it has a pending result */ \
    X(counting_scoreboard, ISSUE_BY_COUNTS) /* ... and they have as few consumers as rtl/issue/issue_regs.v demands */ \
    X(control_bits, ISSUE_BY_CONTROL_BITS) /* stall counts and dependence counters that its control bits name */
typedef enum { ISSUES_BY(MACHINE_ENUM) } issue_by_t;

/* Registers that a sub-core keeps for the next instruction. */
#define REUSES(X) \
    X(none, REUSE_NONE) \
    X(cache, REUSE_CACHE) /* those whose reuse bit is set, one for each bank and operand position */
typedef enum { REUSES(MACHINE_ENUM) } reuse_t;

/* Pipelines for f32 instructions of a sub-core. */
#define FP_UNITS(X) X(sp, FP_AT_SP) X(either, FP_AT_EITHER) /* SP, or INT while that of SP is taken */
typedef enum { FP_UNITS(MACHINE_ENUM) } fp_units_t;
/* clang-format on */

enum { SM_MEMORY_QUEUE_MAX = 16 };
enum { SM_STAGED_BANKS_MAX = 8 }; /* register banks of a staged sub-core */

typedef struct { /* the L0 instruction cache of a sub-core, whose lines are those of the L1I */
    uint32_t sets, ways;
    uint32_t hit_cycles;   /* fetch to issue */
    uint32_t wait_cycles;  /* a request to the L1I; a line back */
    uint32_t stream_lines; /* lines behind a missed one that are prefetched; 0: none */
} l0i_cfg_t;

typedef struct {          /* the L0 constant cache of a sub-core, whose lines are those of the L1C */
    uint32_t sets, ways;  /* 0: every constant operand is there */
    uint32_t wait_cycles; /* a request to the L1C; a line back */
    uint32_t miss_cycles; /* for which a missing operand holds up its sub-core */
} l0c_cfg_t;

typedef struct {             /* a load of a constant (LDC) */
    uint32_t address_cycles; /* in the address unit */
    uint32_t return_cycles;  /* from the L1C to the registers */
} ldc_cfg_t;

#endif
