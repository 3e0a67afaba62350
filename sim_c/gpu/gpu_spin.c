/* gpu_spin.c - detects kernels that never end: the cycle limit, a deadlock, or a loop that repeats itself.
 *
 * While no CTA starts or ends and no warp stores, exits or arrives at a barrier, memory does not change. A warp that
 * returns to an instruction with the same registers then repeats the same instructions. If that holds for every warp
 * that issues, the kernel never ends. A loop that counts, reads a clock or waits for a warp that still computes is not
 * reported. */
#include "gpu/gpu_internal.h"

#include <stdio.h>
#include <string.h>

enum {
    LOOK_CYCLES = 1 << 14,
    QUIET_LOOKS = 4 /* checks without a side effect before states are compared */,
    PLACE_BYTES = 200
};

static uint64_t effects(const gpu_t *g)
{
    uint64_t n = g->ctas_issued + g->ctas_done + g->kernels;
    for (uint32_t s = 0; s < g->m.sms; s++) n += sm_effects(g->sm[s]);
    return n;
}

static void watch(gpu_t *g, bool on)
{
    for (uint32_t s = 0; s < g->m.sms; s++) sm_watch(g->sm[s], on);
}

static bool all_repeat(const gpu_t *g, char place[PLACE_BYTES])
{
    char one[PLACE_BYTES];
    place[0] = '\0';
    for (uint32_t s = 0; s < g->m.sms; s++) {
        if (!sm_repeats(g->sm[s], one, sizeof one)) return false;
        if (!place[0]) memcpy(place, one, sizeof one);
    }
    return place[0] != '\0';
}

/* Appends to err where the lanes of a diverged warp are, if a warp has diverged. */
static void add_paths(const gpu_t *g, err_t *err)
{
    char text[256] = "";
    for (uint32_t s = 0; s < g->m.sms && !text[0]; s++) sm_describe_paths(g->sm[s], text, sizeof text);
    const size_t used = strlen(err->text);
    if (text[0]) snprintf(err->text + used, sizeof err->text - used, "; %s", text);
}

static bool spins(gpu_t *g, err_t *err)
{
    char place[PLACE_BYTES], names[GPU_NAMES_BYTES];
    if (g->now < g->spin.next_cycle) return false;
    g->spin.next_cycle = g->now + LOOK_CYCLES;
    const uint64_t done = effects(g);
    const bool quiet = done == g->spin.effects && g->running && !g->task.kernel;
    g->spin.effects = done;
    if (!quiet) {
        if (g->spin.quiet >= QUIET_LOOKS) watch(g, false);
        g->spin.quiet = 0;
        return false;
    }
    if (g->spin.quiet >= QUIET_LOOKS && all_repeat(g, place)) {
        gpu_kernels_names(g, names);
        err_set(err, NULL, 0,
                "%s: endless loop: no store, exit or barrier for %llu cycles, and every issuing warp is in a state "
                "it had before: %s",
                names, (unsigned long long)g->spin.quiet * LOOK_CYCLES, place);
        g->stuck = "endless loop";
        add_paths(g, err);
        return true;
    }
    /* The first record may precede the loop: record again after 4, 8, 16 ... checks. */
    if (++g->spin.quiet >= QUIET_LOOKS && !(g->spin.quiet & (g->spin.quiet - 1))) watch(g, true);
    return false;
}

static void describe_memory(const gpu_t *g, char *text, size_t bytes)
{
    memsys_describe(g->memsys, text, (uint32_t)bytes);
    const uint32_t held = g->network ? sm_network_held(g->network) : 0;
    const size_t used = strlen(text);
    if (held) snprintf(text + used, bytes - used, "; messages between SMs: %u", held);
}

bool gpu_kernels_stuck(gpu_t *g, err_t *err)
{
    const bool limit = g->now >= g->m.max_cycles;
    if (!limit && g->now <= g->progress_cycle + g->m.no_progress_cycles) return spins(g, err);
    char names[GPU_NAMES_BYTES], sm_text[192] = "", mem_text[224] = "", refuses[320] = "";
    for (uint32_t s = 0; s < g->m.sms && !sm_text[0]; s++)
        if (sm_resident_ctas(g->sm[s])) sm_describe(g->sm[s], sm_text, sizeof sm_text);
    if (!sm_text[0]) snprintf(sm_text, sizeof sm_text, "no SM holds a CTA");
    describe_memory(g, mem_text, sizeof mem_text);
    gpu_kernels_names(g, names);
    if (!limit) gpu_refusal(g, refuses, sizeof refuses);
    g->stuck = limit ? "cycle limit" : "deadlock";
    if (limit)
        err_set(err, NULL, 0, "%s passed the limit of %llu cycles (raise it with --set max_cycles=N): %s; %s", names,
                (unsigned long long)g->m.max_cycles, sm_text, mem_text);
    else
        err_set(err, NULL, 0, "%s: deadlock at cycle %llu, no progress for %u cycles: %s%s; %s", names,
                (unsigned long long)g->now, g->m.no_progress_cycles, refuses, sm_text, mem_text);
    add_paths(g, err);
    return true;
}

const char *gpu_stuck(const gpu_t *g) { return g->stuck; }
