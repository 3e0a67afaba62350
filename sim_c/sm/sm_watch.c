/* sm_watch.c - detects warps that return to an earlier state while nothing is stored: they repeat the same loop for
 * ever. Describes diverged warps. */
#include "sm/sm_internal.h"

#include <stdio.h>

static uint64_t state_of(const sm_t *sm, uint32_t w)
{
    const cta_t *cta = warps_cta_of(sm->warps, w);
    const warp_t *wp = warps_at(sm->warps, w);
    return cta->launch->ops->state ? cta->launch->ops->state(wp->fe, wp->index) : 0;
}

static bool resident(const sm_t *sm, uint32_t w)
{
    const warp_place_t at = warps_place(sm->warps, w);
    return (sm->mask[at.sched].resident & at.bit) != 0;
}

static uint32_t warps(const sm_t *sm) { return sm->cfg->threads / sm->cfg->warp_lanes; }

/* The warp is ready but gets no grant: its CTA is paused, or another warp has priority. */
static bool withheld(const sm_t *sm, uint32_t w)
{
    const warp_place_t at = warps_place(sm->warps, w);
    const warp_mask_t *m = &sm->mask[at.sched];
    return (m->have & m->clear & ~m->held & at.bit) != 0;
}

void sm_watch_issue(sm_t *sm, uint32_t w)
{
    const winst_t *head = warps_at(sm->warps, w)->head;
    watched_t *seen = &sm->watch.warp[w];
    seen->issued = true;
    if (!seen->again && seen->state && head == seen->head) seen->again = state_of(sm, w) == seen->state;
}

uint64_t sm_effects(const sm_t *sm) { return sm->watch.effects; }

void sm_watch(sm_t *sm, bool on)
{
    sm->watch.on = on;
    for (uint32_t w = 0; on && w < warps(sm); w++)
        if (resident(sm, w))
            sm->watch.warp[w] = (watched_t){warps_at(sm->warps, w)->head, state_of(sm, w), false, false};
}

bool sm_repeats(const sm_t *sm, char *text, uint32_t text_bytes)
{
    text[0] = '\0';
    for (uint32_t w = 0; w < warps(sm); w++) {
        const watched_t *seen = &sm->watch.warp[w];
        if (!resident(sm, w) || (!seen->issued && !withheld(sm, w))) continue;
        if (!seen->again) return false;
        const cta_t *cta = warps_cta_of(sm->warps, w);
        if (!text[0])
            snprintf(text, text_bytes, "CTA %u on SM %u, warp %u, at %s:%u (pc 0x%llx)",
                     sm->watch.lid[warps_at(sm->warps, w)->slot], sm->env.id, warps_at(sm->warps, w)->index,
                     cta->launch->file ? cta->launch->file : "line", seen->head->line,
                     (unsigned long long)seen->head->pc_bytes);
    }
    return true;
}

void sm_describe_paths(const sm_t *sm, char *text, uint32_t text_bytes)
{
    char paths[160] = "";
    text[0] = '\0';
    for (uint32_t w = 0; w < warps(sm) && !paths[0]; w++) {
        if (!resident(sm, w)) continue;
        const cta_t *cta = warps_cta_of(sm->warps, w);
        const warp_t *wp = warps_at(sm->warps, w);
        if (cta->launch->ops->paths) cta->launch->ops->paths(wp->fe, wp->index, paths, sizeof paths);
        if (paths[0])
            snprintf(text, text_bytes, "lanes of one warp may wait for one another (CTA %u, warp %u): %s",
                     sm->watch.lid[wp->slot], wp->index, paths);
    }
}
