/* gpu_internal.h - fields of the GPU, shared by the gpu_*.c files. */
#ifndef CTADEL_GPU_GPU_INTERNAL_H
#define CTADEL_GPU_GPU_INTERNAL_H

#include "gpu/gpu.h"
#include "mem/memsys.h"
#include "sm/sm.h"

struct gpu {
    gpu_env_t env;
    machine_t m;
    memsys_t *memsys;
    sm_t *sm[SCHED_SMS_MAX];
    disp_in_t in;
    disp_out_t out;
    disp_mon_t mon;          /* last report of the monitors */
    uint64_t mon_from;       /* first cycle it does not cover */
    bool done_new;           /* a completion was raised in this cycle */
    const kernel_launch_t *launch[SCHED_KERNELS]; /* by kernel table entry */
    uint64_t now;
    uint64_t progress_cycle; /* last cycle in which an instruction issued or a CTA moved */
    uint32_t awake;          /* bit s: SM s is clocked */
    uint32_t wake_next;      /* bit s: SM s wakes at the start of the next cycle */
    uint32_t full;           /* enabled SMs, all ones */
    /* statistics */
    uint64_t ctas_launched, ctas_issued, ctas_done, kernels, skipped, sm_cycles;
    uint64_t class_sum;
};

/* gpu_host.c: the host's side of the register file */
bool gpu_host_program(gpu_t *g, err_t *err); /* machine and policy, before the first kernel */
bool gpu_host_fits(const gpu_t *g, const kernel_launch_t *k, err_t *err);
bool gpu_host_launch(gpu_t *g, uint32_t kid, const kernel_launch_t *k, err_t *err);

#endif
