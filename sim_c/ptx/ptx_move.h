/* ptx_move.h - moves the bytes of a load or a store between registers and host memory. Inline, because ptx_mem.c is
 * compiled for hosts with and without AVX2. */
#ifndef CTADEL_PTX_PTX_MOVE_H
#define CTADEL_PTX_PTX_MOVE_H

#include "ptx/ptx_exec.h"

#include <string.h>

/* Types that alias the same memory at smaller widths. */
typedef uint8_t mem_u8;
typedef int8_t __attribute__((may_alias)) mem_s8;
typedef uint16_t __attribute__((may_alias)) mem_u16;
typedef int16_t __attribute__((may_alias)) mem_s16;

/* Addresses of the elements of half a warp. */
enum { ROW = PTX_LANES / 2 };
typedef enum { ROW_CONSECUTIVE, ROW_SAME, ROW_SCATTERED } row_t;

/* bytes: of an element, which is as wide as its register. */
LANE_INLINE row_t ptx_row_of(const uint64_t off[ROW], uint32_t bytes)
{
    const uint64_t first = off[0];
    uint64_t apart = 0;
    if (off[ROW - 1] == first) {
        for (uint64_t i = 0; i < ROW; i++) apart |= off[i] ^ first;
        return apart ? ROW_SCATTERED : ROW_SAME;
    }
    for (uint64_t i = 0; i < ROW; i++) apart |= off[i] ^ (first + i * bytes);
    return apart ? ROW_SCATTERED : ROW_CONSECUTIVE;
}

LANE_INLINE void ptx_rows_of(const uint64_t off[PTX_LANES], bool wide, row_t row[2])
{
    row[0] = wide ? ptx_row_of(off, 8) : ptx_row_of(off, 4);
    row[1] = wide ? ptx_row_of(off + ROW, 8) : ptx_row_of(off + ROW, 4);
}

#define LOAD_ROW(name, T)                                                                                              \
    LANE_INLINE void name(T *d, uintptr_t base, const uint64_t off[ROW], row_t row)                                    \
    {                                                                                                                  \
        const T *from = (const T *)(base + off[0]), one = *from;                                                       \
        if (row == ROW_CONSECUTIVE) memcpy(d, from, ROW * sizeof(T));                                                  \
        else if (row == ROW_SAME)                                                                                      \
            for (uint32_t i = 0; i < ROW; i++) d[i] = one;                                                             \
        else LANES_UNROLLED(ROW, d[i] = *(const T *)(base + off[i]))                                                   \
    }
LOAD_ROW(ptx_load_row_32, lane_u32)
LOAD_ROW(ptx_load_row_64, lane_u64)

/* Element e of every lane, extended to the register's width by the sign of T. */
#define LOAD_AS(T, LANE_T) LANES_UNROLLED(PTX_LANES, ((LANE_T *)d)[i] = (LANE_T) * (const T *)(from + off[i]))
#define LOAD_CASE(type, T)                                                                                             \
    case type:                                                                                                         \
        if (wide) LOAD_AS(T, lane_u64)                                                                                 \
        else LOAD_AS(T, lane_u32)                                                                                      \
        break

/* Type as in LOAD_CASE, into the register or `d`. */
LANE_INLINE void ptx_load_element(const ptx_uop_t *u, void *d, uintptr_t from, const uint64_t off[PTX_LANES],
                                  const row_t row[2])
{
    const bool wide = u->dst == DST_64;
    switch ((ptx_type_t)u->type) {
        LOAD_CASE(T_U8, mem_u8);
        LOAD_CASE(T_S8, mem_s8);
        LOAD_CASE(T_U16, mem_u16);
        LOAD_CASE(T_S16, mem_s16);
    case T_S32:
        if (wide) {
            LOAD_AS(lane_s32, lane_u64)
            break;
        }
        /* fall through */
    case T_U32:
    case T_F32:
        if (wide) LOAD_AS(lane_u32, lane_u64)
        else {
            ptx_load_row_32(d, from, off, row[0]);
            ptx_load_row_32((lane_u32 *)d + ROW, from, off + ROW, row[1]);
        }
        break;
    default:
        ptx_load_row_64(d, from, off, row[0]);
        ptx_load_row_64((lane_u64 *)d + ROW, from, off + ROW, row[1]);
        break;
    }
}

