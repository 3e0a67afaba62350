/* ptx_exec_video.c - executes the video instructions: scalar vadd to vset, and their SIMD forms on 2 halves or 4 bytes.
 *
 * Intermediate results have 128 bits, which hold any sum, product or shifted register exactly. */
#include "ptx/ptx_lanes.h"

#include "ptx/ptx_video.h"

#include <stdbool.h>
#include <string.h>

static int64_t extend(uint32_t v, uint32_t bits, bool is_signed)
{
    const uint32_t by = 64 - bits;
    const uint64_t up = (uint64_t)v << by;
    return is_signed ? (int64_t)up >> by : (int64_t)(up >> by);
}

static uint32_t part_bits(uint32_t part) { return part < PART_H0 ? 8 : part < PART_ALL ? 16 : 32; }

static uint32_t part_shift(uint32_t part)
{
    return part < PART_H0 ? 8 * part : part < PART_ALL ? 16 * (part - PART_H0) : 0;
}

static int64_t part_of(uint32_t v, uint32_t part, bool is_signed)
{
    return extend(v >> part_shift(part), part_bits(part), is_signed);
}

static ptx_s128 clamp(ptx_s128 v, uint32_t bits, bool is_signed)
{
    const ptx_s128 most = (INT64_C(1) << (is_signed ? bits - 1 : bits)) - 1, least = is_signed ? -most - 1 : 0;
    return v < least ? least : v > most ? most : v;
}

static bool holds(uint32_t cmp, int64_t a, int64_t b)
{
    switch (cmp) {
    case C_EQ: return a == b;
    case C_NE: return a != b;
    case C_LT: return a < b;
    case C_LE: return a <= b;
    case C_GT: return a > b;
    case C_GE: return a >= b;
    default: ptx_missing(G_CMP, UOP(cmp, T_NONE));
    }
}

static ptx_s128 shifted(int64_t a, uint32_t b, bool left, bool wrap)
{
    const uint32_t by = wrap ? b & 31 : b > 32 ? 32 : b;
    return left ? (ptx_s128)a * (INT64_C(1) << by) : a >> by;
}

static ptx_s128 operate(uint32_t base, const video_t *v, int64_t a, int64_t b)
{
    switch (base) {
    case O_VADD: return a + b;
    case O_VSUB: return a - b;
    case O_VABSDIFF: return a > b ? a - b : b - a;
    case O_VMIN: return a < b ? a : b;
    case O_VMAX: return a > b ? a : b;
    case O_VAVRG: return a + b >= 0 ? (a + b + 1) >> 1 : (a + b) >> 1;
    case O_VSHL: return shifted(a, (uint32_t)b, true, v->wrap);
    case O_VSHR: return shifted(a, (uint32_t)b, false, v->wrap);
    case O_VSET: return holds(v->cmp, a, b);
    default: ptx_missing(G_VIDEO, UOP(base, T_NONE));
    }
}

static uint32_t finish(const video_t *v, ptx_s128 r, uint32_t c)
{
    const int64_t other = extend(c, 32, v->d_signed);
    const uint32_t shift = part_shift(v->d_part), ones = (uint32_t)((UINT64_C(1) << part_bits(v->d_part)) - 1);
    switch ((video_second_t)v->second) {
    case SECOND_NONE: break;
    case SECOND_ADD: return (uint32_t)(r + other);
    case SECOND_MIN: return (uint32_t)(r < other ? r : other);
    case SECOND_MAX: return (uint32_t)(r > other ? r : other);
    case SECOND_MERGE: return (c & ~(ones << shift)) | ((uint32_t)r & ones) << shift;
    }
    return (uint32_t)r;
}

static uint32_t scalar(uint32_t base, const video_t *v, uint32_t x, uint32_t y, uint32_t c)
{
    const int64_t a = part_of(x, v->a_part, v->a_signed), b = part_of(y, v->b_part, v->b_signed);
    const ptx_s128 r = operate(base, v, a, b);
    return finish(v, v->sat ? clamp(r, part_bits(v->d_part), v->d_signed) : r, c);
}

static uint32_t multiply_add(const video_t *v, uint32_t x, uint32_t y, uint32_t z)
{
    const bool is_signed = v->a_signed || v->b_signed || v->minus || v->minus_c;
    ptx_s128 r = (ptx_s128)part_of(x, v->a_part, v->a_signed) * part_of(y, v->b_part, v->b_signed);
    if (v->minus) r = -r;
    const ptx_s128 c = extend(z, 32, is_signed);
    r += (v->minus_c ? -c : c) + v->plus_one;
    r >>= v->shift;
    const ptx_s128 most = is_signed ? INT32_MAX : UINT32_MAX, least = is_signed ? INT32_MIN : 0;
    if (v->sat) r = r > most ? most : r < least ? least : r;
    return (uint32_t)r;
}

/* Part number `which` of {y, x}, counted from the lowest of x. */
static int64_t lane_part(uint32_t which, uint32_t parts, uint32_t x, uint32_t y, bool is_signed)
{
    const uint32_t bits = 32 / parts;
    return extend((which < parts ? x : y) >> (which % parts * bits), bits, is_signed);
}

static uint32_t simd(uint32_t base, const video_t *v, uint32_t x, uint32_t y, uint32_t c)
{
    const uint32_t bits = 32 / v->parts, ones = (UINT32_C(1) << bits) - 1;
    uint32_t d = c;
    for (uint32_t i = 0; i < v->parts; i++) {
        if (!(v->mask >> i & 1)) continue;
        const int64_t a = lane_part(v->a_part >> 4 * i & 15, v->parts, x, y, v->a_signed);
        const int64_t b = lane_part(v->b_part >> 4 * i & 15, v->parts, x, y, v->b_signed);
        ptx_s128 r = operate(base, v, a, b);
        if (v->sat) r = clamp(r, bits, v->d_signed);
        if (v->second == SECOND_ADD) d += (uint32_t)r;
        else d = (d & ~(ones << bits * i)) | ((uint32_t)r & ones) << bits * i;
    }
    return d;
}

void ptx_alu_video(const ptx_uop_t *u, void *d, const ptx_files_t *f)
{
    const lane_u32 *A = SRC(0), *B = SRC(1), *C = SRC(2);
    const uint32_t base = u->op / 16;
    lane_u32 *D = d;
    video_t v;
    memcpy(&v, &u->imm, sizeof v);
    for (uint32_t i = 0; i < PTX_LANES; i++) {
        if (v.parts) D[i] = simd(base, &v, A[i], B[i], C[i]);
        else if (base == O_VMAD) D[i] = multiply_add(&v, A[i], B[i], C[i]);
        else D[i] = scalar(base, &v, A[i], B[i], C[i]);
    }
}
