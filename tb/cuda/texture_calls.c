/* texture_calls.c - CUDA's entry points for texture and surface objects; converts their descriptors to texture_t. */
#include "cuda/array.h"
#include "cuda/queue.h"

#include "ptx/texture.h"

#include <stdlib.h>
#include <string.h>

CUDA_API cuda_error_t cudaCreateTextureObject(uint64_t *out, const cuda_resource_t *resource,
                                              const cuda_texture_desc_t *desc, const void *view);
CUDA_API cuda_error_t cudaDestroyTextureObject(uint64_t handle);
CUDA_API cuda_error_t cudaGetTextureObjectResourceDesc(cuda_resource_t *out, uint64_t handle);
CUDA_API cuda_error_t cudaGetTextureObjectTextureDesc(cuda_texture_desc_t *out, uint64_t handle);
CUDA_API cuda_error_t cudaCreateSurfaceObject(uint64_t *out, const cuda_resource_t *resource);
CUDA_API cuda_error_t cudaDestroySurfaceObject(uint64_t handle);
CUDA_API cuda_error_t cudaGetSurfaceObjectResourceDesc(cuda_resource_t *out, uint64_t handle);
CUDA_API cuda_error_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const cuda_channel_t *channel, int device);

typedef struct cuda_object { /* an object, with the program's descriptors */
    uint64_t handle;
    bool is_surface;
    cuda_resource_t resource;
    cuda_texture_desc_t desc;
    struct cuda_object *next;
} object_t;

/* ---- conversion of descriptors ---- */

static void take_channel(texture_t *t, const cuda_channel_t *channel)
{
    while (t->channels < 4 && channel->bits[t->channels]) t->channels++;
    t->channel_bits = (uint32_t)channel->bits[0];
    t->format = (texel_t)channel->kind;
}

static void take_array(texture_t *t, const cuda_array_t *a)
{
    take_channel(t, &a->channel);
    t->addr = a->addr;
    t->width = (uint32_t)a->extent.width;
    t->height = (uint32_t)a->extent.height;
    t->depth = (uint32_t)a->extent.depth;
    t->pitch_bytes = a->pitch;
    t->slice_bytes = a->slice;
    t->is_array = true;
    t->is_layered = a->flags & CUDA_ARRAY_LAYERED;
    t->is_cube = a->flags & CUDA_ARRAY_CUBEMAP;
}

static cuda_error_t take_linear(texture_t *t, const cuda_resource_t *r)
{
    const uint32_t texel = cuda_channel_bytes(&r->of.linear.channel);
    if (!texel || r->of.linear.bytes / texel > TEXTURE_LINEAR_MAX) return CUDA_INVALID_VALUE;
    take_channel(t, &r->of.linear.channel);
    t->addr = (uintptr_t)r->of.linear.ptr;
    t->width = (uint32_t)(r->of.linear.bytes / texel);
    return CUDA_OK;
}

static cuda_error_t take_rows(texture_t *t, const cuda_resource_t *r)
{
    if (!cuda_channel_bytes(&r->of.pitch_2d.channel) || r->of.pitch_2d.width > TEXTURE_SIDE_MAX ||
        r->of.pitch_2d.height > TEXTURE_SIDE_MAX)
        return CUDA_INVALID_VALUE;
    take_channel(t, &r->of.pitch_2d.channel);
    t->addr = (uintptr_t)r->of.pitch_2d.ptr;
    t->width = (uint32_t)r->of.pitch_2d.width;
    t->height = (uint32_t)r->of.pitch_2d.height;
    t->pitch_bytes = r->of.pitch_2d.pitch;
    return CUDA_OK;
}

static cuda_error_t take_resource(cuda_t *c, const cuda_resource_t *r, texture_t *t)
{
    if (r->type == CUDA_RESOURCE_LINEAR) return take_linear(t, r);
    if (r->type == CUDA_RESOURCE_PITCH_2D) return take_rows(t, r);
    if (r->type == CUDA_RESOURCE_MIPMAPPED) {
        cuda_refuse(c, "mipmapped arrays are not supported; remedy: a plain array of one level");
        return CUDA_NOT_SUPPORTED;
    }
    const cuda_array_t *a = r->type == CUDA_RESOURCE_ARRAY ? cuda_array_of(c, r->of.array) : NULL;
    if (a) take_array(t, a);
    return a ? CUDA_OK : CUDA_INVALID_VALUE;
}

static void take_desc(texture_t *t, const cuda_texture_desc_t *d)
{
    for (uint32_t i = 0; i < 3; i++) t->edge[i] = (texture_edge_t)d->edge[i];
    t->filter = (texture_filter_t)d->filter;
    t->is_normalised = d->normalised != 0;
    t->reads_normalised = d->read_mode != 0 && t->format != TEXEL_FLOAT;
    memcpy(t->border, d->border, sizeof t->border);
}

