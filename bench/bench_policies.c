/* bench_policies.c - what each policy costs the engine rtl. */
#include "bench.h"

#include <stdio.h>

/* Policies on the machine of their paper. A run of the baseline comes right before each of a policy,
 * so that both meet the same host; the ratios are medians over the rounds. */
static bool policy_row(const bench_case_t *c, uint32_t rounds)
{
    const bench_case_t base = {.machine = c->machine, .name = c->name, .engine = c->engine, .size = c->size};
    double seconds[BENCH_ROUNDS_MAX], cycles[BENCH_ROUNDS_MAX], insts[BENCH_ROUNDS_MAX];
    bench_answer_t a, b;
    for (uint32_t i = 0; i < rounds; i++) {
        if (!bench_measure(&base, &b) || !bench_measure(c, &a)) return false;
        const double faster = b.seconds / a.seconds;
        seconds[i] = a.seconds;
        cycles[i] = faster * (double)a.result.cycles / (double)b.result.cycles;
        insts[i] = faster * (double)a.result.sm_warp_insts / (double)b.result.sm_warp_insts;
    }
    const double s = bench_median(seconds, rounds);
    printf("%-8s %-8s %-4s %-7s %-8s %-5s %12llu %13llu %9.1f %9.1f %9.2f %9.2f\n", c->machine, c->name,
           c->place ? c->place : "rr", c->limit ? c->limit : "tmax", c->gate ? c->gate : "none",
           c->warp ? c->warp : "gto", (unsigned long long)a.result.cycles, (unsigned long long)a.result.sm_warp_insts,
           (double)a.result.cycles / s / 1e3, (double)a.result.sm_warp_insts / s / 1e3, bench_median(cycles, rounds),
           bench_median(insts, rounds));
    fflush(stdout);
    return true;
}

bool bench_policies(uint32_t rounds)
{
    static const char *const NAME[] = {"bfs", "mmul"};
    static const bench_case_t POLICY[] = {
        {.machine = "lcs28", .place = "bcs"},
        {.machine = "lcs28", .limit = "lcs"},
        {.machine = "dyncta30", .limit = "dyncta"},
        {.machine = "claso14", .gate = "claso"},
        {.machine = "dyncta30", .limit = "dyncta", .gate = "dyncore"},
        {.machine = "lcs28", .warp = "lrr"},
        {.machine = "lcs28", .warp = "tl"},
        {.machine = "lcs28", .warp = "tl_active"},
        {.machine = "lcs28", .place = "bcs", .warp = "sca"},
        {.machine = "lcs28", .warp = "owl"},
        {.machine = "lcs28", .warp = "ccws", .set = "sm.victim_tags=64"},
    };
    bool ok = true;
    printf("\n%-8s %-8s %-4s %-7s %-8s %-5s %12s %13s %9s %9s %19s\n%92s %9s\n", "machine", "kernel", "with", "", "",
           "", "cycles", "warp insts", "kcycle/s", "kinst/s", "vs rr, tmax, gto:", "cycles/s", "insts/s");
    for (size_t w = 0; w < sizeof NAME / sizeof NAME[0]; w++)
        for (size_t p = 0; p < sizeof POLICY / sizeof POLICY[0]; p++) {
            bench_case_t c = POLICY[p];
            c.name = NAME[w];
            c.engine = "rtl";
            c.size = "small";
            ok &= policy_row(&c, rounds);
        }
    return ok;
}
