/* gpu_internal.h - fields of the GPU, shared by the gpu_*.c files. */
#ifndef CTADEL_GPU_GPU_INTERNAL_H
#define CTADEL_GPU_GPU_INTERNAL_H

#include "control/coded.h"
#include "gpu/gpu.h"
#include "mem/memsys.h"

typedef struct {
    gpu_kernel_t pub;
    sm_kernel_t sm;
    char *name;
    uint32_t local_ranks;   /* cta_place_t.ranks of its CTAs */
    uint64_t arrives_cycle; /* in which the dispatcher gets its descriptor */
    uint64_t *begun;        /* bit lid: that CTA has started; NULL after the kernel's end */
    traffic_t before;       /* of the machine up to its launch */
    coded_t *coded;         /* NULL: the machine needs no control bits, or the launch has them */
    hazards_t *hazards;     /* NULL: without env.hazards */
} kernel_t;

typedef struct { /* the task unit, its ports, and its loop */
    sas_top_in_t in;
    task_out_t out;
    kernel_t *kernel;            /* kernel of the loop; NULL: the unit is not clocked */
    sm_mask_t sms;               /* SMs that have started a CTA of it */
    uint64_t ended[SAS_SMS_MAX]; /* by SM: contexts that were answered "no more work" */
    uint64_t *seen;              /* bit per index: it has been handed out */
    uint64_t along[LOOP_LEVELS]; /* by level: iterations */
    /* statistics */
    uint64_t loops, indices, distinct, handed, pieces, empty, wait_cycles, flush_cycles;
} task_unit_t;

typedef struct decide_own decide_own_t; /* decide_own.c */
enum { DECIDE_MAX = 6 };
typedef struct gpu_parallel gpu_parallel_t; /* gpu_sms.c */
typedef struct gpu_why gpu_why_t;           /* gpu_why.c */

struct gpu {
    gpu_env_t env;
    task_unit_t task;
    machine_t m;
    memsys_t *memsys;
    sm_network_t *network; /* between SMs; NULL: none */
    sm_t *sm[SCHED_SMS_MAX];
    gpu_parallel_t *parallel; /* NULL: one thread */
    gpu_why_t *why;           /* NULL: not recorded */
    disp_in_t in;
    disp_out_t out;
    uint8_t priority[SCHED_KERNELS_MAX];   /* by entry: as last written */
    sm_mask_t part[SCHED_KERNELS_MAX];     /* by entry: the partition as last written */
    uint32_t cluster[SCHED_KERNELS_MAX];   /* the same of register CLUSTER */
    uint8_t block_slot[SCHED_SMS_MAX];     /* by SM: slot of the CTA that started last; the next may be of its block */
    slot_mask_t paused[SCHED_SMS_MAX];     /* last value passed to the ctas_paused hook */
    uint8_t quota[SCHED_KERNELS_MAX];      /* last value passed to the quota hook, by table entry, */
    kernel_t *quota_of[SCHED_KERNELS_MAX]; /* and its kernel */
    disp_mon_t mon;                        /* last report of the monitors, to the dispatcher */
    uint64_t mon_from;                     /* first cycle that no report covers */
    bool done_new;                         /* an SM reported a finished CTA in this cycle */
    kernel_t *entry[SCHED_KERNELS_MAX];    /* kernel table; NULL: free */
    uint32_t running;                      /* bit k: entry k has not ended */
    uint32_t arriving;                     /* ... waits for its arrives_cycle */
    uint32_t writing;                      /* ... its CTAs have, its dirty lines are not all written */
    uint32_t ended;                        /* ... has ended, gpu_wait has not returned it */
    sm_mask_t stale;                       /* SMs whose L1s hold lines from before a kernel's end */
    uint8_t cta_kid[SCHED_SMS_MAX][SCHED_SLOTS_MAX];
    kernel_t **kernel; /* all kernels, in order of launch */
    uint32_t launched, room;
    uint32_t l1d_ways;     /* with a carve-out; 0: no kernel has been launched */
    uint32_t overlap;      /* index of the first kernel launched since the machine was empty */
    uint32_t codes;        /* code regions used since then */
    uint64_t report_cycle; /* next call of the progress hook */
    struct {               /* gpu_spin.c */
        uint64_t next_cycle, effects;
        uint32_t quiet; /* checks in a row without a side effect */
    } spin;
    gpu_acted_t acted;
    bool may_hold;        /* a limit or gate other than the plain one is in use */
    bool pauses, chooses; /* the limit may pause CTAs; the place policy chooses among kernels */
    bool rested;          /* the dispatcher slept after its last clock */
    const char *stuck;    /* of gpu_stuck */
    uint64_t now;
    uint64_t cycles; /* statistic: of `now`, those before gpu_drain */
    bool drained;
    bool may_run_ahead;                /* gpu_ahead.c: the machine and the policies allow it */
    bool waits;                        /* in gpu_wait: no kernel is launched before one has ended */
    bool stopping;                     /* the cycle hook has asked for a stop */
    uint64_t due_cycle[SCHED_SMS_MAX]; /* by SM that is not awake: sm_due */
    uint64_t first_due;                /* no SM that is not awake is due before */
    uint64_t progress_cycle; /* last cycle in which an instruction issued, a CTA started or was reported, or a kernel
                                was launched or ended; in the future if an SM has run ahead */
    sm_mask_t awake;         /* SMs that are called in this cycle; the others sleep, or have run ahead */
    sm_mask_t wake_next;     /* SMs that wake at the start of the next cycle */
    sm_mask_t all;           /* those of the machine */
    uint32_t sm_words;       /* words of a set of SMs in the dispatcher's registers */
    uint32_t entries;        /* of its kernel table */
    /* statistics */
    uint64_t ctas_launched, ctas_issued, ctas_done, kernels, kernels_max, apart;
    uint64_t skipped, sm_cycles;
    uint64_t class_sum;
    uint64_t busy[UNIT_NONE], unit_cycles[UNIT_NONE]; /* by unit, of all SMs: unit-cycles taken; cycles times units */
    uint64_t insts, insts_sum;                        /* warp instructions: of ended kernels; of all SMs */
    uint64_t busy_units, busy_sum;                    /* unit-cycles taken, of the same */
    uint64_t off_cycles[SCHED_SMS_MAX];               /* by SM: cycles drained by the gate and without a CTA */
    struct {
        const struct decide_ops *ops;
        void *st;
    } decide[DECIDE_MAX]; /* observers of the policies in use */
    uint32_t decides;
    decide_own_t *decide_own; /* memory of the observers */
};

