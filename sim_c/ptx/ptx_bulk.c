/* ptx_bulk.c - executes copies of any size by one thread, between global and shared memory, and fills with zeros.
 *
 * An instruction copies for one lane of its mask at a time, as much as all lanes of a warp can access together: the
 * warp issues it again until all is copied. The SM sees these accesses. */
#include "ptx/ptx_cluster.h"
#include "ptx/ptx_mem.h"

#include <string.h>

typedef struct {
    uint64_t to, from, bytes; /* addresses and size of a lane's copy */
    uint32_t mask;            /* of each 16 bytes, those that are copied */
    uint32_t ctas;            /* of the cluster: bit per rank; 1: that of the address */
} bulk_t;

static uint64_t value(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint32_t slot, uint32_t lane)
{
    return ptx_lane_get(ptx_ref(l, w, u->s[slot]), u->src64 >> slot & 1, lane);
}

/* A 32-bit address register wraps. */
static uint64_t place(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, uint32_t slot, uint32_t lane)
{
    const uint64_t at = value(l, w, u, slot, lane) + value(l, w, u, slot + 1, lane);
    return u->src64 >> slot & 1 ? at : (uint32_t)at;
}

/* Generic addresses of shared memory are those of its window. */
static uint64_t in_shared(uint64_t at)
{
    uint64_t inside = at;
    return ptx_generic_space(&inside) == SPACE_SHARED ? inside : at;
}

/* Whether the first and the last bytes of the lane's copy lie in the space. */
static bool check(const ptx_access_t *a, uint32_t lane, uint64_t at, uint64_t bytes, err_t *err)
{
    uint64_t addr[PTX_LANES] = {0};
    ptx_at_t where;
    for (uint32_t end = 0; end < 2; end++) {
        addr[lane] = end ? at + bytes - a->bytes : at;
        if (!ptx_locate(a, addr, &where, err)) return false;
    }
    return true;
}

/* The part of a copy that one instruction moves; addr: the addresses of one side, one lane beside the other. */
static bool locate(const ptx_access_t *a, uint64_t at, uint64_t addr[PTX_LANES], ptx_at_t *where, err_t *err)
{
    for (uint32_t i = 0; i < PTX_LANES; i++) addr[i] = at + (uint64_t)i * a->bytes;
    return ptx_locate(a, addr, where, err);
}

/* The bytes of one lane: copied, those in `bytes`; combined element by element; or cleared. */
static void move(const ptx_uop_t *u, uint8_t *to, const uint8_t *from, uint32_t unit, uint32_t bytes)
{
    const uint32_t item = u->mod2 ? ptx_type_bytes((ptx_type_t)u->type) : 1;
    if (!from) {
        memset(to, 0, unit);
        return;
    }
    for (uint32_t k = 0; k < unit; k += item) {
        uint64_t old = 0, fresh = 0;
        if (!(bytes >> k & 1)) continue;
        memcpy(&old, to + k, item);
        memcpy(&fresh, from + k, item);
        if (u->mod2) fresh = ptx_combine((ptx_atom_t)(u->mod2 - 1), (ptx_type_t)u->type, old, fresh);
        memcpy(to + k, &fresh, item);
    }
}

/* The accesses to both sides of a copy. */
static void sides(const ptx_access_t *a, uint32_t mask, ptx_access_t *to, ptx_access_t *from)
{
    *to = *from = *a;
    to->mask = from->mask = mask;
    to->space = a->u->mod == BULK_OUT ? SPACE_GLOBAL : SPACE_SHARED;
    from->space = a->u->mod == BULK_IN ? SPACE_GLOBAL : SPACE_SHARED;
    from->writes = false;
    from->far = NULL;
}

/* The CTAs that get a copy, a bit per rank; of an instruction without a mask, one. */
static uint32_t targets(const ptx_access_t *a, uint32_t lane)
{
    if (!(a->u->flags & UF_MULTICAST)) return 1;
    return (uint32_t)value(a->cta->l, a->w, a->u, BULK_CTAS, lane) & UINT16_MAX;
}

/* Where the CTA of a rank gets its copy. */
static uint64_t target_at(const ptx_access_t *a, uint64_t to, uint32_t rank)
{
    if (!(a->u->flags & UF_MULTICAST) || !a->cta->cluster) return to;
    return (to & PTX_OFFSET_MASK) | (uint64_t)(rank + 1) << PTX_RANK_SHIFT;
}

