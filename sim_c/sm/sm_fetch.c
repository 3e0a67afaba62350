/* sm_fetch.c - instruction fetch, for warps whose buffer is empty [SMK §3.3, Figure 10]. A fetch
 * brings what fits the buffer and does not cross the line. Instructions take no separate decode cycle
 * beyond the I-cache's hit latency.
 *
 * Warps of a kernel fetch in round robin. In a cycle null.1 fetches for one warp, whatever its kernel;
 * rr.2 for two warps of one kernel; both.2 for one warp of each of two kernels. Kernels without a warp
 * that asks lose their turn. The paper gives every kernel one warp under both.2, so a kernel that asks
 * alone fetches for one warp, as under null.1.
 *
 * Each bank of the I-cache takes one fetch per cycle, even if both want the same line. The second of
 * two that meet waits a cycle: it is the first of the next, which chooses for the place left as if the
 * waiting warp (both.2: its kernel) did not ask. A fetch that the I-cache refuses (no MSHR, say) has
 * used its bank and is chosen anew; to the statistics, waiting behind it is no bank conflict.
 *
 * Not modelled: ports of the banks for fills; a line that arrives delays no fetch. */
#include "sm/sm_internal.h"

/* Code lies above every data space, its regions CODE_STRIDE apart, so that tags never meet. */
#define CODE_BASE   (UINT64_C(1) << 60)
#define CODE_STRIDE (UINT64_C(1) << 32)

enum { FETCHES = 2 }; /* most in a cycle */

static uint64_t fetch_addr(const sm_t *sm, uint32_t w)
{
    return CODE_BASE + sm->cta[sm->warp[w].slot].code * CODE_STRIDE + sm->warp[w].head->pc_bytes;
}

static uint32_t kernel_of(const sm_t *sm, uint32_t w) { return sm->cta[sm->warp[w].slot].kid; }

/* The first kernel from `from` on that has one of `warps`, which are not none. */
static uint32_t next_kernel(const sm_t *sm, uint64_t warps, uint32_t from)
{
    while (!(sm->kernel_warps[from] & warps)) from = (from + 1) % SCHED_KERNELS;
    return from;
}

static uint32_t next_warp(uint64_t warps, uint32_t from)
{
    const uint64_t after = warps & (~UINT64_C(0) << from);
    return (uint32_t)__builtin_ctzll(after ? after : warps);
}

/* The warps that fetch in this cycle if banks and I-cache let them, the first first; their number. */
static uint32_t choose(sm_t *sm, uint32_t w[FETCHES])
{
    fetch_state_t *f = &sm->fetch;
    if (sm->cfg.fetch_policy == FETCH_NULL_1) {
        w[0] = next_warp(sm->want_fetch, f->turn[0]);
        return 1;
    }
    const bool both = sm->cfg.fetch_policy == FETCH_BOTH_2;
    uint64_t left = sm->want_fetch;
    uint32_t n = 0;
    if (f->waits != NO_WARP) {
        w[n++] = f->waits;
        left &= ~(both ? sm->kernel_warps[kernel_of(sm, f->waits)] : UINT64_C(1) << f->waits);
    }
    if (!left) return n;
    uint32_t k = next_kernel(sm, left, f->kernel);
    f->kernel = (uint8_t)((k + 1) % SCHED_KERNELS);
    if (!both) left &= sm->kernel_warps[k];
    for (; n < FETCHES && left; n++) {
        k = next_kernel(sm, left, k);
        w[n] = next_warp(left & sm->kernel_warps[k], f->turn[k]);
        left &= ~(both ? sm->kernel_warps[k] : UINT64_C(1) << w[n]);
    }
    return n;
}

static bool fetch(sm_t *sm, uint32_t w, uint64_t addr)
{
    const uint64_t sector = sm->cfg.l1i.sector_bytes;
    const l1_req_t req = {.addr = addr & ~(sector - 1), .bytes = (uint32_t)sector, .token = w, .kind = MEM_READ};
    if (l1_access(sm->l1[CLIENT_L1I], &req) != L1_ACCEPTED) return false;
    sm->want_fetch &= ~(UINT64_C(1) << w);
    sm->warp[w].fetching = true;
    const uint32_t k = sm->cfg.fetch_policy == FETCH_NULL_1 ? 0 : kernel_of(sm, w);
    sm->fetch.turn[k] = (uint8_t)((w + 1) % SM_WARPS);
    sm->st.fetches++;
    return true;
}

void fetch_step(sm_t *sm)
{
    if (!sm->want_fetch) return;
    const uint32_t line_shift = (uint32_t)__builtin_ctz(sm->cfg.l1i.line_bytes);
    uint32_t w[FETCHES], used = 0, served = 0; /* banks */
    const uint32_t n = choose(sm, w);
    sm->fetch.waits = NO_WARP;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t addr = fetch_addr(sm, w[i]);
        const uint32_t bank = UINT32_C(1) << (addr >> line_shift & (sm->cfg.l1i_banks - 1));
        if (used & bank) {
            sm->fetch.waits = (uint8_t)w[i];
            sm->st.fetch_bank_conflicts += (served & bank) != 0;
            continue;
        }
        used |= bank;
        if (fetch(sm, w[i], addr)) served |= bank;
    }
}

void fetch_done(sm_t *sm, uint32_t w)
{
    uint32_t count = sm->cfg.ibuffer;
    sm->warp[w].fetching = false;
    if (sm->cfg.fetch == FETCH_LINE) {
        const uint32_t inst_bytes = sm->cta[sm->warp[w].slot].launch->inst_bytes;
        const uint32_t sector = sm->cfg.l1i.sector_bytes;
        const uint32_t left = (sector - (uint32_t)(fetch_addr(sm, w) & (sector - 1))) / inst_bytes;
        if (left < count) count = left;
    }
    warp_decoded(sm, w, count);
}
