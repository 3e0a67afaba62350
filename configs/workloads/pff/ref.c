/* Video and reference of pff: runs the filter of pf_ref.h frame by frame. */
#include "../pf_ref.h"

static pf_t filter(workload_ref_ctx_t *ctx)
{
    pf_t f = {.particles = workload_ref_param(ctx, "particles", 1, WORKLOAD_REF_MAX_3D),
              .side = workload_ref_param(ctx, "side", 16, PF_SIDE_MAX),
              .frames = workload_ref_param(ctx, "frames", 2, PF_FRAMES_MAX)};
    f.seeds = workload_ref_own(ctx, "seeds", ELEM_U32, f.particles);
    f.xj = workload_ref_own(ctx, "xj", ELEM_F64, f.particles);
    f.yj = workload_ref_own(ctx, "yj", ELEM_F64, f.particles);
    return f;
}

static void pff_init(workload_ref_ctx_t *ctx)
{
    const pf_t f = filter(ctx);
    pf_video(ctx, workload_ref_buf(ctx, "video", ELEM_U8, f.side * f.side * f.frames), f.side, f.frames);
    pf_points(workload_ref_buf(ctx, "around", ELEM_S32, 2 * PF_POINTS));
    for (int64_t i = 0; i < f.particles; i++) {
        f.seeds[i] = (uint32_t)(workload_ref_random(ctx) >> 33);
        f.xj[i] = f.yj[i] = (double)f.side / 2;
    }
}

static void pff_expect(workload_ref_ctx_t *ctx)
{
    pf_t f = filter(ctx);
    f.video = workload_ref_own(ctx, "video", ELEM_U8, f.side * f.side * f.frames);
    f.around = workload_ref_own(ctx, "around", ELEM_S32, 2 * PF_POINTS);
    f.x = workload_ref_buf(ctx, "x", ELEM_F64, f.particles);
    f.y = workload_ref_buf(ctx, "y", ELEM_F64, f.particles);
    f.weights = workload_ref_buf(ctx, "weights", ELEM_F64, f.particles);
    f.cdf = workload_ref_buf(ctx, "cdf", ELEM_F64, f.particles);
    f.u = workload_ref_buf(ctx, "u", ELEM_F64, f.particles);
    for (int64_t k = 1; k < f.frames; k++) {
        pf_weigh(&f, k);
        pf_resample(&f);
    }
}

const workload_ref_t workload_ref_pff = {.name = "pff", .init = pff_init, .expect = pff_expect};
