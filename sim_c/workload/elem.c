/* elem.c - reads, writes, compares and prints one element of each type. */
#include "workload/elem.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

static const struct {
    const char *name, *npy;
    uint8_t bytes;
    bool is_real, is_signed;
} types[ELEM_COUNT] = {
    [ELEM_F32] = {"f32", "'<f4'", 4, true, true},   [ELEM_F64] = {"f64", "'<f8'", 8, true, true},
    [ELEM_U8] = {"u8", "'|u1'", 1, false, false},   [ELEM_S8] = {"s8", "'|i1'", 1, false, true},
    [ELEM_U16] = {"u16", "'<u2'", 2, false, false}, [ELEM_S16] = {"s16", "'<i2'", 2, false, true},
    [ELEM_U32] = {"u32", "'<u4'", 4, false, false}, [ELEM_S32] = {"s32", "'<i4'", 4, false, true},
    [ELEM_U64] = {"u64", "'<u8'", 8, false, false}, [ELEM_S64] = {"s64", "'<i8'", 8, false, true},
};

const char *elem_name(elem_t type) { return types[type].name; }
const char *elem_npy(elem_t type) { return types[type].npy; }
uint32_t elem_bytes(elem_t type) { return types[type].bytes; }
bool elem_is_real(elem_t type) { return types[type].is_real; }

bool elem_parse(const char *name, elem_t *type)
{
    for (int t = 0; t < ELEM_COUNT; t++) {
        if (strcmp(name, types[t].name) != 0) continue;
        *type = (elem_t)t;
        return true;
    }
    return false;
}

bool elem_holds(elem_t type, int64_t value)
{
    unsigned bits = types[type].bytes * 8u;
    if (types[type].is_real) return true;
    if (!types[type].is_signed) return value >= 0 && (bits > 62 || value < INT64_C(1) << bits);
    return bits == 64 || (value >= -(INT64_C(1) << (bits - 1)) && value < INT64_C(1) << (bits - 1));
}

void elem_put_whole(elem_t type, void *at, int64_t value)
{
    if (types[type].is_real) elem_put_real(type, at, (double)value);
    else memcpy(at, &value, types[type].bytes); /* assumes a little-endian host, as npy.c does */
}

void elem_put_real(elem_t type, void *at, double value)
{
    assert(types[type].is_real);
    if (type == ELEM_F32) memcpy(at, &(float){(float)value}, sizeof(float));
    else memcpy(at, &value, sizeof value);
}

static int64_t whole(elem_t type, const void *at)
{
    uint64_t raw = 0;
    memcpy(&raw, at, types[type].bytes);
    unsigned unused_bits = 64 - types[type].bytes * 8u;
    return types[type].is_signed ? (int64_t)(raw << unused_bits) >> unused_bits : (int64_t)raw;
}

double elem_real(elem_t type, const void *at)
{
    float f;
    double d;
    switch (type) {
    case ELEM_F32: memcpy(&f, at, sizeof f); return f;
    case ELEM_F64: memcpy(&d, at, sizeof d); return d;
    case ELEM_U64: return (double)(uint64_t)whole(type, at);
    default: return (double)whole(type, at);
    }
}

bool elem_equal(elem_t type, const void *a, const void *b)
{
    if (memcmp(a, b, types[type].bytes) == 0) return true;
    if (!types[type].is_real) return false;
    double x = elem_real(type, a), y = elem_real(type, b);
    return x == y || (x != x && y != y);
}

void elem_print(elem_t type, const void *at, char *text, size_t size)
{
    if (types[type].is_real) snprintf(text, size, "%.9g", elem_real(type, at));
    else if (type == ELEM_U64) snprintf(text, size, "%" PRIu64, (uint64_t)whole(type, at));
    else snprintf(text, size, "%" PRId64, whole(type, at));
}
