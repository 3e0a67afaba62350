/* cosim_params.c - applies --set: parameters of policies and of the machine. */
#include "run/cosim_internal.h"
#include "run/cosim_task.h"
#include "run/options.h"

#include "base/suggest.h"
#include "config/config.h"

#include <stdio.h>
#include <string.h>

void cosim_param(run_t *r, const policy_param_t *p, uint32_t value)
{
    uint32_t i = 0; /* the last --set of a parameter counts */
    while (i < r->params && r->param[i].addr != p->addr) i++;
    r->param[i] = (reg_value_t){p->addr, value};
    r->params += i == r->params;
}

enum { OWN_MAX = 8 }; /* most parameters of one policy in a suggestion */

/* Lists the parameters of a policy, whose name has `chars` characters, as "policy.key". 0: no such policy. */
static uint32_t params_of(const char *policy, size_t chars, char text[OWN_MAX][64], const char *list[OWN_MAX])
{
    uint32_t n = 0;
    for (const policy_param_t *p = policy_params; p->policy && n < OWN_MAX; p++)
        if (policy_param_of(p, policy, chars)) {
            snprintf(text[n], 64, "%s.%s", policy_param_word(p), p->key);
            list[n] = text[n];
            n++;
        }
    return n;
}

/* Names of all parameters of policies and of the task unit. */
static void add_names(ui_words_t *names)
{
    char name[64];
    const char *key;
    for (const policy_param_t *p = policy_params; p->policy; p++) {
        snprintf(name, sizeof name, "%s.%s", policy_param_word(p), p->key);
        ui_words_add(names, name, strlen(name));
    }
    for (uint32_t i = 0; (key = cosim_task_key(i)); i++) ui_words_add(names, key, strlen(key));
}

static bool set_machine(machine_t *m, const char *key_eq_value, size_t chars, err_t *err)
{
    err_t cause = {{0}};
    bool unknown;
    char key[48], near[320];
    ui_words_t names = {0};
    if (machine_set(m, key_eq_value, &unknown, &cause)) return true;
    snprintf(key, sizeof key, "%.*s", (int)chars, key_eq_value);
    add_names(&names);
    suggest_dotted(near, sizeof near, key, (const char *const *)names.word, names.count, machine_nearest_key(key));
    ui_words_free(&names);
    if (unknown && near[0]) return err_set(err, NULL, 0, "--set: unknown key '%s'; did you mean %s?", key, near);
    return err_set(err, NULL, 0, "%s", cause.text);
}

/* *p: the policy parameter that is set, *out its value. *p NULL: a key of the machine, which was set. False: err. */
static bool take_set(machine_t *m, const char *key_eq_value, const policy_param_t **p, uint32_t *out, err_t *err)
{
    char text[OWN_MAX][64], key[64], names[320];
    const char *list[OWN_MAX];
    const size_t chars = strcspn(key_eq_value, "=");
    const size_t policy_chars = strcspn(key_eq_value, ".=");
    const uint32_t n = params_of(key_eq_value, policy_chars, text, list);
    *p = NULL;
    if (!n) return set_machine(m, key_eq_value, chars, err);
    snprintf(key, sizeof key, "%.*s", (int)chars, key_eq_value);
    *p = policy_param(key_eq_value, chars);
    if (!*p)
        return err_set(err, NULL, 0, "--set: unknown key '%s'; %s", key,
                       suggest_text(names, sizeof names, key, list, n));
    uint64_t value;
    if (!key_eq_value[chars] || !ui_number(key_eq_value + chars + 1, (*p)->max, &value))
        return err_set(err, NULL, 0, "--set: found '%s'; allowed: %s=N, N from 0 to %u (%s)", key_eq_value, key,
                       (*p)->max, (*p)->what);
    *out = (uint32_t)value;
    return true;
}

bool cosim_set(run_t *r, const char *key_eq_value, err_t *err)
{
    const policy_param_t *p;
    uint32_t value;
    if (cosim_is_task_set(key_eq_value)) return true; /* cosim_task_cfg takes it */
    if (!take_set(&r->machine, key_eq_value, &p, &value, err)) return false;
    if (p) cosim_param(r, p, value);
    return true;
}

bool cosim_set_of_policy(const char *key_eq_value)
{
    char text[OWN_MAX][64];
    const char *list[OWN_MAX];
    return !strncmp(key_eq_value, "pool.", 5) || params_of(key_eq_value, strcspn(key_eq_value, ".="), text, list);
}

bool cosim_set_check(machine_t *m, const char *key_eq_value, err_t *err)
{
    const policy_param_t *p;
    uint32_t value;
    task_cfg_t task;
    if (cosim_is_task_set(key_eq_value)) return cosim_task_set(&task, key_eq_value, err);
    return take_set(m, key_eq_value, &p, &value, err);
}

const policy_use_t *cosim_needed(const run_t *r, bool waves)
{
    if (waves && !r->waves.room_cycles) return NULL;
    for (const policy_param_t *p = policy_params; p->policy; p++)
        for (uint32_t i = 0; i < r->params; i++)
            if (r->param[i].addr == p->addr && !policy_param_used(p, &r->use)) return NULL;
    return &r->use;
}
