/* abi.h - binary interface of the CUDA runtime 13: constants, layout of structs, export of entry points. Written from
 * NVIDIA's documentation; tests/cuda/layout.cu compares it with nvcc's headers. */
#ifndef CTADEL_TB_CUDA_ABI_H
#define CTADEL_TB_CUDA_ABI_H

#include <stddef.h>
#include <stdint.h>

/* Marks an entry point: exported from the library under the name that CUDA documents. */
#define CUDA_API __attribute__((visibility("default")))

/* Version of the interface; compute capability that the device reports. */
enum { CUDA_VERSION = 13000, CUDA_MAJOR = 7, CUDA_MINOR = 5 };

typedef enum {
    CUDA_OK = 0,
    CUDA_INVALID_VALUE = 1,
    CUDA_MEMORY_ALLOCATION = 2,
    CUDA_INITIALIZATION = 3,
    CUDA_INVALID_CONFIGURATION = 9,
    CUDA_INVALID_PITCH = 12,
    CUDA_INVALID_SYMBOL = 13,
    CUDA_INVALID_DIRECTION = 21,
    CUDA_MISSING_CONFIGURATION = 52,
    CUDA_INVALID_FUNCTION = 98,
    CUDA_INVALID_DEVICE = 101,
    CUDA_NO_KERNEL_IMAGE = 209,
    CUDA_UNSUPPORTED_LIMIT = 215,
    CUDA_PEER_UNSUPPORTED = 217,
    CUDA_INVALID_PTX = 218,
    CUDA_INVALID_HANDLE = 400,
    CUDA_NOT_READY = 600,
    CUDA_ILLEGAL_ADDRESS = 700,
    CUDA_OUT_OF_RESOURCES = 701,
    CUDA_TIMEOUT = 702,
    CUDA_PEER_NOT_ENABLED = 705,
    CUDA_ASSERT = 710,
    CUDA_HOST_REGISTERED = 712,
    CUDA_HOST_NOT_REGISTERED = 713,
    CUDA_MISALIGNED_ADDRESS = 716,
    CUDA_LAUNCH_FAILURE = 719,
    CUDA_COOPERATIVE_TOO_LARGE = 720,
    CUDA_INVALID_CLUSTER_SIZE = 912,
    CUDA_NOT_SUPPORTED = 801
} cuda_error_t;

typedef struct {
    unsigned x, y, z;
} cuda_dim3_t;

enum { CUDA_HOST_TO_HOST, CUDA_HOST_TO_DEVICE, CUDA_DEVICE_TO_HOST, CUDA_DEVICE_TO_DEVICE, CUDA_DEFAULT_KIND };
enum { CUDA_MEMORY_UNREGISTERED, CUDA_MEMORY_HOST, CUDA_MEMORY_DEVICE, CUDA_MEMORY_MANAGED };

/* Reserved handles: the default stream, and the stream per thread. All threads share one such stream here. */
#define CUDA_STREAM_LEGACY     ((void *)1)
#define CUDA_STREAM_PER_THREAD ((void *)2)
enum { CUDA_STREAM_NON_BLOCKING = 1, CUDA_EVENT_DISABLE_TIMING = 2 };

typedef struct {
    void *ptr;
    size_t pitch, xsize, ysize;
} cuda_pitched_t;

typedef struct {
    size_t width, height, depth; /* bytes, rows, slices */
} cuda_extent_t;

typedef struct {
    size_t x, y, z;
} cuda_pos_t;

/* cudaChannelFormatDesc: bits of each channel of an element, and their format, CUDA_CHANNEL_*. */
typedef struct {
    int bits[4], kind;
} cuda_channel_t;
enum { CUDA_CHANNEL_SIGNED, CUDA_CHANNEL_UNSIGNED, CUDA_CHANNEL_FLOAT };
enum { CUDA_ARRAY_LAYERED = 1, CUDA_ARRAY_SURFACE = 2, CUDA_ARRAY_CUBEMAP = 4, CUDA_ARRAY_GATHER = 8 };

