/* wp - advances clouds, rain, ice and snow in columns of air by a time step, a column per thread, by a scheme of five
 * classes.
 *
 * A thread keeps 16 numbers of each level in local memory and passes over the levels several times: saturation and fall
 * speeds; falling, from the top, in as many steps as the column's thinnest layer needs; melting and freezing; cold and
 * warm processes; condensation. Lanes lie along x, in rows of eight. */
#define LEVELS 28

#define T0     273.15f
#define HEAT   1004.5f /* of a kilogram of air */
#define VAPOUR 461.6f
#define BOIL   2.5e6f
#define SUBL   2.85e6f
#define MELT   3.5e5f

static float power(float x, float by) { return exp2_approx(__nvvm_lg2_approx_f(x) * by); }
static float above(float x) { return x > 0.0f ? x : 0.0f; }
static float lesser(float x, float y) { return x < y ? x : y; }
static float limited(float x, float low, float high) { return x < low ? low : x > high ? high : x; }

typedef struct {
    float t[LEVELS], p[LEVELS], rho[LEVELS], dz[LEVELS], qv[LEVELS], qc[LEVELS], qi[LEVELS], qr[LEVELS], qs[LEVELS];
    float over_water[LEVELS], over_ice[LEVELS], boil[LEVELS], thin[LEVELS], fall_r[LEVELS], fall_s[LEVELS], slope[LEVELS];
} column_t;

/* Saturation mixing ratio of vapour over water or ice (Tetens). */
static float saturated(float t, float p, float a, float b)
{
    const float e = 610.78f * exp_approx(div_approx(a * (t - T0), t - b));
    return div_approx(0.622f * e, p - e);
}

static void prepare(column_t *c, int levels)
{
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        const float t = c->t[k], p = c->p[k];
        c->rho[k] = div_approx(p, 287.0f * t * (1.0f + 0.608f * c->qv[k]));
        c->over_water[k] = saturated(t, p, 17.269f, 35.86f);
        c->over_ice[k] = saturated(t, p, 21.875f, 7.66f);
        c->boil[k] = BOIL - 2370.0f * (t - T0);
        c->thin[k] = sqrt_rn(div_approx(1.28f, c->rho[k]));
        c->slope[k] = exp_approx(0.12f * limited(T0 - t, 0.0f, 40.0f)); /* more and smaller flakes in the cold */
        c->fall_r[k] = 14.0f * power(c->rho[k] * c->qr[k], 0.1364f) * c->thin[k];
        c->fall_s[k] = 5.0f * power(div_approx(c->rho[k] * c->qs[k], c->slope[k]), 0.1025f) * c->thin[k];
    }
}

/* Lets a species fall: what leaves a level enters the one below. Returns what reaches the ground, in kg/m2. */
static float fallen(float *q, const float *speed, const column_t *c, int levels, int steps, float dt)
{
    float ground = 0.0f;
    const float part = div_approx(dt, steps);
#pragma unroll 1
    for (int n = 0; n < steps; n++) {
        float from_above = 0.0f;
#pragma unroll 1
        for (int k = levels - 1; k >= 0; k--) {
            const float mass = c->rho[k] * c->dz[k];
            const float out = lesser(q[k] * c->rho[k] * speed[k] * part, q[k] * mass);
            q[k] += div_approx(from_above - out, mass);
            from_above = out;
        }
        ground += from_above;
    }
    return ground;
}

/* Melts snow, freezes droplets and rain: the faster, the further the temperature is from 0 C. */
static void freeze(column_t *c, int levels, float dt)
{
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        const float cold = T0 - c->t[k];
        const float melts = lesser(above(-cold) * 2e-3f * sqrt_rn(c->qs[k]) * c->thin[k] * dt, c->qs[k]);
        const float rate = 1e-6f * (exp_approx(0.66f * limited(cold, 0.0f, 30.0f)) - 1.0f) * dt;
        const float drops = c->qc[k] * lesser(rate * 10.0f, 1.0f), rain = c->qr[k] * lesser(rate * 20.0f, 1.0f);
        c->qs[k] += rain - melts;
        c->qr[k] += melts - rain;
        c->qc[k] -= drops;
        c->qi[k] += drops;
        c->t[k] += (drops + rain - melts) * (MELT / HEAT);
    }
}

