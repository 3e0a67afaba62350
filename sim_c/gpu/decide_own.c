/* decide_own.c - shared by all observers of decisions: memory, and the value of a policy parameter. */
#include "gpu/gpu_decide.h"
#include "policy/policy.h"

#include <stddef.h>
#include <stdlib.h>

struct decide_own {
    decide_own_t *next;
    max_align_t bytes[];
};

void *gpu_decide_own(gpu_t *g, size_t bytes)
{
    decide_own_t *own = calloc(1, sizeof *own + bytes);
    if (!own) return NULL;
    own->next = g->decide_own;
    g->decide_own = own;
    return own->bytes;
}

uint32_t gpu_decide_param(const gpu_t *g, uint32_t param)
{
    uint32_t value = policy_params[param].reset;
    for (uint32_t i = 0; i < g->env.params; i++)
        if (g->env.param[i].addr == policy_params[param].addr) value = g->env.param[i].value;
    return value;
}

void gpu_decide_free(gpu_t *g)
{
    while (g->decide_own) {
        decide_own_t *own = g->decide_own;
        g->decide_own = own->next;
        free(own);
    }
}
