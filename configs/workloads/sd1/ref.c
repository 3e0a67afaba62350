/* Neighbours and reference of sd1, in f64. The reference computes mean and spread in one pass. */
#include "workload/workload.h"

#include <math.h>

typedef struct {
    int64_t rows, cols;
    double *image, *flow[4], *coeff; /* flow: to north, south, west, east */
} sd1_t;

/* The pixel's neighbour in direction d; at the border, the pixel itself. */
static int64_t beside(const sd1_t *s, int64_t i, int d)
{
    const int64_t row = i % s->rows, col = i / s->rows;
    switch (d) {
    case 0: return row > 0 ? i - 1 : i;
    case 1: return row < s->rows - 1 ? i + 1 : i;
    case 2: return col > 0 ? i - s->rows : i;
    default: return col < s->cols - 1 ? i + s->rows : i;
    }
}

static void sd1_init(workload_ref_ctx_t *ctx)
{
    static const char *const names[4] = {"north", "south", "west", "east"};
    const sd1_t s = {.rows = workload_ref_param(ctx, "rows", 1, WORKLOAD_REF_MAX_3D),
                     .cols = workload_ref_param(ctx, "cols", 1, WORKLOAD_REF_MAX_3D)};
    for (int d = 0; d < 4; d++) {
        const int64_t count = d < 2 ? s.rows : s.cols;
        int32_t *table = workload_ref_buf(ctx, names[d], ELEM_S32, count);
        for (int64_t i = 0; i < count; i++)
            table[i] = (int32_t)(d < 2 ? beside(&s, i, d) : beside(&s, i * s.rows, d) / s.rows);
    }
}

static double noise(const sd1_t *s)
{
    const int64_t pixels = s->rows * s->cols;
    double sum = 0, squares = 0;
    for (int64_t i = 0; i < pixels; i++) sum += s->image[i], squares += s->image[i] * s->image[i];
    const double mean = sum / (double)pixels;
    return (squares / (double)pixels - mean * mean) / (mean * mean);
}

static void iterate(sd1_t *s, double lambda)
{
    const int64_t pixels = s->rows * s->cols;
    const double q0 = noise(s);
    for (int64_t i = 0; i < pixels; i++) {
        double gradient = 0, laplace = 0;
        for (int d = 0; d < 4; d++) {
            const double flow = s->flow[d][i] = s->image[beside(s, i, d)] - s->image[i], part = flow / s->image[i];
            gradient += part * part, laplace += part;
        }
        const double q = (gradient / 2 - laplace * laplace / 16) / pow(1 + laplace / 4, 2);
        s->coeff[i] = fmin(fmax(1 / (1 + (q - q0) / (q0 * (1 + q0))), 0), 1);
    }
    for (int64_t i = 0; i < pixels; i++) {
        double divergence = 0;
        for (int d = 0; d < 4; d++) divergence += s->coeff[d % 2 ? beside(s, i, d) : i] * s->flow[d][i];
        s->image[i] += lambda / 4 * divergence;
    }
}

static void sd1_expect(workload_ref_ctx_t *ctx)
{
    sd1_t s = {.rows = workload_ref_param(ctx, "rows", 1, WORKLOAD_REF_MAX_3D),
               .cols = workload_ref_param(ctx, "cols", 1, WORKLOAD_REF_MAX_3D)};
    const int64_t pixels = s.rows * s.cols, iterations = workload_ref_param(ctx, "iterations", 1, 10000);
    float *image = workload_ref_buf(ctx, "image", ELEM_F32, pixels);
    double *room = workload_ref_room(ctx, 6 * pixels, sizeof *room);
    s.image = room, s.coeff = room + pixels;
    for (int d = 0; d < 4; d++) s.flow[d] = room + (2 + d) * pixels;
    for (int64_t i = 0; i < pixels; i++) s.image[i] = exp((double)image[i] / 255);
    for (int64_t n = 0; n < iterations; n++) iterate(&s, 0.5);
    for (int64_t i = 0; i < pixels; i++) image[i] = (float)(log(s.image[i]) * 255);
}

const workload_ref_t workload_ref_sd1 = {.name = "sd1", .init = sd1_init, .expect = sd1_expect};
