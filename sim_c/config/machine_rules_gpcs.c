/* machine_rules_gpcs.c - the rule on the GPCs of a machine. */
#include "config/machine_rules.h"

const char *machine_broken_gpcs(const machine_t *m, err_t *err)
{
    const machine_list_t *list = &m->gpc_sms;
    char text[MACHINE_LIST_CHARS];
    uint32_t sum = 0;
    for (uint32_t i = 0; i < list->count; i++) sum += list->item[i];
    if (!list->count || sum == m->sms) return NULL;
    machine_list_text(list, text);
    err_set(err, NULL, 0,
            "gpc_sms is %s, %u SMs; allowed: numbers whose sum is sms, %u; remedy if you set sms: --set gpc_sms=%u too",
            text, sum, m->sms, m->sms);
    return "gpc_sms";
}
