/* ptx_mem.c - executes loads and stores of a warp: computes addresses, resolves generic spaces, moves bytes. */
#include "ptx/ptx_mem.h"

#include "isa/local_map.h"

#include <string.h>

/* Types that alias the same memory at smaller widths. */
typedef uint8_t mem_u8;
typedef int8_t __attribute__((may_alias)) mem_s8;
typedef uint16_t __attribute__((may_alias)) mem_u16;
typedef int16_t __attribute__((may_alias)) mem_s16;

/* The elements of half a warp lie side by side, all at one place, or anywhere. */
enum { ROW = PTX_LANES / 2 };
typedef enum { ROW_SIDE, ROW_ONE, ROW_ANY } row_t;

/* bytes: of an element, which is as wide as its register. */
LANE_INLINE row_t row_of(const uint64_t off[ROW], uint32_t bytes)
{
    const uint64_t first = off[0], spread = off[ROW - 1] == first ? 0 : UINT64_MAX;
    uint64_t apart = 0;
    for (uint64_t i = 0; i < ROW; i++) apart |= off[i] ^ (first + (i * bytes & spread));
    return apart ? ROW_ANY : spread ? ROW_SIDE : ROW_ONE;
}

LANE_INLINE void rows_of(const uint64_t off[PTX_LANES], bool wide, row_t row[2])
{
    row[0] = wide ? row_of(off, 8) : row_of(off, 4);
    row[1] = wide ? row_of(off + ROW, 8) : row_of(off + ROW, 4);
}

#define LOAD_ROW(name, T)                                                                                              \
    LANE_INLINE void name(T *d, uintptr_t base, const uint64_t off[ROW], row_t row)                                    \
    {                                                                                                                  \
        const T *from = (const T *)(base + off[0]), one = *from;                                                       \
        if (row == ROW_SIDE) memcpy(d, from, ROW * sizeof(T));                                                         \
        else if (row == ROW_ONE)                                                                                       \
            for (uint32_t i = 0; i < ROW; i++) d[i] = one;                                                             \
        else LANES_UNROLLED(ROW, d[i] = *(const T *)(base + off[i]))                                                   \
    }
LOAD_ROW(load_row_32, lane_u32)
LOAD_ROW(load_row_64, lane_u64)

/* Element e of every lane, extended to the register's width by the sign of T. */
#define LOAD_AS(T, LANE_T) LANES_UNROLLED(PTX_LANES, ((LANE_T *)d)[i] = (LANE_T) * (const T *)(from + off[i]))
#define LOAD_CASE(type, T)                                                                                             \
    case type:                                                                                                         \
        if (wide) LOAD_AS(T, lane_u64)                                                                                 \
        else LOAD_AS(T, lane_u32)                                                                                      \
        break

/* Type as in LOAD_CASE, into the register or `d`. */
LANE_INLINE void load_element(const ptx_uop_t *u, void *d, uintptr_t from, const uint64_t off[PTX_LANES],
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
            load_row_32(d, from, off, row[0]);
            load_row_32((lane_u32 *)d + ROW, from, off + ROW, row[1]);
        }
        break;
    default:
        load_row_64(d, from, off, row[0]);
        load_row_64((lane_u64 *)d + ROW, from, off + ROW, row[1]);
        break;
    }
}

static uint32_t element_bytes(const ptx_uop_t *u) { return (uint32_t)u->bytes >> __builtin_ctz(u->vec); }

/* Registers of lanes without a live thread may be written. */
LANE_INLINE void load(const ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                      const uint64_t off[PTX_LANES])
{
    _Alignas(64) uint64_t loaded[PTX_LANES];
    row_t row[2];
    rows_of(off, u->dst == DST_64, row);
    for (uint32_t e = 0; e < u->vec; e++, base += element_bytes(u)) {
        if (u->d[e] == UREF_NONE) continue;
        uint8_t *d = w->regs + u->d[e];
        load_element(u, mask == w->live ? (void *)d : loaded, base, off, row);
        if (mask != w->live) ptx_blend_lanes(d, loaded, u->dst == DST_64, mask);
    }
}

#define STORE_AS(T)                                                                                                    \
    for (uint32_t left = mask; left; left &= left - 1) {                                                               \
        const uint32_t i = (uint32_t)__builtin_ctz(left);                                                              \
        *(T *)(base + off[i]) = (T)ptx_lane_get(s, wide, i);                                                           \
    }                                                                                                                  \
    break

