/* cosim_policies.c - policies that run options name. Implements --ctas N: it selects the limit policy `static` and sets
 * its parameter n. */
#include "run/cosim.h"

#include <string.h>

static const char CTAS_PARAM[] = "static.n";

const policy_param_t *cosim_ctas_param(void) { return policy_param(CTAS_PARAM, strlen(CTAS_PARAM)); }
const char *cosim_ctas_limit(void) { return policy_param_word(cosim_ctas_param()); }
bool cosim_takes_ctas(const char *limit) { return strcmp(limit, cosim_ctas_limit()) == 0; }

void cosim_set_ctas(run_opts_t *o, uint32_t n)
{
    o->ctas = n;
    o->limit = cosim_ctas_limit();
}

bool cosim_check_ctas(const run_opts_t *o, const char *where, err_t *err)
{
    const char *limit = cosim_policy_words(o, POLICY_LIMIT), *own = cosim_ctas_limit();
    const char *colon = where[0] ? ": " : "";
    if (cosim_takes_ctas(limit) == (o->ctas != 0)) return true;
    if (o->ctas)
        return err_set(err, NULL, 0, "%s%s--ctas goes with --limit %s, not with '%s'", where, colon, own, limit);
    return err_set(err, NULL, 0, "%s%slimit %s needs --ctas N; in an experiment, ctas: N", where, colon, own);
}

const char *cosim_policy_words(const run_opts_t *o, policy_stage_t stage)
{
    const char *const given[POLICY_STAGES] = {
        [POLICY_PLACE] = o->place, [POLICY_LIMIT] = o->limit, [POLICY_GATE] = o->gate, [POLICY_WARP] = o->warp};
    if (given[stage]) return given[stage];
    return stage == POLICY_LIMIT && o->ctas ? cosim_ctas_limit() : policy_plain(stage);
}

bool cosim_policies(const run_opts_t *o, policy_use_t *use)
{
    *use = policy_use_plain();
    bool known = true;
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++)
        for (const char *at = cosim_policy_words(o, s); *at; at += *at == ',') { /* there may be several gates */
            const size_t chars = strcspn(at, ",");
            known = policy_use(use, s, at, chars) && known;
            at += chars;
        }
    return known;
}

const char *cosim_param_option(const policy_param_t *p, const char **value)
{
    const policy_stage_t stage = policy_param_stage(p);
    const char *word = policy_param_word(p);
    const bool ctas = stage == POLICY_LIMIT && cosim_takes_ctas(word);
    *value = ctas ? "N" : word;
    return ctas ? "ctas" : policy_option(stage);
}

void cosim_describe_params(FILE *f)
{
    for (const policy_param_t *p = policy_params; p->policy; p++) {
        char name[64];
        const char *value, *option = cosim_param_option(p, &value);
        snprintf(name, sizeof name, "%s.%s", policy_param_word(p), p->key);
        fprintf(f, "  %-24s 0..%-8u %s (default %u; --%s %s)\n", name, p->max, p->what, p->reset, option, value);
    }
}
