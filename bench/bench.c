/* bench.c - simulated speed of the engines on PTX and on traces, then what each policy costs the
 * engine rtl; every run in a process of its own so that processor time and peak memory are its own,
 * loading included. The traces are made here, of the same workloads, and removed.
 * Absolute figures belong to the host; ratios within one run are what may be compared. */
#include "cosim.h"
#include "trace/trace.h"

#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PATH_BYTES = 512, ROUNDS_MAX = 15, ROUNDS = 5 };

typedef struct {
    const char *machine, *name, *engine;
    const char *size; /* of the workload `name` */
    const char *list; /* a trace instead; NULL: none */
    const char *place, *limit, *gate, *warp; /* NULL: the default */
    const char *set;                  /* key=value, NULL: none */
} case_t;

typedef struct {
    run_result_t result;
    double seconds; /* of processor: one thread, and a busy host shares it with others */
    long peak_kib;
    bool ok;
    err_t err;
} answer_t;

static void workload_path(const char *name, char path[PATH_BYTES])
{
    snprintf(path, PATH_BYTES, "%s/workloads/%s/%s.yaml", CTADEL_DATADIR, name, name);
}

static void measure(const case_t *c, answer_t *a)
{
    char machine[PATH_BYTES], workload[PATH_BYTES];
    snprintf(machine, sizeof machine, "%s/machines/%s.yaml", CTADEL_DATADIR, c->machine);
    workload_path(c->name, workload);
    const run_opts_t o = {.machine_path = machine, .workload_path = {c->list ? NULL : workload},
                          .trace_path = c->list, .sass_path = CTADEL_DATADIR "/opcodes/sass.txt",
                          .size = c->size, .place = c->place, .limit = c->limit, .gate = c->gate,
                          .warp = c->warp ? c->warp : "gto", .engine = c->engine,
                          .sets = &c->set, .set_count = c->set != NULL};
    a->ok = cosim_run(&o, &a->result, &a->err) && !a->result.failed[0];
}

/* The workload as a trace in folder `list` names. */
static void write_trace(const case_t *c, answer_t *a)
{
    char path[PATH_BYTES], dir[PATH_BYTES];
    uint64_t insts;
    workload_path(c->name, path);
    snprintf(dir, sizeof dir, "%.*s", (int)(strrchr(c->list, '/') - c->list), c->list);
    workload_t *w = workload_load(path, c->size, TRACE_WARP_LANES, 1, &a->err);
    a->ok = w != NULL;
    for (uint32_t i = 0; a->ok && i < workload_launches(w); i++) {
        const kernel_launch_t *k = workload_launch(w, i, &a->err);
        a->ok = k && trace_write_kernel(k, dir, i + 1, &insts, &a->err);
        if (k) workload_release(w, k);
    }
    a->ok = a->ok && trace_write_list(dir, workload_launches(w), &a->err);
    workload_destroy(w);
}

static bool in_child(void (*work)(const case_t *c, answer_t *a), const case_t *c, answer_t *a)
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
    fprintf(stderr, "%s %s %s: %s%s\n", c->machine, c->name, c->engine, a->err.text,
            a->result.failed);
    return false;
}

/* One row; *first_seconds is set by the first of its group. */
static bool row(const case_t *c, double *first_seconds)
{
    answer_t a;
    if (!in_child(measure, c, &a)) return false;
    const double s = a.seconds;
    if (*first_seconds <= 0) *first_seconds = s;
    printf("%-8s %-8s %-6s %-9s %12llu %13llu %9.1f %9.1f %9.2f %8.1f\n", c->machine, c->name,
           c->list ? "trace" : "ptx", c->engine, (unsigned long long)a.result.cycles,
           (unsigned long long)a.result.warp_insts, (double)a.result.cycles / s / 1e3,
           (double)a.result.warp_insts / s / 1e3, *first_seconds / s, (double)a.peak_kib / 1024);
    fflush(stdout);
    return true;
}

static bool engines(const char *size)
{
    static const char *const NAME[] = {"mmul", "vadd", "bfs"};
    static const char *const ENGINE[] = {"rtl", "c", "lockstep"};
    bool ok = true;
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++) {
        double first = 0;
        for (size_t e = 0; e < sizeof ENGINE / sizeof ENGINE[0]; e++) {
            const case_t c = {.machine = "lcs", .name = NAME[w], .engine = ENGINE[e],
                              .size = w ? "small" : size};
            ok &= row(&c, &first);
        }
    }
    return ok;
}

static bool trace_rows(case_t c, double *first)
{
    c.engine = "rtl";
    const bool ok = row(&c, first);
    c.engine = "c";
    return row(&c, first) && ok;
}

/* The same kernel as PTX and as its trace. */
static bool own_traces(const char *folder)
{
    static const char *const NAME[] = {"vadd", "mmul", "stn"};
    char list[PATH_BYTES];
    bool ok = true;
    snprintf(list, sizeof list, "%s/kernelslist.g", folder);
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++) {
        double first = 0;
        answer_t a;
        case_t c = {.machine = "gtx480", .name = NAME[w], .engine = "rtl", .size = "small"};
        ok &= row(&c, &first);
        c.list = list;
        ok = in_child(write_trace, &c, &a) && trace_rows(c, &first) && ok;
    }
    return ok;
}

