/* bench_policies.c - what each policy costs the engine rtl. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

/* Policies on the machine of their paper; the first row of a machine is the baseline of the others. */
static const bench_case_t POLICY[] = {
    {.machine = "lcs28"},
    {.machine = "lcs28", .place = "bcs"},
    {.machine = "lcs28", .limit = "lcs"},
    {.machine = "lcs28", .warp = "lrr"},
    {.machine = "lcs28", .warp = "tl"},
    {.machine = "lcs28", .warp = "tl_active"},
    {.machine = "lcs28", .place = "bcs", .warp = "sca"},
    {.machine = "lcs28", .warp = "owl"},
    {.machine = "lcs28", .warp = "ccws", .set = "sm.victim_tags=64"},
    {.machine = "dyncta30"},
    {.machine = "dyncta30", .limit = "dyncta"},
    {.machine = "dyncta30", .limit = "dyncta", .gate = "dyncore"},
    {.machine = "claso14"},
    {.machine = "claso14", .gate = "claso"},
};
enum { POLICIES = sizeof POLICY / sizeof POLICY[0] };

static void print_row(const bench_case_t *c, const bench_row_t *row, const bench_row_t *base, uint32_t rounds)
{
    const double cycles = (double)row->result.cycles, base_cycles = (double)base->result.cycles;
    double rate[BENCH_ROUNDS_MAX], ratio[BENCH_ROUNDS_MAX], time[BENCH_ROUNDS_MAX];
    for (uint32_t r = 0; r < rounds; r++) {
        rate[r] = cycles / row->cpu_s[r] / 1e3;
        ratio[r] = cycles / row->cpu_s[r] / (base_cycles / base->cpu_s[r]);
        time[r] = row->cpu_s[r] / base->cpu_s[r];
    }
    printf("%-8s %-6s %-5s %-6s %-7s %-9s %9.0f", c->machine, c->name, c->place ? c->place : "rr",
           c->limit ? c->limit : "tmax", c->gate ? c->gate : "none", c->warp ? c->warp : "gto", cycles);
    bench_print_figure(rate, rounds, 1);
    bench_print_figure(ratio, rounds, 2);
    bench_print_figure(time, rounds, 2);
    printf("\n");
}

static bool print_machine(const bench_case_t *policies, uint32_t count, const char *name, const bench_opts_t *o)
{
    bench_case_t cases[BENCH_GROUP_MAX] = {0};
    bench_row_t rows[BENCH_GROUP_MAX];
    for (uint32_t i = 0; i < count; i++) {
        cases[i] = policies[i];
        cases[i].name = name;
        cases[i].engine = "rtl";
        cases[i].size = o->size;
    }
    if (!bench_group(cases, count, o->rounds, rows)) return false;
    for (uint32_t i = 0; i < count; i++) print_row(&cases[i], &rows[i], &rows[0], o->rounds);
    fflush(stdout);
    return true;
}

bool bench_policies(const bench_opts_t *o)
{
    static const char *const NAME[] = {"bfs", "mmul"};
    bool ok = true;
    printf("%-8s %-6s %-5s %-6s %-7s %-9s %9s", "machine", "kernel", "place", "limit", "gate", "warp", "cycles");
    bench_print_head("kcycle/s");
    bench_print_head("vs first");
    bench_print_head("time");
    printf("\n");
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++)
        for (uint32_t first = 0, end; ok && first < POLICIES; first = end) {
            end = first + 1;
            while (end < POLICIES && strcmp(POLICY[end].machine, POLICY[first].machine) == 0) end++;
            ok = print_machine(POLICY + first, end - first, NAME[w], o);
        }
    return ok;
}