LANE_INLINE void store_element(uint32_t bytes, const void *s, bool wide, uint32_t mask, uintptr_t base,
                               const uint64_t off[PTX_LANES])
{
    switch (bytes) {
    case 1: STORE_AS(mem_u8);
    case 2: STORE_AS(mem_u16);
    case 4: STORE_AS(lane_u32);
    default: STORE_AS(lane_u64);
    }
}

LANE_INLINE void store(const ptx_files_t *f, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                       const uint64_t off[PTX_LANES])
{
    const bool wide = u->src64 >> 1 & 1;
    const uint32_t bytes = element_bytes(u), words = wide ? PTX_LANES : ROW;
    row_t row[2];
    rows_of(off, wide, row);
    if (mask == UINT32_MAX && u->bytes == (wide ? 8 : 4) && row[0] == ROW_SIDE && row[1] == ROW_SIDE) {
        const lane_u32 *from = ptx_operand(f, u->s[1]);
        lane_u32 *low = (lane_u32 *)(base + off[0]), *high = (lane_u32 *)(base + off[ROW]);
        LANES_INDEPENDENT for (uint32_t i = 0; i < words; i++) low[i] = from[i];
        LANES_INDEPENDENT for (uint32_t i = 0; i < words; i++) high[i] = from[words + i];
        return;
    }
    for (uint32_t e = 0; e < u->vec; e++)
        store_element(bytes, ptx_operand(f, u->s[e + 1]), u->src64 >> (e + 1) & 1, mask, base + e * bytes, off);
}

LANE_INLINE void move(const ptx_launch_t *l, ptx_warp_t *w, const ptx_uop_t *u, uint32_t mask, uintptr_t base,
                      const uint64_t off[PTX_LANES])
{
    const ptx_files_t f = ptx_files(l, w);
    const bool writes = u->op / 16 != O_LD;
    if (writes) store(&f, u, mask, base, off);
    else load(w, u, mask, base, off);
    w->spin.polls |= (u->flags & UF_POLLS) != 0;
    w->spin.changes |= writes;
}

LANE_INLINE void addresses(const ptx_uop_t *u, const void *base, uint64_t addr[PTX_LANES])
{
    const uint64_t plus = (uint64_t)u->imm;
    if (u->flags & UF_ADDR32) {
        const lane_u32 *A = base;
        LANES addr[i] = (uint32_t)(A[i] + (uint32_t)plus); /* wraps: a 32-bit address register */
    } else {
        const lane_u64 *A = base;
        LANES addr[i] = A[i] + plus;
    }
}

void ptx_addresses(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint64_t addr[PTX_LANES])
{
    addresses(u, ptx_ref(l, w, u->s[0]), addr);
}

/* The rule, at a stretch: a load or store whose lanes all lie in one buffer or window. False: another access, or an
 * error; nothing was done. */
LANE_INLINE bool direct(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t pc, uint32_t mask,
                        uint64_t addr[PTX_LANES])
{
    const ptx_launch_t *l = cta->l;
    if (u->group != G_MEM || u->flags & UF_GENERIC || u->space > SPACE_PARAM || l->journal) return false;
    addresses(u, ptx_ref(l, w, u->s[0]), addr);
    uint64_t origin = 0, size = cta->window[u->space].bytes, timing = cta->window[u->space].timing;
    uintptr_t base = (uintptr_t)cta->window[u->space].base;
    if (u->space == SPACE_GLOBAL) {
        const uint64_t first = addr[__builtin_ctz(mask)];
        const gmem_buf_t *b = gmem_span(l->gmem, first, first, &cta->hint[pc]);
        if (!b) return false;
        origin = b->begin, size = b->end - b->begin, base = l->global;
    }
    if (!ptx_reach(addr, mask, origin, size, u->bytes)) return false;
    move(l, w, u, mask, base, addr);
    if (timing) LANES addr[i] += timing;
    return true;
}

static bool direct_any(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t pc, uint32_t mask,
                       uint64_t addr[PTX_LANES])
{
    return direct(cta, w, u, pc, mask, addr);
}

