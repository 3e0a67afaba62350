/* gpu_control.c - control bits of a kernel that brings none, for a machine that issues by them; the check of hazards.
 */
#include "gpu/gpu_internal.h"

bool gpu_control_launch(const gpu_t *g, kernel_t *k, err_t *err)
{
    if (g->m.sm.issue_by == ISSUE_BY_CONTROL_BITS && !k->sm.launch->controls) {
        if (!(k->coded = coded_create(&g->m.sm, k->sm.launch, err))) return false;
        k->sm.launch = coded_launch(k->coded);
    }
    if (!g->env.hazards) return true;
    if (!(k->hazards = hazards_create(g->env.hazards, k->sm.launch, err))) return false;
    k->sm.launch = hazards_launch(k->hazards);
    return true;
}

void gpu_control_end(kernel_t *k)
{
    hazards_destroy(k->hazards);
    coded_destroy(k->coded);
    k->hazards = NULL;
    k->coded = NULL;
}
