/* device.c - properties and attributes of the device: those of the machine, and 0 for what the model lacks. */
#include "cuda/array.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum {
    THREADS_MAX = 1024,
    BLOCK_Z_MAX = 64,
    SMEM_PLAIN_BYTES = 48 * 1024, /* per CTA, without opt-in */
    CONST_BYTES = 64 * 1024,
    ALIGN_BYTES = 512,
    BITS = 8
};
enum { KHZ = 1000 /* per MHz */ };
/* Attributes that are no properties. Those of textures are extents of 1-D, 2-D, 3-D, layered ones: the smallest limit.
 */
enum { CORE_CLOCK = 13, TEXTURES_FIRST = 21, TEXTURES_LAST = 29, MEMORY_CLOCK = 36 };

CUDA_API cuda_error_t cudaGetDeviceProperties(cuda_prop_t *out, int device);
CUDA_API cuda_error_t cudaDeviceGetAttribute(int *out, int attribute, int device);
CUDA_API cuda_error_t cudaChooseDevice(int *device, const cuda_prop_t *wish);

/* Indices in textures_and_surfaces of mipmapped textures, which are not supported. */
#define MIPMAPPED(i) ((i) == 1 || (i) == 4 || (i) == 5)

static int l2_bytes(const machine_t *m)
{
    const cache_cfg_t *l2 = &m->l2.cache;
    return (int)(m->mcs * m->l2.slices * l2->sets * l2->ways * l2->line_bytes);
}

/* Width of a double-data-rate bus that moves bytes_per_cycle per controller and DRAM cycle. */
static int bus_bits(const machine_t *m) { return (int)(m->mcs * m->dram.bytes_per_cycle * BITS / 2); }

static void fill(const machine_t *m, cuda_prop_t *p)
{
    const sm_cfg_t *sm = &m->sm;
    memset(p, 0, sizeof *p);
    snprintf(p->name, sizeof p->name, "CTAdel %s", m->name);
    snprintf(p->uuid, sizeof p->uuid, "CTAdel %.8s", m->name);
    p->global_bytes = (size_t)cuda_memory_bytes();
    p->shared_per_block = sm->smem_bytes < SMEM_PLAIN_BYTES ? sm->smem_bytes : SMEM_PLAIN_BYTES;
    p->shared_per_block_optin = p->shared_per_sm = sm->smem_bytes;
    p->regs_per_block = p->regs_per_sm = (int)sm->registers;
    p->warp_lanes = (int)sm->warp_lanes;
    p->mem_pitch = INT32_MAX;
    p->max_threads = (int)(sm->threads < THREADS_MAX ? sm->threads : THREADS_MAX);
    p->max_block[0] = p->max_block[1] = p->max_threads;
    p->max_block[2] = BLOCK_Z_MAX;
    p->max_grid[0] = GPU_GRID_X_MAX;
    p->max_grid[1] = p->max_grid[2] = GPU_GRID_YZ_MAX;
    p->const_bytes = CONST_BYTES;
    p->major = CUDA_MAJOR;
    p->minor = CUDA_MINOR;
    p->texture_alignment = p->surface_alignment = ALIGN_BYTES;
    p->texture_pitch_alignment = ALIGN_BYTES;
    for (size_t i = 0; i < sizeof p->textures_and_surfaces / sizeof(int); i++)
        p->textures_and_surfaces[i] = MIPMAPPED(i) ? 0 : ARRAY_SLICES_MAX;
    p->sms = (int)m->sms;
    p->can_map_host = p->concurrent_kernels = p->unified_addressing = 1;
    p->host_register = p->cooperative = p->clusters = 1;
    p->managed = p->concurrent_managed = p->direct_managed = 1;
    p->bus_bits = bus_bits(m);
    p->l2_bytes = l2_bytes(m);
    p->threads_per_sm = (int)sm->threads;
    p->ctas_per_sm = (int)sm->cta_slots;
    p->global_l1 = p->local_l1 = 1;
}

cuda_error_t cudaGetDeviceProperties(cuda_prop_t *out, int device)
{
    CUDA_ENTER(c);
    if (device) return cuda_leave(c, CUDA_INVALID_DEVICE);
    if (!out) return cuda_leave(c, CUDA_INVALID_VALUE);
    fill(cuda_machine(c), out);
    return cuda_leave(c, CUDA_OK);
}

/* Where an attribute lies in cuda_prop_t. */
#define AT(attribute, member)                                                                                          \
    {                                                                                                                  \
        attribute, offsetof(cuda_prop_t, member), sizeof((cuda_prop_t *)0)->member                                     \
    }
static const struct {
    uint16_t attribute, offset, bytes;
} PROPERTIES[] = {
    AT(1, max_threads),
    AT(2, max_block[0]),
    AT(3, max_block[1]),
    AT(4, max_block[2]),
    AT(5, max_grid[0]),
    AT(6, max_grid[1]),
    AT(7, max_grid[2]),
    AT(8, shared_per_block),
    AT(9, const_bytes),
    AT(10, warp_lanes),
    AT(11, mem_pitch),
    AT(12, regs_per_block),
    AT(14, texture_alignment),
    AT(16, sms),
    AT(19, can_map_host),
    AT(30, surface_alignment),
    AT(31, concurrent_kernels),
    AT(37, bus_bits),
    AT(38, l2_bytes),
    AT(39, threads_per_sm),
    AT(41, unified_addressing),
    AT(51, texture_pitch_alignment),
    AT(75, major),
    AT(76, minor),
    AT(79, global_l1),
    AT(80, local_l1),
    AT(81, shared_per_sm),
    AT(82, regs_per_sm),
    AT(83, managed),
    AT(89, concurrent_managed),
    AT(95, cooperative),
    AT(97, shared_per_block_optin),
    AT(99, host_register),
    AT(101, direct_managed),
    AT(106, ctas_per_sm),
    AT(120, clusters),
};

/* Attributes that are not listed are 0: the model lacks them. */
static int attribute_value(const machine_t *m, int attribute)
{
    cuda_prop_t p;
    uint64_t value = 0;
    if (attribute == CORE_CLOCK) return (int)m->core_mhz * KHZ;
    if (attribute == MEMORY_CLOCK) return (int)m->dram_mhz * KHZ;
    if (attribute >= TEXTURES_FIRST && attribute <= TEXTURES_LAST) return ARRAY_SLICES_MAX;
    fill(m, &p);
    for (size_t i = 0; i < sizeof PROPERTIES / sizeof PROPERTIES[0]; i++)
        if (PROPERTIES[i].attribute == attribute) /* little-endian: the low bytes of value */
            memcpy(&value, (const char *)&p + PROPERTIES[i].offset, PROPERTIES[i].bytes);
    return (int)value;
}

cuda_error_t cudaDeviceGetAttribute(int *out, int attribute, int device)
{
    enum { ATTRIBUTES = 148 };
    CUDA_ENTER(c);
    if (device) return cuda_leave(c, CUDA_INVALID_DEVICE);
    if (!out || attribute < 1 || attribute >= ATTRIBUTES) return cuda_leave(c, CUDA_INVALID_VALUE);
    *out = attribute_value(cuda_machine(c), attribute);
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaChooseDevice(int *device, const cuda_prop_t *wish)
{
    if (!device || !wish) return CUDA_INVALID_VALUE;
    *device = 0;
    return CUDA_OK;
}
