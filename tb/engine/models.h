/* models.h - which of the Verilated models an engine takes. Of the dispatchers that is the one with the fewest policies
 * that has those in use, since all that a model has is evaluated in every clock. */
#ifndef CTADEL_TB_ENGINE_MODELS_H
#define CTADEL_TB_ENGINE_MODELS_H

#include "engine/shim.h"
#include "policy/registry.h"

/* use NULL: any policy may be selected later. */
const disp_shim_t *disp_model(const policy_use_t *use);

/* Translates a value of POLICY into the model's own numbers of policies; false: it lacks one of them. */
bool disp_model_policy(const disp_shim_t *model, uint32_t *value);

const arb_shim_t *arb_model(const arb_policy_t *policy); /* the arbiter of a warp policy */

#endif
