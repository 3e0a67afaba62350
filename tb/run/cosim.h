/* cosim.h - one co-simulation run: from words and paths to a result row and output files. */
#ifndef CTADEL_TB_RUN_COSIM_H
#define CTADEL_TB_RUN_COSIM_H

#include "base/err.h"
#include "config/machine.h"
#include "engine/difference.h"
#include "policy/registry.h"
#include "run/counters.h"
#include "workload/workload.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    COSIM_NAME_BYTES = 40,
    COSIM_KERNELS = 16,
    COSIM_MIX = 5,              /* workloads of a mix */
    COSIM_LOCKSTEP_CYCLES = 200 /* before a difference, in the waves that lockstep leaves */
};
#define COSIM_LOCKSTEP_WAVES "lockstep.fst"
#define COSIM_LOCKSTEP_SAVE  "lockstep.gtkw"

typedef struct {                          /* NULL = the default named behind it */
    const char *machine_path;             /* .yaml, required */
    const char *workload_path[COSIM_MIX]; /* .yaml, in the order of launch; NULL behind the last; the first
                                             is required without trace_path */
    const char *trace_path;               /* kernelslist.g, instead of a workload */
    const char *sass_path;                /* table of opcodes, with trace_path */
    const char *size;                     /* the workload's own default */
    const char *workload_size[COSIM_MIX]; /* of one workload; NULL: `size` */
    const char *place, *limit, *gate;     /* rr, tmax, none */
    const char *warp;                     /* gto */
    const char *engine;                   /* rtl; or c, lockstep */
    const char *task;                     /* stile; or itile, itile-part: only with parallel loops */
    bool sos;                             /* trials of widths, with parallel loops */
    uint32_t ctas;                        /* n of --limit static; 0 = not given */
    uint64_t seed;
    uint32_t gap_bytes;      /* free before each buffer of a workload */
    const char *const *sets; /* key=value machine overrides */
    uint32_t set_count;
    const char *waves, *stats_json, *stats_csv, *timeline; /* output files; NULL = not wanted */
    uint64_t alone_cycles[COSIM_MIX];                      /* of each workload of a mix by itself; 0: not known */
    bool baseline; /* parameters of policies, pool.live too, keep their defaults */
    bool progress; /* show a progress bar if stderr is a terminal */
} run_opts_t;

typedef struct { /* a kernel of a run; cycles as in gpu.h */
    char name[COSIM_NAME_BYTES];
    uint64_t id, stream, ctas, launch_cycle, first_cycle, last_cycle, end_cycle;
} run_kernel_t;

typedef struct { /* a workload of a run; the sums are over its kernels */
    char name[COSIM_NAME_BYTES];
    uint64_t alone_cycles; /* 0: not known */
    uint64_t cycles;       /* from the start of the run to the end of its last kernel */
    uint64_t launches, ctas, warp_insts, thread_insts;
    uint64_t busy[UNIT_NONE]; /* unit-cycles */
    workload_verdict_t verdict;
} run_workload_t;

typedef struct { /* between rtl and c; the run has ended there, and its waves are COSIM_LOCKSTEP_WAVES */
    difference_t what;
    char unit_save[64]; /* waves/<unit_save>.gtkw is of the unit; COSIM_LOCKSTEP_SAVE is made of it */
} run_difference_t;

typedef struct {
#define FIELD(name, pattern) uint64_t name;
    RUN_COUNTERS(FIELD) /* sums of statistics */
#undef FIELD
#define FIELD(of, name, unit, text) uint64_t of##_##name;
    RUN_TABLES(FIELD)
#undef FIELD
    uint64_t core_dynamic_pj, core_static_pj, uncore_pj, dram_pj; /* all 0: the machine has none */
    uint32_t ctas_per_sm_max, launches, sms;
    uint32_t streams;   /* different ones */
    uint32_t workloads; /* of the mix; 1: none */
    run_workload_t part[COSIM_MIX];
    uint64_t concurrency_cycles;             /* to the first end of a workload */
    double throughput, turnaround, fairness; /* of a mix, as in stats/mix.h; 0: not known */
    run_kernel_t kernel[COSIM_KERNELS];      /* the first to end, in that order; as many as launches */
    uint32_t gap_bytes;                      /* as run_opts_t has it */
    uint64_t guard_reads;                    /* reads outside a buffer, within its guard band */
    double core_ghz, dram_gbps, dram_peak_gbps, host_seconds;
    workload_verdict_t verdict;
    char workload[96], machine[32], label[96]; /* label: the policies, for a column head */
    run_difference_t difference;               /* with --engine lockstep; found: nothing above is there */
    char failed[512];                          /* a check failed (exit 1): which; else "" */
    char notes[512];                           /* to know of the input, or "" */
    char advice[160];                          /* on the choice of policies, or "" */
} run_result_t;

/* False: the user's mistake (exit 2), err says where; no output file is left behind. A broken law,
 * wrong output or lockstep difference is a finished run with r->failed set. */
bool cosim_run(const run_opts_t *o, run_result_t *r, err_t *err);

/* cosim_mix.c. Workload w of a mix by itself: on the same machine under the baseline, whatever the policies
 * of the mix are, so that mixes under different policies are compared with the same. [SMK §4.1] compares
 * with default concurrency and measures no kernel by itself. */
void cosim_alone(const run_opts_t *o, uint32_t w, run_opts_t *alone);
uint32_t cosim_workloads(const run_opts_t *o);
const char *cosim_size(const run_opts_t *o, uint32_t w); /* of workload w; NULL: its own default */
/* Looks for all that would end a run before its first cycle. False: err. */
bool cosim_probe(const run_opts_t *o, err_t *err);

/* What the options name, with the defaults (cosim_policies.c): the word, or the words of several gates. */
const char *cosim_policy_words(const run_opts_t *o, policy_stage_t stage);
/* False: a word that is no policy's, which run_option_set refuses. */
bool cosim_policies(const run_opts_t *o, policy_use_t *use);

/* Writes a line for each parameter of a policy that some of these runs set and none of those uses.
 * `file`: the experiment that says so; NULL: the command line does. */
void cosim_note_unused(const run_opts_t *runs, uint32_t count, const char *file, FILE *f);

/* A line for each parameter: range, meaning, default, and the option of its policy. */
void cosim_describe_params(FILE *f);

/* --ctas N chooses a limit policy and is its parameter. */
const policy_param_t *cosim_ctas_param(void);
const char *cosim_ctas_limit(void); /* that policy's word */
bool cosim_takes_ctas(const char *limit);
void cosim_set_ctas(run_opts_t *o, uint32_t n);
/* False: N or that policy stands alone. `where` begins the sentence; "": nothing does. */
bool cosim_check_ctas(const run_opts_t *o, const char *where, err_t *err);

/* A set that a run with o->baseline leaves out. */
bool cosim_set_of_policy(const char *key_eq_value);
/* Takes a --set: sets a parameter of the machine, or looks at one of a policy only. */
bool cosim_set_check(machine_t *m, const char *key_eq_value, err_t *err);

#endif