/* gpu_host.c: the host's side of the register file */
bool gpu_host_program(gpu_t *g, err_t *err); /* writes capacities, policy and parameters; before the first launch */
/* The dispatcher gets the kernel after pool.launch_cycles, in gpu_host_arrivals; without latency at once. */
bool gpu_host_launch(gpu_t *g, kernel_t *k, err_t *err);
bool gpu_host_arrivals(gpu_t *g, err_t *err);   /* at the start of a cycle */
uint64_t gpu_host_next_arrival(const gpu_t *g); /* cycle; UINT64_MAX: none */
/* gpu_gpcs.c: a word of registers GPC (the GPC of each of GPCS_WORD_SMS SMs); register CLUSTER of a launch; checks that
 * the policies and a GPC take its clusters. */
enum { GPCS_SM_BITS = 4, GPCS_WORD_SMS = 32 / GPCS_SM_BITS };
uint32_t gpu_gpcs_word(const machine_t *m, uint32_t first_sm);
uint32_t gpu_gpcs_cluster_word(const kernel_launch_t *k);
bool gpu_gpcs_check(const gpu_t *g, const kernel_launch_t *k, err_t *err);
/* Linear id of a CTA at the port: the dispatcher numbers CTAs in the order of its walk, cluster by cluster. */
uint32_t gpu_gpcs_lid(const kernel_launch_t *k, const disp_out_t *cta);
/* True: an empty SM can hold a CTA of each at once. */
bool gpu_host_together(const machine_t *m, const kernel_launch_t *a, const kernel_launch_t *b);

/* CTAs of entry kid for which an SM has resources free while it holds resident[k] CTAs of each entry k. */
uint32_t gpu_host_room(const gpu_t *g, const uint32_t resident[SCHED_KERNELS_MAX], uint32_t kid);
uint32_t gpu_host_sms_with_room(const gpu_t *g, const kernel_t *k); /* SMs with room for a CTA of the kernel */

void gpu_acted_create(gpu_t *g); /* gpu_acted.c; before the first clock */
/* After each clock of the dispatcher; when a CTA starts, before it is counted */
void gpu_acted_step(gpu_t *g);
void gpu_acted_cta(gpu_t *g, const gpu_kernel_t *k, uint32_t lid);

/* gpu_decide.c: observers of the policies' decisions; a call for each event between create and free. */
bool gpu_decide_create(gpu_t *g); /* false: out of memory */
void gpu_decide_free(gpu_t *g);
bool gpu_decide_launch(gpu_t *g, const kernel_t *k);
/* After each clock of the dispatcher; report: with a report of the monitors */
void gpu_decide_step(gpu_t *g, bool report);
void gpu_decide_cta(gpu_t *g, uint32_t sm, uint32_t slot, bool begins);
void gpu_decide_settle(gpu_t *g);