/* cudaResourceDesc: the memory that a texture or surface object accesses. */
enum { CUDA_RESOURCE_ARRAY, CUDA_RESOURCE_MIPMAPPED, CUDA_RESOURCE_LINEAR, CUDA_RESOURCE_PITCH_2D };
typedef struct {
    int type;
    union {
        void *array;
        struct {
            void *ptr;
            cuda_channel_t channel;
            size_t bytes;
        } linear;
        struct {
            void *ptr;
            cuda_channel_t channel;
            size_t width, height, pitch; /* texels, rows, bytes */
        } pitch_2d;
        int reserved[32];
    } of;
    unsigned flags;
} cuda_resource_t;

typedef struct { /* cudaTextureDesc */
    int edge[3], filter, read_mode, srgb;
    float border[4];
    int normalised;
    unsigned anisotropy;
    int mipmap_filter;
    float mipmap_bias, mipmap_least, mipmap_most;
    int plain_trilinear, seamless_cube;
} cuda_texture_desc_t;

typedef struct {
    void *src_array;
    cuda_pos_t src_pos;
    cuda_pitched_t src;
    void *dst_array;
    cuda_pos_t dst_pos;
    cuda_pitched_t dst;
    cuda_extent_t extent;
    int kind;
} cuda_copy3d_t;

typedef struct {
    int type, device;
    void *device_pointer, *host_pointer;
    long reserved[8];
} cuda_pointer_t;

typedef struct {
    size_t shared_bytes, const_bytes, local_bytes;
    int max_threads, regs, ptx_version, binary_version, cache_mode_ca, max_dynamic_shared_bytes, carveout;
    int cluster[5];
    int cluster_nonportable;
    int reserved[16];
} cuda_func_attr_t;

typedef struct {
    int id, unused;
    union {
        char bytes[64];
        int cooperative;
        cuda_dim3_t cluster;
    } value;
} cuda_launch_attr_t;
/* cudaLaunchAttributeID: those that are taken. */
enum {
    CUDA_ATTR_NONE = 0,
    CUDA_ATTR_L2_WINDOW = 1,
    CUDA_ATTR_COOPERATIVE = 2,
    CUDA_ATTR_HOST_WAIT = 3,
    CUDA_ATTR_CLUSTER = 4,
    CUDA_ATTR_CLUSTER_ORDER = 5,
    CUDA_ATTR_OVERLAP = 6, /* with the launch before */
    CUDA_ATTR_PRIORITY = 8,
    CUDA_ATTR_DOMAIN_MAP = 9, /* of memory fences */
    CUDA_ATTR_DOMAIN = 10,
    CUDA_ATTR_PREFERRED_CLUSTER = 11,
    CUDA_ATTR_CARVEOUT = 14 /* of shared memory from the L1 cache */
};

typedef struct {
    cuda_dim3_t grid, block;
    size_t dyn_smem_bytes;
    void *stream;
    const cuda_launch_attr_t *attrs;
    unsigned attr_count;
} cuda_launch_cfg_t;

typedef struct { /* cudaDeviceProp of the runtime 13 */
    char name[256];
    char uuid[16], luid[8];
    unsigned luid_mask;
    size_t global_bytes, shared_per_block;
    int regs_per_block, warp_lanes;
    size_t mem_pitch;
    int max_threads, max_block[3], max_grid[3];
    size_t const_bytes;
    int major, minor;
    size_t texture_alignment, texture_pitch_alignment;
    int sms, integrated, can_map_host;
    int textures_and_surfaces[39]; /* largest extents of each kind */
    size_t surface_alignment;
    int concurrent_kernels, ecc, pci_bus, pci_device, pci_domain, tcc, async_engines, unified_addressing;
    int bus_bits, l2_bytes, persisting_l2_bytes, threads_per_sm, priorities, global_l1, local_l1;
    size_t shared_per_sm;
    int regs_per_sm, managed, multi_gpu_board, board_id, native_atomics, pageable, concurrent_managed, preemption;
    int registered_host_pointers, cooperative;
    size_t shared_per_block_optin;
    int pageable_host_tables, direct_managed, ctas_per_sm, access_window_bytes;
    size_t reserved_shared;
    int host_register, sparse_arrays, host_register_read_only, semaphores, pools, rdma;
    unsigned rdma_flush;
    int rdma_order;
    unsigned pool_handles;
    int deferred_arrays, ipc_events, clusters, function_pointers, numa_config, numa_id, mps, host_numa;
    unsigned pci_device_id, pci_subsystem_id;
    int host_numa_ipc, reserved[56];
} cuda_prop_t;

#endif
