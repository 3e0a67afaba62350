/* fetch.c - selects the warps that fetch in a cycle, and counts the instructions that a fetch delivers. */
#include "sm/fetch.h"

#include <assert.h>
#include <stdlib.h>

enum { FETCHES_MAX = 2 }; /* per cycle */

struct fetch {
    const sm_cfg_t *cfg;
    l1_t *l1i;
    warps_t *warps;
    const uint64_t *kernel_warps;
    uint8_t turn[SCHED_KERNELS_MAX]; /* by kernel: warp after the last one that fetched; null.1 uses [0] */
    uint8_t kernel;                  /* first in turn */
    uint8_t decoding;                /* warp whose missed line took the last fetch; NO_WARP: none */
    uint64_t drained;                /* as of fetch_begin */
    uint8_t waits;                   /* warp that lost its bank in the last cycle; NO_WARP: none */
    sm_counters_t *st;
};

fetch_t *fetch_create(const sm_cfg_t *cfg, l1_t *l1i, warps_t *warps, sm_counters_t *counters)
{
    fetch_t *f = calloc(1, sizeof *f);
    if (!f) return NULL;
    f->cfg = cfg;
    f->l1i = l1i;
    f->warps = warps;
    f->kernel_warps = warps_of_kernels(warps);
    f->waits = f->decoding = NO_WARP;
    f->st = counters;
    f->turn[0] = warps_searched(cfg); /* GPGPU-Sim's first search starts behind warp 0 */
    return f;
}

void fetch_destroy(fetch_t *f) { free(f); }

static uint64_t fetch_addr(const fetch_t *f, uint32_t w)
{
    const warp_t *wp = warps_at(f->warps, w);
    return fetch_address(f->cfg, wp, wp->fetch_bytes);
}

static uint32_t kernel_of(const fetch_t *f, uint32_t w) { return warps_at(f->warps, w)->kid; }

/* First kernel, from `from` on and round, with a warp in `warps` (not 0). */
static uint32_t next_kernel(const fetch_t *f, uint64_t warps, uint32_t from)
{
    const uint32_t kernels = warps_kernels(f->warps);
    if (from == kernels) from = 0;
    while (!(f->kernel_warps[from] & warps)) from = from + 1 < kernels ? from + 1 : 0;
    return from;
}

static uint32_t next_warp(uint64_t warps, uint32_t from)
{
    const uint64_t after = warps & (~UINT64_C(0) << from);
    return (uint32_t)__builtin_ctzll(after ? after : warps);
}

/* Selects the warps that request a fetch in this cycle, in order of priority; returns how many. `left`: warps with an
 * empty buffer. */
static uint32_t choose(fetch_t *f, uint64_t left, uint32_t w[FETCHES_MAX])
{
    if (f->cfg->fetch_policy == FETCH_NULL_1) {
        w[0] = next_warp(left, f->turn[0]);
        return 1;
    }
    const bool both = f->cfg->fetch_policy == FETCH_BOTH_2;
    uint32_t n = 0;
    if (f->waits != NO_WARP) {
        w[n++] = f->waits;
        left &= ~(both ? f->kernel_warps[kernel_of(f, f->waits)] : UINT64_C(1) << f->waits);
    }
    if (!left) return n;
    uint32_t k = next_kernel(f, left, f->kernel);
    f->kernel = (uint8_t)(k + 1);
    if (!both) left &= f->kernel_warps[k];
    for (; n < FETCHES_MAX && left; n++) {
        k = next_kernel(f, left, k);
        w[n] = next_warp(left & f->kernel_warps[k], f->turn[k]);
        left &= ~(both ? f->kernel_warps[k] : UINT64_C(1) << w[n]);
    }
    return n;
}

static bool fetch(fetch_t *f, uint32_t w, uint64_t addr)
{
    const uint64_t sector = f->cfg->l1i.sector_bytes;
    const l1_req_t req = {.addr = addr & ~(sector - 1), .bytes = (uint32_t)sector, .token = w, .kind = MEM_READ};
    const bool accepted = l1_access(f->l1i, &req) == L1_ACCEPTED;
    const uint32_t k = f->cfg->fetch_policy == FETCH_NULL_1 ? 0 : kernel_of(f, w);
    if (accepted || warps_searched(f->cfg)) f->turn[k] = (uint8_t)((w + 1) % SM_WARPS);
    if (!accepted) return false;
    warps_fetching(f->warps, w);
    f->st->fetches++;
    return true;
}

void fetch_begin(fetch_t *f) { f->drained = warps_drained(f->warps); }

/* Warps that want a fetch. The search goes from the turn to the first of them, or once round; drained warps that it
 * passes leave. */
static uint64_t search(fetch_t *f)
{
    const uint64_t want = warps_want_fetch(f->warps);
    if (!warps_searched(f->cfg) || !f->drained) return want;
    for (uint32_t i = 0; i < SM_WARPS; i++) {
        const uint32_t w = (f->turn[0] + i) % SM_WARPS;
        if (f->drained >> w & 1) warps_leave(f->warps, w);
        if (want >> w & 1) break;
    }
    return want;
}

void fetch_step(fetch_t *f)
{
    const uint64_t want = search(f);
    if (!want) return;
    const uint32_t line_shift = (uint32_t)__builtin_ctz(f->cfg->l1i.line_bytes);
    uint32_t w[FETCHES_MAX], used = 0, served = 0; /* banks */
    const uint32_t n = choose(f, want, w);
    f->waits = NO_WARP;
    for (uint32_t i = 0; i < n; i++) {
        const uint64_t addr = fetch_addr(f, w[i]);
        const uint32_t bank = UINT32_C(1) << (addr >> line_shift & (f->cfg->l1i_banks - 1));
        if (used & bank) {
            f->waits = (uint8_t)w[i];
            f->st->fetch_bank_conflicts += (served & bank) != 0;
            continue;
        }
        used |= bank;
        if (fetch(f, w[i], addr)) served |= bank;
    }
}

void fetch_done(fetch_t *f, uint32_t w)
{
    uint32_t count = f->cfg->ibuffer;
    if (f->cfg->fetch == FETCH_LINE) {
        const uint32_t inst_bytes = warps_at(f->warps, w)->launch->inst_bytes;
        const uint32_t sector = f->cfg->l1i.sector_bytes;
        const uint32_t left = (sector - (uint32_t)(fetch_addr(f, w) & (sector - 1))) / inst_bytes;
        if (left < count) count = left;
    }
    warps_decoded(f->warps, w, count);
}

void fetch_arrived(fetch_t *f, uint32_t w)
{
    assert(f->decoding == NO_WARP);
    f->decoding = (uint8_t)w;
}

bool fetch_perfect(fetch_t *f)
{
    bool decoded = false;
    for (uint32_t i = 0; i < f->cfg->perfect_fetches; i++) {
        decoded |= fetch_decode(f);
        if (warps_searched(f->cfg)) fetch_begin(f);
        const uint64_t want = search(f);
        if (!want) continue;
        f->decoding = (uint8_t)next_warp(want, f->turn[0]);
        f->turn[0] = (uint8_t)((f->decoding + 1) % SM_WARPS);
        warps_fetching(f->warps, f->decoding);
        f->st->fetches++;
    }
    return decoded;
}

bool fetch_decode(fetch_t *f)
{
    if (f->decoding == NO_WARP) return false;
    fetch_done(f, f->decoding);
    f->decoding = NO_WARP;
    return true;
}

bool fetch_still(const fetch_t *f) { return f->decoding == NO_WARP; }