LANE_TARGET static bool direct_avx2(fe_cta_t *cta, ptx_warp_t *w, const ptx_uop_t *u, uint32_t pc, uint32_t mask,
                                    uint64_t addr[PTX_LANES])
{
    return direct(cta, w, u, pc, mask, addr);
}

bool ptx_shared_addresses(const ptx_access_t *a, uint64_t addr[PTX_LANES], err_t *err)
{
    ptx_addresses(a->cta->l, a->w, a->u, addr);
    for (uint32_t left = a->u->flags & UF_GENERIC ? a->mask : 0; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        const uint64_t generic = addr[i];
        if (ptx_generic_space(&addr[i]) == SPACE_SHARED) continue;
        char why[100];
        snprintf(why, sizeof why, "which is outside shared memory, the %u bytes from 0x%llx up",
                 a->cta->l->shared_bytes, (unsigned long long)PTX_WINDOW_SHARED << PTX_WINDOW_SHIFT);
        return ptx_fail(a, i, generic, why, err);
    }
    return true;
}

static bool in_one_space(ptx_access_t *a, uint64_t addr[PTX_LANES], uint32_t *waits, err_t *err)
{
    ptx_at_t at;
    if (!ptx_locate(a, addr, &at, err)) return false;
    if (a->space == SPACE_TASK && ptx_task_waits(a, &at, waits)) return true;
    if (a->u->group == G_ATOM) {
        ptx_atomic(a, &at);
        a->w->spin.polls |= (a->u->flags & UF_POLLS) != 0;
    } else {
        move(a->cta->l, a->w, a->u, a->mask, at.base, at.off);
    }
    return true;
}

/* A load of the task window may be executed again, so all its lanes must access task windows. */
static bool task_alone(const ptx_access_t *a, const uint8_t space[PTX_LANES], const uint64_t addr[PTX_LANES],
                       err_t *err)
{
    uint32_t task = 0;
    for (uint32_t i = 0; i < a->cta->l->lanes; i++)
        if ((a->mask >> i & 1) && space[i] == SPACE_TASK) task |= UINT32_C(1) << i;
    return !task || task == a->mask ||
           ptx_fail(a, (uint32_t)__builtin_ctz(task), addr[__builtin_ctz(task)],
                    "a task window, while other lanes of the warp access other memory; allowed: one kind per "
                    "instruction",
                    err);
}

/* Executes the lanes space by space. `out` reports the space of the first lane; addresses of lanes in other spaces are
 * rounded down to the access size. */
static bool generic(ptx_access_t *a, winst_exec_t *out, err_t *err)
{
    uint8_t space[PTX_LANES] = {SPACE_NONE};
    uint64_t part[PTX_LANES];
    const uint32_t n = a->cta->l->lanes, all = a->mask;
    for (uint32_t i = 0; i < n; i++) space[i] = ptx_generic_space(&out->addr[i]);
    out->space = space[__builtin_ctz(all)];
    if (!task_alone(a, space, out->addr, err)) return false;
    for (uint32_t todo = all; todo; todo &= ~a->mask) {
        a->space = space[__builtin_ctz(todo)];
        a->mask = 0;
        for (uint32_t i = 0; i < n; i++)
            if ((todo >> i & 1) && space[i] == a->space) a->mask |= UINT32_C(1) << i;
        memcpy(part, out->addr, n * sizeof part[0]);
        if (!in_one_space(a, part, &out->waits, err)) return false;
        for (uint32_t i = 0; i < n; i++)
            if (a->mask >> i & 1) out->addr[i] = a->space == out->space ? part[i] : part[i] & ~(uint64_t)(a->bytes - 1);
    }
    return true;
}

static bool indirect(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    ptx_access_t a = {.cta = cta,
                      .w = w,
                      .u = u,
                      .pc = pc,
                      .mask = mask,
                      .space = u->space,
                      .bytes = u->bytes,
                      .writes = u->op / 16 != O_LD};
    ptx_addresses(cta->l, w, u, out->addr);
    out->pitch_bytes = local_map_pitch_bytes(&cta->l->local);
    if (u->flags & UF_GENERIC) return generic(&a, out, err);
    return in_one_space(&a, out->addr, &out->waits, err);
}

bool ptx_exec_mem(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    out->space = u->space;
    if ((cta->l->wide_host ? direct_avx2 : direct_any)(cta, w, u, pc, mask, out->addr)) return true;
    return indirect(cta, w, pc, mask, out, err);
}
