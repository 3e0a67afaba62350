/* models.h - the Verilated models of a run. A model evaluates all its policies in every clock, whether they are
 * selected or not, and all its SMs, slots and warps, whether the machine has them or not. */
#ifndef CTADEL_TB_ENGINE_MODELS_H
#define CTADEL_TB_ENGINE_MODELS_H

#include "engine/shim.h"
#include "policy/registry.h"

/* The dispatcher: the first of disp_shims[] that is large enough and has all policies in use. The table has smaller
 * sizes first, and of one size the model with fewer policies. use NULL: any policy may be selected later. NULL: the
 * machine is larger than all. */
const disp_shim_t *disp_model(const policy_use_t *use, disp_size_t machine);

disp_size_t disp_model_size(disp_size_t machine); /* of the models for a machine; 0 x 0: there is none */
disp_size_t disp_model_largest(void);

/* Translates a value of POLICY into the model's own numbers of policies; false: it lacks one of them. */
bool disp_model_policy(const disp_shim_t *model, uint32_t *value);

/* The arbiter of a warp policy: the smallest for schedulers of so many warps and SMs of so many CTA slots, at most
 * those of SCHED_WARPS_MAX and SCHED_SLOTS_MAX. */
const arb_shim_t *arb_model(const arb_policy_t *policy, uint32_t warps, disp_size_t machine);

#endif
