/* ptx_mem.c - executes loads and stores of a warp: computes addresses, resolves generic spaces, moves bytes. A fast
 * path serves lanes that access consecutive elements. */
#include "ptx/ptx_mem.h"

#include "isa/local_map.h"

#include <string.h>

/* Types that alias the same memory at smaller widths. */
typedef uint8_t mem_u8;
typedef int8_t __attribute__((may_alias)) mem_s8;
typedef uint16_t __attribute__((may_alias)) mem_u16;
typedef int16_t __attribute__((may_alias)) mem_s16;

/* True: consecutive elements as wide as the register, which one memcpy moves. */
static bool is_block(const ptx_access_t *a, const ptx_at_t *at, bool wide)
{
    return at->pattern == AT_BLOCK && a->u->vec == 1 && a->bytes == (wide ? 8u : 4u);
}

#define EACH_LANE(statement)                                                                                           \
    if (mask == full) {                                                                                                \
        for (uint32_t i = 0; i < n; i++) statement;                                                                    \
    } else {                                                                                                           \
        for (uint32_t i = 0; i < n; i++)                                                                               \
            if (mask >> i & 1) statement;                                                                              \
    }

/* Loads element e of every lane and extends it to the register's width by the sign of T. */
#define LOAD_AS(T, LANE_T)                                                                                             \
    do {                                                                                                               \
        LANE_T *D = (LANE_T *)(void *)d;                                                                               \
        const uint8_t *from = at->base + e * sizeof(T);                                                                \
        if (at->pattern == AT_UNIFORM) {                                                                               \
            const LANE_T v = (LANE_T) * (const T *)(const void *)(from + at->off[0]);                                  \
            EACH_LANE(D[i] = v)                                                                                        \
        } else {                                                                                                       \
            EACH_LANE(D[i] = (LANE_T) * (const T *)(const void *)(from + at->off[i]))                                  \
        }                                                                                                              \
    } while (0)
#define LOAD_CASE(type, T)                                                                                             \
    case type:                                                                                                         \
        if (wide) LOAD_AS(T, lane_u64);                                                                                \
        else LOAD_AS(T, lane_u32);                                                                                     \
        break

void ptx_load(const ptx_access_t *a, ptx_at_t *at)
{
    const ptx_uop_t *u = a->u;
    const bool wide = u->dst == DST_64;
    const uint32_t n = LANES_N(a->cta->l->lanes), mask = a->mask;
    const uint32_t full = UINT32_MAX >> (PTX_LANES - n);
    if (is_block(a, at, wide) && u->d[0] != UREF_NONE) {
        memcpy(a->w->regs + u->d[0], at->base + at->off[0], (size_t)n * a->bytes);
        return;
    }
    ptx_list_lanes(a, at);
    for (uint32_t e = 0; e < u->vec; e++) {
        if (u->d[e] == UREF_NONE) continue;
        uint8_t *d = a->w->regs + u->d[e];
        switch ((ptx_type_t)u->type) {
            LOAD_CASE(T_U8, mem_u8);
            LOAD_CASE(T_S8, mem_s8);
            LOAD_CASE(T_U16, mem_u16);
            LOAD_CASE(T_S16, mem_s16);
            LOAD_CASE(T_U32, lane_u32);
            LOAD_CASE(T_S32, lane_s32);
            LOAD_CASE(T_F32, lane_u32);
        default: LOAD_AS(lane_u64, lane_u64); break;
        }
    }
}

#define STORE_AS(T)                                                                                                    \
    do {                                                                                                               \
        uint8_t *to = at->base + e * sizeof(T);                                                                        \
        if (wide) {                                                                                                    \
            EACH_LANE(*(T *)(void *)(to + at->off[i]) = (T)((const lane_u64 *)s)[i])                                   \
        } else {                                                                                                       \
            EACH_LANE(*(T *)(void *)(to + at->off[i]) = (T)((const lane_u32 *)s)[i])                                   \
        }                                                                                                              \
    } while (0)

void ptx_store(const ptx_access_t *a, ptx_at_t *at)
{
    const ptx_uop_t *u = a->u;
    const uint32_t n = LANES_N(a->cta->l->lanes), mask = a->mask;
    const uint32_t full = UINT32_MAX >> (PTX_LANES - n);
    if (is_block(a, at, u->src64 >> 1 & 1)) {
        memcpy(at->base + at->off[0], ptx_ref(a->cta->l, a->w, u->s[1]), (size_t)n * a->bytes);
        return;
    }
    ptx_list_lanes(a, at);
    for (uint32_t e = 0; e < u->vec; e++) {
        const bool wide = u->src64 >> (e + 1) & 1;
        const void *s = ptx_ref(a->cta->l, a->w, u->s[e + 1]);
        switch (ptx_type_bytes((ptx_type_t)u->type)) {
        case 1: STORE_AS(mem_u8); break;
        case 2: STORE_AS(mem_u16); break;
        case 4: STORE_AS(lane_u32); break;
        default: STORE_AS(lane_u64); break;
        }
    }
}

void ptx_addresses(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint64_t addr[PTX_LANES])
{
    const uint32_t n = l->lanes;
    const void *base = ptx_ref(l, w, u->s[0]);
    const uint64_t plus = (uint64_t)u->imm;
    if (u->flags & UF_ADDR32) {
        const lane_u32 *A = base;
        LANES addr[i] = (uint32_t)(A[i] + (uint32_t)plus); /* wraps: a 32-bit address register */
    } else {
        const lane_u64 *A = base;
        LANES addr[i] = A[i] + plus;
    }
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
    if (a->u->group == G_ATOM) ptx_atomic(a, &at);
    else if (a->writes) ptx_store(a, &at);
    else ptx_load(a, &at);
    a->w->spin.polls |= (a->u->flags & UF_POLLS) != 0;
    a->w->spin.changes |= a->writes && a->u->group != G_ATOM;
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

bool ptx_exec_mem(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    ptx_access_t a = {.cta = cta,
                      .w = w,
                      .u = u,
                      .pc = pc,
                      .mask = mask,
                      .space = u->space,
                      .bytes = cta->l->k->winst[pc].width_bytes,
                      .writes = u->op / 16 != O_LD};
    ptx_addresses(cta->l, w, u, out->addr);
    out->space = u->space;
    out->pitch_bytes = local_map_pitch_bytes(&cta->l->local);
    if (u->flags & UF_GENERIC) return generic(&a, out, err);
    return in_one_space(&a, out->addr, &out->waits, err);
}
