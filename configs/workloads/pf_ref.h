/* pf_ref.h - for the references of the particle filters: the video, and a filter written from the definitions, with
 * libm. */
#ifndef CTADEL_PF_REF_H
#define CTADEL_PF_REF_H

#include "workload/workload.h"

#include <math.h>

enum { PF_OBJECT = 9, PF_DISC = 5, PF_POINTS = 69, PF_SIDE_MAX = 1024, PF_FRAMES_MAX = 256 };

typedef struct {
    int64_t particles, side, frames;
    const uint8_t *video; /* [x][y][frame] */
    const int32_t *around;
    uint32_t *seeds;
    double *x, *y, *xj, *yj, *weights, *cdf, *u;
} pf_t;

static inline int64_t pf_points(int32_t *around)
{
    int64_t points = 0;
    for (int dx = 1 - PF_DISC; dx < PF_DISC; dx++)
        for (int dy = 1 - PF_DISC; dy < PF_DISC; dy++) {
            if (dx * dx + dy * dy >= PF_DISC * PF_DISC) continue;
            around[2 * points] = dx, around[2 * points + 1] = dy;
            points++;
        }
    return points;
}

/* A bright disc on grey with noise; the disc moves by (1, -2) pixels per frame. */
static inline void pf_video(workload_ref_ctx_t *ctx, uint8_t *video, int64_t side, int64_t frames)
{
    for (int64_t x = 0; x < side; x++)
        for (int64_t y = 0; y < side; y++)
            for (int64_t k = 0; k < frames; k++) {
                const int64_t dx = x - (side / 2 + k), dy = y - (side / 2 - 2 * k);
                const int64_t noise = (int64_t)(workload_ref_random(ctx) >> 40) % 25;
                video[(x * side + y) * frames + k] =
                    (uint8_t)((dx * dx + dy * dy <= PF_OBJECT * PF_OBJECT ? 228 : 100) + noise - 12);
            }
}

static inline double pf_uniform(uint32_t *seed)
{
    *seed = (uint32_t)((UINT64_C(1103515245) * *seed + 12345) % (UINT64_C(1) << 31));
    return (*seed + 0.5) / 0x1p31;
}

static inline double pf_normal(uint32_t *seed)
{
    const double u = pf_uniform(seed), v = pf_uniform(seed);
    return sqrt(-2 * log(u)) * cos(2 * acos(-1) * v);
}

static inline double pf_likelihood(const pf_t *f, int64_t i, int64_t frame)
{
    const int64_t last = f->side * f->side * f->frames, x = llround(f->x[i]), y = llround(f->y[i]);
    double sum = 0;
    for (int64_t p = 0; p < PF_POINTS; p++) {
        int64_t at = ((x + f->around[2 * p + 1]) * f->side + y + f->around[2 * p]) * f->frames + frame;
        if (at < 0) at = -at;
        if (at >= last) at = 0;
        sum += (pow(f->video[at] - 100.0, 2) - pow(f->video[at] - 228.0, 2)) / 50;
    }
    return sum / PF_POINTS;
}

/* Filters a frame up to the cumulative distribution of the weights. */
static inline void pf_weigh(pf_t *f, int64_t frame)
{
    double sum = 0;
    for (int64_t i = 0; i < f->particles; i++) {
        f->x[i] = f->xj[i] + 1 + 5 * pf_normal(&f->seeds[i]);
        f->y[i] = f->yj[i] - 2 + 2 * pf_normal(&f->seeds[i]);
        sum += f->weights[i] = exp(pf_likelihood(f, i, frame) - 300);
    }
    uint32_t seed = f->seeds[0];
    const double first = pf_uniform(&seed) / (double)f->particles;
    for (int64_t i = 0; i < f->particles; i++) {
        f->weights[i] /= sum;
        f->cdf[i] = f->weights[i] + (i > 0 ? f->cdf[i - 1] : 0);
        f->u[i] = first + (double)i / (double)f->particles;
    }
}

/* Draws the next generation. u only grows, so one walk through the distribution finds all particles. */
static inline void pf_resample(pf_t *f)
{
    int64_t at = 0;
    for (int64_t i = 0; i < f->particles; i++) {
        while (at < f->particles - 1 && f->cdf[at] < f->u[i]) at++;
        f->xj[i] = f->x[at], f->yj[i] = f->y[at];
    }
}

#endif
