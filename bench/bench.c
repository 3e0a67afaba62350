/* bench.c - simulated speed of the engines, each in a process of its own so that peak memory is its own.
 * Absolute figures belong to the host; ratios within one run are what may be compared. */
#include "cosim.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct {
    const char *machine, *workload, *size, *warp, *engine;
} case_t;

typedef struct {
    run_result_t result;
    long peak_kib;
    bool ok;
    err_t err;
} answer_t;

static void measure(const case_t *c, answer_t *a)
{
    char machine[256], workload[256];
    snprintf(machine, sizeof machine, "%s/machines/%s.yaml", CTADEL_DATADIR, c->machine);
    snprintf(workload, sizeof workload, "%s/workloads/%s/%s.yaml", CTADEL_DATADIR, c->workload,
             c->workload);
    const run_opts_t o = {.machine_path = machine, .workload_path = workload, .size = c->size,
                          .warp = c->warp, .engine = c->engine};
    a->ok = cosim_run(&o, &a->result, &a->err) && !a->result.failed[0];
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    a->peak_kib = use.ru_maxrss;
}

static bool in_child(const case_t *c, answer_t *a)
{
    int fd[2];
    memset(a, 0, sizeof *a);
    if (pipe(fd)) return false;
    const pid_t pid = fork();
    if (pid == 0) {
        measure(c, a);
        _exit(write(fd[1], a, sizeof *a) == sizeof *a ? 0 : 1);
    }
    close(fd[1]);
    const bool whole = pid > 0 && read(fd[0], a, sizeof *a) == sizeof *a;
    close(fd[0]);
    waitpid(pid, NULL, 0);
    if (whole && a->ok) return true;
    fprintf(stderr, "%s %s %s: %s%s\n", c->machine, c->workload, c->engine, a->err.text,
            a->result.failed);
    return false;
}

int main(int argc, char **argv)
{
    const char *size = argc > 1 ? argv[1] : "paper";
    static const char *const WORKLOAD[] = {"mmul", "vadd", "bfs"};
    static const char *const ENGINE[] = {"rtl", "c", "lockstep"};
    bool ok = true;
    printf("%-8s %-6s %-9s %12s %13s %9s %9s %9s %8s\n", "machine", "kernel", "engine", "cycles",
           "warp insts", "kcycle/s", "kinst/s", "vs rtl", "MB");
    for (size_t w = 0; w < sizeof WORKLOAD / sizeof WORKLOAD[0]; w++) {
        double rtl_seconds = 0;
        for (size_t e = 0; e < sizeof ENGINE / sizeof ENGINE[0]; e++) {
            const case_t c = {"lcs", WORKLOAD[w], w ? "small" : size, "gto", ENGINE[e]};
            answer_t a;
            if (!in_child(&c, &a)) {
                ok = false;
                continue;
            }
            const double s = a.result.host_seconds;
            if (e == 0) rtl_seconds = s;
            printf("%-8s %-6s %-9s %12llu %13llu %9.1f %9.1f %9.2f %8.1f\n", c.machine, c.workload,
                   c.engine, (unsigned long long)a.result.cycles,
                   (unsigned long long)a.result.warp_insts, (double)a.result.cycles / s / 1e3,
                   (double)a.result.warp_insts / s / 1e3, rtl_seconds / s,
                   (double)a.peak_kib / 1024);
            fflush(stdout);
        }
    }
    return ok ? 0 : 1;
}
