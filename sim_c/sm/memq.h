/* memq.h - memory instructions of sub-cores with stages (SUB_CORES_STAGED), between Control and the LD/ST unit that the
 * sub-cores share.
 *
 * Each sub-core has places for cfg.memory_queue instructions, taken at issue, and an address unit that takes one in
 * cfg.address_cycles. The LD/ST unit takes one instruction of any sub-core in cfg.memory_interval_cycles, in turn; its
 * place is free MEMQ_FREE_CYCLES later.
 *
 * When an instruction has its addresses, and when its sources have been read so that they may be overwritten, follows
 * from the registers that it reads, MEMQ_REG_CYCLES each. Source: R. Huerta et al. (MICRO 2025), section 5.4; Table 1
 * (places, address unit, interval) and Table 2 (both delays).
 *
 * The address of a constant passes stages of its own, cfg.ldc.address_cycles; an index in a register takes as long
 * as a global address in two, as in the authors' simulator. The paper does not say why such an instruction releases its
 * index only with its result (memq_keeps_sources). A copy into shared memory has two addresses. */
#ifndef CTADEL_SM_MEMQ_H
#define CTADEL_SM_MEMQ_H

#include "sm/ports.h"

enum { MEMQ_PLACES_MAX = SM_MEMORY_QUEUE_MAX, MEMQ_REG_CYCLES = 2, MEMQ_FREE_CYCLES = 2 };

typedef struct memq memq_t;

typedef struct { /* of a cycle */
    uint32_t reads;
    ports_inst_t read[SM_SCHEDS * 2]; /* have read their sources */
    bool takes;
    ports_inst_t taken; /* goes to the LD/ST unit */
} memq_out_t;

memq_t *memq_create(const sm_cfg_t *cfg); /* NULL only when out of memory */
void memq_destroy(memq_t *m);             /* NULL is fine */

bool memq_room(const memq_t *m, uint64_t now, uint32_t sched);     /* a place is free */
void memq_reserve(memq_t *m, uint32_t sched);                      /* at issue; needs memq_room */
void memq_push(memq_t *m, uint64_t now, const ports_inst_t *what); /* it has left Control */
/* One core cycle. ldst_room: the LD/ST unit takes an instruction. */
void memq_step(memq_t *m, uint64_t now, bool ldst_room, memq_out_t *out);
uint64_t memq_storing(const memq_t *m); /* bit per SM warp with a store that was pushed and not taken */
uint32_t memq_inside(const memq_t *m); /* instructions that were pushed and not taken, or have not read their sources */

bool memq_stores(const winst_t *in);
/* Its sources may be overwritten when its result is written; memq_step does not report them. */
bool memq_keeps_sources(const winst_t *in);
/* Registers of the addresses: 0: uniform or constant. */
uint32_t memq_address_regs(const winst_t *in);
uint32_t memq_data_regs(const winst_t *in); /* 32-bit registers per lane that it loads or stores */

#endif
