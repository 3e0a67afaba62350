/* Reference of nn: computes the four layers one by one, in f64. */
#include "workload/workload.h"

#include <math.h>

enum { INPUT = 29, FIRST = 6, FIRST_SIDE = 13, SECOND_SIDE = 5, WINDOW = 5, TAPS = WINDOW * WINDOW, DIGITS = 10 };

static float squash(double x) { return (float)(1.7159 * tanh(2 * x / 3)); }

static void convolve(float *out, int64_t maps, int64_t side, const float *in, int64_t below, int64_t in_side,
                     const float *weights)
{
    for (int64_t m = 0; m < maps; m++, weights += 1 + TAPS * below)
        for (int64_t i = 0; i < side * side; i++) {
            double sum = (double)weights[0];
            for (int64_t b = 0; b < below; b++)
                for (int64_t t = 0; t < TAPS; t++) {
                    const int64_t y = 2 * (i / side) + t / WINDOW, x = 2 * (i % side) + t % WINDOW;
                    sum += (double)weights[1 + TAPS * b + t] * (double)in[(b * in_side + y) * in_side + x];
                }
            out[m * side * side + i] = squash(sum);
        }
}

static void connect(float *out, int64_t neurons, const float *in, int64_t inputs, const float *weights)
{
    for (int64_t n = 0; n < neurons; n++, weights += 1 + inputs) {
        double sum = (double)weights[0];
        for (int64_t i = 0; i < inputs; i++) sum += (double)weights[1 + i] * (double)in[i];
        out[n] = squash(sum);
    }
}

static void nn_expect(workload_ref_ctx_t *ctx)
{
    const int64_t images = workload_ref_param(ctx, "images", 1, WORKLOAD_REF_MAX_3D / 1024);
    const int64_t maps = workload_ref_param(ctx, "maps", 1, 1024), wide = workload_ref_param(ctx, "wide", 1, 1024);
    const float *image = workload_ref_buf(ctx, "image", ELEM_F32, images * INPUT * INPUT);
    const float *w1 = workload_ref_buf(ctx, "w1", ELEM_F32, FIRST * (1 + TAPS));
    const float *w2 = workload_ref_buf(ctx, "w2", ELEM_F32, maps * (1 + FIRST * TAPS));
    const float *w3 = workload_ref_buf(ctx, "w3", ELEM_F32, wide * (1 + maps * TAPS));
    const float *w4 = workload_ref_buf(ctx, "w4", ELEM_F32, DIGITS * (1 + wide));
    float *layer1 = workload_ref_buf(ctx, "layer1", ELEM_F32, images * FIRST * FIRST_SIDE * FIRST_SIDE);
    float *layer2 = workload_ref_buf(ctx, "layer2", ELEM_F32, images * maps * TAPS);
    float *layer3 = workload_ref_buf(ctx, "layer3", ELEM_F32, images * wide);
    float *layer4 = workload_ref_buf(ctx, "layer4", ELEM_F32, images * DIGITS);

    for (int64_t i = 0; i < images; i++) {
        float *a = layer1 + i * FIRST * FIRST_SIDE * FIRST_SIDE, *b = layer2 + i * maps * TAPS, *c = layer3 + i * wide;
        convolve(a, FIRST, FIRST_SIDE, image + i * INPUT * INPUT, 1, INPUT, w1);
        convolve(b, maps, SECOND_SIDE, a, FIRST, FIRST_SIDE, w2);
        connect(c, wide, b, maps * TAPS, w3);
        connect(layer4 + i * DIGITS, DIGITS, c, wide, w4);
    }
}

const workload_ref_t workload_ref_nn = {.name = "nn", .expect = nn_expect};
