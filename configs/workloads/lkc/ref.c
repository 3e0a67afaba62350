/* Frame, cells and reference of lkc, in f64: computes the variance in two passes, dilates by spreading each pixel, and
 * iterates fields from an old to a new matrix. Cells are rings of different radius and sharpness, so their fields
 * converge after different numbers of iterations. */
#include "workload/workload.h"

#include <math.h>
#include <string.h>

enum { CIRCLES = 7, LEAST_RADIUS = 8, ROWS = 41, COLS = 81, SAMPLES_MAX = 150, ACROSS_MAX = 25 };

typedef struct {
    int64_t width, height, margin, samples, across, cells, rows, cols;
} frame_t;

static frame_t frame(workload_ref_ctx_t *ctx)
{
    frame_t f = {.margin = workload_ref_param(ctx, "margin", LEAST_RADIUS + 2 * CIRCLES, 64),
                 .samples = workload_ref_param(ctx, "samples", 2, SAMPLES_MAX),
                 .across = workload_ref_param(ctx, "across", 1, ACROSS_MAX),
                 .cells = workload_ref_param(ctx, "cells", 1, WORKLOAD_REF_MAX_3D),
                 .rows = workload_ref_param(ctx, "rows", 1, ROWS),
                 .cols = workload_ref_param(ctx, "cols", 1, COLS)};
    f.width = workload_ref_param(ctx, "score_ctas", 1, 65535) + 2 * f.margin;
    f.height = workload_ref_param(ctx, "score_threads", 1, 1024) + 2 * f.margin;
    return f;
}

static double uniform(workload_ref_ctx_t *ctx) { return (double)(workload_ref_random(ctx) >> 11) * 0x1p-53; }

static void circles(workload_ref_ctx_t *ctx, const frame_t *f)
{
    int32_t *dx = workload_ref_buf(ctx, "dx", ELEM_S32, CIRCLES * f->samples);
    int32_t *dy = workload_ref_buf(ctx, "dy", ELEM_S32, CIRCLES * f->samples);
    float *cosine = workload_ref_buf(ctx, "cosine", ELEM_F32, f->samples);
    float *sine = workload_ref_buf(ctx, "sine", ELEM_F32, f->samples);
    for (int64_t n = 0; n < f->samples; n++) {
        const double angle = 2 * acos(-1) * (double)n / (double)f->samples;
        cosine[n] = (float)cos(angle), sine[n] = (float)sin(angle);
        for (int64_t k = 0; k < CIRCLES; k++) {
            const double radius = (double)(LEAST_RADIUS + 2 * k);
            dx[k * f->samples + n] = (int32_t)(radius * cos(angle)),
                                dy[k * f->samples + n] = (int32_t)(radius * sin(angle));
        }
    }
}

/* Makes the gradients of a frame with a cell in each square of 48 pixels: they point outwards on the ring of a cell,
 * and are noise elsewhere. */
static void gradients(workload_ref_ctx_t *ctx, const frame_t *f)
{
    enum { SQUARE = 48 };
    float *grad_x = workload_ref_buf(ctx, "grad_x", ELEM_F32, f->width * f->height);
    float *grad_y = workload_ref_buf(ctx, "grad_y", ELEM_F32, f->width * f->height);
    for (int64_t i = 0; i < f->width * f->height; i++) {
        const int64_t x = i / f->height, y = i % f->height;
        const double cx = (double)(x % SQUARE) - SQUARE / 2, cy = (double)(y % SQUARE) - SQUARE / 2,
                     far = hypot(cx, cy) + 1e-9;
        const double radius = (double)(LEAST_RADIUS + (x / SQUARE * 5 + y / SQUARE * 3) % 12);
        const double edge = exp(-pow(far - radius, 2) / 4);
        grad_x[i] = (float)(edge * cx / far + 0.2 * (uniform(ctx) - 0.5));
        grad_y[i] = (float)(edge * cy / far + 0.2 * (uniform(ctx) - 0.5));
    }
}

static void lkc_init(workload_ref_ctx_t *ctx)
{
    const frame_t f = frame(ctx);
    uint8_t *disc = workload_ref_buf(ctx, "disc", ELEM_U8, f.across * f.across);
    float *edges = workload_ref_buf(ctx, "edges", ELEM_F32, f.cells * f.rows * f.cols);
    circles(ctx, &f);
    gradients(ctx, &f);
    for (int64_t i = 0; i < f.across * f.across; i++) {
        const int64_t half = f.across / 2, x = i / f.across - half, y = i % f.across - half;
        disc[i] = x * x + y * y <= half * half;
    }
    for (int64_t c = 0; c < f.cells; c++) {
        const double radius = (0.1 + 0.35 * uniform(ctx)) * (double)f.rows, sharp = 1 + 3 * uniform(ctx);
        for (int64_t i = 0; i < f.rows * f.cols; i++) {
            const double far = hypot((double)(i / f.cols - f.rows / 2), (double)(i % f.cols - f.cols / 2));
            edges[c * f.rows * f.cols + i] = (float)(0.9 * exp(-pow(far - radius, 2) / sharp) + 0.1 * uniform(ctx));
        }
    }
}

