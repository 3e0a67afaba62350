/* Air and reference of wp, in f64. The reference computes level by level, as only falling couples the levels. Some
 * columns hold a storm: saturated air, with rain below and snow above. */
#include "workload/workload.h"

#include <math.h>

enum { LEVELS_MAX = 28, FIELDS = 8, MOVING = 6, STEPS_MAX = 4 };
static const double T0 = 273.15, HEAT = 1004.5, BOIL = 2.5e6, SUBL = 2.85e6, MELT = 3.5e5, SECONDS = 60;

typedef struct {
    double t, qv, qc, qi, qr, qs, p, dz; /* the fields, in their order */
    double rho, boil, thin, slope, over_water, over_ice, fall_r, fall_s;
} level_t;

typedef struct {
    int64_t levels, area;
    float *air, *ground;
    int32_t *steps;
} sky_t;

static sky_t sky(workload_ref_ctx_t *ctx)
{
    sky_t s = {.levels = workload_ref_param(ctx, "levels", 1, LEVELS_MAX),
               .area = workload_ref_param(ctx, "width", 1, 16384) * workload_ref_param(ctx, "height", 1, 16384)};
    s.air = workload_ref_own(ctx, "air", ELEM_F32, FIELDS * s.levels * s.area);
    s.steps = workload_ref_own(ctx, "steps", ELEM_S32, s.area);
    s.ground = workload_ref_buf(ctx, "ground", ELEM_F32, 2 * s.area);
    return s;
}

static double saturated(double t, double p, double a, double b)
{
    const double e = 610.78 * exp(a * (t - T0) / (t - b));
    return 0.622 * e / (p - e);
}

static double between(workload_ref_ctx_t *ctx, double low, double high)
{
    return low + (high - low) * (double)(workload_ref_random(ctx) >> 11) * 0x1p-53;
}

static level_t drawn(workload_ref_ctx_t *ctx, double height, double depth, double warmth, bool storm)
{
    level_t l = {.t = warmth - 6.5e-3 * height + between(ctx, -1, 1), .p = 1e5 * exp(-height / 8000), .dz = depth};
    l.qv = saturated(l.t, l.p, 17.269, 35.86) * (storm ? between(ctx, 0.9, 1.1) : between(ctx, 0.2, 0.9));
    if (!storm) return l;
    l.qc = between(ctx, 0, 2e-3);
    l.qi = l.t < T0 ? between(ctx, 0, 5e-4) : 0;
    l.qr = l.t > T0 - 10 ? between(ctx, 0, 2e-3) : 0;
    l.qs = l.t < T0 + 3 ? between(ctx, 0, 2e-3) : 0;
    return l;
}

static void wp_init(workload_ref_ctx_t *ctx)
{
    const sky_t s = sky(ctx);
    for (int64_t at = 0; at < s.area; at++) {
        const bool storm = workload_ref_random(ctx) >> 62 == 0;
        const double warmth = between(ctx, 278, 303), least = between(ctx, 150, 500);
        double height = 0;
        s.steps[at] = (int32_t)fmin(ceil(10 * SECONDS / least), STEPS_MAX); /* 10 m/s: the fastest rain */
        for (int64_t k = 0; k < s.levels; k++) {
            const double depth = least + 10 * (double)k;
            const level_t l = drawn(ctx, height, depth, warmth, storm);
            for (int f = 0; f < FIELDS; f++) s.air[(f * s.levels + k) * s.area + at] = (float)(&l.t)[f];
            height += depth;
        }
    }
}

static void prepare(level_t *l)
{
    l->rho = l->p / (287 * l->t * (1 + 0.608 * l->qv));
    l->boil = BOIL - 2370 * (l->t - T0);
    l->thin = sqrt(1.28 / l->rho);
    l->slope = exp(0.12 * fmin(fmax(T0 - l->t, 0), 40));
    l->over_water = saturated(l->t, l->p, 17.269, 35.86);
    l->over_ice = saturated(l->t, l->p, 21.875, 7.66);
    l->fall_r = 14 * pow(l->rho * l->qr, 0.1364) * l->thin;
    l->fall_s = 5 * pow(l->rho * l->qs / l->slope, 0.1025) * l->thin;
}

static double fall(level_t *column, int64_t levels, int steps, bool snow)
{
    double ground = 0;
    for (int n = 0; n < steps; n++) {
        double coming = 0;
        for (level_t *l = column + levels - 1; l >= column; l--) {
            double *q = snow ? &l->qs : &l->qr;
            const double far = fmin((snow ? l->fall_s : l->fall_r) * SECONDS / steps / l->dz, 1), leaves = *q * far;
            *q += coming / (l->rho * l->dz) - leaves;
            coming = leaves * l->rho * l->dz;
        }
        ground += coming;
    }
    return ground;
}

