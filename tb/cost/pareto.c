/* pareto.c - maps the points of an experiment to synthesised designs, and computes their area, speed-up and the Pareto
 * front. */
#include "cost/pareto.h"
#include "cost/synth.h"

#include "config/config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reads the words and the machine of a column. All machines must have the size of the first one. */
static bool read_point(pareto_t *p, uint32_t column, err_t *err)
{
    pareto_point_t *x = &p->point[column];
    const sweep_job_t j = {.column = column};
    run_opts_t o;
    machine_t m;
    if (!sweep_experiment_options(p->e, &j, &o, x->name, err) || !machine_load(p->e->machine, &m, err)) return false;
    for (uint32_t i = 0; i < o.set_count; i++)
        if (!cosim_set_check(&m, o.sets[i], err)) return false;
    policy_use_t use;
    cosim_policies(&o, &use);
    policy_use_name(&use, x->dispatcher, sizeof x->dispatcher);
    snprintf(x->arbiter, sizeof x->arbiter, "%s", cosim_policy_words(&o, POLICY_WARP));
    const uint32_t warps = (m.sm.threads / m.sm.warp_lanes + m.sm.schedulers - 1) / m.sm.schedulers;
    if (column == 0) {
        p->sms = m.sms;
        p->slots = m.sm.cta_slots;
        p->warps = warps;
        p->schedulers = m.sm.schedulers;
    }
    if (m.sms == p->sms && m.sm.cta_slots == p->slots && warps == p->warps && m.sm.schedulers == p->schedulers)
        return true;
    return err_set(err, yamldoc_path(p->e->doc), 0,
                   "%s has another number of SMs, slots, warps or "
                   "schedulers than %s, so their areas cannot be compared",
                   x->name, p->point[0].name);
}

bool pareto_create(pareto_t *p, const sweep_experiment_t *e, err_t *err)
{
    *p = (pareto_t){.e = e, .point = calloc(e->columns, sizeof *p->point)};
    if (!p->point) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t c = 0; c < e->columns; c++)
        if (!read_point(p, c, err)) return false;
    return true;
}

void pareto_free(pareto_t *p)
{
    free(p->point);
    *p = (pareto_t){0};
}

void pareto_print_designs(const pareto_t *p, FILE *f)
{
    fputs("none", f); /* ctadel synth compares dispatchers with it */
    for (uint32_t c = 0; c < p->e->columns; c++) {
        bool new = strcmp(p->point[c].dispatcher, "none") != 0;
        for (uint32_t k = 0; k < c; k++) new = new &&strcmp(p->point[k].dispatcher, p->point[c].dispatcher);
        if (new) fprintf(f, " %s", p->point[c].dispatcher);
    }
    fprintf(f, " %s", policy_plain(POLICY_WARP));
    for (uint32_t c = 0; c < p->e->columns; c++) {
        bool new = strcmp(p->point[c].arbiter, policy_plain(POLICY_WARP)) != 0;
        for (uint32_t k = 0; k < c; k++) new = new &&strcmp(p->point[k].arbiter, p->point[c].arbiter);
        if (new) fprintf(f, " %s", p->point[c].arbiter);
    }
    fprintf(f, " --sms %u --slots %u --warps %u --schedulers %u\n", p->sms, p->slots, p->warps * p->schedulers,
            p->schedulers);
}

/* True if both names have the same parts in any order, as dyncta+dyncore and dyncore+dyncta have. */
static bool same_parts(const char *a, const char *b)
{
    if (strlen(a) != strlen(b)) return false;
    for (const char *part = a; *part;) {
        const size_t chars = strcspn(part, "+");
        const char *at = b;
        while (*at && !(strcspn(at, "+") == chars && !strncmp(at, part, chars))) {
            at += strcspn(at, "+");
            at += *at == '+';
        }
        if (!*at) return false;
        part += chars + (part[chars] == '+');
    }
    return true;
}