/* gpu_carve.c: before a launch, of what the running kernels and k may use of shared memory */
void gpu_carve_out(gpu_t *g, const kernel_launch_t *k);

/* gpu_control.c: wraps the launch of a kernel that is to run; no CTA of it may be resident at its end. False: err. */
bool gpu_control_launch(const gpu_t *g, kernel_t *k, err_t *err);
void gpu_control_end(kernel_t *k);

traffic_t gpu_traffic(const gpu_t *g); /* gpu_traffic.c */

/* gpu_kernel.c: the life of a kernel between its launch and its end */
void gpu_kernel_cta_begun(gpu_t *g, kernel_t *k, const cta_place_t *place);
void gpu_kernel_cta_done(gpu_t *g, uint32_t sm, uint32_t slot);
bool gpu_kernels_step(gpu_t *g, err_t *err);  /* after every cycle: ends kernels */
bool gpu_kernels_stuck(gpu_t *g, err_t *err); /* gpu_spin.c; true: the run cannot end, err says why */
/* gpu_refusal.c: for each running kernel with CTAs left, "limit lcs refuses kernel 'k' on all 28 SMs, 5 CTAs left; ";
 * "" if no stage refuses one. Clocks the dispatcher: the run must have ended. */
void gpu_refusal(gpu_t *g, char *text, size_t bytes);
enum { GPU_NAMES_BYTES = 256 };
void gpu_kernels_names(const gpu_t *g, char text[GPU_NAMES_BYTES]); /* of the running kernels, for messages */
void gpu_kernels_free(gpu_t *g);

/* gpu_task.c: a kernel's parallel loop, from launch to end. Without a task unit, gpu_task_begin is false with err set.
 */
void gpu_task_cta_begun(gpu_t *g, const kernel_t *k, uint32_t sm);
bool gpu_task_begin(gpu_t *g, kernel_t *k, err_t *err);
bool gpu_task_end(gpu_t *g, const kernel_t *k, err_t *err); /* false: err names a thread that ended before it read 0 */
void gpu_task_clock(gpu_t *g);                              /* last in a core cycle */
/* A context waits for work: the next cycle is not skipped */
bool gpu_task_waits(const gpu_t *g);
void gpu_task_skip(gpu_t *g, uint64_t cycles); /* cycles in which no context waits for work */
void gpu_task_register(gpu_t *g);
void gpu_task_free(gpu_t *g);

/* gpu_sms.c: the SMs' part of a cycle */
bool gpu_sms_create(gpu_t *g); /* false: the host has no memory or threads left */
void gpu_sms_free(gpu_t *g);
void gpu_sms_begin(gpu_t *g);             /* before the dispatcher's clocks */
bool gpu_sms_issue(gpu_t *g, err_t *err); /* after them; false: err */

/* gpu_ahead.c */
void gpu_ahead_create(gpu_t *g);
/* After sm_end of SM s: lets it run ahead as far as nothing can reach it. */
void gpu_ahead_run(const gpu_t *g, uint32_t s);

/* gpu_due.c */
void gpu_due_create(gpu_t *g); /* all SMs are awake */
/* After sm_end and sm_task_answer: whether the SM is awake, and the cycle in which it is called again */
void gpu_note_due(gpu_t *g, uint32_t s);
sm_mask_t gpu_due(gpu_t *g);           /* SMs that are due in this cycle; they are awake from now on */
uint64_t gpu_next_due(const gpu_t *g); /* the first cycle in which one is due; UINT64_MAX: none */

static inline void gpu_note_progress(gpu_t *g, uint64_t cycle)
{
    if (cycle > g->progress_cycle) g->progress_cycle = cycle;
}

/* gpu_why.c; no-ops unless env.why is set */
bool gpu_why_create(gpu_t *g); /* false: out of memory */
void gpu_why_free(gpu_t *g);
void gpu_why_cta(gpu_t *g, uint32_t s, uint32_t k, uint32_t lid); /* a CTA of table entry k starts on SM s */
void gpu_why_step(gpu_t *g);                                      /* after the dispatcher's clocks of a cycle */
void gpu_why_settle(gpu_t *g);

/* gpu_units.c: utilisation of pipelines, of the machine and of each kernel */
void gpu_units_register(gpu_t *g);
void gpu_units_take(gpu_t *g, kernel_t *k); /* at the kernel's end, before its table entry is used again */
void gpu_units_settle(gpu_t *g);            /* renews the sums of the machine */

#endif
