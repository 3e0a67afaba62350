/* gpu_internal.h - fields of the GPU, shared by the gpu_*.c files. */
#ifndef CTADEL_GPU_GPU_INTERNAL_H
#define CTADEL_GPU_GPU_INTERNAL_H

#include "gpu/gpu.h"
#include "mem/memsys.h"

typedef struct {
    gpu_kernel_t pub;
    sm_kernel_t sm;
    char *name;
    uint64_t *begun; /* bit lid: an SM has taken that CTA; NULL after the kernel's end */
} kernel_t;

typedef struct { /* the task unit, as the machine uses it */
    sas_top_in_t in;
    task_out_t out;
    kernel_t *kernel;            /* whose loop it is; NULL: it is not clocked */
    uint32_t sms;                /* that have been given a CTA of it */
    uint64_t ended[SAS_SMS_MAX]; /* contexts that were answered: no more work */
    uint64_t *seen;              /* bit: that index has been handed out */
    uint64_t along[LOOP_LEVELS]; /* iterations of each level */
    /* statistics */
    uint64_t loops, indices, distinct, handed, pieces, empty, wait_cycles, flush_cycles;
} task_unit_t;

typedef struct decide_own decide_own_t; /* decide_own.c */
enum { DECIDE_MAX = 6 };

struct gpu {
    gpu_env_t env;
    task_unit_t task;
    machine_t m;
    memsys_t *memsys;
    sm_t *sm[SCHED_SMS_MAX];
    disp_in_t in;
    disp_out_t out;
    uint8_t block_slot[SCHED_SMS_MAX]; /* slot of the CTA handed to an SM last: its block may go on */
    uint16_t paused[SCHED_SMS_MAX];    /* as the observer knows it, */
    uint8_t quota[SCHED_KERNELS];      /* and this of the kernel */
    kernel_t *quota_of[SCHED_KERNELS];
    disp_mon_t mon;                 /* last report of the monitors */
    uint64_t mon_from;              /* first cycle it does not cover */
    bool done_new;                  /* a completion was raised in this cycle */
    kernel_t *entry[SCHED_KERNELS]; /* kernel table; NULL: free */
    uint32_t running;               /* bit k: entry k has not ended */
    uint32_t writing;               /* ... its CTAs have, dirty lines are on their way */
    uint32_t ended;                 /* ... has, and gpu_wait has not named it */
    uint32_t stale;                 /* bit s: L1s of SM s hold lines from before a kernel's end */
    uint8_t cta_kid[SCHED_SMS_MAX][SCHED_SLOTS_MAX];
    kernel_t **kernel; /* all that were launched, in that order */
    uint32_t launched, room;
    uint32_t overlap;      /* the first of them launched since the machine was empty */
    uint32_t codes;        /* code regions given since then */
    uint64_t report_cycle; /* of the progress hook */
    struct {               /* gpu_spin.c */
        uint64_t next_cycle, deeds;
        uint32_t quiet; /* looks since something was done */
    } spin;
    uint64_t now;
    uint64_t progress_cycle; /* last cycle in which an instruction issued or a CTA moved */
    uint32_t awake;          /* bit s: SM s is clocked */
    uint32_t wake_next;      /* bit s: SM s wakes at the start of the next cycle */
    uint32_t full;           /* enabled SMs, all ones */
    /* statistics */
    uint64_t ctas_launched, ctas_issued, ctas_done, kernels, kernels_max, apart;
    uint64_t skipped, sm_cycles;
    uint64_t class_sum;
    uint64_t busy[UNIT_NONE], unit_cycles[UNIT_NONE]; /* of all SMs: units taken; cycles times units */
    uint64_t insts, insts_sum;          /* warp instructions, of the kernels that have ended, of the SMs */
    uint64_t busy_units, busy_sum;      /* units taken, of the same */
    uint64_t off_cycles[SCHED_SMS_MAX]; /* drained and without a CTA */
    struct {
        const struct decide_ops *ops;
        void *st;
    } decide[DECIDE_MAX]; /* observers of the policies in use */
    uint32_t decides;
    decide_own_t *decide_own; /* their memory */
};

/* gpu_host.c: the host's side of the register file */
bool gpu_host_program(gpu_t *g, err_t *err); /* machine and policy, before the first kernel */
bool gpu_host_launch(gpu_t *g, uint32_t kid, const kernel_launch_t *k, err_t *err);
/* An empty SM can hold a CTA of each. */
bool gpu_host_together(const machine_t *m, const kernel_launch_t *a, const kernel_launch_t *b);

/* CTAs of entry kid that find room on an SM that holds so many of each entry, as far as its resources go. */
uint32_t gpu_host_room(const gpu_t *g, const uint32_t resident[SCHED_KERNELS], uint32_t kid);

/* gpu_decide.c: what policies decide. Of the calls between create and free, one for each event. */
bool gpu_decide_create(gpu_t *g); /* false: no memory */
void gpu_decide_free(gpu_t *g);
bool gpu_decide_launch(gpu_t *g, const kernel_t *k);
void gpu_decide_step(gpu_t *g, bool report); /* a clock of the dispatcher, with a report of the monitors or not */
void gpu_decide_cta(gpu_t *g, uint32_t sm, uint32_t slot, bool begins);
void gpu_decide_settle(gpu_t *g);

/* gpu_kernel.c: the life of a kernel between its launch and its end */
void gpu_kernel_cta_begun(gpu_t *g, kernel_t *k, const cta_place_t *place);
void gpu_kernel_cta_done(gpu_t *g, uint32_t sm, uint32_t slot);
bool gpu_kernels_step(gpu_t *g, err_t *err);  /* after every cycle: what ended in it */
bool gpu_kernels_stuck(gpu_t *g, err_t *err); /* gpu_spin.c; true: err says why no more cycle makes sense */
enum { GPU_NAMES_BYTES = 256 };
void gpu_kernels_names(const gpu_t *g, char text[GPU_NAMES_BYTES]); /* of those that run */
void gpu_kernels_free(gpu_t *g);

/* gpu_task.c: the loop of a kernel, between its launch and its end. Without a task unit only gpu_task_begin is
 * called, for kernels that have a loop, and says so. */
void gpu_task_cta_begun(gpu_t *g, const kernel_t *k, uint32_t sm);
bool gpu_task_begin(gpu_t *g, kernel_t *k, err_t *err);
bool gpu_task_end(gpu_t *g, const kernel_t *k, err_t *err); /* false: its threads have not asked for all of it */
void gpu_task_clock(gpu_t *g);                              /* the end of a core cycle */
bool gpu_task_waits(const gpu_t *g);                        /* some context waits: the next cycle must come */
void gpu_task_skip(gpu_t *g, uint64_t cycles);              /* in which no context waits for work */
void gpu_task_register(gpu_t *g);
void gpu_task_free(gpu_t *g);

/* gpu_units.c: how long units are taken, of the machine and of each kernel */
void gpu_units_register(gpu_t *g);
void gpu_units_take(gpu_t *g, kernel_t *k); /* when the kernel has ended, before its entry is used again */
void gpu_units_settle(gpu_t *g);            /* when a kernel has ended */

#endif
