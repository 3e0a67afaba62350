/* device_calls.c - CUDA's entry points for the one device: selection, limits, settings, peers, versions, profiler. */
#include "cuda/array.h"
#include "cuda/host_memory.h"
#include "cuda/memory.h"
#include "cuda/queue.h"
#include "ptx/ptx.h"

#include <stdio.h>
#include <string.h>

CUDA_API cuda_error_t cudaGetDeviceCount(int *count);
CUDA_API cuda_error_t cudaGetDevice(int *device);
CUDA_API cuda_error_t cudaSetDevice(int device);
CUDA_API cuda_error_t cudaInitDevice(int device, unsigned device_flags, unsigned flags);
CUDA_API cuda_error_t cudaSetValidDevices(int *devices, int count);
CUDA_API cuda_error_t cudaSetDeviceFlags(unsigned flags);
CUDA_API cuda_error_t cudaGetDeviceFlags(unsigned *flags);
CUDA_API cuda_error_t cudaDeviceReset(void);
CUDA_API cuda_error_t cudaDeviceGetPCIBusId(char *text, int bytes, int device);
CUDA_API cuda_error_t cudaDeviceGetByPCIBusId(int *device, const char *text);
CUDA_API cuda_error_t cudaDeviceSetCacheConfig(int config);
CUDA_API cuda_error_t cudaDeviceGetCacheConfig(int *config);
CUDA_API cuda_error_t cudaDeviceSetSharedMemConfig(int config);
CUDA_API cuda_error_t cudaDeviceGetSharedMemConfig(int *config);
CUDA_API cuda_error_t cudaDeviceSetLimit(int limit, size_t value);
CUDA_API cuda_error_t cudaDeviceGetLimit(size_t *value, int limit);
CUDA_API cuda_error_t cudaDeviceCanAccessPeer(int *can, int device, int peer);
CUDA_API cuda_error_t cudaDeviceEnablePeerAccess(int peer, unsigned flags);
CUDA_API cuda_error_t cudaDeviceDisablePeerAccess(int peer);
CUDA_API cuda_error_t cudaDeviceGetP2PAttribute(int *value, int attribute, int from, int to);
CUDA_API cuda_error_t cudaDriverGetVersion(int *version);
CUDA_API cuda_error_t cudaRuntimeGetVersion(int *version);
CUDA_API cuda_error_t cudaProfilerStart(void);
CUDA_API cuda_error_t cudaProfilerStop(void);

static cuda_error_t answer(bool good, cuda_error_t otherwise)
{
    CUDA_ENTER(c);
    return cuda_leave(c, good ? CUDA_OK : otherwise);
}

static cuda_error_t answer_int(int *out, int value)
{
    if (out) *out = value;
    return answer(out != NULL, CUDA_INVALID_VALUE);
}

cuda_error_t cudaGetDeviceCount(int *count) { return answer_int(count, 1); }
cuda_error_t cudaGetDevice(int *device) { return answer_int(device, 0); }
cuda_error_t cudaSetDevice(int device) { return answer(device == 0, CUDA_INVALID_DEVICE); }
cuda_error_t cudaSetDeviceFlags(unsigned flags) { return answer(flags < 0x100, CUDA_INVALID_VALUE); }

cuda_error_t cudaInitDevice(int device, unsigned device_flags, unsigned flags)
{
    (void)device_flags, (void)flags;
    return answer(device == 0, CUDA_INVALID_DEVICE);
}

cuda_error_t cudaSetValidDevices(int *devices, int count)
{
    return answer(!count || (devices && devices[0] == 0), CUDA_INVALID_VALUE);
}

cuda_error_t cudaGetDeviceFlags(unsigned *flags)
{
    enum { MAPPED_HOST = 0x08 };
    if (flags) *flags = MAPPED_HOST;
    return answer(flags != NULL, CUDA_INVALID_VALUE);
}

/* Frees the program's memory and objects. The run continues: its table covers the whole program. */
cuda_error_t cudaDeviceReset(void)
{
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_queue_run_all(c);
    if (!error) {
        cuda_objects_free(c);
        cuda_registered_free(c);
        cuda_allocs_free(c);
        cuda_arrays_free(c);
        cuda_parts(c)->heap_bytes = cuda_parts(c)->stack_bytes = 0;
    }
    return cuda_leave(c, error);
}

