/* Roots of unity and reference of fft3: splits into even and odd elements recursively, in f64. */
#include "workload/workload.h"

#include <complex.h>
#include <math.h>

enum { BITS_MAX = 15 };
static const double TURN = 6.283185307179586;

static void fft3_init(workload_ref_ctx_t *ctx)
{
    const int64_t n = INT64_C(1) << workload_ref_param(ctx, "bits", 1, BITS_MAX);
    float *root = workload_ref_buf(ctx, "root", ELEM_F32, n);
    for (int64_t i = 0; i < n / 2; i++) {
        root[2 * i] = (float)cos(TURN * (double)i / (double)n);
        root[2 * i + 1] = (float)-sin(TURN * (double)i / (double)n);
    }
}

/* Transforms in[0], in[step], ... to out[0..n). */
static void fft3_recursive(const double complex *in, double complex *out, int64_t n, int64_t step)
{
    if (n == 1) {
        out[0] = in[0];
        return;
    }
    fft3_recursive(in, out, n / 2, 2 * step);
    fft3_recursive(in + step, out + n / 2, n / 2, 2 * step);
    for (int64_t k = 0; k < n / 2; k++) {
        const double complex even = out[k], odd = out[k + n / 2] * cexp(-TURN * (double)k / (double)n * I);
        out[k] = even + odd;
        out[k + n / 2] = even - odd;
    }
}

static void fft3_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = INT64_C(1) << workload_ref_param(ctx, "bits", 1, BITS_MAX);
    const float *input = workload_ref_buf(ctx, "input", ELEM_F32, 2 * n);
    float *x = workload_ref_buf(ctx, "x", ELEM_F32, 2 * n);
    double complex *in = workload_ref_room(ctx, n, sizeof *in), *out = workload_ref_room(ctx, n, sizeof *out);
    for (int64_t i = 0; i < n; i++) in[i] = (double)input[2 * i] + (double)input[2 * i + 1] * I;
    fft3_recursive(in, out, n, 1);
    for (int64_t i = 0; i < n; i++) {
        x[2 * i] = (float)creal(out[i]);
        x[2 * i + 1] = (float)cimag(out[i]);
    }
}

const workload_ref_t workload_ref_fft3 = {.name = "fft3", .init = fft3_init, .expect = fft3_expect};
