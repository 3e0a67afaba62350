/* sm_fetch.c - instruction fetch: one I-cache access per cycle, for the warps whose buffer is empty
 * in turn. A fetch brings what fits the buffer and does not cross the line. Instructions take no
 * separate decode cycle beyond the I-cache's hit latency. */
#include "sm/sm_internal.h"

/* Code lies above every data space, its regions CODE_STRIDE apart, so that tags never meet. */
#define CODE_BASE (UINT64_C(1) << 60)
#define CODE_STRIDE (UINT64_C(1) << 32)

static uint64_t fetch_addr(const sm_t *sm, uint32_t w)
{
    return CODE_BASE + sm->cta[sm->warp[w].slot].code * CODE_STRIDE + sm->warp[w].head->pc_bytes;
}

void fetch_step(sm_t *sm)
{
    if (!sm->want_fetch) return;
    const uint64_t after = sm->want_fetch & (~UINT64_C(0) << sm->fetch_turn);
    const uint32_t w = (uint32_t)__builtin_ctzll(after ? after : sm->want_fetch);
    const uint64_t sector = sm->cfg.l1i.sector_bytes;
    const l1_req_t req = {.addr = fetch_addr(sm, w) & ~(sector - 1), .bytes = (uint32_t)sector,
                          .token = w, .kind = MEM_READ};
    if (l1_access(sm->l1[CLIENT_L1I], &req) != L1_ACCEPTED) return;
    sm->want_fetch &= ~(UINT64_C(1) << w);
    sm->warp[w].fetching = true;
    sm->fetch_turn = (w + 1) % SM_WARPS;
    sm->st.fetches++;
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
