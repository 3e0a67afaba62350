/* Reference of hot: computes each time step over the whole chip, in f64. */
#include "workload/workload.h"

#include <stdlib.h>
#include <string.h>

enum { STEPS_PER_LAUNCH = 2, LAUNCHES_MAX = 65536 };

static void hot_advance(const float *watt, const double *t, double *next, int64_t n)
{
    for (int64_t y = 0; y < n; y++) {
        for (int64_t x = 0; x < n; x++) {
            int64_t i = y * n + x;
            double up = t[y > 0 ? i - n : i], down = t[y < n - 1 ? i + n : i];
            double left = t[x > 0 ? i - 1 : i], right = t[x < n - 1 ? i + 1 : i];
            next[i] = t[i] + 0.341333 * ((double)watt[i] + (down + up - 2.0 * t[i]) * 0.1 +
                                         (right + left - 2.0 * t[i]) * 0.1 + (80.0 - t[i]) * 0.0001953125);
        }
    }
}

static void hot_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    int64_t launches = workload_ref_param(ctx, "launches", 0, LAUNCHES_MAX);
    const float *watt = workload_ref_buf(ctx, "power", ELEM_F32, n * n);
    float *t[2] = {workload_ref_buf(ctx, "t0", ELEM_F32, n * n), workload_ref_buf(ctx, "t1", ELEM_F32, n * n)};
    size_t bytes = (size_t)(n * n) * sizeof(double);
    double *now = workload_ref_room(ctx, n * n, sizeof *now), *next = workload_ref_room(ctx, n * n, sizeof *next);

    for (int64_t i = 0; i < n * n; i++) now[i] = (double)t[0][i];
    for (int64_t launch = 0; launch < launches; launch++) {
        for (int s = 0; s < STEPS_PER_LAUNCH; s++) {
            hot_advance(watt, now, next, n);
            memcpy(now, next, bytes);
        }
        float *out = t[(launch + 1) % 2];
        for (int64_t i = 0; i < n * n; i++) out[i] = (float)now[i];
    }
}

const workload_ref_t workload_ref_hot = {.name = "hot", .expect = hot_expect};
