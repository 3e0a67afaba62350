/* task_pair.h - the RTL of the task unit and, in lockstep, its golden model, clocked together: register accesses of the
 * host, and the answers to the contexts. */
#ifndef CTADEL_TB_ENGINE_TASK_PAIR_H
#define CTADEL_TB_ENGINE_TASK_PAIR_H

#include "policy/sas_regs.h"
#include "policy/tasks.h"
#include "engine/difference.h"
#include "engine/shim_sas.h"

typedef struct { /* the engine that writes the waves; functions NULL: no waves */
    void *self;
    void (*dump)(void *self, bool edge); /* edge: after a clock edge of the RTL; false: before it */
    void (*end_cycle)(void *self);
} task_wave_t;

typedef struct {
    sas_shim_t *rtl;
    task_wave_t wave;
    void *c;         /* golden model, self of task_c_ops, with the dimensions of the RTL; NULL: none */
    sas_regs_t regs; /* golden model of the registers, which drive c */
    sas_shim_out_t from_rtl;
    task_out_t from_c;
    difference_t difference; /* first difference at the port */
} task_pair_t;

void task_pair_reset(task_pair_t *p); /* resets the registers; call it when rtl and c are out of reset */
void task_pair_settle(task_pair_t *p, const sas_top_in_t *in);
void task_pair_rise(task_pair_t *p, const sas_top_in_t *in);
/* A register access; it takes clocks in which no context asks for work. False: the port refused it. */
bool task_pair_write(task_pair_t *p, uint32_t addr, uint32_t data);
bool task_pair_read(task_pair_t *p, uint32_t addr, uint32_t *data);
/* Programs the loop in *in, after the previous loop has ended and before the cycle in which in->start is asserted.
 * False: the port refused it as invalid. */
bool task_pair_program(task_pair_t *p, const sas_top_in_t *in);

#endif
