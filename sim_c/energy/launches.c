/* launches.c - differences between the energies of a run at the ends of its kernels. */
#include "energy/launches.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct row { /* the statistics of a launch */
    uint64_t pj, mw;
    struct row *next;
} row_t;

struct energy_launches {
    const machine_t *m;
    stats_t *stats;
    row_t *row;
    uint64_t total_pj, static_pj; /* of the run, up to the end of the last kernel that has ended */
    uint64_t alone_pj, rest_pj, sum_pj;
};

energy_launches_t *energy_launches_create(const machine_t *m, stats_t *stats)
{
    energy_launches_t *l = calloc(1, sizeof *l);
    if (l) l->m = m, l->stats = stats;
    return l;
}

void energy_launches_destroy(energy_launches_t *l)
{
    if (!l) return;
    for (row_t *row = l->row, *next; row; row = next) {
        next = row->next;
        free(row);
    }
    free(l);
}

/* 1 pJ per us is 1 uW. */
static double milliwatts(uint64_t pj, uint64_t cycles, const machine_t *m)
{
    return cycles ? (double)pj * m->core_mhz / (double)cycles / 1000.0 : 0.0;
}

static bool add_row(energy_launches_t *l, const energy_launch_t *k, uint64_t total_pj, uint64_t static_pj)
{
    char path[32];
    row_t *row = malloc(sizeof *row);
    if (!row) return false;
    const double busy_mw = milliwatts(total_pj - static_pj, k->end_cycle - k->first_cycle, l->m);
    const double static_mw = milliwatts(static_pj, k->end_cycle - k->launch_cycle, l->m);
    *row = (row_t){total_pj, (uint64_t)(busy_mw + static_mw + 0.5), l->row};
    l->row = row;
    snprintf(path, sizeof path, "kernel%llu", (unsigned long long)k->id);
    stats_add_u64(l->stats, path, "energy_pj", "pJ",
                  "energy of the machine from its launch to its end; only if no other kernel ran meanwhile", &row->pj);
    stats_add_u64(l->stats, path, "power_mw", "mW",
                  "mean power of the machine from its first CTA to its end; only if no other kernel ran meanwhile",
                  &row->mw);
    return true;
}

void energy_launches_ended(energy_launches_t *l, const energy_launch_t *k)
{
    energy_t now;
    if (!energy_of(&now, l->m, l->stats)) return;
    const uint64_t total_pj = now.total_pj - l->total_pj, static_pj = now.static_pj - l->static_pj;
    l->total_pj = now.total_pj;
    l->static_pj = now.static_pj;
    if (k->beside) l->rest_pj += total_pj;
    else if (add_row(l, k, total_pj, static_pj)) l->alone_pj += total_pj;
}

void energy_launches_register(energy_launches_t *l, const energy_t *e)
{
    l->rest_pj += e->total_pj - l->total_pj;
    l->sum_pj = l->alone_pj + l->rest_pj;
    stats_add_u64(l->stats, "energy", "alone_pj", "pJ", "kernels that ran alone: the sum of kernel<i>.energy_pj",
                  &l->alone_pj);
    stats_add_u64(l->stats, "energy", "beside_pj", "pJ", "kernels that ran beside others", &l->rest_pj);
    stats_add_law(l->stats, "energy", "law_launches", "total energy = that of kernels alone and of kernels together",
                  &e->total_pj, &l->sum_pj);
}
