/* cosim.h - one co-simulation run: options in, a result and output files out. */
#ifndef CTADEL_TB_RUN_COSIM_H
#define CTADEL_TB_RUN_COSIM_H

#include "base/err.h"
#include "config/machine.h"
#include "control/hazards.h"
#include "engine/difference.h"
#include "policy/registry.h"
#include "policy/why.h"
#include "run/counters.h"
#include "run/dispatch_log.h"
#include "workload/workload.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum {
    COSIM_NAME_BYTES = 40,
    COSIM_KERNELS = 16,         /* kernels listed in a result */
    COSIM_MIX = 5,              /* most workloads of a mix */
    COSIM_LOCKSTEP_CYCLES = 200 /* cycles before a lockstep difference in its waves */
};
#define COSIM_LOCKSTEP_WAVES "lockstep.fst"
#define COSIM_LOCKSTEP_SAVE  "lockstep.gtkw"

typedef struct {                          /* strings: NULL stands for the default */
    const char *machine_path;             /* .yaml, required */
    const char *workload_path[COSIM_MIX]; /* .yaml, in launch order, NULL after the last; the first is required
                                             unless trace_path or sequence_path is set */
    const char *trace_path;               /* kernelslist.g, instead of a workload */
    const char *sequence_path;            /* instructions with control bits, instead of a workload */
    const char *sass_path;                /* opcode table, required with trace_path */
    bool no_cache;                        /* reads the text of the trace, and writes no compact form of it */
    bool check_hazards;                   /* of a machine that issues by control bits; a hazard is a failed check */
    bool strict;                          /* refuses a trace with an opcode that is not in the table */
    const char *size;                     /* size of all workloads; default: the workload's */
    const char *workload_size[COSIM_MIX]; /* size of one workload; default: `size` */
    uint8_t priority[COSIM_MIX];          /* of each workload: 0 to 7, the highest */
    uint32_t priorities;                  /* given ones; 0: all are 0 */
    sm_mask_t partition[COSIM_MIX];       /* by workload; of a CUDA program: of its streams, see partition.h */
    uint32_t partitions;                  /* given ones; 0: all kernels may use all SMs */
    bool lend;                            /* kernels also use SMs whose owners have no CTAs to dispatch */
    const char *place, *limit, *gate;     /* default: rr, tmax, none */
    const char *warp;                     /* default: gto */
    const char *engine;                   /* rtl (default), c, lockstep */
    const char *task;                     /* stile (default), itile, itile-part; only with parallel loops */
    bool sos;                             /* SIMT width by trial (SOS) [SAS §VI]; only with parallel loops */
    uint32_t ctas;                        /* n of --limit static; 0: not given */
    uint64_t seed;
    uint32_t gap_bytes;      /* unused bytes before each buffer, see workload.h */
    const char *const *sets; /* key=value: parameters of machine and policies */
    uint32_t set_count;
    const char *waves, *stats_json, *stats_csv, *timeline, *why; /* output files; NULL: none */
    const char *registers;      /* output file: registers at the end, of a sequence; NULL: none */
    const char *dispatch_log;   /* output file, see dispatch_log.h; NULL: none */
    dispatch_log_t *dispatches; /* gets that log after a complete run, for the caller to free; NULL: not asked for */
    const char *table;          /* file for the table of a CUDA program's run; NULL: stderr */
    const char *csv;            /* file for the rows of `ctadel launchable`; NULL: none */
    uint64_t alone_cycles[COSIM_MIX]; /* cycles of each workload of a mix alone; 0: unknown */
    bool baseline;                    /* ignores sets of policy parameters and of pool.* */
    uint32_t threads;                 /* of the host, for one run; 0: 1 */
    bool progress;                    /* shows a progress bar if stderr is a terminal */
} run_opts_t;

typedef struct { /* a launched kernel; cycles as in gpu.h */
    char name[COSIM_NAME_BYTES];
    uint64_t id, stream, ctas, launch_cycle, first_cycle, last_cycle, end_cycle;
} run_kernel_t;

typedef struct { /* a workload of a run, summed over its kernels */
    char name[COSIM_NAME_BYTES];
    uint64_t alone_cycles; /* cycles of a run alone; 0: unknown */
    uint64_t cycles;       /* from the start of the run to the end of its last kernel */
    uint64_t launches, ctas, warp_insts, thread_insts;
    double waves;             /* of its kernel with most: CTAs of the grid / CTAs that fill the machine */
    uint64_t busy[UNIT_NONE]; /* unit-cycles */
    workload_verdict_t verdict;
} run_workload_t;

typedef struct { /* first difference between rtl and c, at which the run ends; its waves: COSIM_LOCKSTEP_WAVES */
    difference_t what;
    char unit_save[72]; /* COSIM_LOCKSTEP_SAVE is derived from the save file of this name */
} run_difference_t;

