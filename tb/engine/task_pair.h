/* task_pair.h - the RTL of the task unit behind its port, and if there is one the golden model beside it, clocked
 * together: a host's accesses, and what contexts are answered. */
#ifndef CTADEL_TB_ENGINE_TASK_PAIR_H
#define CTADEL_TB_ENGINE_TASK_PAIR_H

#include "policy/sas_regs.h"
#include "policy/tasks.h"
#include "engine/difference.h"
#include "engine/shim_sas.h"

typedef struct { /* who keeps the wave's time; functions NULL: no wave */
    void *self;
    void (*dump)(void *self, bool edge); /* before, after a clock edge of the RTL */
    void (*end_cycle)(void *self);
} task_wave_t;

typedef struct {
    sas_shim_t *rtl;
    task_wave_t wave;
    void *c;         /* of task_c_ops, as many SMs and contexts as the RTL; NULL: rtl alone */
    sas_regs_t regs; /* before c */
    sas_shim_out_t from_rtl;
    task_out_t from_c;
    difference_t difference; /* at the port, the first one */
} task_pair_t;

void task_pair_reset(task_pair_t *p); /* rtl and c are out of reset */
void task_pair_settle(task_pair_t *p, const sas_top_in_t *in);
void task_pair_rise(task_pair_t *p, const sas_top_in_t *in);
/* An access takes clocks in which no context asks. False: it was refused. */
bool task_pair_write(task_pair_t *p, uint32_t addr, uint32_t data);
bool task_pair_read(task_pair_t *p, uint32_t addr, uint32_t *data);
/* Programs the loop, the last one being at its end; then comes the cycle in which in->start is asserted. False: it
 * is not a loop, and the port refused it. */
bool task_pair_program(task_pair_t *p, const sas_top_in_t *in);

#endif