/* DIR/<kernel>/kernelslist.g, whoever made them. */
static bool given_traces(const char *dir)
{
    char pattern[PATH_BYTES], name[64];
    glob_t found;
    bool ok = true;
    snprintf(pattern, sizeof pattern, "%s/*/kernelslist.g", dir);
    if (glob(pattern, 0, NULL, &found) != 0) {
        fprintf(stderr, "BENCH_TRACES=%s: no <kernel>/kernelslist.g in it\n", dir);
        return false;
    }
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *at = found.gl_pathv[i] + strlen(dir) + 1;
        double first = 0;
        snprintf(name, sizeof name, "%.*s", (int)strcspn(at, "/"), at);
        ok &= trace_rows((case_t){.machine = "gtx480", .name = name, .list = found.gl_pathv[i]},
                         &first);
    }
    globfree(&found);
    return ok;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *v, uint32_t n)
{
    qsort(v, n, sizeof *v, ascending);
    return v[n / 2];
}

/* Policies on the machine of their paper. A run of the baseline comes right before each of a policy,
 * so that both meet the same host; the ratios are medians over the rounds. */
static bool policy_row(const case_t *c, uint32_t rounds)
{
    const case_t base = {.machine = c->machine, .name = c->name, .engine = c->engine, .size = c->size};
    double seconds[ROUNDS_MAX], cycles[ROUNDS_MAX], insts[ROUNDS_MAX];
    answer_t a, b;
    for (uint32_t i = 0; i < rounds; i++) {
        if (!in_child(measure, &base, &b) || !in_child(measure, c, &a)) return false;
        const double faster = b.seconds / a.seconds;
        seconds[i] = a.seconds;
        cycles[i] = faster * (double)a.result.cycles / (double)b.result.cycles;
        insts[i] = faster * (double)a.result.warp_insts / (double)b.result.warp_insts;
    }
    const double s = median(seconds, rounds);
    printf("%-8s %-8s %-4s %-7s %-8s %-5s %12llu %13llu %9.1f %9.1f %9.2f %9.2f\n", c->machine, c->name,
           c->place ? c->place : "rr", c->limit ? c->limit : "tmax", c->gate ? c->gate : "none",
           c->warp ? c->warp : "gto",
           (unsigned long long)a.result.cycles, (unsigned long long)a.result.warp_insts,
           (double)a.result.cycles / s / 1e3, (double)a.result.warp_insts / s / 1e3,
           median(cycles, rounds), median(insts, rounds));
    fflush(stdout);
    return true;
}

static bool policies(uint32_t rounds)
{
    static const char *const NAME[] = {"bfs", "mmul"};
    static const case_t POLICY[] = {
        {.machine = "lcs", .place = "bcs"},
        {.machine = "lcs", .limit = "lcs"},
        {.machine = "dyncta", .limit = "dyncta"},
        {.machine = "claso", .gate = "claso"},
        {.machine = "dyncta", .limit = "dyncta", .gate = "dyncore"},
        {.machine = "lcs", .warp = "lrr"},
        {.machine = "lcs", .warp = "tl"},
        {.machine = "lcs", .place = "bcs", .warp = "sca"},
        {.machine = "lcs", .warp = "owl"},
        {.machine = "lcs", .warp = "ccws", .set = "sm.victim_tags=64"},
    };
    bool ok = true;
    printf("\n%-8s %-8s %-4s %-7s %-8s %-5s %12s %13s %9s %9s %19s\n%92s %9s\n", "machine", "kernel",
           "with", "", "", "", "cycles", "warp insts", "kcycle/s", "kinst/s", "vs rr, tmax, gto:", "cycles/s",
           "insts/s");
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++)
        for (size_t p = 0; p < sizeof POLICY / sizeof POLICY[0]; p++) {
            case_t c = POLICY[p];
            c.name = NAME[w];
            c.engine = "rtl";
            c.size = "small";
            ok &= policy_row(&c, rounds);
        }
    return ok;
}

static uint32_t rounds_asked(void)
{
    const char *text = getenv("BENCH_ROUNDS");
    const long n = text && text[0] ? strtol(text, NULL, 10) : ROUNDS;
    return n < 1 ? 1 : n > ROUNDS_MAX ? ROUNDS_MAX : (uint32_t)n;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

int main(int argc, char **argv)
{
    char folder[PATH_BYTES / 2];
    const char *dir = getenv("TMPDIR");
    const char *given = getenv("BENCH_TRACES");
    snprintf(folder, sizeof folder, "%.200s/ctadel-bench-XXXXXX", dir && dir[0] ? dir : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        return 1;
    }
    printf("%-8s %-8s %-6s %-9s %12s %13s %9s %9s %9s %8s\n", "machine", "kernel", "from", "engine",
           "cycles", "warp insts", "kcycle/s", "kinst/s", "vs first", "MB");
    bool ok = engines(argc > 1 ? argv[1] : "paper");
    ok = own_traces(folder) && ok;
    if (given && given[0]) ok = given_traces(given) && ok;
    nftw(folder, remove_one, 4, FTW_DEPTH | FTW_PHYS);
    ok = policies(rounds_asked()) && ok;
    return ok ? 0 : 1;
}