static void score(workload_ref_ctx_t *ctx, const frame_t *f, double *to, int64_t x, int64_t y)
{
    const float *grad_x = workload_ref_own(ctx, "grad_x", ELEM_F32, f->width * f->height);
    const float *grad_y = workload_ref_own(ctx, "grad_y", ELEM_F32, f->width * f->height);
    *to = 0;
    for (int64_t k = 0; k < CIRCLES; k++) {
        double p[SAMPLES_MAX], mean = 0, variance = 0;
        for (int64_t n = 0; n < f->samples; n++) {
            const double angle = 2 * acos(-1) * (double)n / (double)f->samples, radius = (double)(LEAST_RADIUS + 2 * k);
            const int64_t at = (x + (int64_t)(radius * cos(angle))) * f->height + y + (int64_t)(radius * sin(angle));
            p[n] = (double)grad_x[at] * cos(angle) + (double)grad_y[at] * sin(angle);
            mean += p[n] / (double)f->samples;
        }
        for (int64_t n = 0; n < f->samples; n++) variance += pow(p[n] - mean, 2) / (double)(f->samples - 1);
        *to = fmax(*to, mean * mean / variance);
    }
}

static void dilate(const frame_t *f, const uint8_t *disc, const float *from, float *to)
{
    const int64_t half = f->across / 2;
    for (int64_t i = 0; i < f->width * f->height; i++) to[i] = 0;
    for (int64_t i = 0; i < f->width * f->height; i++)
        for (int64_t d = 0; d < f->across * f->across; d++) {
            const int64_t x = i / f->height + d / f->across - half, y = i % f->height + d % f->across - half;
            if (!disc[d] || x < 0 || x >= f->width || y < 0 || y >= f->height) continue;
            to[x * f->height + y] = fmaxf(to[x * f->height + y], from[i]);
        }
}

static double counted(double d) { return d > 1e-4 ? d : d > -1e-4 ? d / 2 : 0; }

/* Computes one iteration. Returns the sum of the elements' changes. */
static double advance(const frame_t *f, const float *edge, const double *old, double *next)
{
    double moved = 0;
    for (int64_t y = 0; y < f->rows; y++)
        for (int64_t x = 0; x < f->cols; x++) {
            const int64_t i = y * f->cols + x;
            const double e = (double)edge[i];
            double change = 0;
            for (int64_t v = y - 1; v <= y + 1; v++)
                for (int64_t u = x - 1; u <= x + 1; u++) {
                    const int64_t row = v < 0         ? 0
                                        : v < f->rows ? v
                                                      : f->rows - 1,
                                  col = u < 0         ? 0
                                        : u < f->cols ? u
                                                      : f->cols - 1;
                    change += counted(old[row * f->cols + col] - old[i]);
                }
            next[i] = old[i] + change / 10;
            next[i] -= e * (next[i] - e) / 5;
            moved += fabs(next[i] - old[i]);
        }
    return moved;
}

static int32_t settle(const frame_t *f, const float *edge, float *to, int64_t most, double least)
{
    double old[ROWS * COLS], next[ROWS * COLS], moved = INFINITY;
    const int64_t size = f->rows * f->cols;
    int32_t count = 0;
    for (int64_t i = 0; i < size; i++) old[i] = (double)edge[i];
    for (; count < most && moved >= least * (double)size; count++) {
        moved = advance(f, edge, old, next);
        memcpy(old, next, sizeof old);
    }
    for (int64_t i = 0; i < size; i++) to[i] = (float)old[i];
    return count;
}

static void lkc_expect(workload_ref_ctx_t *ctx)
{
    const frame_t f = frame(ctx);
    const int64_t size = f.rows * f.cols, most = workload_ref_param(ctx, "most", 1, 100000);
    const double least = (double)workload_ref_param(ctx, "least", 1, 1000000) * 1e-6;
    const float *edges = workload_ref_own(ctx, "edges", ELEM_F32, f.cells * size);
    const uint8_t *disc = workload_ref_own(ctx, "disc", ELEM_U8, f.across * f.across);
    float *scores = workload_ref_buf(ctx, "score", ELEM_F32, f.width * f.height);
    float *dilated = workload_ref_buf(ctx, "dilated", ELEM_F32, f.width * f.height);
    float *fields = workload_ref_buf(ctx, "fields", ELEM_F32, f.cells * size);
    int32_t *iterations = workload_ref_buf(ctx, "iterations", ELEM_S32, f.cells);
    for (int64_t x = f.margin; x < f.width - f.margin; x++)
        for (int64_t y = f.margin; y < f.height - f.margin; y++) {
            double best = 0;
            score(ctx, &f, &best, x, y);
            scores[x * f.height + y] = (float)best;
        }
    dilate(&f, disc, scores, dilated);
    for (int64_t c = 0; c < f.cells; c++) iterations[c] = settle(&f, edges + c * size, fields + c * size, most, least);
}

const workload_ref_t workload_ref_lkc = {.name = "lkc", .init = lkc_init, .expect = lkc_expect};
