/* bench_run.c - one run in a process of its own. */
#include "bench.h"
#include "config/config.h"
#include "run/options.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void measure(const bench_case_t *c, bench_answer_t *a)
{
    char machine[RUN_PATH_BYTES], workload[COSIM_MIX][RUN_PATH_BYTES], sass[RUN_PATH_BYTES], name[BENCH_PATH_BYTES];
    run_data_file(RUN_MACHINE, c->machine, machine);
    run_data_sass(sass);
    run_opts_t o = {.machine_path = machine,
                    .trace_path = c->list,
                    .no_cache = true,
                    .sass_path = sass,
                    .size = c->size,
                    .place = c->place,
                    .limit = c->limit,
                    .gate = c->gate,
                    .warp = c->warp ? c->warp : "gto",
                    .engine = c->engine,
                    .sets = &c->set,
                    .set_count = c->set != NULL};
    snprintf(name, sizeof name, "%s", c->list ? "" : c->name);
    uint32_t n = 0;
    for (char *rest = name, *one; n < COSIM_MIX && (one = strsep(&rest, "+")) && one[0]; n++) {
        run_data_file(RUN_WORKLOAD, one, workload[n]);
        o.workload_path[n] = workload[n];
    }
    a->ok = cosim_run(&o, &a->result, &a->err) && !a->result.failed[0];
}

/* The workload as a trace for the machine, in folder `list` names. */
static void write_trace(const bench_case_t *c, bench_answer_t *a)
{
    char path[RUN_PATH_BYTES], dir[BENCH_PATH_BYTES];
    machine_t m;
    uint64_t insts;
    run_data_file(RUN_MACHINE, c->machine, path);
    if (!machine_load(path, &m, &a->err)) return;
    run_data_file(RUN_WORKLOAD, c->name, path);
    snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(c->list, '/') - c->list), c->list);
    workload_t *w = workload_load(path, c->size, TRACE_WARP_LANES, 1, &a->err);
    a->ok = w != NULL;
    for (uint32_t i = 0; a->ok && i < workload_launches(w); i++) {
        const kernel_launch_t *k = workload_launch(w, i, &a->err);
        a->ok = k && trace_write_kernel(k, dir, i + 1, m.binary_version, &insts, &a->err);
        if (k) workload_release(w, k);
    }
    a->ok = a->ok && trace_write_list(dir, workload_launches(w), &a->err);
    workload_destroy(w);
}

static bool in_child(void (*work)(const bench_case_t *c, bench_answer_t *a), const bench_case_t *c, bench_answer_t *a)
{
    int fd[2];
    memset(a, 0, sizeof *a);
    if (pipe(fd)) return false;
    const pid_t pid = fork();
    if (pid == 0) {
        struct rusage use;
        work(c, a);
        getrusage(RUSAGE_SELF, &use);
        a->peak_kib = use.ru_maxrss;
        a->seconds = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                     (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
        _exit(write(fd[1], a, sizeof *a) == sizeof *a ? 0 : 1);
    }
    close(fd[1]);
    const bool whole = pid > 0 && read(fd[0], a, sizeof *a) == sizeof *a;
    close(fd[0]);
    waitpid(pid, NULL, 0);
    if (whole && a->ok) return true;
    fprintf(stderr, "%s %s %s: %s%s\n", c->machine, c->name, c->engine, a->err.text, a->result.failed);
    return false;
}

bool bench_measure(const bench_case_t *c, bench_answer_t *a) { return in_child(measure, c, a); }
bool bench_write_trace(const bench_case_t *c, bench_answer_t *a) { return in_child(write_trace, c, a); }

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double bench_median(double *v, uint32_t n)
{
    qsort(v, n, sizeof *v, ascending);
    return v[n / 2];
}
