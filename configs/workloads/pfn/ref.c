/* Host's part and reference of pfn. The host runs the filter of pf_ref.h through the video and stores every frame's
 * particles and distribution. The reference finds a particle by bisection; the kernel walks through the distribution.
 */
#include "../pf_ref.h"

enum { SIDE = 128 };

typedef struct {
    double *x, *y, *cdf, *u;
} traces_t;

static void run(workload_ref_ctx_t *ctx, pf_t *f, const traces_t *t, uint8_t *video, double *particles)
{
    int32_t around[2 * PF_POINTS];
    const int64_t n = f->particles;
    pf_video(ctx, video, f->side, f->frames);
    pf_points(around);
    f->video = video, f->around = around;
    f->xj = particles, f->yj = particles + n, f->weights = particles + 2 * n;
    for (int64_t i = 0; i < n; i++) {
        f->seeds[i] = (uint32_t)(workload_ref_random(ctx) >> 33);
        f->xj[i] = f->yj[i] = (double)f->side / 2;
    }
    for (int64_t k = 1; k < f->frames; k++) {
        const int64_t at = (k - 1) * n;
        f->x = t->x + at, f->y = t->y + at, f->cdf = t->cdf + at, f->u = t->u + at;
        pf_weigh(f, k);
        pf_resample(f);
    }
}

static pf_t filter(workload_ref_ctx_t *ctx)
{
    return (pf_t){.particles = workload_ref_param(ctx, "particles", 1, WORKLOAD_REF_MAX_3D),
                  .side = SIDE,
                  .frames = workload_ref_param(ctx, "frames", 2, PF_FRAMES_MAX)};
}

static void pfn_init(workload_ref_ctx_t *ctx)
{
    pf_t f = filter(ctx);
    const int64_t all = f.particles * (f.frames - 1);
    const traces_t t = {workload_ref_buf(ctx, "x", ELEM_F64, all), workload_ref_buf(ctx, "y", ELEM_F64, all),
                        workload_ref_buf(ctx, "cdf", ELEM_F64, all), workload_ref_buf(ctx, "u", ELEM_F64, all)};
    uint8_t *video = workload_ref_room(ctx, SIDE * SIDE * f.frames, 1);
    double *particles = workload_ref_room(ctx, 3 * f.particles, sizeof *particles);
    f.seeds = workload_ref_room(ctx, f.particles, sizeof *f.seeds);
    run(ctx, &f, &t, video, particles);
}

static void pfn_expect(workload_ref_ctx_t *ctx)
{
    const pf_t f = filter(ctx);
    const int64_t n = f.particles, all = n * (f.frames - 1);
    const double *x = workload_ref_own(ctx, "x", ELEM_F64, all), *y = workload_ref_own(ctx, "y", ELEM_F64, all);
    const double *cdf = workload_ref_own(ctx, "cdf", ELEM_F64, all), *u = workload_ref_own(ctx, "u", ELEM_F64, all);
    double *xj = workload_ref_buf(ctx, "xj", ELEM_F64, all), *yj = workload_ref_buf(ctx, "yj", ELEM_F64, all);
    for (int64_t i = 0; i < all; i++) {
        int64_t low = i / n * n, high = low + n - 1;
        while (low < high) {
            const int64_t middle = low + (high - low) / 2;
            if (cdf[middle] < u[i]) low = middle + 1;
            else high = middle;
        }
        xj[i] = x[low], yj[i] = y[low];
    }
}

const workload_ref_t workload_ref_pfn = {.name = "pfn", .init = pfn_init, .expect = pfn_expect};
