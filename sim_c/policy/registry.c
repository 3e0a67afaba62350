/* registry.c - words, stages, the POLICY register and parameters of the policies that are built in. */
#include "policy/registry.h"

#include <stdio.h>
#include <string.h>

static const struct {
    const char *folder, *option, *plain;
} stages[POLICY_STAGES] = {
    [POLICY_PLACE] = {"place", "place", "rr"},
    [POLICY_LIMIT] = {"limit", "limit", "tmax"},
    [POLICY_GATE] = {"gate", "gate", "none"},
    [POLICY_WARP] = {"arb", "warp", "gto"},
};

const char *policy_option(policy_stage_t stage) { return stages[stage].option; }
const char *policy_plain(policy_stage_t stage) { return stages[stage].plain; }

/* "limit_lcs" is lcs. */
static const char *bare(policy_stage_t stage, const char *module) { return module + strlen(stages[stage].folder) + 1; }

/* Word of policy i in a stage's table; NULL after the last. */
static const char *table_word(policy_stage_t stage, uint32_t i)
{
    const char *module = NULL;
    switch (stage) {
    case POLICY_PLACE: module = place_policies[i] ? place_policies[i]->name : NULL; break;
    case POLICY_LIMIT: module = limit_policies[i] ? limit_policies[i]->name : NULL; break;
    case POLICY_GATE: module = gate_policies[i] ? gate_policies[i]->name : NULL; break;
    case POLICY_WARP: module = arb_policies[i] ? arb_policies[i]->name : NULL; break;
    case POLICY_STAGES: break;
    }
    return module ? bare(stage, module) : NULL;
}

const char *policy_word(policy_stage_t stage, uint32_t i)
{
    if (stage != POLICY_GATE) return table_word(stage, i);
    return i ? table_word(stage, i - 1) : stages[stage].plain; /* the table has no gate none */
}

static bool same(const char *word, const char *text, size_t chars)
{
    return strlen(word) == chars && strncmp(word, text, chars) == 0;
}

const char *policy_find(policy_stage_t stage, const char *word, size_t chars)
{
    const char *own = NULL;
    for (uint32_t i = 0; (own = policy_word(stage, i)) && !same(own, word, chars); i++) {
    }
    return own;
}

const arb_policy_t *policy_arb(const char *word)
{
    uint32_t i = 0;
    while (strcmp(bare(POLICY_WARP, arb_policies[i]->name), word) != 0) i++;
    return arb_policies[i];
}

void policy_module(policy_stage_t stage, const char *word, char module[POLICY_MODULE_BYTES])
{
    snprintf(module, POLICY_MODULE_BYTES, "%s_%s", stages[stage].folder, word);
}

bool policy_use(policy_use_t *u, policy_stage_t stage, const char *word, size_t chars)
{
    if (stage == POLICY_GATE && same(stages[stage].plain, word, chars)) return true;
    uint32_t i = 0;
    const char *own;
    while ((own = table_word(stage, i)) && !same(own, word, chars)) i++;
    if (!own) return false;
    switch (stage) {
    case POLICY_PLACE: u->place = i; break;
    case POLICY_LIMIT: u->limit = i; break;
    case POLICY_GATE: u->gates |= UINT32_C(1) << i; break;
    case POLICY_WARP: u->warp = i; break;
    case POLICY_STAGES: break;
    }
    return true;
}

policy_use_t policy_use_plain(void)
{
    policy_use_t u = {0};
    for (policy_stage_t s = 0; s < POLICY_STAGES; s++) policy_use(&u, s, stages[s].plain, strlen(stages[s].plain));
    return u;
}

static bool in_use(const policy_use_t *u, policy_stage_t stage, uint32_t i)
{
    switch (stage) {
    case POLICY_PLACE: return u->place == i;
    case POLICY_LIMIT: return u->limit == i;
    case POLICY_GATE: return i < POLICY_GATES_MAX && (u->gates >> i & 1);
    case POLICY_WARP: return u->warp == i;
    case POLICY_STAGES: break;
    }
    return false;
}

void policy_use_name(const policy_use_t *u, char *text, size_t bytes)
{
    const char *word;
    size_t used = 0;
    for (policy_stage_t s = POLICY_PLACE; s <= POLICY_GATE; s++)
        for (uint32_t i = 0; (word = table_word(s, i)); i++)
            if (in_use(u, s, i) && strcmp(word, stages[s].plain) != 0 && used < bytes)
                used += (size_t)snprintf(text + used, bytes - used, "%s%s", used ? "+" : "", word);
    if (!used) snprintf(text, bytes, "none");
}

uint32_t policy_pack(const policy_use_t *u)
{
    return u->place << REG_POLICY_PLACE_LSB | u->limit << REG_POLICY_LIMIT_LSB | u->gates << REG_POLICY_GATES_LSB;
}

bool policy_unpack(uint32_t value, policy_use_t *u)
{
    const uint32_t place = (value & REG_POLICY_PLACE) >> REG_POLICY_PLACE_LSB;
    const uint32_t limit = (value & REG_POLICY_LIMIT) >> REG_POLICY_LIMIT_LSB;
    const uint32_t gates = (value & REG_POLICY_GATES) >> REG_POLICY_GATES_LSB;
    uint32_t places = 0, limits = 0, gates_built = 0;
    while (place_policies[places]) places++;
    while (limit_policies[limits]) limits++;
    while (gate_policies[gates_built]) gates_built++;
    if (place >= places || limit >= limits || gates >> gates_built) return false;
    u->place = place;
    u->limit = limit;
    u->gates = gates;
    return true;
}

policy_stage_t policy_param_stage(const policy_param_t *p)
{
    policy_stage_t s = 0;
    while (!same(stages[s].folder, p->policy, strcspn(p->policy, "_"))) s++;
    return s;
}

const char *policy_param_word(const policy_param_t *p) { return bare(policy_param_stage(p), p->policy); }

bool policy_param_of(const policy_param_t *p, const char *word, size_t chars)
{
    return same(policy_param_word(p), word, chars);
}

const policy_param_t *policy_param(const char *name, size_t chars)
{
    const char *dot = memchr(name, '.', chars);
    if (!dot) return NULL;
    const size_t word = (size_t)(dot - name);
    const policy_param_t *p = policy_params;
    while (p->policy && !(policy_param_of(p, name, word) && same(p->key, dot + 1, chars - word - 1))) p++;
    return p->policy ? p : NULL;
}

bool policy_param_used(const policy_param_t *p, const policy_use_t *u)
{
    const policy_stage_t stage = policy_param_stage(p);
    const char *word;
    for (uint32_t i = 0; (word = table_word(stage, i)); i++)
        if (in_use(u, stage, i) && policy_param_of(p, word, strlen(word))) return true;
    return false;
}