static void frozen(level_t *l)
{
    const double cold = T0 - l->t, rate = 1e-6 * (exp(0.66 * fmin(fmax(cold, 0), 30)) - 1) * SECONDS;
    const double melts = fmin(fmax(-cold, 0) * 2e-3 * sqrt(l->qs) * l->thin * SECONDS, l->qs);
    const double drops = l->qc * fmin(10 * rate, 1), rain = l->qr * fmin(20 * rate, 1);
    l->qs += rain - melts, l->qr += melts - rain;
    l->qc -= drops, l->qi += drops;
    l->t += (drops + rain - melts) * MELT / HEAT;
}

static void iced(level_t *l)
{
    const double below = fmin(fmax(T0 - l->t, 0), 40), crystals = 5 * pow(l->rho * l->qi, 0.75) + 1e-4;
    const double area = (crystals + 0.05 * l->slope * sqrt(l->rho * l->qs)) * below * 0.025;
    double grown = (l->qv - l->over_ice) * fmin(area * SECONDS * 0.05, 0.5);
    grown = fmin(fmax(grown, -l->qi / 2), l->qv / 2);
    const double gathers = fmax(l->qi + grown - 1e-4, 0) * fmin(1e-3 * exp(-0.025 * below) * SECONDS, 1);
    const double swept = pow(l->rho * l->qs, 0.8125) * l->thin * SECONDS;
    const double ice = (l->qi + grown - gathers) * fmin(0.8 * swept * exp(-0.07 * below), 0.5);
    const double rime = l->qc * fmin(0.05 * swept * below, 0.5);
    l->qv -= grown, l->qi += grown - gathers - ice, l->qs += gathers + ice + rime, l->qc -= rime;
    l->t += (grown * SUBL + rime * MELT) / HEAT;
}

static void rained(level_t *l)
{
    const double gathers = fmax(l->qc - 5e-4, 0) * fmin(1e-3 * SECONDS, 1);
    const double swept = (l->qc - gathers) * fmin(2.2 * pow(l->qr, 0.875) * SECONDS, 0.5);
    const double dry = fmax(1 - l->qv / l->over_water, 0), water = l->rho * l->qr;
    const double resists = 2.03e4 + 9.58e6 / (l->p * l->over_water);
    const double pace = dry * (1.6 + 30 * pow(water, 0.2046)) * pow(water, 0.525) / (resists * l->rho);
    const double dries = fmin(pace * SECONDS, l->qr);
    l->qc -= gathers + swept, l->qr += gathers + swept - dries, l->qv += dries;
    l->t -= dries * l->boil / HEAT;
}

static void condensed(level_t *l)
{
    const double holds = saturated(l->t, l->p, 17.269, 35.86);
    const double wet = (l->qv - holds) / (1 + l->boil * l->boil * holds / (HEAT * 461.6 * l->t * l->t));
    const double change = fmax(wet, -l->qc);
    l->qv -= change, l->qc += change;
    l->t += change * l->boil / HEAT;
}

static void advance(const sky_t *s, int64_t at)
{
    level_t column[LEVELS_MAX];
    for (int64_t k = 0; k < s->levels; k++) {
        for (int f = 0; f < FIELDS; f++) (&column[k].t)[f] = (double)s->air[(f * s->levels + k) * s->area + at];
        prepare(&column[k]);
    }
    s->ground[at] += (float)fall(column, s->levels, s->steps[at], false);
    s->ground[s->area + at] += (float)fall(column, s->levels, s->steps[at], true);
    for (int64_t k = 0; k < s->levels; k++) {
        frozen(&column[k]);
        iced(&column[k]);
        rained(&column[k]);
        condensed(&column[k]);
        for (int f = 0; f < MOVING; f++) s->air[(f * s->levels + k) * s->area + at] = (float)(&column[k].t)[f];
    }
}

static void wp_expect(workload_ref_ctx_t *ctx)
{
    const sky_t s = sky(ctx);
    const int64_t times = workload_ref_param(ctx, "times", 1, 1000);
    for (int64_t n = 0; n < times; n++)
        for (int64_t at = 0; at < s.area; at++) advance(&s, at);
}

const workload_ref_t workload_ref_wp = {.name = "wp", .init = wp_init, .expect = wp_expect};