typedef struct {
#define FIELD(name, pattern) uint64_t name;
    RUN_COUNTERS(FIELD) /* sums of statistics */
#undef FIELD
#define FIELD(of, name, unit, text) uint64_t of##_##name;
    RUN_TABLES(FIELD)
#undef FIELD
    uint64_t core_dynamic_pj, core_static_pj, uncore_pj, dram_pj; /* all 0: the machine defines no energies */
    uint32_t ctas_per_sm_max, launches, sms;
    uint32_t streams;   /* number of different streams */
    uint32_t workloads; /* number of workloads; above 1: a mix */
    run_workload_t part[COSIM_MIX];
    uint64_t concurrency_cycles;             /* until the first workload of a mix ends */
    double throughput, turnaround, fairness; /* of a mix, see stats/mix.h; 0: unknown */
    run_kernel_t kernel[COSIM_KERNELS];      /* the first kernels to end, in that order; at most `launches` */
    double waves;                            /* sum over the workloads, see run_workload_t */
    uint32_t gap_bytes;                      /* run_opts_t.gap_bytes */
    uint64_t guard_reads;                    /* reads inside guard bands, see ptx/gmem.h */
    double core_ghz, dram_gbps, dram_peak_gbps, host_seconds;
    workload_verdict_t verdict;
    bool program_judges;                       /* a CUDA program, which checks its output itself */
    char workload[96], machine[32], label[96]; /* label: the policies, for a column heading */
    char size[48];    /* name of the workload's size, of a mix with several as "smk+paper"; "": it has none */
    char version[16]; /* of the program that ran */
    run_difference_t difference;              /* of --engine lockstep; if found, the fields above are not valid */
    char failed[512];                         /* the failed check (exit 1); "": none */
    char notes[512];                          /* remarks about the input, or "" */
    char advice[160];                         /* advice on the choice of policies, or "" */
    hazard_log_t hazards;                     /* of check_hazards */
    bool why;                                 /* of --why: the next field is valid */
    uint64_t refused_cycles[WHY_CLASS_COUNT]; /* cycles of SMs, by class */
    char idle[256];                           /* the policies that changed nothing in this run, or "" */
    char compared[512]; /* of --engine lockstep: how much was compared, what each stage did; else "" */
} run_result_t;

/* Runs. False: err (exit 2). After a mistake of the user no output file is left; a run that its cycle limit, a
 * deadlock, an endless loop or a signal stopped leaves its files, and prints their names. A violated law, wrong output
 * or a lockstep difference is a complete run with r->failed set. */
bool cosim_run(const run_opts_t *o, run_result_t *r, err_t *err);

/* cosim_opts.c. Options of a run of workload w of a mix alone: same machine, baseline policies. The baseline does not
 * depend on the policies of the mix, so that mixes under different policies have one reference. ([SMK §4.1] compares
 * with default concurrency and runs no kernel alone.) */
void cosim_alone(const run_opts_t *o, uint32_t w, run_opts_t *alone);
/* cosim_mix.c. Computes throughput, turnaround and fairness of a mix anew, from the alone_cycles of its parts. */
void cosim_mix_figures(run_result_t *r);
uint32_t cosim_workloads(const run_opts_t *o);           /* number of workloads */
const char *cosim_size(const run_opts_t *o, uint32_t w); /* size of workload w; NULL: its default */
/* cosim_probe.c. Checks everything that is checked before the first cycle. Writes nothing. False: err. */
bool cosim_probe(const run_opts_t *o, err_t *err);
/* The same without the workload or trace: policies, machine, parameters and output files. Of a machine that is a pipe
 * only the output files: it can be read once, by the run. */
bool cosim_probe_options(const run_opts_t *o, err_t *err);
/* Opens the workload or trace as a run does: *log gets its launches, without rows; free it also after an error. sms: of
 * the machine. False: err, also if a CTA fits no SM. */
bool cosim_grids(const run_opts_t *o, dispatch_log_t *log, uint32_t *sms, err_t *err);

/* cosim_policies.c. Words of a stage, defaults included; several gates are joined by commas. */
const char *cosim_policy_words(const run_opts_t *o, policy_stage_t stage);
/* Looks the words up. False: an unknown word, which run_option_set has refused before. */
bool cosim_policies(const run_opts_t *o, policy_use_t *use);

/* cosim_unused.c: writes a note for each policy parameter that some of the runs set although none of them uses the
 * policy, and for machine keys without effect in all runs that set them. `file`: the experiment file with the sets;
 * NULL: the command line. */
void cosim_note_unused(const run_opts_t *runs, uint32_t count, const char *file, FILE *f);

/* Name and value of the option that selects the policy of a parameter. */
const char *cosim_param_option(const policy_param_t *p, const char **value);
/* Writes a line per policy parameter: range, meaning, default, option that selects the policy. */
void cosim_describe_params(FILE *f);

/* --ctas N selects the limit policy `static` and sets its parameter n. */
const policy_param_t *cosim_ctas_param(void);
const char *cosim_ctas_limit(void); /* word of that policy */
bool cosim_takes_ctas(const char *limit);
void cosim_set_ctas(run_opts_t *o, uint32_t n);
/* False: err, the policy without N or N with another policy. `where`: beginning of the message, or "". */
bool cosim_check_ctas(const run_opts_t *o, const char *where, err_t *err);

/* True: a set of a policy parameter or of pool.*, which a baseline run ignores. */
bool cosim_set_of_policy(const char *key_eq_value);
/* Applies a --set of the machine to *m; only checks a set of a policy or of the task unit. False: err. */
bool cosim_set_check(machine_t *m, const char *key_eq_value, err_t *err);

#endif