static inline uint32_t ptx_element_bytes(const ptx_uop_t *u) { return (uint32_t)u->bytes >> __builtin_ctz(u->vec); }

/* Registers of lanes without a live thread may be written. */
LANE_INLINE void ptx_load(const ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                          const uint64_t off[PTX_LANES])
{
    uint64_t loaded[PTX_LANES];
    const bool wide = u->dst == DST_64, whole = mask == w->live;
    row_t row[2];
    ptx_rows_of(off, wide, row);
    for (uint32_t e = 0; e < u->vec; e++) {
        if (u->d[e] == UREF_NONE) continue;
        uint8_t *d = w->regs + u->d[e];
        ptx_load_element(u, whole ? (void *)d : loaded, e ? base + e * ptx_element_bytes(u) : base, off, row);
        if (!whole) ptx_blend_lanes(d, loaded, wide, mask);
    }
}

#define STORE_AS(T)                                                                                                    \
    for (uint32_t left = mask; left; left &= left - 1) {                                                               \
        const uint32_t i = (uint32_t)__builtin_ctz(left);                                                              \
        *(T *)(base + off[i]) = (T)ptx_lane_get(s, wide, i);                                                           \
    }                                                                                                                  \
    break

LANE_INLINE void ptx_store_element(uint32_t bytes, const void *s, bool wide, uint32_t mask, uintptr_t base,
                                   const uint64_t off[PTX_LANES])
{
    switch (bytes) {
    case 1: STORE_AS(mem_u8);
    case 2: STORE_AS(mem_u16);
    case 4: STORE_AS(lane_u32);
    default: STORE_AS(lane_u64);
    }
}

LANE_INLINE void ptx_store_rows(uintptr_t low, uintptr_t high, const lane_u32 *from, uint32_t words)
{
    lane_u32 *L = (lane_u32 *)low, *H = (lane_u32 *)high;
    LANES_INDEPENDENT for (uint32_t i = 0; i < words; i++) L[i] = from[i];
    LANES_INDEPENDENT for (uint32_t i = 0; i < words; i++) H[i] = from[words + i];
}

LANE_INLINE void ptx_store(const ptx_files_t *f, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                           const uint64_t off[PTX_LANES])
{
    const uint32_t bytes = ptx_element_bytes(u);
    bool wide = u->src64 >> 1 & 1;
    row_t row[2];
    ptx_rows_of(off, wide, row);
    if (mask == UINT32_MAX && u->vec == 1 && u->bytes == (wide ? 8 : 4) && row[0] == ROW_CONSECUTIVE &&
        row[1] == ROW_CONSECUTIVE) {
        const void *from = ptx_operand(f, u->s[1]);
        if (wide) ptx_store_rows(base + off[0], base + off[ROW], from, 2 * ROW);
        else ptx_store_rows(base + off[0], base + off[ROW], from, ROW);
        return;
    }
    for (uint32_t e = 0; e < u->vec; e++) {
        wide = u->src64 >> (e + 1) & 1;
        ptx_store_element(bytes, ptx_operand(f, u->s[e + 1]), wide, mask, base + e * bytes, off);
    }
}

/* Lane i of the mask accesses host address base + off[i]; the other lanes stand where one of the mask does. */
LANE_INLINE void ptx_move(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                          const uint64_t off[PTX_LANES])
{
    const ptx_files_t f = ptx_files(l, w);
    if (u->op / 16 == O_LD) {
        ptx_load(w, u, mask, base, off);
    } else {
        ptx_store(&f, u, mask, base, off);
        w->spin.changes = true;
    }
    if (u->flags & UF_POLLS) w->spin.polls = true;
}

#endif
