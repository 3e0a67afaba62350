/* Reference of lib, in f64. It carries the derivative forward along the path (tangent mode); the kernel goes back along
 * the path (adjoint mode). */
#include "workload/workload.h"

#include <math.h>

enum { FORWARDS = 80, OPTIONS = 15 };
static const double DELTA = 0.25;

typedef struct {
    double is, by; /* value, and its derivative by the last of the first rates */
} dual_t;

typedef struct {
    int64_t forwards, years, paths;
    const float *lambda, *z, *strike;
    const int32_t *maturity;
} model_t;

static void evolve(dual_t *rate, const model_t *m, int64_t path)
{
    for (int64_t n = 0; n < m->years; n++) {
        dual_t drift = {0, 0};
        for (int64_t i = n + 1; i < m->forwards; i++) {
            const double lambda = (double)m->lambda[i - n - 1], c = DELTA * lambda, base = 1 + DELTA * rate[i].is;
            drift.is += c * rate[i].is / base;
            drift.by += c * rate[i].by / (base * base);
            const double grown = exp(c * drift.is + lambda * (0.5 * (double)m->z[n * m->paths + path] - 0.5 * c));
            rate[i].by = grown * (rate[i].by + rate[i].is * c * drift.by);
            rate[i].is *= grown;
        }
    }
}

/* A bond's price: 1 / (1 + DELTA rate) times the price of the bond before. */
static dual_t discounted(dual_t bond, dual_t rate)
{
    const double base = 1 + DELTA * rate.is;
    return (dual_t){bond.is / base, bond.by / base - bond.is * DELTA * rate.by / (base * base)};
}

static dual_t portfolio(const dual_t *rate, const model_t *m)
{
    dual_t bond = {1, 0}, swap = {0, 0}, value = {0, 0}, discount = {1, 0}, bonds[FORWARDS], swaps[FORWARDS];
    for (int64_t n = 0; n < m->forwards - m->years; n++) {
        bond = discounted(bond, rate[m->years + n]);
        swap = (dual_t){swap.is + DELTA * bond.is, swap.by + DELTA * bond.by};
        bonds[n] = bond;
        swaps[n] = swap;
    }
    for (int o = 0; o < OPTIONS; o++) {
        const double strike = (double)m->strike[o];
        const int32_t at = m->maturity[o] - 1;
        const double loss = bonds[at].is + strike * swaps[at].is - 1;
        if (loss >= 0) continue;
        value.is -= 100 * loss;
        value.by -= 100 * (bonds[at].by + strike * swaps[at].by);
    }
    for (int64_t n = 0; n < m->years; n++) discount = discounted(discount, rate[n]);
    return (dual_t){value.is * discount.is, value.by * discount.is + value.is * discount.by};
}

static void lib_expect(workload_ref_ctx_t *ctx)
{
    const int64_t paths =
        workload_ref_param(ctx, "threads", 1, 1024) * workload_ref_param(ctx, "ctas", 1, WORKLOAD_REF_MAX_3D);
    const int64_t forwards = workload_ref_param(ctx, "forwards", 8, FORWARDS);
    const int64_t years = workload_ref_param(ctx, "years", 1, forwards - 4);
    const model_t m = {.forwards = forwards,
                       .years = years,
                       .paths = paths,
                       .lambda = workload_ref_buf(ctx, "lambda", ELEM_F32, forwards),
                       .z = workload_ref_buf(ctx, "z", ELEM_F32, years * paths),
                       .strike = workload_ref_buf(ctx, "strike", ELEM_F32, OPTIONS),
                       .maturity = workload_ref_buf(ctx, "maturity", ELEM_S32, OPTIONS)};
    float *values = workload_ref_buf(ctx, "values", ELEM_F32, paths);
    float *adjoint = workload_ref_buf(ctx, "adjoint", ELEM_F32, paths);
    float *greeks = workload_ref_buf(ctx, "greeks", ELEM_F32, paths);
    for (int64_t p = 0; p < paths; p++) {
        dual_t rate[FORWARDS];
        for (int64_t i = 0; i < forwards; i++) rate[i] = (dual_t){0.05, i == forwards - 1};
        evolve(rate, &m, p);
        const dual_t value = portfolio(rate, &m);
        values[p] = adjoint[p] = (float)value.is;
        greeks[p] = (float)value.by;
    }
}

const workload_ref_t workload_ref_lib = {.name = "lib", .expect = lib_expect};
