/* Reference of bp: weighted sums of groups of 16 input units, and the weight update. */
#include "workload/workload.h"

enum { UNITS = 16, PITCH = UNITS + 1 };
static const float ETA = 0.3f, MOMENTUM = 0.3f;

/* Adds up pairs, then pairs of pairs, and so on: row r ends with the sum of the largest aligned group that starts at
 * r. */
static void forward_group(const float *input, float *weights, float *partial)
{
    for (int x = 0; x < UNITS; x++) {
        float *column = weights + x + 1;
        for (int y = 0; y < UNITS; y++) column[y * PITCH] *= input[y];
        for (int span = 2; span <= UNITS; span *= 2)
            for (int y = 0; y < UNITS; y += span) column[y * PITCH] += column[(y + span / 2) * PITCH];
        partial[x] = column[0];
    }
}

static void bp_expect(workload_ref_ctx_t *ctx)
{
    int64_t n = workload_ref_param(ctx, "n", 1, WORKLOAD_REF_MAX);
    int64_t whole = (n + UNITS - 1) / UNITS * UNITS, weights = (whole + 1) * PITCH;
    const float *input = workload_ref_buf(ctx, "input", ELEM_F32, whole + 1);
    const float *delta = workload_ref_buf(ctx, "delta", ELEM_F32, PITCH);
    float *forward = workload_ref_buf(ctx, "forward", ELEM_F32, weights);
    float *partial = workload_ref_buf(ctx, "partial", ELEM_F32, whole);
    float *adjusted = workload_ref_buf(ctx, "adjusted", ELEM_F32, weights);
    float *previous = workload_ref_buf(ctx, "previous", ELEM_F32, weights);

    for (int64_t first = 1; first <= n; first += UNITS)
        forward_group(input + first, forward + first * PITCH, partial + first - 1);
    for (int64_t y = 0; y <= n; y++) {
        float unit = y == 0 ? 1.0f : input[y]; /* unit 0 is the bias */
        for (int x = 1; x <= UNITS; x++) {
            int64_t i = y * PITCH + x;
            float change = ETA * delta[x] * unit + MOMENTUM * previous[i];
            adjusted[i] += change;
            previous[i] = change;
        }
    }
}

const workload_ref_t workload_ref_bp = {.name = "bp", .expect = bp_expect};
