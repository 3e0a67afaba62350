/* ptx_sources.c - the sources of a micro-op, and f32 values whose subnormals read as zero. */
#include "ptx/ptx_exec.h"

static const uint32_t ABS_BITS = 0x7fffffff, EXPONENT_BITS = 0x7f800000;

void ptx_flush(lane_u32 *d, const lane_u32 *from, uint32_t n)
{
    LANES
    {
        const uint32_t v = from[i];
        d[i] = (v & EXPONENT_BITS) || !(v & ABS_BITS) ? v : v & ~ABS_BITS;
    }
}

static bool is_half(const ptx_uop_t *u) { return u->type >= T_F16; }

void ptx_sources(const ptx_launch_t *l, const ptx_warp_t *w, const ptx_uop_t *u, const void *s[4], ptx_flushed_t *room)
{
    for (uint32_t i = 0; i < 4; i++) {
        s[i] = ptx_ref(l, w, u->s[i]);
        if (!(u->flags & UF_FTZ_IN) || (u->group == G_CMP && (i == 2 || is_half(u)))) continue;
        ptx_flush(room->lane[i], s[i], l->lanes);
        s[i] = room->lane[i];
    }
}
