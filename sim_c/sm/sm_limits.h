/* sm_limits.h - sizes of an SM that its units share. */
#ifndef CTADEL_SM_SM_LIMITS_H
#define CTADEL_SM_SM_LIMITS_H

#include "policy/scheduler.h"

enum {
    SM_WARPS = SCHED_WARPS_MAX,
    SM_SLOTS = SCHED_SLOTS_MAX,
    SM_SCHEDS = 4,
    SM_FLAT_REGS_MAX = 4096, /* registers of a warp in the scoreboard */
    NO_WARP = 0xff
};

#endif
