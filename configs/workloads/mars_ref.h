/* mars_ref.h - for the references of the MapReduce workloads: appends the pairs of all records in order, which is where
 * the kernels' prefix sums put them. */
#ifndef CTADEL_MARS_REF_H
#define CTADEL_MARS_REF_H

#include "workload/workload.h"

#include <string.h>

typedef struct {
    uint8_t *keys, *values;
    uint32_t *pairs, *sizes;
    int64_t key_at, value_at, pair; /* emitted so far */
} mars_out_t;

static inline mars_out_t mars_out(workload_ref_ctx_t *ctx, int64_t records, int64_t key_bytes, int64_t value_bytes,
                                  int64_t pairs)
{
    return (mars_out_t){.keys = workload_ref_buf(ctx, "keys", ELEM_U8, key_bytes),
                        .values = workload_ref_buf(ctx, "values", ELEM_U8, value_bytes),
                        .pairs = workload_ref_buf(ctx, "pairs", ELEM_U32, 4 * pairs),
                        .sizes = workload_ref_buf(ctx, "sizes", ELEM_U32, 3 * records)};
}

/* Stores the place of the record's first pair. */
static inline void mars_record(mars_out_t *out, int64_t record, int64_t records)
{
    out->sizes[record] = (uint32_t)out->key_at;
    out->sizes[records + record] = (uint32_t)out->value_at;
    out->sizes[2 * records + record] = (uint32_t)out->pair;
}

static inline void mars_emitted(mars_out_t *out, const uint32_t *key, uint32_t key_bytes, const uint32_t *value,
                                uint32_t value_bytes)
{
    memcpy(out->keys + out->key_at, key, key_bytes); /* little endian, like the device */
    memcpy(out->values + out->value_at, value, value_bytes);
    const uint32_t pair[4] = {(uint32_t)out->key_at, key_bytes, (uint32_t)out->value_at, value_bytes};
    memcpy(out->pairs + 4 * out->pair++, pair, sizeof pair);
    out->key_at += key_bytes;
    out->value_at += value_bytes;
}

#endif
