/* synth.h - ctadel synth: makes designs from policy words and sizes, takes each through Yosys, OpenSTA and a replay of
 * a co-simulated run (synth/point.sh), and tabulates area, timing and power. */
#ifndef CTADEL_TB_COST_SYNTH_H
#define CTADEL_TB_COST_SYNTH_H

#include "base/sizes.h"
#include "run/options.h"
#include "ui/origin.h"

#define SYNTH_SLOTS_MAX SCHED_SLOTS_MAX /* CTA slots of a design */

typedef struct {       /* what synth_liberty.c reads of a Liberty file */
    char name[64];     /* the word in library (...) */
    double nand2_area; /* um2 of the smallest two-input NAND */
    char buffer[64];   /* smallest buffer: the mapper takes a register's output to be as strong; "": none */
    char inverter[64], inverter_in[64], inverter_out[64]; /* smallest inverter and its pins; "": none */
    double fo4_ns; /* delay of that inverter when it drives four of its kind, by OpenSTA; 0: unknown */
    double volts;  /* nominal supply */
    uint32_t cells;
    char yosys[32];            /* version of Yosys, which maps */
    uint32_t node_nm, mhz;     /* from synth/nodes.txt, or --node and --mhz */
    char path[RUN_PATH_BYTES]; /* the unpacked copy that the tools read */
} synth_lib_t;

/* Reads all of `path`, a .lib or .lib.gz file, and copies it unpacked to lib->path, which the caller has set.
 * False: err names file, line, what was found and the remedy; no copy is left. */
bool synth_lib_read(synth_lib_t *lib, const char *path, err_t *err);

typedef struct {
    const char *liberty, *machine, *workload, *size, *out;
    const char *map; /* area, both or speed: what the mapper minimises */
    ui_words_t words, sms, slots;
    ui_words_t blocks;                   /* modules that are mapped once */
    ui_words_t sets;                     /* KEY=VALUE of the measured runs' machine, as of ctadel run --set */
    uint32_t kernels, warps, schedulers; /* kernels in the dispatcher; warps and schedulers per SM */
    uint32_t paths;                      /* slowest paths to print per design */
    uint32_t orders;                     /* how often none and gto are mapped, to measure the noise of the mapping */
    bool modules, no_power, help;
    char machine_name[64]; /* of the machine, as in all tables */
    uint32_t parallel;
    char root[RUN_PATH_BYTES];         /* the folder that holds rtl/ and synth/ */
    char generic[RUN_PATH_BYTES + 16]; /* the default library; liberty points to it if the user gave none */
    synth_lib_t lib;
} synth_request_t;

typedef enum { SYNTH_DISP, SYNTH_ARB, SYNTH_ISSUE, SYNTH_UNIT, SYNTH_MODULE } synth_kind_t;
/* Mechanisms of the dispatcher that are no policy: parameters of disp_top, 0 or 1. */
typedef enum { SYNTH_PRIORITY, SYNTH_PARTITION, SYNTH_FEATURES } synth_feature_t;

typedef struct {
    synth_kind_t kind;
    char name[96];    /* none, lcs, dyncta+dyncore, priority, everything, gto, bits+gto, regs63+gto, bits, disp_fit */
    char base[96];    /* of an issue logic or unit: the one that it is compared with */
    char top[64];     /* RTL module */
    char banks[1024]; /* modules of the banks, separated by blanks */
    uint32_t sms, slots;
    bool everything; /* all policies in the banks, all features */
    bool clusters;   /* the place policy places clusters: parameter CLUSTERS of disp_top */
    bool with[SYNTH_FEATURES];
    uint32_t consumers; /* of a register, in a scoreboard; 0: control bits */
    bool halves;        /* an arbiter whose scheduler may get any warp of its SM */
    char options[256];  /* options of the run whose power is measured: key=value, separated by blanks; "": none */
} synth_point_t;

enum { SYNTH_PATH_MAX = 64, SYNTH_MODULES_MAX = 64 };

typedef struct {
    double ns;
    uint32_t gates;
    char start[96], end[96];
} synth_path_t;
typedef struct {
    char name[64];
    uint32_t instances, cells, flops;
    double area;
} synth_module_t;

typedef struct { /* result.txt of synth/point.sh; gates, ns, comb_ns, start, end: of the slowest path */
    uint32_t cells, flops, gates, path_count, module_count;
    uint64_t replayed_cycles;                    /* 0: power was not measured */
    double area;                                 /* um2 */
    double ns;                                   /* clock to clock */
    double comb_ns;                              /* its gates alone, as the mapper computes it */
    double power_mw, clock_mw, data_mw, leak_mw; /* of issue logic clock_mw and leak_mw alone */
    uint32_t orders;                             /* how often the design was mapped, in another order each time */
    double area_low, area_high, ns_low, ns_high; /* of these */
    bool idle;       /* the measured run took as many cycles as with the baseline policies: the policy did nothing */
    double activity; /* changes per net and cycle */
    char start[96], end[96];
    synth_path_t path[SYNTH_PATH_MAX];
    synth_module_t module[SYNTH_MODULES_MAX];
} synth_result_t;

