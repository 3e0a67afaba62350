/* error.c - CUDA's entry points for the last error, and names and texts of error codes. */
#include "cuda/context.h"

CUDA_API cuda_error_t cudaGetLastError(void);
CUDA_API cuda_error_t cudaPeekAtLastError(void);
CUDA_API const char *cudaGetErrorName(int error);
CUDA_API const char *cudaGetErrorString(int error);

static const struct {
    int code;
    const char *name, *text;
} errors[] = {
    {CUDA_OK, "cudaSuccess", "no error"},
    {CUDA_INVALID_VALUE, "cudaErrorInvalidValue", "invalid argument"},
    {CUDA_MEMORY_ALLOCATION, "cudaErrorMemoryAllocation", "out of memory"},
    {CUDA_INITIALIZATION, "cudaErrorInitializationError", "initialization error"},
    {CUDA_INVALID_CONFIGURATION, "cudaErrorInvalidConfiguration", "invalid configuration argument"},
    {CUDA_INVALID_PITCH, "cudaErrorInvalidPitchValue", "invalid pitch argument"},
    {CUDA_INVALID_SYMBOL, "cudaErrorInvalidSymbol", "invalid device symbol"},
    {CUDA_INVALID_DIRECTION, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"},
    {CUDA_MISSING_CONFIGURATION, "cudaErrorMissingConfiguration", "__global__ function call is not configured"},
    {CUDA_INVALID_FUNCTION, "cudaErrorInvalidDeviceFunction", "invalid device function"},
    {CUDA_INVALID_DEVICE, "cudaErrorInvalidDevice", "invalid device ordinal"},
    {CUDA_NO_KERNEL_IMAGE, "cudaErrorNoKernelImageForDevice",
     "no kernel image is available for execution on the device"},
    {CUDA_UNSUPPORTED_LIMIT, "cudaErrorUnsupportedLimit", "limit is not supported on this architecture"},
    {CUDA_PEER_UNSUPPORTED, "cudaErrorPeerAccessUnsupported", "peer access is not supported between these two devices"},
    {CUDA_INVALID_PTX, "cudaErrorInvalidPtx", "a PTX JIT compilation failed"},
    {CUDA_INVALID_HANDLE, "cudaErrorInvalidResourceHandle", "invalid resource handle"},
    {CUDA_NOT_READY, "cudaErrorNotReady", "device not ready"},
    {CUDA_ILLEGAL_ADDRESS, "cudaErrorIllegalAddress", "an illegal memory access was encountered"},
    {CUDA_OUT_OF_RESOURCES, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"},
    {CUDA_TIMEOUT, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"},
    {CUDA_PEER_NOT_ENABLED, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"},
    {CUDA_ASSERT, "cudaErrorAssert", "device-side assert triggered"},
    {CUDA_HOST_REGISTERED, "cudaErrorHostMemoryAlreadyRegistered",
     "part or all of the requested memory range is already mapped"},
    {CUDA_HOST_NOT_REGISTERED, "cudaErrorHostMemoryNotRegistered",
     "pointer does not correspond to a registered memory region"},
    {CUDA_MISALIGNED_ADDRESS, "cudaErrorMisalignedAddress", "misaligned address"},
    {CUDA_LAUNCH_FAILURE, "cudaErrorLaunchFailure", "unspecified launch failure"},
    {CUDA_COOPERATIVE_TOO_LARGE, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"},
    {CUDA_INVALID_CLUSTER_SIZE, "cudaErrorInvalidClusterSize", "invalid cluster size"},
    {CUDA_NOT_SUPPORTED, "cudaErrorNotSupported", "operation not supported"},
};
enum { ERRORS = sizeof errors / sizeof errors[0] };

/* Does not open the device. */
static cuda_error_t last(bool clear)
{
    cuda_t *c = cuda_lock();
    const cuda_error_t error = cuda_last_error(c, clear);
    cuda_unlock(c);
    return error;
}

cuda_error_t cudaGetLastError(void) { return last(true); }
cuda_error_t cudaPeekAtLastError(void) { return last(false); }

const char *cudaGetErrorName(int error)
{
    for (uint32_t i = 0; i < ERRORS; i++)
        if (errors[i].code == error) return errors[i].name;
    return "unrecognized error code";
}

const char *cudaGetErrorString(int error)
{
    for (uint32_t i = 0; i < ERRORS; i++)
        if (errors[i].code == error) return errors[i].text;
    return "unrecognized error code";
}
