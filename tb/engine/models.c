/* models.c - looks the policies of a run up in those of the Verilated models. */
#include "engine/models.h"

#include <assert.h>
#include <string.h>

/* Number of the module among those of its stage. False: the model lacks it. */
static bool number_of(const char *policies, const char *module, uint32_t *number)
{
    const size_t stage = strcspn(module, "_") + 1;
    *number = 0;
    for (const char *at = policies; *at; at += strspn(at, " ")) {
        const size_t chars = strcspn(at, " ");
        if (chars == strlen(module) && !strncmp(at, module, chars)) return true;
        *number += !strncmp(at, module, stage);
        at += chars;
    }
    return false;
}

/* Translates the policies in use; false: the model lacks one of them. */
static bool numbers_of(const disp_shim_t *model, policy_use_t *use)
{
    return !use->gates && number_of(model->policies, place_policies[use->place]->name, &use->place) &&
           number_of(model->policies, limit_policies[use->limit]->name, &use->limit);
}

static bool has_policies(const disp_shim_t *model, const policy_use_t *use)
{
    policy_use_t own;
    if (!model->policies) return true;
    if (!use) return false;
    own = *use;
    return numbers_of(model, &own);
}

const disp_shim_t *disp_model(const policy_use_t *use, disp_size_t machine)
{
    for (const disp_shim_t *const *at = disp_shims; *at; at++)
        if ((*at)->size.sms >= machine.sms && (*at)->size.slots >= machine.slots &&
            (*at)->size.kernels >= machine.kernels && has_policies(*at, use))
            return *at;
    return NULL;
}

disp_size_t disp_model_size(disp_size_t machine)
{
    const disp_shim_t *model = disp_model(NULL, machine);
    return model ? model->size : (disp_size_t){0};
}

disp_size_t disp_model_largest(void)
{
    const disp_shim_t *const *at = disp_shims;
    while (at[1]) at++;
    return (*at)->size;
}

bool disp_model_policy(const disp_shim_t *model, uint32_t *value)
{
    policy_use_t use = policy_use_plain();
    if (!model->policies) return true;
    if (!policy_unpack(*value, &use) || !numbers_of(model, &use)) return false;
    *value = policy_pack(&use);
    return true;
}

const arb_shim_t *arb_model(const arb_policy_t *policy, uint32_t warps, disp_size_t machine)
{
    for (const arb_shim_t *const *at = arb_shims; *at; at++)
        if (!strcmp((*at)->name, policy->name) && (*at)->warps >= warps && (*at)->slots >= machine.slots &&
            (*at)->kernels >= machine.kernels)
            return *at;
    assert(!"a model of each policy for all machines");
    return NULL;
}
