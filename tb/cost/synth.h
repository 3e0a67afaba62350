/* synth.h - ctadel synth: designs made of words and sizes, each taken through Yosys, OpenSTA and a
 * replay of a co-simulated run (synth/point.sh), and their tables. */
#ifndef CTADEL_TB_COST_SYNTH_H
#define CTADEL_TB_COST_SYNTH_H

#include "run/options.h"

typedef struct {       /* of a Liberty file; synth_liberty.c */
    char name[64];     /* library (...) */
    double nand2_area; /* um2 of the smallest two-input NAND */
    char buffer[64];   /* smallest buffer, which stands for a register's drive; "": none */
    double volts;      /* nominal */
    uint32_t cells;
    uint32_t node_nm, mhz;     /* synth/nodes.txt, --node, --mhz */
    char path[RUN_PATH_BYTES]; /* the unpacked copy that the tools read */
} synth_lib_t;

/* Reads all of `path`, .lib or .lib.gz, and copies it unpacked to lib->path, which the caller has set.
 * False: err names file, line, what was found and what to do; no copy is left. */
bool synth_lib_read(synth_lib_t *lib, const char *path, err_t *err);

typedef struct {
    const char *liberty, *machine, *workload, *size, *out;
    const char *map; /* area, both, speed: what the mapper goes for */
    ui_words_t words, sms, slots;
    uint32_t kernels, warps, schedulers; /* warps: per SM */
    uint32_t paths;                      /* slowest paths to print of each design */
    bool modules, no_power, help;
    uint32_t parallel;
    char root[RUN_PATH_BYTES]; /* the folder of rtl/ and synth/ */
    synth_lib_t lib;
} synth_request_t;

typedef enum { SYNTH_DISP, SYNTH_ARB, SYNTH_MODULE } synth_kind_t;

typedef struct {
    synth_kind_t kind;
    char name[96];    /* none, lcs, dyncta+dyncore, everything, gto, disp_fit */
    char top[64];     /* RTL module */
    char banks[1024]; /* modules of the banks, separated by blanks */
    uint32_t sms, slots;
    bool everything;   /* all policies in the banks */
    bool halves;       /* an arbiter that may be dealt any warp of its SM */
    char options[256]; /* of the measured run: key=value, separated by blanks; "": none */
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

typedef struct { /* what point.sh found */
    uint32_t cells, flops, gates, path_count, module_count;
    uint64_t replayed_cycles; /* 0: no power */
    double area;              /* um2 */
    double ns;                /* clock to clock, the slowest path */
    double comb_ns;           /* of its gates alone, as the mapper sees it */
    double power_mw, clock_mw, data_mw, leak_mw, activity;
    char start[96], end[96];
    synth_path_t path[SYNTH_PATH_MAX];
    synth_module_t module[SYNTH_MODULES_MAX];
} synth_result_t;

/* Warps of one arbiter: those of the SM are dealt to its schedulers in turn, or as their kernels are. */
uint32_t synth_arb_warps(const synth_request_t *q, const synth_point_t *p);

/* synth_points.c: the designs of the request's words at each of its sizes; NULL: err. free() it. */
synth_point_t *synth_points(const synth_request_t *q, uint32_t *count, err_t *err);

/* synth_run.c: all of them, in as many processes as allowed. results[i] belongs to points[i];
 * with q->modules, modules[i] too. False: err, the first that failed. */
bool synth_run(const synth_request_t *q, const synth_point_t *points, uint32_t count, synth_result_t *results,
               synth_result_t *modules, err_t *err);

/* synth_table.c: the report on `f`, and DIR/synth.{csv,json}; synth_chart.c: DIR/synth.{gp,svg}. */
typedef struct {
    const synth_request_t *q;
    const synth_point_t *point;
    const synth_result_t *result, *modules;
    uint32_t count;
} synth_report_t;

/* The plain one that i adds to: none, or gto, at i's size; NULL: not among the points, or i itself. */
const synth_result_t *synth_base(const synth_report_t *r, uint32_t i);
double synth_nand2(const synth_report_t *r, double area); /* um2 in NAND2 gates of the library */
bool synth_report_text(const synth_report_t *r, FILE *f, err_t *err);
bool synth_report_csv(const synth_report_t *r, const char *path, err_t *err);
bool synth_report_json(const synth_report_t *r, const char *path, err_t *err);
bool synth_chart(const synth_report_t *r, const char *dir, err_t *err);

#endif
