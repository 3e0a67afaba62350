/* Reference of hot3: computes each time step over the whole chip, in f64. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_MAX = 65536 };

static double difference(const double *t, int64_t here, int64_t there) { return t[there] - t[here]; }

static void hot3_advance(const float *watt, const double *t, double *next, int64_t n)
{
    for (int64_t y = 0; y < n; y++)
        for (int64_t x = 0; x < n; x++) {
            const int64_t i = y * n + x;
            const double vertical = difference(t, i, y > 0 ? i - n : i) + difference(t, i, y < n - 1 ? i + n : i);
            const double horizontal = difference(t, i, x > 0 ? i - 1 : i) + difference(t, i, x < n - 1 ? i + 1 : i);
            const double sides = (vertical + horizontal) * 0.1, above = (80.0 - t[i]) * 0.0001953125;
            next[i] = t[i] + 0.341333 * ((double)watt[i] + sides + above);
        }
}

static void hot3_expect(workload_ref_ctx_t *ctx)
{
    const int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    const int64_t steps = workload_ref_param(ctx, "steps", 0, STEPS_MAX);
    const float *watt = workload_ref_buf(ctx, "power", ELEM_F32, n * n);
    float *t[2] = {workload_ref_buf(ctx, "t0", ELEM_F32, n * n), workload_ref_buf(ctx, "t1", ELEM_F32, n * n)};
    const size_t bytes = (size_t)(n * n) * sizeof(double);
    double *now = workload_ref_room(ctx, n * n, sizeof *now), *next = workload_ref_room(ctx, n * n, sizeof *next);
    for (int64_t i = 0; i < n * n; i++) now[i] = (double)t[0][i];
    for (int64_t s = 0; s < steps; s++) {
        hot3_advance(watt, now, next, n);
        memcpy(now, next, bytes);
        for (int64_t i = 0; i < n * n; i++) t[(s + 1) % 2][i] = (float)now[i];
    }
}

const workload_ref_t workload_ref_hot3 = {.name = "hot3", .expect = hot3_expect};
