/* cosim_words.c - converts policy words to the dispatcher's indexes, and refuses invalid combinations. The command line
 * has already checked the words. */
#include "run/cosim_internal.h"
#include "run/partition.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

static bool reads_monitors(const policy_use_t *u)
{
    bool reads = place_policies[u->place]->monitors || limit_policies[u->limit]->monitors;
    for (uint32_t left = u->gates; left; left &= left - 1) reads |= gate_policies[__builtin_ctz(left)]->monitors;
    return reads;
}

/* --warp sca alternates between the CTAs of a block, so the place policy must form blocks: its parameter `block` is
 * above 1, by default or as --set gives it. */
bool cosim_check_blocks(const run_t *r, err_t *err)
{
    const char *place = cosim_policy_words(r->opts, POLICY_PLACE);
    char key[64], hint[96] = "";
    if (strcmp(cosim_policy_words(r->opts, POLICY_WARP), "sca")) return true;
    snprintf(key, sizeof key, "%s.block", place);
    const policy_param_t *block = policy_param(key, strlen(key));
    if (block && block->reset > 1) return true;
    for (uint32_t i = 0; block && i < r->params; i++)
        if (r->param[i].addr == block->addr && r->param[i].value > 1) return true;
    if (block) snprintf(hint, sizeof hint, "--set %s=2, ", key);
    return err_set(err, NULL, 0,
                   "--warp sca alternates between the CTAs of a block, and --place %s forms no "
                   "blocks; use %s--place bcs, or --warp gto",
                   place, hint);
}

/* A kernel of lower priority gets no CTA while one of higher priority has some left: a place policy in which kernels
 * take turns, have SMs of their own, or go in launch order does not do that. */
static bool check_priorities(const run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    const uint32_t workloads = cosim_workloads(o);
    if (!o->priorities) return true;
    if (o->priorities != workloads)
        return err_set(err, NULL, 0, "--priority: found %u for %u workloads; allowed: one for each, joined by +",
                       o->priorities, workloads);
    const place_policy_t *place = place_policies[r->use.place];
    return (!place->in_turn && !place->in_order) ||
           err_set(err, NULL, 0,
                   "--priority goes with a place policy that serves kernels by rank, as rr; with --place %s they take "
                   "turns, have SMs of their own, or go in launch order",
                   cosim_policy_words(o, POLICY_PLACE));
}

/* A CUDA program has no workloads: its partitions are those of its streams. */
bool cosim_check_partitions(const run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    const uint32_t workloads = cosim_workloads(o);
    if ((workloads || o->trace_path || o->sequence_path) && o->partitions && o->partitions != workloads)
        return err_set(err, NULL, 0, "--partition: found %u sets for %u workloads; allowed: one for each, joined by +",
                       o->partitions, workloads);
    return partition_check(o, &r->machine, &r->use, err);
}

bool cosim_words(run_t *r, err_t *err)
{
    const run_opts_t *o = r->opts;
    const char *engine = o->engine ? o->engine : "rtl";
    if (!cosim_check_ctas(o, "", err)) return false;
    const bool known = cosim_policies(o, &r->use);
    assert(known);
    (void)known;
    if (!check_priorities(r, err)) return false;
    r->monitors = reads_monitors(&r->use);
    if (o->ctas) cosim_param(r, cosim_ctas_param(), o->ctas);
    r->warp = arb_policies[r->use.warp];
    r->kind = !strcmp(engine, "c") ? ENGINE_C : !strcmp(engine, "rtl") ? ENGINE_RTL : ENGINE_LOCKSTEP;
    return true;
}
