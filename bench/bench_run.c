/* bench_run.c - runs in turns, each in a process of its own. */
#include "bench.h"
#include "config/config.h"
#include "run/options.h"
#include "trace/trace.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
    run_result_t result;
    double cpu_s, elapsed_s;
    long peak_kib;
    bool ok;
    err_t err;
} answer_t;

static void measure(const bench_case_t *c, answer_t *a)
{
    char machine[RUN_PATH_BYTES], workload[COSIM_MIX][RUN_PATH_BYTES], sass[RUN_PATH_BYTES], name[BENCH_PATH_BYTES];
    run_data_file(RUN_MACHINE, c->machine, machine);
    run_data_sass(sass);
    run_opts_t o = {.machine_path = machine,
                    .trace_path = c->list,
                    .sass_path = sass,
                    .size = c->size,
                    .place = c->place,
                    .limit = c->limit,
                    .gate = c->gate,
                    .warp = c->warp ? c->warp : "gto",
                    .engine = c->engine,
                    .threads = c->threads,
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
static void write_trace(const bench_case_t *c, answer_t *a)
{
    char path[RUN_PATH_BYTES], dir[BENCH_PATH_BYTES];
    machine_t m;
    uint64_t insts;
    run_data_file(RUN_MACHINE, c->machine, path);
    if (!machine_load(path, &m, &a->err)) return;
    run_data_file(RUN_WORKLOAD, c->name, path);
    snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(c->list, '/') - c->list), c->list);
    workload_t *w = workload_load(path, c->size, &m.sm, 1, &a->err);
    a->ok = w != NULL;
    for (uint32_t i = 0; a->ok && i < workload_launches(w); i++) {
        const kernel_launch_t *k = workload_launch(w, i, &a->err);
        a->ok = k && trace_write_kernel(k, dir, i + 1, TRACE_TEXT, m.binary_version, &insts, &a->err);
        if (k) workload_release(w, k);
    }
    a->ok = a->ok && trace_write_list(dir, workload_launches(w), TRACE_TEXT, &a->err);
    workload_destroy(w);
}

static bool in_child(void (*work)(const bench_case_t *c, answer_t *a), const bench_case_t *c, answer_t *a)
{
    int fd[2];
    memset(a, 0, sizeof *a);
    if (pipe(fd)) return false;
    const pid_t pid = fork();
    if (pid == 0) {
        struct rusage use;
        struct timespec begin, end;
        clock_gettime(CLOCK_MONOTONIC, &begin);
        work(c, a);
        clock_gettime(CLOCK_MONOTONIC, &end);
        getrusage(RUSAGE_SELF, &use);
        a->elapsed_s = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
        a->cpu_s = (double)(use.ru_utime.tv_sec + use.ru_stime.tv_sec) +
                   (double)(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6;
        a->peak_kib = use.ru_maxrss;
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

bool bench_group(const bench_case_t *cases, uint32_t count, uint32_t rounds, bench_row_t *rows)
{
    for (uint32_t r = 0; r < rounds; r++)
        for (uint32_t i = 0; i < count; i++) {
            answer_t a;
            if (!in_child(measure, &cases[i], &a)) return false;
            rows[i].result = a.result;
            rows[i].cpu_s[r] = a.cpu_s;
            rows[i].elapsed_s[r] = a.elapsed_s;
            rows[i].peak_kib = a.peak_kib;
        }
    return true;
}

bool bench_write_trace(const bench_case_t *c)
{
    answer_t a;
    return in_child(write_trace, c, &a);
}
