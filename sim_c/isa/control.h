/* control.h - control bits of an instruction, as NVIDIA's assemblers write them since Volta.
 *
 * A warp has a stall counter and six dependence counters. An instruction increments the counters that it names when it
 * has issued; they are decremented when it has read its sources, or written its result. The hardware checks nothing
 * else. Source: Huerta et al., MICRO 2025, section 4. */
#ifndef CTADEL_ISA_CONTROL_H
#define CTADEL_ISA_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

enum { CONTROL_COUNTERS = 6, CONTROL_NONE = 7, CONTROL_OPERANDS = 3, CONTROL_NO_REG = 0xffff };

typedef struct {
    uint8_t stall_cycles;   /* 0..15 */
    bool yield;             /* the warp does not issue in the next cycle */
    uint8_t write_counter;  /* decremented when the result is written; 0..5, CONTROL_NONE */
    uint8_t read_counter;   /* decremented when the sources have been read; 0..5, CONTROL_NONE */
    uint8_t wait;           /* bit c: counter c must be 0 */
    uint8_t reuse;          /* bit i: operand i stays in the reuse cache */
    uint8_t atmost_counter; /* DEPBAR.LE: this counter must be at most atmost_count; CONTROL_NONE: no DEPBAR */
    uint8_t atmost_count;   /* 0..63 */
    uint16_t operand[CONTROL_OPERANDS];     /* register R0..R254 read at operand position i; CONTROL_NO_REG: none (RZ,
                                               immediate, predicate, uniform) */
    uint8_t operand_regs[CONTROL_OPERANDS]; /* consecutive registers read there: 1; 2 for .64 addresses or doubles; 4 */
    bool has_constant;                      /* an operand is in constant memory, */
    uint64_t constant_addr;                 /* at this address of the timing model */
} inst_control_t;

#endif
