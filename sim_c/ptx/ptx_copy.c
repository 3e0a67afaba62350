/* ptx_copy.c - cp.async: copies from global to shared memory, and a warp's copy groups. The bytes are copied at issue;
 * the SM decides when cp.async.wait_group lets the warp continue. Group numbers wrap modulo COPY_GROUPS: a new group
 * waits until the previous one with its number is complete. */
#include "ptx/ptx_mem.h"

#include <string.h>

static uint8_t group_bit(uint32_t group) { return (uint8_t)(1u << group % COPY_GROUPS); }

/* Locates the destination in shared memory. */
static bool destination(const ptx_access_t *a, uint64_t addr[PTX_LANES], ptx_at_t *at, err_t *err)
{
    const ptx_launch_t *l = a->cta->l;
    const ptx_uop_t *u = a->u;
    const void *base = ptx_ref(l, a->w, u->s[1]);
    const uint64_t plus = *(const lane_u64 *)ptx_ref(l, a->w, u->s[2]);
    for (uint32_t i = 0; i < l->lanes; i++)
        addr[i] = u->src64 & 2 ? ((const lane_u64 *)base)[i] + plus
                               : (uint32_t)(((const lane_u32 *)base)[i] + (uint32_t)plus);
    return ptx_locate(a, addr, at, err);
}

static void move(const ptx_access_t *a, const ptx_at_t *from, const ptx_at_t *to, const uint32_t bytes[PTX_LANES])
{
    for (uint32_t left = a->mask; left; left &= left - 1) {
        const uint32_t i = (uint32_t)__builtin_ctz(left);
        uint8_t *at = ptx_at(to, i);
        if (bytes[i]) memcpy(at, ptx_at(from, i), bytes[i]);
        memset(at + bytes[i], 0, a->bytes - bytes[i]);
    }
}

/* A lane that reads 0 bytes may have any source address; the timing model sees the address of a lane that reads. */
static bool copy(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_uop_t *u = &l->k->uop[pc];
    const lane_u32 *wanted = ptx_ref(l, w, u->s[3]);
    ptx_access_t a = {cta, w, u, pc, mask, l->k->winst[pc].width_bytes, SPACE_SHARED, true, NULL, false};
    uint32_t bytes[PTX_LANES] = {0}, reads = 0;
    uint64_t inside[PTX_LANES];
    ptx_at_t from, to;
    for (uint32_t i = 0; i < l->lanes; i++) {
        if (!(mask >> i & 1) || !wanted[i]) continue;
        bytes[i] = wanted[i] < a.bytes ? wanted[i] : a.bytes;
        reads |= UINT32_C(1) << i;
    }
    if (!destination(&a, reads ? inside : out->addr, &to, err)) return false;
    out->groups = group_bit(w->copy_group);
    out->space = SPACE_SHARED;
    if (reads) {
        ptx_access_t read = {cta, w, u, pc, reads, a.bytes, SPACE_GLOBAL, false, NULL, false};
        ptx_addresses(l, w, u, out->addr);
        if (!ptx_locate(&read, out->addr, &from, err)) return false;
        out->space = SPACE_GLOBAL;
    }
    move(&a, &from, &to, bytes);
    return true;
}

bool ptx_exec_copy(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_uop_t *u = &cta->l->k->uop[pc];
    switch ((ptx_copy_t)u->mod) {
    case COPY_BYTES: return copy(cta, w, pc, mask, out, err);
    case COPY_COMMIT: out->groups = group_bit(++w->copy_group); return true;
    case COPY_WAIT_ALL: out->groups = UINT8_MAX; return true;
    case COPY_WAIT: break;
    }
    for (uint32_t back = (uint32_t)u->imm + 1; back < COPY_GROUPS; back++)
        out->groups |= group_bit(w->copy_group + COPY_GROUPS - back);
    return true;
}
