/* bench.c - simulation speed of the engines on PTX and on traces, then the cost of each policy in the
 * engine rtl, then mixes against their workloads alone. It writes the traces of these workloads and
 * removes them. Absolute figures depend on the host; only ratios within one run may be compared. */
#include "bench.h"

#include <ftw.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROUNDS = 5 };

/* One row; *first_seconds is set by the first of its group. */
static bool row(const bench_case_t *c, double *first_seconds)
{
    bench_answer_t a;
    if (!bench_measure(c, &a)) return false;
    const double s = a.seconds;
    if (*first_seconds <= 0) *first_seconds = s;
    printf("%-8s %-8s %-6s %-9s %12llu %13llu %9.1f %9.1f %9.2f %8.1f\n", c->machine, c->name,
           c->list ? "trace" : "ptx", c->engine, (unsigned long long)a.result.cycles,
           (unsigned long long)a.result.sm_warp_insts, (double)a.result.cycles / s / 1e3,
           (double)a.result.sm_warp_insts / s / 1e3, *first_seconds / s, (double)a.peak_kib / 1024);
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
            const bench_case_t c = {
                .machine = "lcs28", .name = NAME[w], .engine = ENGINE[e], .size = w ? "small" : size};
            ok &= row(&c, &first);
        }
    }
    return ok;
}

static bool trace_rows(bench_case_t c, double *first)
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
    char list[BENCH_PATH_BYTES];
    bool ok = true;
    snprintf(list, sizeof list, "%s/kernelslist.g", folder);
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++) {
        double first = 0;
        bench_answer_t a;
        bench_case_t c = {.machine = "gtx480", .name = NAME[w], .engine = "rtl", .size = "small"};
        ok &= row(&c, &first);
        c.list = list;
        ok = bench_write_trace(&c, &a) && trace_rows(c, &first) && ok;
    }
    return ok;
}

/* DIR/<kernel>/kernelslist.g, written by ctadel trace or by any other tracer. */
static bool given_traces(const char *dir)
{
    char pattern[BENCH_PATH_BYTES], name[64];
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
        ok &= trace_rows((bench_case_t){.machine = "gtx480", .name = name, .list = found.gl_pathv[i]}, &first);
    }
    globfree(&found);
    return ok;
}

static uint32_t rounds_asked(void)
{
    const char *text = getenv("BENCH_ROUNDS");
    const long n = text && text[0] ? strtol(text, NULL, 10) : ROUNDS;
    return n < 1 ? 1 : n > BENCH_ROUNDS_MAX ? BENCH_ROUNDS_MAX : (uint32_t)n;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *at)
{
    (void)st, (void)type, (void)at;
    return remove(path);
}

static bool speeds(uint32_t rounds)
{
    char folder[BENCH_PATH_BYTES / 2];
    const char *dir = getenv("TMPDIR");
    const char *given = getenv("BENCH_TRACES");
    const char *size = getenv("BENCH_SIZE");
    (void)rounds;
    snprintf(folder, sizeof folder, "%.200s/ctadel-bench-XXXXXX", dir && dir[0] ? dir : "/tmp");
    if (!mkdtemp(folder)) {
        perror(folder);
        return false;
    }
    printf("%-8s %-8s %-6s %-9s %12s %13s %9s %9s %9s %8s\n", "machine", "kernel", "from", "engine", "cycles",
           "warp insts", "kcycle/s", "kinst/s", "vs first", "MB");
    bool ok = engines(size && size[0] ? size : "paper");
    ok = own_traces(folder) && ok;
    if (given && given[0]) ok = given_traces(given) && ok;
    nftw(folder, remove_one, 4, FTW_DEPTH | FTW_PHYS);
    return ok;
}

static const struct {
    const char *name;
    bool (*print)(uint32_t rounds);
} TABLE[] = {{"engines", speeds}, {"policies", bench_policies}, {"mixes", bench_mixes}};
enum { TABLES = sizeof TABLE / sizeof TABLE[0] };

/* No name: all of them. */
static bool named(int argc, char **argv, const char *name)
{
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], name) == 0) return true;
    return argc < 2;
}

int main(int argc, char **argv)
{
    bool ok = true;
    for (int i = 1; i < argc; i++) {
        size_t t = 0;
        while (t < TABLES && strcmp(argv[i], TABLE[t].name) != 0) t++;
        if (t < TABLES) continue;
        fprintf(stderr, "bench: unknown table '%s'; allowed are engines, policies, mixes\n", argv[i]);
        return 2;
    }
    for (size_t t = 0; t < TABLES; t++)
        if (named(argc, argv, TABLE[t].name)) ok = TABLE[t].print(rounds_asked()) && ok;
    return ok ? 0 : 1;
}
