/* Reference of conv: a 17-tap Gaussian along the rows, then along the columns, in f64. */
#include "workload/workload.h"

#include <math.h>

enum { RADIUS = 8 };
static const double SIGMA = 3.0; /* pixels */

static void make_taps(double taps[2 * RADIUS + 1])
{
    double sum = 0;
    for (int t = -RADIUS; t <= RADIUS; t++) {
        taps[t + RADIUS] = exp(-t * t / (2 * SIGMA * SIGMA));
        sum += taps[t + RADIUS];
    }
    for (int t = 0; t <= 2 * RADIUS; t++) taps[t] /= sum;
}

static float pixel(const float *image, int64_t w, int64_t h, int64_t x, int64_t y)
{
    return x >= 0 && x < w && y >= 0 && y < h ? image[y * w + x] : 0.0f;
}

static void conv_expect(workload_ref_ctx_t *ctx)
{
    int64_t w = workload_ref_param(ctx, "w", 1, WORKLOAD_REF_MAX);
    int64_t h = workload_ref_param(ctx, "h", 1, WORKLOAD_REF_MAX);
    const float *in = workload_ref_buf(ctx, "in", ELEM_F32, w * h);
    float *half = workload_ref_buf(ctx, "half", ELEM_F32, w * h);
    float *out = workload_ref_buf(ctx, "out", ELEM_F32, w * h);
    double taps[2 * RADIUS + 1];

    make_taps(taps);
    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) {
            double sum = 0;
            for (int t = -RADIUS; t <= RADIUS; t++) sum += taps[t + RADIUS] * (double)pixel(in, w, h, x + t, y);
            half[y * w + x] = (float)sum;
        }
    for (int64_t y = 0; y < h; y++)
        for (int64_t x = 0; x < w; x++) {
            double sum = 0;
            for (int t = -RADIUS; t <= RADIUS; t++) sum += taps[t + RADIUS] * (double)pixel(half, w, h, x, y + t);
            out[y * w + x] = (float)sum;
        }
}

const workload_ref_t workload_ref_conv = {.name = "conv", .expect = conv_expect};
