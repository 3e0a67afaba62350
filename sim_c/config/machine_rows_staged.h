/* machine_rows_staged.h - keys of sub-cores with stages (SUB_CORES_STAGED), rows of machine_fields.c. For that file
 * only. */
#ifndef CTADEL_CONFIG_MACHINE_ROWS_STAGED_H
#define CTADEL_CONFIG_MACHINE_ROWS_STAGED_H

#include "policy/issues.h"

/* clang-format off */
#define STAGED_ROWS \
    CHOICE_OPTION(sm.issue_by, ISSUES_BY, ISSUE_BY_SCOREBOARD, \
     "what lets a warp issue. scoreboard: no register of its next instruction has a pending result; on a machine with staged " \
     "sub-cores also counting_scoreboard: the same, none that it writes will still be read, none that it reads has " \
     "sm.consumers already; or control_bits: the stall counts and dependence counters in the instructions"), \
    OPTION(sm.consumers, "instructions", 1, ISSUES_CONSUMERS_MAX, ISSUES_CONSUMERS_MAX, \
     "counting scoreboard: instructions that may have issued and still have to read a register: 1, 3, 7, 15, 31 or 63"), \
    CHOICE_OPTION(sm.reuse, REUSES, REUSE_NONE, \
     "registers that a staged sub-core keeps. cache: those with a reuse bit, for the next operand at their bank and position"), \
    CHOICE_OPTION(sm.fp_units, FP_UNITS, FP_AT_SP, \
     "pipelines for f32 instructions of a staged sub-core. sp: that of SP; either: that of SP, or of INT while SP is taken"), \
    OPTION(sm.memory_queue, "instructions", 1, SM_MEMORY_QUEUE_MAX, 5, \
      "memory instructions of a staged sub-core from issue until the LD/ST unit has taken them"), \
    OPTION(sm.address_cycles, "core cycles", 1, 32, 4, "a memory instruction in the address unit of its staged sub-core"), \
    OPTION(sm.copy_cycles, "core cycles", 1, 500, 1, \
      "of an SM with staged sub-cores: data of a copy of a sequence (LDGSTS) from the L1D into shared memory"), \
    OPTION(sm.ldc.address_cycles, "core cycles", 1, 32, 4, "a load of a constant (LDC) in the address unit of its staged sub-core"), \
    OPTION(sm.ldc.return_cycles, "core cycles", 1, 500, 2, "its value on the way from the L1C to the registers of the sub-core"), \
    OPTION(sm.memory_interval_cycles, "core cycles", 1, 32, 2, \
      "from one instruction of a staged sub-core to the next that the LD/ST unit takes"), \
    OPTION(sm.l0i.sets, "sets", 0, 1024, 0, "L0 instruction cache of a staged sub-core: sets, a power of two; its lines are those of the L1I"), \
    OPTION(sm.l0i.ways, "ways", 0, 64, 0, "L0 instruction cache: lines per set"), \
    OPTION(sm.l0i.hit_cycles, "core cycles", 1, 8, 2, "L0 instruction cache: from a fetch that hits to the issue of its instruction"), \
    OPTION(sm.l0i.wait_cycles, "core cycles", 1, 500, 1, "L0 instruction cache: a request to the L1I, and as many for the line back"), \
    OPTION(sm.l0i.stream_lines, "lines", 0, 32, 0, "stream buffer of the L0 instruction cache: lines behind a missed one that it prefetches"), \
    OPTION(sm.l0c.sets, "sets", 0, 1024, 0, \
      "L0 constant cache of a staged sub-core, for operands of ALU instructions: sets, 0 or a power of two; its lines are those of " \
      "the L1C; 0: every such operand is there"), \
    OPTION(sm.l0c.ways, "ways", 0, 64, 0, "L0 constant cache: lines per set"), \
    OPTION(sm.l0c.wait_cycles, "core cycles", 1, 500, 1, "L0 constant cache: a request to the L1C, and as many for the line back"), \
    OPTION(sm.l0c.miss_cycles, "core cycles", 0, 32, 0, \
      "cycles for which a missing operand of the warp that would issue holds up its sub-core; then others may issue"),
/* clang-format on */

#endif
