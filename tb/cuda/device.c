/* device.c - properties and attributes of the device: those of the machine, and 0 for what the model lacks. */
#include "cuda/array.h"

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
    p->host_register = p->cooperative = 1;
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

/* Attributes that are not listed are 0: the model lacks them. */
static int attribute_value(const machine_t *m, int attribute)
{
    cuda_prop_t p;
    fill(m, &p);
    const struct {
        int attribute;
        uint64_t value;
    } row[] = {
        {1, (uint64_t)p.max_threads},
        {2, (uint64_t)p.max_block[0]},
        {3, (uint64_t)p.max_block[1]},
        {4, (uint64_t)p.max_block[2]},
        {5, (uint64_t)p.max_grid[0]},
        {6, (uint64_t)p.max_grid[1]},
        {7, (uint64_t)p.max_grid[2]},
        {8, p.shared_per_block},
        {9, p.const_bytes},
        {10, (uint64_t)p.warp_lanes},
        {11, p.mem_pitch},
        {12, (uint64_t)p.regs_per_block},
        {13, (uint64_t)m->core_mhz * 1000}, /* kHz */
        {14, p.texture_alignment},
        {16, (uint64_t)p.sms},
        {19, 1},                /* canMapHostMemory */
        {21, ARRAY_SLICES_MAX}, /* 21 to 29: extents of 1-D, 2-D, 3-D and layered textures; the smallest limit */
        {22, ARRAY_SLICES_MAX},
        {23, ARRAY_SLICES_MAX},
        {24, ARRAY_SLICES_MAX},
        {25, ARRAY_SLICES_MAX},
        {26, ARRAY_SLICES_MAX},
        {27, ARRAY_SLICES_MAX},
        {28, ARRAY_SLICES_MAX},
        {29, ARRAY_SLICES_MAX},
        {30, p.surface_alignment},
        {31, 1},                            /* concurrentKernels */
        {36, (uint64_t)m->dram_mhz * 1000}, /* kHz */
        {37, (uint64_t)p.bus_bits},
        {38, (uint64_t)p.l2_bytes},
        {39, (uint64_t)p.threads_per_sm},
        {41, 1}, /* unifiedAddressing */
        {51, p.texture_pitch_alignment},
        {75, CUDA_MAJOR},
        {76, CUDA_MINOR},
        {79, 1},
        {80, 1}, /* L1 for global and local */
        {81, p.shared_per_sm},
        {82, (uint64_t)p.regs_per_sm},
        {83, 1}, /* managedMemory */
        {89, 1}, /* concurrentManagedAccess */
        {95, 1}, /* cooperativeLaunch */
        {97, p.shared_per_block_optin},
        {99, 1},  /* hostRegisterSupported */
        {101, 1}, /* directManagedMemAccessFromHost */
        {106, (uint64_t)p.ctas_per_sm},
    };
    for (size_t i = 0; i < sizeof row / sizeof row[0]; i++)
        if (row[i].attribute == attribute) return (int)row[i].value;
    return 0;
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