static const char bus_id[] = "0000:00:00.0";

cuda_error_t cudaDeviceGetPCIBusId(char *text, int bytes, int device)
{
    if (text && bytes > 0 && !device) snprintf(text, (size_t)bytes, "%s", bus_id);
    return answer(text && bytes > (int)strlen(bus_id) && !device, CUDA_INVALID_VALUE);
}

cuda_error_t cudaDeviceGetByPCIBusId(int *device, const char *text)
{
    if (device) *device = 0;
    return answer(device && text && !strcmp(text, bus_id), CUDA_INVALID_DEVICE);
}

/* Preferences without effect: the machine's split of L1 cache and shared memory is fixed. */
cuda_error_t cudaDeviceSetCacheConfig(int config) { return answer(config >= 0 && config < 4, CUDA_INVALID_VALUE); }
cuda_error_t cudaDeviceGetCacheConfig(int *config) { return answer_int(config, 0); }
cuda_error_t cudaDeviceSetSharedMemConfig(int config) { return answer(config >= 0 && config < 3, CUDA_INVALID_VALUE); }
cuda_error_t cudaDeviceGetSharedMemConfig(int *config) { return answer_int(config, 1); }

enum { LIMIT_STACK, LIMIT_PRINTF, LIMIT_HEAP };

/* The stack limit is that of alloca in kernels: PTX declares all other local memory. That of printf has no effect,
 * because printf is not buffered. The heap takes the size that is set when the first kernel that allocates is
 * launched. */
cuda_error_t cudaDeviceSetLimit(int limit, size_t value)
{
    const bool known = limit >= LIMIT_STACK && limit <= LIMIT_HEAP;
    CUDA_ENTER(c);
    if (limit == LIMIT_HEAP) cuda_parts(c)->heap_bytes = value;
    if (limit == LIMIT_STACK) cuda_parts(c)->stack_bytes = value;
    return cuda_leave(c, known ? CUDA_OK : CUDA_UNSUPPORTED_LIMIT);
}

cuda_error_t cudaDeviceGetLimit(size_t *value, int limit)
{
    const bool known = limit >= LIMIT_STACK && limit <= LIMIT_HEAP;
    CUDA_ENTER(c);
    const size_t heap = cuda_parts(c)->heap_bytes, stack = cuda_parts(c)->stack_bytes;
    const size_t bytes[] = {[LIMIT_STACK] = stack ? stack : PTX_STACK_BYTES,
                            [LIMIT_PRINTF] = 1 << 20,
                            [LIMIT_HEAP] = heap ? heap : PTX_HEAP_BYTES};
    if (value && known) *value = bytes[limit];
    return cuda_leave(c, !value ? CUDA_INVALID_VALUE : known ? CUDA_OK : CUDA_UNSUPPORTED_LIMIT);
}

cuda_error_t cudaDeviceCanAccessPeer(int *can, int device, int peer)
{
    if (can) *can = 0;
    return answer(can && device == 0 && peer == 0, can ? CUDA_INVALID_DEVICE : CUDA_INVALID_VALUE);
}

cuda_error_t cudaDeviceEnablePeerAccess(int peer, unsigned flags)
{
    (void)peer, (void)flags;
    return answer(false, CUDA_INVALID_DEVICE);
}

cuda_error_t cudaDeviceDisablePeerAccess(int peer)
{
    (void)peer;
    return answer(false, CUDA_PEER_NOT_ENABLED);
}

cuda_error_t cudaDeviceGetP2PAttribute(int *value, int attribute, int from, int to)
{
    (void)value, (void)attribute, (void)from, (void)to;
    return answer(false, CUDA_INVALID_DEVICE);
}

cuda_error_t cudaDriverGetVersion(int *version) { return answer_int(version, CUDA_VERSION); }
cuda_error_t cudaRuntimeGetVersion(int *version) { return answer_int(version, CUDA_VERSION); }

/* Without effect: the whole program is measured. */
cuda_error_t cudaProfilerStart(void) { return answer(true, CUDA_OK); }
cuda_error_t cudaProfilerStop(void) { return answer(true, CUDA_OK); }
