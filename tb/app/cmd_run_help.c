/* cmd_run_help.c - the options of `ctadel run`, and its help. */
#include "app/app.h"

static const ui_opt_t opts[] = {
    {"trace", 0, "LIST", "run a kernelslist.g of Accel-Sim instead of a WORKLOAD"},
    {"sequence", 0, "FILE", "run instructions with control bits (docs/sequences.md) instead of a WORKLOAD"},
    {"strict", 0, NULL, "of a trace: refuse an opcode that is not in the table (configs/opcodes)"},
    {"no-cache", 0, NULL, "of a trace: read its text, without the compact form that the first run puts in the cache"},
    {"size", 0, "SIZE", "size of the workload (ctadel list); default: that of its file"},
    {"place", 0, "WORD", "which SM gets a CTA next, and which CTA; default rr"},
    {"limit", 0, "WORD,...", "how many CTAs an SM may hold; default tmax"},
    {"priority", 0, "N+N...",
     "of each workload of a mix: kernels of higher priority are served first; 0 (default) to 7"},
    {"partition", 0, "SMS+SMS...",
     "of each workload of a mix: the SMs that it may use, as in 0-13+14-20,27; default all"},
    {"lend", 0, NULL, "of partitions: an SM serves others while no kernel of its partition has CTAs to dispatch"},
    {"ctas", 0, "N,...", "CTAs per SM under --limit static, as in 1,2,4 or 1..8"},
    {"gate", 0, "WORD,...", "whether a CTA may be dispatched now; all listed gates must agree; default none"},
    {"warp", 0, "WORD,...", "which warp issues next; default gto"},
    {"task", 0, "WORD,...", "how a parallel loop is divided among contexts: stile (default), itile, itile-part"},
    {"sos", 0, NULL, "try each SIMT width at the start of a parallel loop; keep the one with the most work per cycle"},
    {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"},
    {"seed", 0, "N", "seed of the workload's random contents; default 1"},
    {"gap", 0, "BYTES", "leave BYTES free before each buffer, which moves it to other sets, slices, banks; default 0"},
    {"check-hazards", 0, NULL, "check that control bits keep reads and writes of registers in order; exit 1 if not"},
    {"threads", 0, "N",
     "threads of this host for one run, with the same results; default 1; unused with waves and lockstep"},
    {"set", 0, "KEY=VALUE", "a parameter (help machine, help policies), may be repeated; of a key the last counts"},
    {"waves", 0, "FILE.fst", "write waveforms"},
    {"stats", 0, "FILE.json", "write every statistic"},
    {"stats-csv", 0, "FILE.csv", "write every statistic as CSV, with unit and description"},
    {"timeline", 0, "FILE.json", "write when each CTA and kernel ran, for ui.perfetto.dev or chrome://tracing"},
    {"why", 0, "FILE.csv", "write why SMs got no CTA in each cycle, for `ctadel why`"},
    {"dispatch-log", 0, "FILE.csv", "write SM, start and end of each CTA, for `ctadel compare-dispatch`"},
    {"registers", 0, "FILE.csv", "of a sequence: write the registers that the warps end with"},
    {"help", 'h', NULL, "this text"},
};

const ui_opt_t *cmd_run_opts(uint32_t *count)
{
    *count = sizeof opts / sizeof opts[0];
    return opts;
}

void cmd_run_help(FILE *f)
{
    fputs("usage: ctadel run MACHINE WORKLOAD [options]\n"
          "       ctadel run MACHINE --trace LIST [options]\n"
          "       ctadel run MACHINE --sequence FILE [options]\n"
          "Runs a workload, a trace, or sequences of instructions on a machine, checks the output and\n"
          "prints a table. MACHINE and WORKLOAD are words of `ctadel list`, or paths of .yaml files. With\n"
          "several words for --limit, --ctas, --warp or --task, each combination is a run and a column.\n"
          "Workloads joined by + form a mix: they run at the same time, with separate memory and\n"
          "streams. Each is also run alone, as the baseline. WORKLOAD@SIZE overrides --size for one.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel run lcs28 mmul --warp lrr,gto\n"
          "  ctadel run gtx480 vadd --size tiny --ctas 1..4 --stats vadd.json\n"
          "  ctadel run smk15 bp+hot --size tiny --set pool.live=1\n"
          "  ctadel run sas4 hot3 --task stile,itile --set sas.contexts=8\n"
          "  ctadel run smk15 bp@smk+hot@paper --place mixed\n"
          "Exit code: 0 all checks passed, 1 a check failed, 2 bad input.\n",
          f);
}
