/* machine_rules.h - what the files machine_rules*.c share. A rule returns the key that breaks it, with the sentence in
 * err; NULL: it holds. */
#ifndef CTADEL_CONFIG_MACHINE_RULES_H
#define CTADEL_CONFIG_MACHINE_RULES_H

#include "config/machine_fields.h"

static inline bool power_of_two(uint32_t v) { return v && !(v & (v - 1)); }

/* Sets err to "key is value; allowed: what"; returns the key. */
static inline const char *blame(err_t *err, const char *key, uint32_t value, const char *allowed)
{
    err_set(err, NULL, 0, "%s is %u; allowed: %s", key, value, allowed);
    return key;
}

const char *machine_broken_units(const sm_cfg_t *sm, err_t *err); /* of an SM, without its caches' sizes */

const char *machine_broken_gpcs(const machine_t *m, err_t *err);

#endif
