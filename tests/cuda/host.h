// host.h - lets one source be a program of nvcc and, where there is no nvcc, one of g++ with the same host code:
// kernels are then in a fatbin that was compiled before (<name>.fatbin), registered by the calls that nvcc's code
// makes.
#ifndef HOST_H
#define HOST_H

#include <cstdio>
#include <cstdlib>
#include <cstring>

#ifdef __CUDACC__
#define BODY(...)                                      __VA_ARGS__
#define LAUNCH(kernel, grid, block, smem, stream, ...) kernel<<<grid, block, smem, stream>>>(__VA_ARGS__)
#define REGISTER(...)
#else
#include <tuple>
#include <utility>

#define BODY(...)                                                                                                      \
    {                                                                                                                  \
    } // never called: its address stands for the kernel
#define __global__
#define __constant__
#define __device__
#define __managed__

struct int4; // of kernels alone

struct dim3 {
    unsigned x, y, z;
    dim3(unsigned x_ = 1, unsigned y_ = 1, unsigned z_ = 1) : x(x_), y(y_), z(z_) {}
};
typedef int cudaError_t;
typedef struct stream_handle *cudaStream_t;
typedef struct event_handle *cudaEvent_t;
typedef struct graph_handle *cudaGraph_t;
enum {
    cudaSuccess = 0,
    cudaErrorInvalidValue = 1,
    cudaErrorMemoryAllocation = 2,
    cudaErrorInvalidConfiguration = 9,
    cudaErrorInvalidPtx = 218,
    cudaErrorInvalidResourceHandle = 400,
    cudaErrorNotReady = 600,
    cudaErrorIllegalAddress = 700,
    cudaErrorMisalignedAddress = 716,
    cudaErrorCooperativeLaunchTooLarge = 720
};
enum { cudaMemcpyHostToDevice = 1, cudaMemcpyDeviceToHost = 2, cudaMemcpyDeviceToDevice = 3, cudaMemAttachGlobal = 1 };

#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM // as cuda_runtime_api.h has it
#define cudaMemcpy           cudaMemcpy_ptds
#define cudaMemcpy2D         cudaMemcpy2D_ptds
#define cudaMemset           cudaMemset_ptds
#define cudaMemcpyToSymbol   cudaMemcpyToSymbol_ptds
#define cudaMemcpyFromSymbol cudaMemcpyFromSymbol_ptds
#define cudaLaunchKernel     cudaLaunchKernel_ptsz
#endif

extern "C" {
cudaError_t cudaMalloc(void **, size_t);
cudaError_t cudaMallocHost(void **, size_t);
cudaError_t cudaMallocManaged(void **, size_t, unsigned);
cudaError_t cudaMallocPitch(void **, size_t *, size_t, size_t);
cudaError_t cudaFree(void *);
cudaError_t cudaFreeHost(void *);
cudaError_t cudaMemcpy(void *, const void *, size_t, int);
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, int, cudaStream_t);
cudaError_t cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
cudaError_t cudaMemset(void *, int, size_t);
cudaError_t cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
cudaError_t cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int);
cudaError_t cudaGetSymbolAddress(void **, const void *);
cudaError_t cudaStreamCreate(cudaStream_t *);
cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned);
cudaError_t cudaLaunchHostFunc(cudaStream_t, void (*)(void *), void *);
cudaError_t cudaEventCreate(cudaEvent_t *);
cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventQuery(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float *, cudaEvent_t, cudaEvent_t);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaGetDeviceCount(int *);
cudaError_t cudaGetLastError(void);
const char *cudaGetErrorName(cudaError_t);
cudaError_t cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, cudaStream_t);
cudaError_t cudaGraphCreate(cudaGraph_t *, unsigned);
void **__cudaRegisterFatBinary(const void *);
void __cudaRegisterFatBinaryEnd(void **);
void __cudaRegisterFunction(void **, const char *, char *, const char *, int, void *, void *, void *, void *, int *);
void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
}

#include "host_arrays.h"

template <class T> cudaError_t cudaMalloc(T **p, size_t n) { return cudaMalloc((void **)p, n); }
template <class T> cudaError_t cudaMallocHost(T **p, size_t n) { return cudaMallocHost((void **)p, n); }
template <class T> cudaError_t cudaMallocManaged(T **p, size_t n) { return cudaMallocManaged((void **)p, n, 1); }
template <class T> cudaError_t cudaMallocPitch(T **p, size_t *pitch, size_t w, size_t h)
{
    return cudaMallocPitch((void **)p, pitch, w, h);
}
template <class T> cudaError_t cudaMemcpyToSymbol(T &s, const void *from, size_t n)
{
    return cudaMemcpyToSymbol((const void *)&s, from, n, 0, cudaMemcpyHostToDevice);
}
template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, T &s, size_t n)
{
    return cudaMemcpyFromSymbol(to, (const void *)&s, n, 0, cudaMemcpyDeviceToHost);
}
template <class S> cudaError_t cudaGetSymbolAddress(void **p, S &s)
{
    return cudaGetSymbolAddress(p, (const void *)&s);
}

template <class... P, size_t... I>
void launch_packed(void (*kernel)(P...), dim3 g, dim3 b, size_t smem, cudaStream_t s, std::tuple<P...> &p,
                   std::index_sequence<I...>)
{
    void *args[] = {(void *)&std::get<I>(p)..., nullptr};
    cudaLaunchKernel((const void *)kernel, g, b, args, smem, s);
}
template <class... P, class... A> void launch(void (*kernel)(P...), dim3 g, dim3 b, size_t smem, cudaStream_t s, A... a)
{
    std::tuple<P...> p(a...);
    launch_packed(kernel, g, b, smem, s, p, std::index_sequence_for<P...>());
}
#define LAUNCH(kernel, grid, block, smem, stream, ...) launch(kernel, grid, block, smem, stream, ##__VA_ARGS__)

struct registered {
    const char *name;
    const void *host;
    size_t bytes; // of a variable; 0: a kernel
};
#define K(kernel)                                                                                                      \
    registered { #kernel, (const void *)kernel, 0 }
#define V(variable)                                                                                                    \
    registered { #variable, (const void *)&variable, sizeof variable }
asm(".section .rodata\n.balign 16\ntest_fatbin: .incbin \"" FATBIN "\"\n.text\n");
extern "C" __attribute__((visibility("hidden"))) const char test_fatbin[];
struct wrapper {
    unsigned magic, version;
    const void *data, *more;
};
struct registration {
    template <size_t N> explicit registration(const registered (&what)[N])
    {
        static const wrapper w = {0x466243b1, 1, test_fatbin, nullptr};
        void **h = __cudaRegisterFatBinary(&w);
        for (const registered &r : what)
            if (r.bytes) __cudaRegisterVar(h, (char *)r.host, nullptr, r.name, 0, r.bytes, 0, 0);
            else __cudaRegisterFunction(h, (const char *)r.host, nullptr, r.name, -1, 0, 0, 0, 0, 0);
        __cudaRegisterFatBinaryEnd(h);
    }
};
#define REGISTER(...) static const registration the_registration({__VA_ARGS__});
#endif

// Each check prints what it expected; the last line says how many failed.
static int checks, failures;
#define CHECK(what, ok)                                                                                                \
    do {                                                                                                               \
        checks++;                                                                                                      \
        if (!(ok)) failures++, printf("FAILED %s: expected %s\n", what, #ok);                                          \
    } while (0)
static inline int finish()
{
    printf("%d checks, %d failed\n", checks, failures);
    return failures != 0;
}

#endif