/* ---- objects ---- */

static object_t *find(cuda_t *c, uint64_t handle, bool is_surface)
{
    object_t *o = cuda_parts(c)->objects;
    while (o && (o->handle != handle || o->is_surface != is_surface)) o = o->next;
    return o;
}

static cuda_error_t create(cuda_t *c, uint64_t *out, const texture_t *t, const object_t *like)
{
    err_t err = {{0}};
    object_t *o = malloc(sizeof *o);
    if (!o) return CUDA_MEMORY_ALLOCATION;
    *o = *like;
    if (!texture_create(cuda_memory(c), t, &o->handle, &err)) {
        cuda_note(c, "%s", err.text);
        free(o);
        return CUDA_INVALID_VALUE;
    }
    o->next = cuda_parts(c)->objects;
    cuda_parts(c)->objects = o;
    *out = o->handle;
    return CUDA_OK;
}

/* Queued work may still use the object: run it first. */
static void drop(cuda_t *c, object_t *o)
{
    object_t **at = &cuda_parts(c)->objects;
    while (*at != o) at = &(*at)->next;
    *at = o->next;
    texture_destroy(cuda_memory(c), o->handle);
    free(o);
}

void cuda_objects_free(cuda_t *c)
{
    while (cuda_parts(c)->objects) drop(c, cuda_parts(c)->objects);
}

static cuda_error_t destroy(uint64_t handle, bool is_surface)
{
    CUDA_ENTER(c);
    object_t *o = find(c, handle, is_surface);
    if (!o) return cuda_leave(c, handle ? CUDA_INVALID_VALUE : CUDA_OK);
    const cuda_error_t error = cuda_queue_run_all(c);
    if (!error) drop(c, o);
    return cuda_leave(c, error);
}

static cuda_error_t describe(uint64_t handle, bool is_surface, cuda_resource_t *resource, cuda_texture_desc_t *desc)
{
    CUDA_ENTER(c);
    const object_t *o = find(c, handle, is_surface);
    if (!o || (!resource && !desc)) return cuda_leave(c, CUDA_INVALID_VALUE);
    if (resource) *resource = o->resource;
    if (desc) *desc = o->desc;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaCreateTextureObject(uint64_t *out, const cuda_resource_t *resource, const cuda_texture_desc_t *desc,
                                     const void *view)
{
    texture_t t = {0};
    CUDA_ENTER(c);
    if (!out || !resource || !desc) return cuda_leave(c, CUDA_INVALID_VALUE);
    if (view || desc->srgb) {
        cuda_refuse(c, "cudaCreateTextureObject: %s not supported", view ? "resource views are" : "sRGB is");
        return cuda_leave(c, CUDA_NOT_SUPPORTED);
    }
    const cuda_error_t error = take_resource(c, resource, &t);
    if (error) return cuda_leave(c, error);
    take_desc(&t, desc);
    const object_t like = {.resource = *resource, .desc = *desc};
    return cuda_leave(c, create(c, out, &t, &like));
}

cuda_error_t cudaCreateSurfaceObject(uint64_t *out, const cuda_resource_t *resource)
{
    texture_t t = {0};
    CUDA_ENTER(c);
    const cuda_array_t *a =
        resource && resource->type == CUDA_RESOURCE_ARRAY ? cuda_array_of(c, resource->of.array) : NULL;
    if (!out || !a || !(a->flags & CUDA_ARRAY_SURFACE)) return cuda_leave(c, CUDA_INVALID_VALUE);
    take_array(&t, a);
    const object_t like = {.is_surface = true, .resource = *resource};
    return cuda_leave(c, create(c, out, &t, &like));
}

cuda_error_t cudaDestroyTextureObject(uint64_t handle) { return destroy(handle, false); }
cuda_error_t cudaDestroySurfaceObject(uint64_t handle) { return destroy(handle, true); }

cuda_error_t cudaGetTextureObjectResourceDesc(cuda_resource_t *out, uint64_t handle)
{
    return describe(handle, false, out, NULL);
}

cuda_error_t cudaGetTextureObjectTextureDesc(cuda_texture_desc_t *out, uint64_t handle)
{
    return describe(handle, false, NULL, out);
}

cuda_error_t cudaGetSurfaceObjectResourceDesc(cuda_resource_t *out, uint64_t handle)
{
    return describe(handle, true, out, NULL);
}

cuda_error_t cudaDeviceGetTexture1DLinearMaxWidth(size_t *texels, const cuda_channel_t *channel, int device)
{
    if (!texels || !channel || device) return device ? CUDA_INVALID_DEVICE : CUDA_INVALID_VALUE;
    *texels = TEXTURE_LINEAR_MAX;
    return CUDA_OK;
}
