/* ptx_sources.c - f32 values whose subnormals read as zero. */
#include "ptx/ptx_exec.h"

static const uint32_t ABS_BITS = 0x7fffffff, EXPONENT_BITS = 0x7f800000;

void ptx_flush(lane_u32 *d, const lane_u32 *from)
{
    LANES
    {
        const uint32_t v = from[i];
        d[i] = (v & EXPONENT_BITS) || !(v & ABS_BITS) ? v : v & ~ABS_BITS;
    }
}

void ptx_flush_sources(const ptx_uop_t *u, const ptx_files_t *f, uint32_t sources, ptx_flushed_t *to)
{
    to->u = *u;
    to->f = (ptx_files_t){{f->file[0], (const uint8_t *)to->lane}};
    for (uint32_t i = 0; i < sources; i++) {
        ptx_flush(to->lane[i], ptx_operand(f, u->s[i]));
        to->u.s[i] = UREF_POOL | (uint32_t)(i * sizeof to->lane[0]);
    }
}
