/* Reference of fft: computes each coefficient by its defining sum, in f64. */
#include "workload/workload.h"

#include <math.h>

enum { POINTS = 256 };

typedef struct {
    double re[POINTS], im[POINTS];
} row_t;

static void transform(const float *from, float *to, const row_t *root)
{
    for (int k = 0; k < POINTS; k++) {
        double re = 0, im = 0;
        for (int i = 0; i < POINTS; i++) {
            const int turn = i * k % POINTS;
            const double x = (double)from[2 * i], y = (double)from[2 * i + 1];
            re += x * root->re[turn] - y * root->im[turn];
            im += x * root->im[turn] + y * root->re[turn];
        }
        to[2 * k] = (float)re;
        to[2 * k + 1] = (float)im;
    }
}

static void fft_expect(workload_ref_ctx_t *ctx)
{
    const int64_t transforms = workload_ref_param(ctx, "transforms", 1, WORKLOAD_REF_MAX_3D);
    const float *from = workload_ref_buf(ctx, "from", ELEM_F32, 2 * POINTS * transforms);
    float *to = workload_ref_buf(ctx, "to", ELEM_F32, 2 * POINTS * transforms);
    row_t root;
    for (int i = 0; i < POINTS; i++) {
        const double angle = -2 * acos(-1) * i / POINTS;
        root.re[i] = cos(angle);
        root.im[i] = sin(angle);
    }
    for (int64_t t = 0; t < transforms; t++) transform(from + 2 * POINTS * t, to + 2 * POINTS * t, &root);
}

const workload_ref_t workload_ref_fft = {.name = "fft", .expect = fft_expect};