static bool part(const ptx_access_t *like, const bulk_t *b, uint32_t lanes, winst_exec_t *out, err_t *err)
{
    const uint8_t what = like->u->mod;
    uint64_t inside[PTX_LANES];
    ptx_access_t to, from;
    ptx_at_t put, get;
    sides(like, UINT32_MAX >> (PTX_LANES - lanes), &to, &from);
    out->far = 0;
    if (what != BULK_ZERO && what != BULK_IN && !locate(&from, b->from, inside, &get, err)) return false;
    if (what == BULK_IN && !locate(&from, b->from, out->addr, &get, err)) return false;
    for (uint32_t left = b->ctas; left; left &= left - 1) {
        const uint64_t at = target_at(like, b->to, (uint32_t)__builtin_ctz(left));
        if (!locate(&to, at, what == BULK_IN ? inside : out->addr, &put, err)) return false;
        for (uint32_t i = 0; i < lanes; i++)
            move(like->u, ptx_at(&put, i), what == BULK_ZERO ? NULL : ptx_at(&get, i), like->bytes, b->mask);
    }
    out->lanes = to.mask;
    out->space = what == BULK_IN ? SPACE_GLOBAL : to.space;
    if (out->space != SPACE_SHARED) out->far = 0;
    return true;
}

static bool check_targets(const ptx_access_t *a, const bulk_t *b, err_t *err)
{
    const uint32_t all = UINT32_MAX >> (32 - ptx_cluster_ctas(a->cta->l));
    char text[120];
    if (b->ctas && !(b->ctas & ~all)) return true;
    if (all == 1)
        snprintf(text, sizeof text, "copies to other CTAs of its cluster; allowed: mask 1, a cluster has one CTA");
    else
        snprintf(text, sizeof text, "copies to CTAs by the mask 0x%x; allowed: 1 to 0x%x, a bit per CTA of its cluster",
                 b->ctas, all);
    return ptx_place_error(a->cta, a->pc, text, err);
}

/* Before the first part: size and addresses. */
static bool begin(const ptx_access_t *a, uint32_t lane, const bulk_t *b, err_t *err)
{
    ptx_access_t to, from;
    sides(a, UINT32_C(1) << lane, &to, &from);
    if (b->bytes % a->bytes) {
        char text[100];
        snprintf(text, sizeof text, "has a size of %llu bytes; allowed: multiples of %u", (unsigned long long)b->bytes,
                 a->bytes);
        return ptx_place_error(a->cta, a->pc, text, err);
    }
    if (!check_targets(a, b, err)) return false;
    for (uint32_t left = b->ctas; left; left &= left - 1)
        if (!check(&to, lane, target_at(a, b->to, (uint32_t)__builtin_ctz(left)), b->bytes, err)) return false;
    return a->u->mod == BULK_ZERO || check(&from, lane, b->from, b->bytes, err);
}

bool ptx_exec_bulk(fe_cta_t *cta, ptx_warp_t *w, uint32_t pc, uint32_t mask, winst_exec_t *out, err_t *err)
{
    const ptx_launch_t *l = cta->l;
    const ptx_uop_t *u = &l->k->uop[pc];
    const uint32_t unit = u->mod == BULK_ZERO ? BULK_LANE_BYTES / 2 : BULK_LANE_BYTES;
    const uint32_t lane = (uint32_t)__builtin_ctz(mask & ~w->bulk.lanes);
    const ptx_access_t a = {cta, w, u, pc, mask, unit, SPACE_SHARED, true, u->flags & UF_CLUSTER ? out : NULL, false};
    bulk_t b = {.to = place(l, w, u, BULK_TO, lane), .bytes = value(l, w, u, BULK_SIZE, lane), .mask = UINT32_MAX};
    if (u->mod == BULK_OUT) b.mask = (uint32_t)value(l, w, u, BULK_BYTES, lane);
    if (u->mod != BULK_ZERO) b.from = place(l, w, u, BULK_FROM, lane);
    if (u->mod != BULK_OUT) b.to = in_shared(b.to);
    if (u->mod != BULK_IN) b.from = in_shared(b.from);
    b.ctas = targets(&a, lane);
    out->lanes = 0;
    if (b.bytes && !w->bulk.bytes && !begin(&a, lane, &b, err)) return false;
    const uint64_t left = b.bytes - w->bulk.bytes, most = (uint64_t)l->lanes * unit;
    const uint32_t lanes = (uint32_t)((left < most ? left : most) / unit);
    b.to += w->bulk.bytes;
    b.from += w->bulk.bytes;
    if (lanes && !part(&a, &b, lanes, out, err)) return false;
    w->bulk.bytes += (uint64_t)lanes * unit;
    if (w->bulk.bytes == b.bytes) {
        w->bulk.lanes |= UINT32_C(1) << lane;
        w->bulk.bytes = 0;
    }
    w->spin.changes = true;
    w->again = (mask & ~w->bulk.lanes) != 0;
    if (!w->again) w->bulk.lanes = 0;
    return true;
}
