/* registry.h - the policies that are built in, by stage and word: the word lcs of the stage limit names the module
 * limit_lcs. Words are looked up, and POLICY is packed and unpacked, only here. */
#ifndef CTADEL_POLICY_REGISTRY_H
#define CTADEL_POLICY_REGISTRY_H

#include "policy/policy.h"

typedef enum { POLICY_PLACE, POLICY_LIMIT, POLICY_GATE, POLICY_WARP, POLICY_STAGES } policy_stage_t;

const char *policy_option(policy_stage_t stage);           /* command-line option: place, limit, gate, warp */
const char *policy_plain(policy_stage_t stage);            /* default word: rr, tmax, none, gto */
const char *policy_word(policy_stage_t stage, uint32_t i); /* word i, in table order, gate none first; NULL: no more */
/* The stage's own string equal to the first `chars` characters of word; NULL: the stage has no such word. */
const char *policy_find(policy_stage_t stage, const char *word, size_t chars);

const arb_policy_t *policy_arb(const char *word); /* word: one of the stage warp */

enum { POLICY_MODULE_BYTES = 64 };
/* Writes the module's name, as limit_lcs. */
void policy_module(policy_stage_t stage, const char *word, char module[POLICY_MODULE_BYTES]);

typedef struct { /* the policies in use, by their index in the tables of policy.h */
    uint32_t place, limit, warp;
    uint32_t gates; /* bit i: gate_policies[i] */
} policy_use_t;

policy_use_t policy_use_plain(void);
/* Selects a policy; a gate is added to the gates in use. False: the stage has no such word. */
bool policy_use(policy_use_t *u, policy_stage_t stage, const char *word, size_t chars);
/* "bcs+lcs+claso": the dispatcher's policies other than the defaults; "none" if there are none. */
void policy_use_name(const policy_use_t *u, char *text, size_t bytes);
uint32_t policy_pack(const policy_use_t *u); /* value of POLICY */
/* False: the value names a policy that is not built in; *u is unchanged. POLICY does not hold u->warp, which stays. */
bool policy_unpack(uint32_t value, policy_use_t *u);

/* The parameter named by the first `chars` characters, as lcs.scope; NULL: none. */
const policy_param_t *policy_param(const char *name, size_t chars);
/* true: a parameter of the policy `word` */
bool policy_param_of(const policy_param_t *p, const char *word, size_t chars);
bool policy_param_used(const policy_param_t *p, const policy_use_t *u); /* true: of a policy in use */
policy_stage_t policy_param_stage(const policy_param_t *p);
const char *policy_param_word(const policy_param_t *p); /* word of its policy, as lcs */

#endif
