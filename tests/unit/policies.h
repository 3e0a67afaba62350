/* policies.h - policies by their words, for tests that set POLICY or make an engine. */
#ifndef CTADEL_TESTS_POLICIES_H
#define CTADEL_TESTS_POLICIES_H

#include "policy/registry.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

/* "lcs+claso": these, and the plain ones of the other stages. */
static inline policy_use_t policies(const char *words)
{
    policy_use_t u = policy_use_plain();
    for (const char *at = words; *at; at += *at == '+') {
        const size_t chars = strcspn(at, "+");
        bool known = false;
        for (policy_stage_t s = 0; s < POLICY_STAGES; s++) known = policy_use(&u, s, at, chars) || known;
        if (!known) fail_msg("no policy %s", at);
        at += chars;
    }
    return u;
}

static inline uint32_t policy_value(const char *words)
{
    const policy_use_t u = policies(words);
    return policy_pack(&u);
}

static inline const arb_policy_t *arb(const char *word) { return arb_policies[policies(word).warp]; }

#endif
