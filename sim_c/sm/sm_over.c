/* sm_over.c - what the end of a memory instruction means to its warp. */
#include "sm/sm_internal.h"

void sm_memory_over(sm_t *sm, const ldst_done_t *done)
{
    if (sm->opnd) {
        warps_release(sm->warps, done->warp, done->inst);
    } else {
        if (sm->bits) sm_loaded(sm, done);
        else warps_release(sm->warps, done->warp, done->inst);
        if (winst_atomic(done->inst)) warps_answered(sm->warps, done->warp);
    }
    if (done->group) warps_copied(sm->warps, done->warp, done->group);
    if (done->resumes) sm_task_resume(sm, done->warp);
}
