/* Reference of srad: computes each iteration over the whole image, in f64. */
#include "workload/workload.h"

enum { ITERATIONS_MAX = 65536 };
static const double srad_q0sqr = 0.0712, srad_lambda = 0.5;

typedef struct {
    int64_t cols, rows;
    const float *image;
} image_t;

/* A neighbour's value minus the pixel's. Outside the image the border pixel is repeated. */
static double difference(const image_t *m, int64_t x, int64_t y, int64_t dx, int64_t dy)
{
    int64_t xn = x + dx, yn = y + dy;
    if (xn < 0 || xn >= m->cols) xn = x;
    if (yn < 0 || yn >= m->rows) yn = y;
    return (double)m->image[yn * m->cols + xn] - (double)m->image[y * m->cols + x];
}

static double coefficient(double j, const double d[4])
{
    double g2 = (d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + d[3] * d[3]) / (j * j);
    double l = (d[0] + d[1] + d[2] + d[3]) / j;
    double den = 1.0 + 0.25 * l;
    double qsqr = (0.5 * g2 - l * l / 16.0) / (den * den);
    double c = 1.0 / (1.0 + (qsqr - srad_q0sqr) / (srad_q0sqr * (1.0 + srad_q0sqr)));
    return c < 0.0 ? 0.0 : c > 1.0 ? 1.0 : c;
}

static void iterate(const image_t *m, float *image, float *const d[4], float *coeff)
{
    static const int dx[4] = {0, 0, -1, 1}, dy[4] = {-1, 1, 0, 0};
    for (int64_t i = 0; i < m->cols * m->rows; i++) {
        double diff[4];
        for (int k = 0; k < 4; k++) {
            diff[k] = difference(m, i % m->cols, i / m->cols, dx[k], dy[k]);
            d[k][i] = (float)diff[k];
        }
        coeff[i] = (float)coefficient((double)image[i], diff);
    }
    for (int64_t i = 0; i < m->cols * m->rows; i++) {
        int64_t south = i / m->cols < m->rows - 1 ? i + m->cols : i;
        int64_t east = i % m->cols < m->cols - 1 ? i + 1 : i;
        double div = (double)coeff[i] * (double)(d[0][i] + d[2][i]) + (double)coeff[south] * (double)d[1][i] +
                     (double)coeff[east] * (double)d[3][i];
        image[i] = (float)((double)image[i] + 0.25 * srad_lambda * div);
    }
}

static void srad_expect(workload_ref_ctx_t *ctx)
{
    int64_t cols = workload_ref_param(ctx, "cols", 1, WORKLOAD_REF_MAX);
    int64_t rows = workload_ref_param(ctx, "rows", 1, WORKLOAD_REF_MAX), pixels = cols * rows;
    int64_t iterations = workload_ref_param(ctx, "iterations", 0, ITERATIONS_MAX);
    float *image = workload_ref_buf(ctx, "image", ELEM_F32, pixels);
    float *coeff = workload_ref_buf(ctx, "coeff", ELEM_F32, pixels);
    float *const d[4] = {workload_ref_buf(ctx, "dn", ELEM_F32, pixels), workload_ref_buf(ctx, "ds", ELEM_F32, pixels),
                         workload_ref_buf(ctx, "dw", ELEM_F32, pixels), workload_ref_buf(ctx, "de", ELEM_F32, pixels)};
    image_t m = {cols, rows, image};

    for (int64_t i = 0; i < iterations; i++) iterate(&m, image, d, coeff);
}

const workload_ref_t workload_ref_srad = {.name = "srad", .expect = srad_expect};
