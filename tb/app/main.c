/* main.c - ctadel: the first argument names the command to run. */
#include "app/app.h"
#include "run/cosim_task.h"
#include "run/metrics.h"
#include "ui/origin.h"

#include "base/interrupt.h"
#include "base/suggest.h"
#include "config/config.h"

#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

static int help(int argc, char **argv);

static const struct {
    const char *word;
    int (*run)(int argc, char **argv);
    const char *text;
} commands[] = {
    {"run", cmd_run, "run a workload or a trace on a machine, under one or several policies"},
    {"cuda", cmd_cuda, "run an unmodified CUDA program; its kernels run on the simulated GPU"},
    {"launchable", cmd_launchable, "say which grids of a CUDA program cannot be resident at once, and which hang"},
    {"sweep", cmd_sweep, "run an experiment: workloads x policies, on all processors"},
    {"rows", cmd_rows, "list, compare or remove the results that sweeps keep"},
    {"report", cmd_report, "draw a paper's figures from a sweep's results, with the paper's means beside ours"},
    {"why", cmd_why, "say why SMs got no CTA in a cycle of a run"},
    {"bits", cmd_bits, "list a workload's instructions with their control bits"},
    {"compare", cmd_compare, "run the traces of another simulator's results, and print both side by side"},
    {"compare-dispatch", cmd_compare_dispatch, "score place policies against the dispatch log of a GPU"},
    {"synth", cmd_synth, "synthesise a policy: area, timing and power of the same Verilog"},
    {"list", cmd_list, "list machines, workloads, experiments and policies"},
    {"trace", cmd_trace, "execute a workload and write it as an Accel-Sim trace"},
    {"trace-convert", cmd_trace_convert, "write the kernels of a trace in another form"},
    {"trace-info", cmd_trace_info, "check an Accel-Sim trace and print its contents"},
    {"help", help, "this text, or: help COMMAND, help machine, help policies (keys of --set), help metrics"},
};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

static void usage(FILE *f)
{
    fputs("CTAdel: GPU CTA and warp schedulers in Verilog, simulated on real kernels and synthesised.\n"
          "usage: ctadel COMMAND [arguments]\n\n",
          f);
    for (int i = 0; i < COMMANDS; i++) fprintf(f, "  %-16s %s\n", commands[i].word, commands[i].text);
    fputs("\nExamples:\n"
          "  ctadel run lcs28 vadd --size tiny\n"
          "  ctadel run lcs28 mmul --warp lrr,gto\n"
          "`ctadel COMMAND --help` lists the options. Exit code: 0 all checks passed, 1 a check failed,\n"
          "2 bad input.\n",
          f);
}

static void help_machine(void)
{
    puts("Keys of a machine file and of --set KEY=VALUE. In the file, a dot is a nested map. Every key is\n"
         "required unless it has a default. Keys marked \"kind frfcfs\" are required with that dram.kind only.\n"
         "A file has either all energy keys or none. A file with \"like: NAME\" takes all keys of NAME.yaml\n"
         "in the same folder, and states only those that differ.\n");
    machine_describe_fields(stdout);
    puts("\nExamples:\n"
         "  ctadel run lcs28 mmul --set sm.l1d.ways=4\n"
         "  ctadel run my_machine.yaml mmul");
}

static void help_policies(void)
{
    puts("Parameters of policies, for --set KEY=VALUE: key, range, meaning. A parameter has an effect only\n"
         "while its policy, named in brackets, is in use.\n");
    cosim_describe_params(stdout);
    puts("\nParameters of parallel loops, on a machine with a task unit (--task, --sos):\n");
    cosim_describe_task(stdout);
    puts("\nExamples:\n"
         "  ctadel run lcs28 mmul --limit lcs --set lcs.rounding=1\n"
         "  ctadel run lcs28 mmul --place bcs --set bcs.block=4");
}

static void help_metrics(void)
{
    puts("Metrics, for `metric:` of an experiment and of its figures: name, unit, meaning. A share is a number from\n"
         "0 to 1; the table of ctadel run shows it in per cent. Names that begin with sm_, l1_, l2_ or dram_ are\n"
         "counters, summed over all SMs, L1Ds, L2 slices or DRAM channels; mem_: counters of the memory system.\n");
    metrics_describe(stdout);
    puts("\nExample, in an experiment's file:\n"
         "  metric: l1_miss");
}

static const struct {
    const char *word;
    void (*print)(void);
} topics[] = {{"machine", help_machine}, {"policies", help_policies}, {"metrics", help_metrics}};
enum { TOPICS = sizeof topics / sizeof topics[0] };

static int unknown(const char *what, const char *word)
{
    const char *words[COMMANDS + TOPICS];
    char list[200];
    err_t err = {{0}};
    uint32_t count = 0;
    while (count < COMMANDS) {
        words[count] = commands[count].word;
        count++;
    }
    for (int i = 0; i < TOPICS && strcmp(what, "help topic") == 0; i++) words[count++] = topics[i].word;
    err_set(&err, NULL, 0, "unknown %s '%s'; %s", what, word, suggest_text(list, sizeof list, word, words, count));
    return ui_fail(&err);
}

static int second_word(const char *word)
{
    err_t err = {{0}};
    err_set(&err, NULL, 0, "found a second word '%s'; allowed: one, as in ctadel help run", word);
    return ui_fail(&err);
}

static int help(int argc, char **argv)
{
    if (argc > 2) return second_word(argv[2]);
    if (argc < 2 || strcmp(argv[1], "help") == 0 || strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return UI_OK;
    }
    for (int i = 0; i < TOPICS; i++)
        if (strcmp(topics[i].word, argv[1]) == 0) {
            topics[i].print();
            return UI_OK;
        }
    char option[] = "--help";
    char *asked[] = {argv[1], option, NULL};
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].word, argv[1]) == 0) return commands[i].run(2, asked);
    return unknown("help topic", argv[1]);
}

static int command(int argc, char **argv)
{
    if (argc < 2) {
        usage(stderr);
        return UI_BAD_INPUT;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        usage(stdout);
        return UI_OK;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("ctadel %s\n", ui_version());
        return UI_OK;
    }
    for (int i = 0; i < COMMANDS; i++)
        if (strcmp(commands[i].word, argv[1]) == 0) return commands[i].run(argc - 1, argv + 1);
    return unknown("command", argv[1]);
}

/* A closed standard stream is opened so that no file gets its number; what is written there fails. */
static void hold_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) < 0) return;
}

int main(int argc, char **argv)
{
    hold_streams();
    interrupt_install();
    const int code = command(argc, argv);
    if (fflush(stdout) == 0 && !ferror(stdout)) return code;
    if (interrupt_broken_pipe()) interrupt_end(SIGPIPE); /* its reader left, as head does: that is no fault */
    fputs("ctadel: standard output could not be written whole\n", stderr);
    return code == UI_OK ? UI_FAILED : code;
}
