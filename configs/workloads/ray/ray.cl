/* ray - ray tracing, one pixel per thread: a floor and three balls that mirror each other.
 *
 * Objects are in constant memory. A ray goes to the nearest one, a second ray from there to the light
 * says whether it is in shadow, and the ray goes on by reflection, five times at most. Colours met on
 * the way are kept on a stack in local memory and mixed at the end, last first. Lanes part where
 * objects' edges are. Products and sums are not fused: the reference makes the same ones. */
#pragma OPENCL FP_CONTRACT OFF
#include "ray_scene.h"

typedef struct {
    float x, y, z, radius, r, g, b, mirror;
} object_t;

__constant object_t objects[RAY_OBJECTS] = RAY_OBJECT_TABLE;

static float dot3(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

static float3 unit(float3 a) { return a * (1.0f / sqrt_rn(dot3(a, a))); }

/* How far it is to object k; RAY_FAR if the ray misses it. */
static float reach(int k, float3 from, float3 to)
{
    if (objects[k].radius == 0.0f) {
        float t = (objects[k].y - from.y) / to.y;
        return t > RAY_APART && t < RAY_HORIZON ? t : RAY_FAR;
    }
    float3 off = from - (float3)(objects[k].x, objects[k].y, objects[k].z);
    float along = dot3(off, to);
    float inside = along * along - (dot3(off, off) - objects[k].radius * objects[k].radius);
    if (inside <= 0.0f) return RAY_FAR;
    float half_chord = sqrt_rn(inside), t = -along - half_chord;
    if (t <= RAY_APART) t = half_chord - along;
    return t > RAY_APART ? t : RAY_FAR;
}

static int lit(float3 from, float3 to, float far)
{
    for (int k = 0; k < RAY_OBJECTS; k++)
        if (reach(k, from, to) < far) return 0;
    return 1;
}

/* Colour of object k at a point, without its reflection. */
static float3 shade(int k, float3 point, float3 normal, float3 mirrored)
{
    float3 colour = (float3)(objects[k].r, objects[k].g, objects[k].b);
    float3 path = (float3)(RAY_LIGHT_X, RAY_LIGHT_Y, RAY_LIGHT_Z) - point;
    float far = sqrt_rn(dot3(path, path));
    float3 light = path * (1.0f / far);
    if (k == 0 && (((int)__builtin_floorf(point.x) + (int)__builtin_floorf(point.z)) & 1))
        colour *= 0.3f;

    float bright = RAY_AMBIENT, shine = 0.0f, facing = dot3(normal, light);
    if (facing > 0.0f && lit(point, light, far)) {
        bright += facing;
        float s = dot3(mirrored, light);
        if (s > 0.0f) {
            s *= s;
            s *= s;
            s *= s;
            shine = RAY_SHINE * (s * s);
        }
    }
    return colour * bright + shine;
}

/* The object that the ray meets first, at *t; that is RAY_FAR if it meets none. */
static int nearest(float3 from, float3 to, float *t)
{
    int found = 0;
    *t = RAY_FAR;
    for (int k = 0; k < RAY_OBJECTS; k++) {
        float tk = reach(k, from, to);
        if (tk < *t) {
            *t = tk;
            found = k;
        }
    }
    return found;
}

static uint level(float c)
{
    return (uint)((c > 1.0f ? 1.0f : c) * 255.0f + 0.5f);
}

__kernel void ray_render(__global uint *pixels, int width, int height)
{
    float r[RAY_BOUNCES], g[RAY_BOUNCES], b[RAY_BOUNCES]; /* the stack: colours, */
    float mirror[RAY_BOUNCES];                            /* shares of what is behind them */
    int x = CTA_X * BLOCK_X + TID_X, y = CTA_Y * BLOCK_Y + TID_Y, depth = 0;
    float3 from = (float3)(0.0f, RAY_EYE_Y, RAY_EYE_Z);
    float3 to = unit((float3)((float)(2 * x + 1 - width) / (float)height,
                              (float)(height - 2 * y - 1) / (float)height, RAY_SCREEN_Z));
    float3 colour = (float3)(0.0f, 0.0f, 0.0f);

#pragma unroll 1
    while (depth < RAY_BOUNCES) {
        float t;
        int k = nearest(from, to, &t);
        if (t == RAY_FAR) { /* the sky */
            float high = to.y > 0.0f ? to.y : 0.0f;
            colour = (float3)(0.7f - 0.4f * high, 0.8f - 0.3f * high, 0.95f);
            break;
        }
        from += to * t;
        float3 normal = (float3)(0.0f, 1.0f, 0.0f);
        if (k != 0)
            normal = (from - (float3)(objects[k].x, objects[k].y, objects[k].z)) *
                     (1.0f / objects[k].radius);
        to = to - normal * (2.0f * dot3(normal, to));
        float3 met = shade(k, from, normal, to);
        r[depth] = met.x;
        g[depth] = met.y;
        b[depth] = met.z;
        mirror[depth++] = objects[k].mirror;
    }
    SYNC(); /* a CTA stores its rows together */

#pragma unroll 1
    while (depth > 0) {
        depth--;
        colour = (float3)(r[depth], g[depth], b[depth]) + mirror[depth] * colour;
    }
    pixels[y * width + x] = level(colour.x) | level(colour.y) << 8 | level(colour.z) << 16;
}
