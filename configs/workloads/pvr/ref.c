/* Reference of pvr: takes the records in order, and emits a pair for each page that was visited. */
#include "../mars_ref.h"

static void pvr_expect(workload_ref_ctx_t *ctx)
{
    const int64_t records = workload_ref_param(ctx, "records", 1, WORKLOAD_REF_MAX);
    const uint32_t *rank = workload_ref_buf(ctx, "ranks", ELEM_U32, 2 * records);
    mars_out_t out = mars_out(ctx, records, 4 * records, 4 * records, records);
    for (int64_t r = 0; r < records; r++, rank += 2) {
        mars_record(&out, r, records);
        if (rank[0] > 0) mars_emitted(&out, &rank[0], 4, &rank[1], 4);
    }
}

const workload_ref_t workload_ref_pvr = {.name = "pvr", .expect = pvr_expect};