/* Cold processes: ice and snow gain or lose vapour; ice aggregates to snow; snow collects ice and droplets. */
static void cold(column_t *c, int levels, float dt)
{
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        const float below = limited(T0 - c->t[k], 0.0f, 40.0f), excess = c->qv[k] - c->over_ice[k];
        const float crystals = power(c->rho[k] * c->qi[k], 0.75f) * 5.0f + 1e-4f;
        const float area = (crystals + c->slope[k] * sqrt_rn(c->rho[k] * c->qs[k]) * 0.05f) * below * 0.025f;
        const float grown = limited(excess * lesser(area * dt * 0.05f, 0.5f), -0.5f * c->qi[k], 0.5f * c->qv[k]);
        const float gathers = above(c->qi[k] + grown - 1e-4f) * lesser(1e-3f * exp_approx(-0.025f * below) * dt, 1.0f);
        const float swept = power(c->rho[k] * c->qs[k], 0.8125f) * c->thin[k] * dt;
        const float ice = (c->qi[k] + grown - gathers) * lesser(swept * exp_approx(-0.07f * below) * 0.8f, 0.5f);
        const float rime = c->qc[k] * lesser(swept * below * 0.05f, 0.5f);
        c->qv[k] -= grown;
        c->qi[k] += grown - gathers - ice;
        c->qs[k] += gathers + ice + rime;
        c->qc[k] -= rime;
        c->t[k] += grown * (SUBL / HEAT) + rime * (MELT / HEAT);
    }
}

/* Warm processes (Kessler): droplets convert to rain; rain collects droplets, and evaporates below clouds. */
static void warm(column_t *c, int levels, float dt)
{
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        const float gathers = above(c->qc[k] - 5e-4f) * lesser(1e-3f * dt, 1.0f);
        const float swept = (c->qc[k] - gathers) * lesser(2.2f * power(c->qr[k], 0.875f) * dt, 0.5f);
        const float dry = above(1.0f - div_approx(c->qv[k], c->over_water[k]));
        const float water = c->rho[k] * c->qr[k], wind = 1.6f + 30.0f * power(water, 0.2046f);
        const float resists = 2.03e4f + div_approx(9.58e6f, c->p[k] * c->over_water[k]);
        const float dries = lesser(div_approx(dry * wind * power(water, 0.525f), resists * c->rho[k]) * dt, c->qr[k]);
        c->qc[k] -= gathers + swept;
        c->qr[k] += gathers + swept - dries;
        c->qv[k] += dries;
        c->t[k] -= dries * div_approx(c->boil[k], HEAT);
    }
}

static void condense(column_t *c, int levels)
{
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        const float t = c->t[k], boil = c->boil[k], holds = saturated(t, c->p[k], 17.269f, 35.86f);
        const float gain = 1.0f + div_approx(boil * boil * holds, HEAT * VAPOUR * t * t);
        const float wet = div_approx(c->qv[k] - holds, gain);
        const float change = wet < -c->qc[k] ? -c->qc[k] : wet;
        c->qv[k] -= change;
        c->qc[k] += change;
        c->t[k] += change * div_approx(boil, HEAT);
    }
}

/* `air`: t, qv, qc, qi, qr, qs, p and dz, each [level][y][x]; the first six are advanced. `ground`: rain, then snow. */
__kernel void wp_step(__global float *air, __global float *ground, __global const int *steps, int levels, float dt)
{
    const int width = GRID_X * BLOCK_X, area = width * GRID_Y * BLOCK_Y, all = levels * area;
    const int at = (CTA_Y * BLOCK_Y + TID_Y) * width + CTA_X * BLOCK_X + TID_X;
    column_t c;

#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        __global const float *here = air + k * area + at;
        c.t[k] = here[0];
        c.qv[k] = here[all];
        c.qc[k] = here[2 * all];
        c.qi[k] = here[3 * all];
        c.qr[k] = here[4 * all];
        c.qs[k] = here[5 * all];
        c.p[k] = here[6 * all];
        c.dz[k] = here[7 * all];
    }
    prepare(&c, levels);
    ground[at] += fallen(c.qr, c.fall_r, &c, levels, steps[at], dt);
    ground[area + at] += fallen(c.qs, c.fall_s, &c, levels, steps[at], dt);
    freeze(&c, levels, dt);
    cold(&c, levels, dt);
    warm(&c, levels, dt);
    condense(&c, levels);
#pragma unroll 1
    for (int k = 0; k < levels; k++) {
        __global float *here = air + k * area + at;
        here[0] = c.t[k];
        here[all] = c.qv[k];
        here[2 * all] = c.qc[k];
        here[3 * all] = c.qi[k];
        here[4 * all] = c.qr[k];
        here[5 * all] = c.qs[k];
    }
}
