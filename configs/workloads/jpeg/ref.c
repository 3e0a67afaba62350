/* Image and reference of jpeg. The reference computes transform and inverse by their defining sums, in f64. A block of
 * the image is a slope with noise; it is drawn again if a level lies so close to half-way between two that f32 could
 * round it the other way. */
#include "workload/workload.h"

#include <math.h>

enum { B = 8, SIDE_MAX = 16384 };
static const double TIE = 0.002;

typedef double block_t[B][B];

typedef struct {
    int64_t width, height;
    double cosine[B][B]; /* [frequency][place] */
    float *steps;
} jpeg_t;

static jpeg_t jpeg(workload_ref_ctx_t *ctx)
{
    jpeg_t j = {.width = 32 * workload_ref_param(ctx, "tiles_x", 1, SIDE_MAX / 32),
                .height = 32 * workload_ref_param(ctx, "tiles_y", 1, SIDE_MAX / 32),
                .steps = workload_ref_buf(ctx, "steps", ELEM_F32, B * B)};
    for (int k = 0; k < B; k++)
        for (int i = 0; i < B; i++)
            j.cosine[k][i] = cos(k * (2 * i + 1) * acos(-1) / 16) * (k == 0 ? sqrt(0.125) : 0.5);
    return j;
}

static void transform(const jpeg_t *j, block_t from, block_t to, bool back)
{
    for (int v = 0; v < B; v++)
        for (int u = 0; u < B; u++) {
            to[v][u] = 0;
            for (int y = 0; y < B; y++)
                for (int x = 0; x < B; x++)
                    to[v][u] +=
                        from[y][x] * (back ? j->cosine[y][v] * j->cosine[x][u] : j->cosine[v][y] * j->cosine[u][x]);
        }
}

static void load(const jpeg_t *j, const uint8_t *image, block_t to)
{
    for (int y = 0; y < B; y++)
        for (int x = 0; x < B; x++) to[y][x] = image[y * j->width + x] - 128.0;
}

static double level(const jpeg_t *j, block_t coefficients, int v, int u)
{
    return coefficients[v][u] / (double)j->steps[v * B + u];
}

static bool near_a_tie(const jpeg_t *j, const uint8_t *image)
{
    block_t pixels, coefficients;
    load(j, image, pixels);
    transform(j, pixels, coefficients, false);
    for (int v = 0; v < B; v++)
        for (int u = 0; u < B; u++) {
            const double l = fabs(level(j, coefficients, v, u));
            if (fabs(l - floor(l) - 0.5) < TIE) return true;
        }
    return false;
}

static void draw(workload_ref_ctx_t *ctx, const jpeg_t *j, uint8_t *image)
{
    do {
        const uint64_t r = workload_ref_random(ctx);
        const int base = 64 + (int)(r & 127), across = (int)(r >> 8 & 15) - 8, down = (int)(r >> 16 & 15) - 8;
        for (int y = 0; y < B; y++)
            for (int x = 0; x < B; x++) {
                const int noise = (int)(workload_ref_random(ctx) >> 60);
                image[y * j->width + x] = (uint8_t)(base + (across * (2 * x - 7) + down * (2 * y - 7)) / 4 + noise - 8);
            }
    } while (near_a_tie(j, image));
}

static void jpeg_init(workload_ref_ctx_t *ctx)
{
    const jpeg_t j = jpeg(ctx);
    uint8_t *image = workload_ref_buf(ctx, "image", ELEM_U8, j.width * j.height);
    for (int i = 0; i < B * B; i++) j.steps[i] = (float)(8 + 3 * (i / B + i % B)); /* coarser for high frequencies */
    for (int64_t y = 0; y < j.height; y += B)
        for (int64_t x = 0; x < j.width; x += B) draw(ctx, &j, image + y * j.width + x);
}

static void jpeg_expect(workload_ref_ctx_t *ctx)
{
    const jpeg_t j = jpeg(ctx);
    const int64_t pixels = j.width * j.height;
    const uint8_t *image = workload_ref_own(ctx, "image", ELEM_U8, pixels);
    float *forward = workload_ref_buf(ctx, "forward", ELEM_F32, pixels),
          *rows = workload_ref_buf(ctx, "rows", ELEM_F32, pixels);
    float *decoded = workload_ref_buf(ctx, "decoded", ELEM_F32, pixels);
    int16_t *levels = workload_ref_buf(ctx, "levels", ELEM_S16, pixels),
            *whole = workload_ref_buf(ctx, "whole", ELEM_S16, pixels);
    for (int64_t corner = 0; corner < pixels; corner += corner % j.width == j.width - B ? (B - 1) * j.width + B : B) {
        block_t pixel, coefficient, again;
        load(&j, image + corner, pixel);
        transform(&j, pixel, coefficient, false);
        for (int i = 0; i < B * B; i++) {
            const int64_t at = corner + i / B * j.width + i % B;
            const double c = coefficient[i / B][i % B];
            forward[at] = rows[at] = (float)c;
            whole[at] = (int16_t)lround(8 * c);
            levels[at] = (int16_t)lround(level(&j, coefficient, i / B, i % B));
            pixel[i / B][i % B] = levels[at] * (double)j.steps[i];
        }
        transform(&j, pixel, again, true);
        for (int i = 0; i < B * B; i++) decoded[corner + i / B * j.width + i % B] = (float)(again[i / B][i % B] + 128);
    }
}

const workload_ref_t workload_ref_jpeg = {.name = "jpeg", .init = jpeg_init, .expect = jpeg_expect};