static const pareto_cost_t *find_cost(const pareto_t *p, const pareto_costs_t *costs, const char *name, bool arbiter,
                                      err_t *err)
{
    const uint32_t warps = arbiter && policy_arb(name)->halves ? p->warps * p->schedulers : p->warps;
    for (uint32_t i = 0; i < costs->count; i++) {
        const pareto_cost_t *c = &costs->cost[i];
        if (c->arbiter == arbiter && c->slots == p->slots && (arbiter ? c->warps == warps : c->sms == p->sms) &&
            same_parts(c->name, name))
            return c;
    }
    if (arbiter)
        err_set(err, costs->path, 0,
                "has no arbiter '%s' of %u warps and %u slots; ctadel report %s --designs "
                "says what to synthesise",
                name, warps, p->slots, p->e->word);
    else
        err_set(err, costs->path, 0,
                "has no dispatcher '%s' of %u SMs x %u slots; ctadel report %s --designs "
                "says what to synthesise",
                name, p->sms, p->slots, p->e->word);
    return NULL;
}

static bool fill_area(const pareto_t *p, const pareto_costs_t *costs, pareto_point_t *x, err_t *err)
{
    const pareto_cost_t *disp = find_cost(p, costs, x->dispatcher, false, err);
    const pareto_cost_t *arb = disp ? find_cost(p, costs, x->arbiter, true, err) : NULL;
    if (arb) x->nand2 = disp->nand2 + (double)(p->sms * p->schedulers) * arb->nand2;
    return arb != NULL;
}

static double ipc(const sweep_job_t *j) { return j->job.state == POOL_ERROR ? NAN : metric_of("ipc", &j->result); }

/* IPC over that of the first point, the median over the gaps; NaN: one of the two has not been run. */
static double speed_up(const pareto_t *p, const sweep_job_t *row, uint32_t column)
{
    double value[SWEEP_GAPS_MAX];
    for (uint32_t g = 0; g < p->e->gaps; g++) {
        const sweep_job_t *at = row + g * sweep_cells(p->e);
        value[g] = ipc(&at[column]) / ipc(&at[0]);
    }
    return sweep_spread(value, p->e->gaps).median;
}

/* True if every point has run the workload of this row. */
static bool counts(const pareto_t *p, const sweep_job_t *row)
{
    bool all = true;
    for (uint32_t c = 0; c < p->e->columns; c++) all = all && speed_up(p, row, c) > 0.0;
    return all;
}

static void fill_speed(const pareto_t *p, const sweep_job_t *jobs, uint32_t column)
{
    pareto_point_t *x = &p->point[column];
    double logs = 0.0;
    x->min = INFINITY;
    for (uint32_t w = 0; w < p->e->workloads.count; w++) {
        const sweep_job_t *row = &jobs[w * p->e->columns];
        if (!counts(p, row)) continue;
        const double v = speed_up(p, row, column);
        logs += log(v);
        if (v < x->min) {
            x->min = v;
            x->slowest = p->e->workloads.word[w];
        }
        if (v > x->max) {
            x->max = v;
            x->fastest = p->e->workloads.word[w];
        }
    }
    x->mean = exp(logs / p->workloads);
}

static bool dominated(const pareto_t *p, const pareto_point_t *x)
{
    for (uint32_t c = 0; c < p->e->columns; c++) {
        const pareto_point_t *y = &p->point[c];
        if (y->nand2 <= x->nand2 && y->mean >= x->mean && (y->nand2 < x->nand2 || y->mean > x->mean)) return true;
    }
    return false;
}

bool pareto_fill(pareto_t *p, const pareto_costs_t *costs, const sweep_job_t *jobs, err_t *err)
{
    p->origin = sweep_origin(p->e, jobs);
    if (!sweep_few_waves(p->e, jobs, NULL, p->e->workloads.count, p->few)) p->few[0] = '\0';
    ui_origin_add(&p->origin, NULL, NULL, costs->origin.library, costs->origin.version);
    for (uint32_t w = 0; w < p->e->workloads.count; w++) p->workloads += counts(p, &jobs[w * p->e->columns]);
    if (!p->workloads)
        return err_set(err, yamldoc_path(p->e->doc), 0,
                       "no workload has been run at every point; run the sweep "
                       "again");
    for (uint32_t c = 0; c < p->e->columns; c++) {
        if (!fill_area(p, costs, &p->point[c], err)) return false;
        fill_speed(p, jobs, c);
    }
    for (uint32_t c = 0; c < p->e->columns; c++) p->point[c].front = !dominated(p, &p->point[c]);
    return true;
}
