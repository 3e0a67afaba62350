/* bench_engines.c - simulation speed of the engines and threads, on PTX and on traces. It writes the traces of its
 * workloads and removes them. */
#include "bench.h"

#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Threads shorten the time by the clock, not the processor's: rows with several compare the former. */
static void print_row(const bench_case_t *c, const bench_row_t *row, const bench_row_t *first, uint32_t rounds)
{
    const double *seconds = c->threads > 1 ? row->elapsed_s : row->cpu_s;
    const double *of_first = c->threads > 1 ? first->elapsed_s : first->cpu_s;
    const double kcycles = (double)row->result.cycles / 1e3, kinsts = (double)row->result.sm_warp_insts / 1e3;
    double rate[BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX];
    for (uint32_t r = 0; r < rounds; r++) {
        rate[r] = kcycles / seconds[r];
        ratio[r] = of_first[r] / seconds[r];
    }
    printf("%-8s %-9s %-5s %-8s %7u %9llu %10llu", c->machine, c->name, c->list ? "trace" : "ptx", c->engine,
           c->threads, (unsigned long long)row->result.cycles, (unsigned long long)row->result.sm_warp_insts);
    bench_print_figure(rate, rounds, 1);
    printf(" %8.1f", kinsts / bench_median(seconds, rounds));
    bench_print_figure(ratio, rounds, 2);
    printf(" %5.1f\n", (double)row->peak_kib / 1024);
}

/* A row each; the first is the reference of the others. */
static bool print_group(const bench_case_t *cases, uint32_t count, uint32_t rounds)
{
    bench_row_t rows[BENCH_GROUP_MAX];
    if (!bench_group(cases, count, rounds, rows)) return false;
    for (uint32_t i = 0; i < count; i++) print_row(&cases[i], &rows[i], &rows[0], rounds);
    fflush(stdout);
    return true;
}

/* More threads than processors wait for each other's turn on them: such rows would say nothing. */
static bool kernels(const bench_opts_t *o)
{
    static const char *const NAME[] = {"mmul", "vadd", "bfs"};
    static const uint32_t THREADS[] = {2, 4};
    const long processors = sysconf(_SC_NPROCESSORS_ONLN);
    bool ok = true;
    for (size_t w = 0; ok && w < sizeof NAME / sizeof NAME[0]; w++) {
        const bench_case_t rtl = {.machine = "lcs28", .name = NAME[w], .engine = "rtl", .size = o->size, .threads = 1};
        bench_case_t cases[BENCH_GROUP_MAX] = {rtl, rtl, rtl};
        uint32_t count = 3;
        cases[1].engine = "c";
        cases[2].engine = "lockstep";
        for (size_t t = 0; t < sizeof THREADS / sizeof THREADS[0] && THREADS[t] <= processors; t++) {
            cases[count] = rtl;
            cases[count++].threads = THREADS[t];
        }
        ok = print_group(cases, count, o->rounds);
    }
    return ok;
}

/* The first run of a trace writes its compact form, which the measured ones read. */
static bool convert(const bench_case_t *trace)
{
    bench_row_t row;
    return bench_group(trace, 1, 1, &row);
}

/* The same kernel as PTX and as its trace. */
static bool own_traces(const char *folder, const bench_opts_t *o)
{
    static const char *const NAME[] = {"vadd", "mmul", "stn"};
    char list[BENCH_PATH_BYTES];
    bool ok = true;
    snprintf(list, sizeof list, "%s/kernelslist.g", folder);
    for (size_t w = 0; ok && w < sizeof NAME / sizeof NAME[0]; w++) {
        const bench_case_t ptx = {.machine = "gtx480", .name = NAME[w], .engine = "rtl", .size = o->size, .threads = 1};
        bench_case_t cases[] = {ptx, ptx, ptx};
        cases[1].list = cases[2].list = list;
        cases[2].engine = "c";
        ok = bench_write_trace(&cases[1]) && convert(&cases[1]) && print_group(cases, 3, o->rounds);
    }
    return ok;
}

/* DIR/<kernel>/kernelslist.g, written by ctadel trace or by any other tracer. */
static bool find_traces(const char *dir, glob_t *found)
{
    char pattern[BENCH_PATH_BYTES];
    snprintf(pattern, sizeof pattern, "%s/*/kernelslist.g", dir);
    if (glob(pattern, 0, NULL, found) == 0) return true;
    fprintf(stderr, "BENCH_TRACES: found '%s'; allowed: a folder with <kernel>/kernelslist.g\n", dir);
    return false;
}

static bool given_traces(const glob_t *found, const bench_opts_t *o)
{
    bool ok = true;
    for (size_t i = 0; ok && i < found->gl_pathc; i++) {
        const char *at = found->gl_pathv[i] + strlen(o->traces) + 1;
        char name[64];
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "/"), at);
        const bench_case_t rtl = {
            .machine = "gtx480", .name = name, .engine = "rtl", .list = found->gl_pathv[i], .threads = 1};
        bench_case_t cases[] = {rtl, rtl};
        cases[1].engine = "c";
        ok = convert(&rtl) && print_group(cases, 2, o->rounds);
    }
    return ok;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

static void print_head(void)
{
    printf("%-8s %-9s %-5s %-8s %7s %9s %10s", "machine", "kernel", "from", "engine", "threads", "cycles",
           "warp insts");
    bench_print_head("kcycle/s");
    printf(" %8s", "kinst/s");
    bench_print_head("vs first");
    printf(" %5s\n", "MB");
}

bool bench_engines(const bench_opts_t *o)
{
    char folder[BENCH_PATH_BYTES / 2];
    const char *dir = getenv("TMPDIR");
    glob_t given = {0};
    if (o->traces && !find_traces(o->traces, &given)) return false;
    snprintf(folder, sizeof folder, "%.200s/ctadel-bench-XXXXXX", dir && dir[0] == '/' ? dir : "/tmp");
    bool ok = mkdtemp(folder) != NULL;
    if (!ok) perror(folder);
    else {
        setenv("XDG_CACHE_HOME", folder, 1); /* the compact forms are removed as well */
        print_head();
        ok = kernels(o) && own_traces(folder, o) && given_traces(&given, o);
        nftw(folder, remove_one, 4, FTW_DEPTH | FTW_PHYS);
    }
    globfree(&given);
    return ok;
}
