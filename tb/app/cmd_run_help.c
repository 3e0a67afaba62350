/* cmd_run_help.c - the options of `ctadel run`, and its help. */
#include "app/app.h"

static const ui_opt_t opts[] = {
    {"trace", 0, "LIST", "a kernelslist.g of Accel-Sim instead of a WORKLOAD"},
    {"size", 0, "SIZE", "a size of the workload; default: its own"},
    {"place", 0, "WORD", "which CTA goes to which SM next; default rr"},
    {"limit", 0, "WORD,...", "how many CTAs an SM may hold; default tmax"},
    {"ctas", 0, "N,...", "CTAs per SM under --limit static, as in 1,2,4 or 1..8"},
    {"gate", 0, "WORD,...", "is this issuance allowed; gates are stacked; default none"},
    {"warp", 0, "WORD,...", "which warp issues; default gto"},
    {"task", 0, "WORD,...", "how a parallel loop is handed out: stile (default), itile, itile-part"},
    {"sos", 0, NULL, "trials of SIMT widths for each parallel loop; the one of most work per cycle stays"},
    {"engine", 0, "WORD", "rtl (default), c, or lockstep: both, compared every cycle"},
    {"seed", 0, "N", "of the workload's generators; default 1"},
    {"set", 0, "KEY=VALUE", "a parameter (help machine, help policies), may be repeated"},
    {"waves", 0, "FILE.fst", "write waveforms"},
    {"stats", 0, "FILE.json", "write every statistic"},
    {"stats-csv", 0, "FILE.csv", "the same as CSV"},
    {"timeline", 0, "FILE.json", "write when each CTA ran, for Perfetto or chrome://tracing"},
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
          "Runs a workload, or a trace, on a machine. MACHINE and WORKLOAD are words of\n"
          "`ctadel list`, or paths of .yaml files. Several words for --limit, --ctas, --warp or --task\n"
          "make a run and a column for each combination. WORKLOADs joined by + run at once, each in\n"
          "memory and on streams of its own; each is run by itself first, to compare with.\n"
          "WORKLOAD@SIZE is one of a size of its own.\n\n",
          f);
    ui_args_help(f, opts, sizeof opts / sizeof opts[0]);
    fputs("\nExamples:\n"
          "  ctadel run lcs mmul --warp lrr,gto\n"
          "  ctadel run gtx480 vadd --size tiny --ctas 1..4 --stats vadd.json\n"
          "  ctadel run smk bp+hot --size tiny --set pool.live=1\n"
          "  ctadel run sas hot3 --task stile,itile --set sas.contexts=8\n"
          "  ctadel run smk bp@smk+hot@paper --place mixed\n"
          "Exit code: 0 all right, 1 a check failed, 2 bad input.\n",
          f);
}