enum { /* of a scoreboard: registers of a warp, uniform ones and predicates included ([MG], Table 7), and fields */
       SYNTH_ISSUE_REGS = 332,
       SYNTH_ISSUE_DESTS = 1,
       SYNTH_ISSUE_SOURCES = 4
};

/* synth_arbs.c: designs whose size does not depend on the number of SMs. */
bool synth_of_scheduler(const synth_point_t *p);
bool synth_is_issue(const char *word); /* it names an issue unit, perhaps with an arbiter, perhaps a wrong one */
/* Makes the design of an arbiter; of an issue logic, or of its unit alone. False: err. */
bool synth_arb(synth_point_t *p, const char *root, const char *word, err_t *err);
bool synth_issue(synth_point_t *p, const char *root, const char *word, err_t *err);
/* Adds the options that ROOT/synth/runs.txt lists for a module or a feature. False: err. */
bool synth_options(synth_point_t *p, const char *root, const char *module, err_t *err);
void synth_append(char *text, size_t bytes, const char *separator, const char *word);
/* Warps of one arbiter: an equal share of the SM's, rounded up; all of the SM's if p->halves. */
uint32_t synth_arb_warps(const synth_request_t *q, const synth_point_t *p);

/* synth_designs.c: word of a feature on the command line, and parameter of disp_top. */
extern const char *const synth_feature_word[SYNTH_FEATURES], *const synth_feature_parameter[SYNTH_FEATURES];

/* synth_designs.c: the designs that the request's words name, at each of its sizes. NULL: err. The caller frees it. */
synth_point_t *synth_points(const synth_request_t *q, uint32_t *count, err_t *err);

enum { SYNTH_PATH_BYTES = RUN_PATH_BYTES + 32 };
/* The words of --blocks, separated by blanks. */
void synth_blocks(const synth_request_t *q, char text[SYNTH_PATH_BYTES]);

/* synth_library.c: opens a table of ROOT/synth for reading; `path` receives its path. NULL: err. */
FILE *synth_open(const char *root, const char *table, char path[SYNTH_PATH_BYTES], err_t *err);
/* synth_library.c: runs a script of synth/. False: err, the first line that it wrote to `log`. */
bool synth_script(char *const *argv, const char *log, err_t *err);
/* synth_library.c: writes library `generic` to `path`. False: err. */
bool synth_library_generate(const char *root, const char *path, err_t *err);
/* synth_library.c: lets the tools read the library, and fills its yosys and fo4_ns. False: err. */
bool synth_library_check(synth_request_t *q, err_t *err);

/* synth_run.c: checks that the programs that these designs need are in PATH. False: err. */
bool synth_programs(const synth_request_t *q, const synth_point_t *points, uint32_t count, err_t *err);
/* synth_run.c: checks machine, workload and size of the measured runs before anything is made. False: err. */
bool synth_check(const synth_request_t *q, const synth_point_t *points, uint32_t count, err_t *err);
/* synth_run.c: all of them, in as many processes as allowed. results[i] belongs to points[i];
 * with q->modules, modules[i] too. False: err, the first that failed. */
bool synth_run(const synth_request_t *q, const synth_point_t *points, uint32_t count, synth_result_t *results,
               synth_result_t *modules, err_t *err);

/* synth_table.c: the report on `f`; synth_files.c: DIR/synth.{csv,json}; synth_chart.c: DIR/synth.{gp,svg}. */
typedef struct {
    const synth_request_t *q;
    const synth_point_t *point;
    const synth_result_t *result, *modules;
    uint32_t count;
} synth_report_t;

/* The plain one that i adds to: none, gto, bits, or bits with i's arbiter, at i's size; NULL: not among the points, or
 * i itself. */
const char *
synth_base_name(const synth_point_t *p); /* none, gto, bits, bits+...; "": a module is compared with nothing */
const synth_result_t *synth_base(const synth_report_t *r, uint32_t i);
/* Chance in a difference of two areas, in um2: the noise of each is what none (or gto) of this size has, mapped in
 * several orders. Negative: not measured. */
double synth_noise(const synth_report_t *r, uint32_t i);
double synth_nand2(const synth_report_t *r, double area); /* um2 in NAND2 gates of the library */
/* Of all rows; machine and size are those of the replayed run, if there is one. */
ui_origin_t synth_origin(const synth_request_t *q);
bool synth_report_text(const synth_report_t *r, FILE *f, err_t *err);
bool synth_report_csv(const synth_report_t *r, const char *path, err_t *err);
bool synth_report_json(const synth_report_t *r, const char *path, err_t *err);
bool synth_chart(const synth_report_t *r, const char *dir, err_t *err);

#endif
