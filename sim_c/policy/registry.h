/* registry.h - the policies that are built in, by stage and word: the word lcs of the stage limit is
 * the module limit_lcs. Here the words are looked up, and here alone POLICY is packed and unpacked. */
#ifndef CTADEL_POLICY_REGISTRY_H
#define CTADEL_POLICY_REGISTRY_H

#include "policy/policy.h"

typedef enum { POLICY_PLACE, POLICY_LIMIT, POLICY_GATE, POLICY_WARP, POLICY_STAGES } policy_stage_t;

const char *policy_option(policy_stage_t stage);           /* of the command line: place, limit, gate, warp */
const char *policy_plain(policy_stage_t stage);            /* the word without that option: rr, tmax, none, gto */
const char *policy_word(policy_stage_t stage, uint32_t i); /* by alphabet, first the gate none; NULL: no more */
/* The stage's own copy of a word of `chars` characters; NULL: there is none. */
const char *policy_find(policy_stage_t stage, const char *word, size_t chars);

const arb_policy_t *policy_arb(const char *word); /* of the stage warp, which has that word */

enum { POLICY_MODULE_BYTES = 64 };
void policy_module(policy_stage_t stage, const char *word, char module[POLICY_MODULE_BYTES]);

typedef struct { /* the policies in use, by their index in the tables of policy.h */
    uint32_t place, limit, warp;
    uint32_t gates; /* bit i: gate_policies[i] */
} policy_use_t;

policy_use_t policy_use_plain(void);
/* Puts a policy in use, a gate beside the gates that are. False: the stage has no such word. */
bool policy_use(policy_use_t *u, policy_stage_t stage, const char *word, size_t chars);
/* "bcs+lcs+claso": the dispatcher's policies that are not plain; "none" if all are. */
void policy_use_name(const policy_use_t *u, char *text, size_t bytes);
uint32_t policy_pack(const policy_use_t *u); /* value of POLICY */
/* False: a policy that is not built in; *u is unchanged. POLICY has no warp scheduler, u->warp stays. */
bool policy_unpack(uint32_t value, policy_use_t *u);

/* The parameter "lcs.scope", of `chars` characters; NULL: there is none. */
const policy_param_t *policy_param(const char *name, size_t chars);
bool policy_param_of(const policy_param_t *p, const char *word, size_t chars); /* is it one of this policy's? */
bool policy_param_used(const policy_param_t *p, const policy_use_t *u);
policy_stage_t policy_param_stage(const policy_param_t *p);
const char *policy_param_word(const policy_param_t *p); /* its policy's: lcs */

#endif
