/* Documents and reference of ssc. Features are whole numbers, so that the three sums are exact. `init` draws a document
 * again if its score with another lies so close to a step of the key that the last bit of the square root could decide
 * it. */
#include "../mars_ref.h"

#include <math.h>

enum { FEATURE_VALUES = 8, STEPS = 128 };

static double steps(const float *a, const float *b, int64_t features)
{
    double both = 0, first = 0, second = 0;
    for (int64_t i = 0; i < features; i++) {
        both += (double)a[i] * (double)b[i];
        first += (double)a[i] * (double)a[i];
        second += (double)b[i] * (double)b[i];
    }
    return both / sqrt(first * second) * STEPS + 0.5;
}

static bool clear(const float *documents, int64_t document, int64_t features)
{
    for (int64_t d = 0; d < document; d++) {
        const double s = steps(documents + d * features, documents + document * features, features);
        if (fabs(s - round(s)) < 1e-4) return false;
    }
    return true;
}

static void ssc_init(workload_ref_ctx_t *ctx)
{
    const int64_t documents = workload_ref_param(ctx, "documents", 2, WORKLOAD_REF_MAX_3D);
    const int64_t features = workload_ref_param(ctx, "features", 4, WORKLOAD_REF_MAX_3D);
    float *at = workload_ref_buf(ctx, "vectors", ELEM_F32, documents * features);
    uint32_t *of = workload_ref_buf(ctx, "records_of", ELEM_U32, documents * (documents - 1));
    for (int64_t d = 0; d < documents; d++) do {
            for (int64_t i = 0; i < features; i++)
                at[d * features + i] = (float)(1 + (workload_ref_random(ctx) >> 40) % FEATURE_VALUES);
        } while (!clear(at, d, features));
    for (uint32_t a = 0; a < documents; a++)
        for (uint32_t b = a + 1; b < documents; b++, of += 2) of[0] = a, of[1] = b;
}

static void ssc_expect(workload_ref_ctx_t *ctx)
{
    const int64_t documents = workload_ref_param(ctx, "documents", 2, WORKLOAD_REF_MAX_3D);
    const int64_t features = workload_ref_param(ctx, "features", 4, WORKLOAD_REF_MAX_3D);
    const int64_t records = documents * (documents - 1) / 2;
    const float *at = workload_ref_buf(ctx, "vectors", ELEM_F32, documents * features);
    const uint32_t *of = workload_ref_own(ctx, "records_of", ELEM_U32, 2 * records);
    mars_out_t out = mars_out(ctx, records, 4 * records, 8 * records, records);
    for (int64_t r = 0; r < records; r++, of += 2) {
        const uint32_t key = (uint32_t)steps(at + of[0] * features, at + of[1] * features, features);
        mars_record(&out, r, records);
        mars_emitted(&out, &key, 4, of, 8);
    }
}

const workload_ref_t workload_ref_ssc = {.name = "ssc", .init = ssc_init, .expect = ssc_expect};
