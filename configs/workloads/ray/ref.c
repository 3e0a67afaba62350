/* Reference of ray: a function of a ray that calls itself for the reflected ray. It computes in f32, with the
 * operations in the kernel's order: at the edge of an object a rounding error changes the colour, so no tolerance would
 * do. */
#include "ray_scene.h"
#include "workload/workload.h"

#include <math.h>

typedef struct {
    float x, y, z;
} vec_t;

static const struct {
    float x, y, z, radius, r, g, b, mirror;
} object[RAY_OBJECTS] = RAY_OBJECT_TABLE;

static vec_t plus(vec_t a, vec_t b) { return (vec_t){a.x + b.x, a.y + b.y, a.z + b.z}; }
static vec_t minus(vec_t a, vec_t b) { return (vec_t){a.x - b.x, a.y - b.y, a.z - b.z}; }
static vec_t times(vec_t a, float s) { return (vec_t){a.x * s, a.y * s, a.z * s}; }
static float dot(vec_t a, vec_t b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static vec_t centre(int k) { return (vec_t){object[k].x, object[k].y, object[k].z}; }

static float to_floor(float height, vec_t from, vec_t to)
{
    float t = (height - from.y) / to.y;
    return t < RAY_HORIZON ? t : RAY_FAR;
}

static float to_ball(int k, vec_t from, vec_t to)
{
    vec_t off = minus(from, centre(k));
    float along = dot(off, to), outside = dot(off, off) - object[k].radius * object[k].radius;
    float square = along * along - outside;
    if (square <= 0) return RAY_FAR;
    float enters = -along - sqrtf(square), leaves = sqrtf(square) - along;
    return enters > RAY_APART ? enters : leaves;
}

/* Finds the nearest object and its distance; -1: none. */
static int nearest(vec_t from, vec_t to, float *distance)
{
    int found = -1;
    *distance = RAY_FAR;
    for (int k = 0; k < RAY_OBJECTS; k++) {
        bool floor = object[k].radius <= 0;
        float t = floor ? to_floor(object[k].y, from, to) : to_ball(k, from, to);
        if (t > RAY_APART && t < *distance) {
            *distance = t;
            found = k;
        }
    }
    return found;
}

static vec_t shade(int k, vec_t point, vec_t normal, vec_t mirrored)
{
    vec_t path = minus((vec_t){RAY_LIGHT_X, RAY_LIGHT_Y, RAY_LIGHT_Z}, point);
    float far = sqrtf(dot(path, path)), blocked, bright = RAY_AMBIENT, shine = 0;
    vec_t light = times(path, 1.0f / far), colour = {object[k].r, object[k].g, object[k].b};
    if (k == 0 && ((int)floorf(point.x) + (int)floorf(point.z)) % 2 != 0) colour = times(colour, 0.3f);

    nearest(point, light, &blocked);
    if (dot(normal, light) > 0 && blocked >= far) {
        float s = dot(mirrored, light);
        bright += dot(normal, light);
        for (int i = 0; i < 4; i++) s = s > 0 ? s * s : 0;
        shine = RAY_SHINE * s;
    }
    return plus(times(colour, bright), (vec_t){shine, shine, shine});
}

static vec_t seen(vec_t from, vec_t to, int bounces)
{
    float t;
    vec_t normal = {0, 1, 0};
    if (bounces == 0) return (vec_t){0, 0, 0};
    int k = nearest(from, to, &t);
    if (k < 0) {
        float high = fmaxf(to.y, 0);
        return (vec_t){0.7f - 0.4f * high, 0.8f - 0.3f * high, 0.95f};
    }
    vec_t point = plus(from, times(to, t));
    if (k > 0) normal = times(minus(point, centre(k)), 1.0f / object[k].radius);
    vec_t mirrored = minus(to, times(normal, 2.0f * dot(normal, to)));
    return plus(shade(k, point, normal, mirrored), times(seen(point, mirrored, bounces - 1), object[k].mirror));
}

static uint32_t level(float c) { return (uint32_t)(fminf(c, 1) * 255.0f + 0.5f); }

static void ray_expect(workload_ref_ctx_t *ctx)
{
    int64_t width = workload_ref_param(ctx, "width", 1, 1 << 20);
    int64_t height = workload_ref_param(ctx, "height", 1, 1 << 20);
    uint32_t *pixel = workload_ref_buf(ctx, "pixels", ELEM_U32, width * height);

    for (int64_t y = 0; y < height; y++) {
        for (int64_t x = 0; x < width; x++) {
            vec_t to = {(float)(2 * x + 1 - width) / (float)height, (float)(height - 2 * y - 1) / (float)height,
                        RAY_SCREEN_Z};
            vec_t colour = seen((vec_t){0, RAY_EYE_Y, RAY_EYE_Z}, times(to, 1.0f / sqrtf(dot(to, to))), RAY_BOUNCES);
            pixel[y * width + x] = level(colour.x) | level(colour.y) << 8 | level(colour.z) << 16;
        }
    }
}

const workload_ref_t workload_ref_ray = {.name = "ray", .expect = ray_expect};
