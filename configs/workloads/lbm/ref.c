/* Flow and reference of lbm: computes each step over all cells, in f64. */
#include "lbm_lattice.h"
#include "workload/workload.h"

enum { WIDTH = 120, PITCH = 128, SPHERES = 8, STEPS_MAX = 65536 };

#define LATTICE_STEP(k, x, y, z, w, back) {x, y, z, w, back},
static const struct {
    int64_t x, y, z;
    int weight, back;
} dir[LBM_DIRECTIONS] = {LBM_EACH(LATTICE_STEP)};

typedef struct {
    int64_t rows, planes, cells, margin, apart;
} channel_t;

static channel_t channel(const workload_ref_ctx_t *ctx)
{
    channel_t c = {.rows = workload_ref_param(ctx, "rows", 1, 65535),
                   .planes = workload_ref_param(ctx, "planes", 1, 65535)};
    c.cells = PITCH * c.rows * c.planes;
    c.margin = PITCH * c.rows + PITCH;
    c.apart = c.cells + 2 * c.margin;
    return c;
}

static int64_t square(int64_t x) { return x * x; }

/* Walls all around, and spheres in a row along the channel. */
static bool solid(const channel_t *c, int64_t x, int64_t y, int64_t z)
{
    int64_t every = WIDTH / SPHERES, radius = every / 3, centre = x / every * every + every / 2;
    if (x == 0 || x == WIDTH - 1 || y == 0 || y == c->rows - 1 || z == 0 || z == c->planes - 1) return true;
    return square(x - centre) + square(y - c->rows / 2) + square(z - c->planes / 2) < square(radius);
}

/* Equilibrium distribution at this density and speed. */
static double balance(int k, double rho, const double u[3])
{
    double along = (double)dir[k].x * u[0] + (double)dir[k].y * u[1] + (double)dir[k].z * u[2];
    double energy = 1.5 * (u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    return dir[k].weight / 36.0 * rho * (1.0 + 3.0 * along + 4.5 * along * along - energy);
}

/* Starts every cell in equilibrium, with density about 1 and speeds up to 0.05 in random directions. */
static void lbm_init(workload_ref_ctx_t *ctx)
{
    channel_t c = channel(ctx);
    float *a = workload_ref_buf(ctx, "a", ELEM_F32, LBM_DIRECTIONS * c.apart);
    uint32_t *flags = workload_ref_buf(ctx, "flags", ELEM_U32, c.cells);

    for (int64_t i = 0; i < c.cells; i++) {
        int64_t x = i % PITCH, y = i / PITCH % c.rows, z = i / PITCH / c.rows;
        uint64_t r = workload_ref_random(ctx);
        double rho = 0.95 + (double)(r & 255) / 2560.0, u[3];
        for (int d = 0; d < 3; d++) u[d] = ((double)(r >> (8 + 16 * d) & 65535) / 65535.0 - 0.5) / 10;
        flags[i] = solid(&c, x, y, z) ? LBM_SOLID : 0;
        for (int k = 0; k < LBM_DIRECTIONS; k++) a[k * c.apart + c.margin + i] = (float)balance(k, rho, u);
    }
}

/* Computes what leaves a cell in each direction. */
static void collide(const double in[LBM_DIRECTIONS], bool reflects, double out[LBM_DIRECTIONS])
{
    double rho = 0, u[3] = {0, 0, 0};
    for (int k = 0; k < LBM_DIRECTIONS; k++) {
        rho += in[k];
        u[0] += (double)dir[k].x * in[k];
        u[1] += (double)dir[k].y * in[k];
        u[2] += (double)dir[k].z * in[k];
    }
    for (int d = 0; d < 3; d++) u[d] /= rho;
    for (int k = 0; k < LBM_DIRECTIONS; k++)
        out[k] = reflects ? in[dir[k].back] : in[k] + (double)LBM_OMEGA * (balance(k, rho, u) - in[k]);
}

static void step(const channel_t *c, const float *from, float *to, const uint32_t *flags)
{
    for (int64_t i = 0; i < c->cells; i++) {
        double in[LBM_DIRECTIONS], out[LBM_DIRECTIONS];
        if (i % PITCH >= WIDTH) continue;
        for (int k = 0; k < LBM_DIRECTIONS; k++) in[k] = (double)from[k * c->apart + c->margin + i];
        collide(in, flags[i] == LBM_SOLID, out);
        for (int k = 0; k < LBM_DIRECTIONS; k++) {
            int64_t moved = dir[k].x + PITCH * (dir[k].y + c->rows * dir[k].z);
            to[k * c->apart + c->margin + i + moved] = (float)out[k];
        }
    }
}

static void lbm_expect(workload_ref_ctx_t *ctx)
{
    channel_t c = channel(ctx);
    int64_t steps = workload_ref_param(ctx, "steps", 0, STEPS_MAX);
    float *grid[2] = {workload_ref_buf(ctx, "a", ELEM_F32, LBM_DIRECTIONS * c.apart),
                      workload_ref_buf(ctx, "b", ELEM_F32, LBM_DIRECTIONS * c.apart)};
    const uint32_t *flags = workload_ref_buf(ctx, "flags", ELEM_U32, c.cells);

    for (int64_t s = 0; s < steps; s++) step(&c, grid[s % 2], grid[(s + 1) % 2], flags);
}

const workload_ref_t workload_ref_lbm = {.name = "lbm", .init = lbm_init, .expect = lbm_expect};
