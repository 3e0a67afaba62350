/* partition.c - partitions of the SMs: reads them, and refuses those that a machine or a policy cannot have. */
#include "run/partition.h"

#include <stdlib.h>

/* A number at *at, which moves behind it. False: there is none, or it is too large. */
static bool number(const char **at, uint32_t *n)
{
    char *end;
    if (**at < '0' || **at > '9') return false;
    const unsigned long value = strtoul(*at, &end, 10);
    *at = end;
    *n = (uint32_t)value;
    return value < SCHED_SMS_MAX;
}

/* "0-3,8" up to a + or the end. */
static bool set_of(const char **at, sm_mask_t *sms)
{
    *sms = mask_none();
    for (;;) {
        uint32_t first, last;
        if (!number(at, &first)) return false;
        last = first;
        if (**at == '-' && (++*at, !number(at, &last))) return false;
        if (last < first) return false;
        for (uint32_t s = first; s <= last; s++) mask_add(sms, s);
        if (**at != ',') return true;
        ++*at;
    }
}

bool partition_parse(run_opts_t *o, const char *text, const char *where, err_t *err)
{
    o->partitions = 0;
    for (const char *at = text; o->partitions < COSIM_MIX; at++) {
        if (!set_of(&at, &o->partition[o->partitions])) break;
        o->partitions++;
        if (!*at) return true;
        if (*at != '+') break;
    }
    return err_set(
        err, NULL, 0,
        "%s: found '%s'; allowed: up to %d sets of SMs from 0 to %d, as in 0-13+14-20,27: numbers and ranges "
        "joined by commas, sets by +",
        where, text, COSIM_MIX, SCHED_SMS_MAX - 1);
}

static bool refuse(policy_stage_t stage, uint32_t word, err_t *err)
{
    return err_set(
        err, NULL, 0,
        "--partition: --%s %s deals CTAs or power to all SMs, so a kernel must be allowed on all; use --place "
        "mixed, and other limits and gates",
        policy_option(stage), policy_word(stage, word));
}

bool partition_check(const run_opts_t *o, const machine_t *m, const policy_use_t *use, err_t *err)
{
    if (!o->partitions)
        return !o->lend ||
               err_set(err, NULL, 0, "--lend: there is no --partition; it says which SMs belong to which kernels");
    for (uint32_t p = 0; p < o->partitions; p++)
        if (mask_any(mask_without(o->partition[p], mask_below(m->sms))))
            return err_set(err, NULL, 0, "--partition: set %u has SM %u; allowed on machine '%s': 0 to %u", p + 1,
                           mask_lowest(mask_without(o->partition[p], mask_below(m->sms))), m->name, m->sms - 1);
    if (place_policies[use->place]->all_sms) return refuse(POLICY_PLACE, use->place, err);
    if (limit_policies[use->limit]->all_sms) return refuse(POLICY_LIMIT, use->limit, err);
    for (uint32_t left = use->gates; left; left &= left - 1) {
        const uint32_t gate = (uint32_t)__builtin_ctz(left);
        if (gate_policies[gate]->all_sms) return refuse(POLICY_GATE, gate + 1, err);
    }
    return true;
}
