/* registry.c - the calls that code of nvcc makes before main and at a kernel's call site. */
#include "cuda/launcher.h"
#include "cuda/module.h"

#define WRAPPER_MAGIC UINT32_C(0x466243b1)

typedef struct {
    uint32_t magic, version;
    const void *image; /* a fatbin */
    const void *more;  /* version 2: of other files, linked on the device */
} wrapper_t;

CUDA_API void **__cudaRegisterFatBinary(const wrapper_t *w);
CUDA_API void __cudaRegisterFatBinaryEnd(void **handle);
CUDA_API void __cudaUnregisterFatBinary(void **handle);
CUDA_API char __cudaInitModule(void **handle);
CUDA_API void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name, int threads,
                                     void *tid, void *bid, void *block, void *grid, int *warp);
CUDA_API void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name, int ext, size_t bytes,
                                int constant, int global);
CUDA_API void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext,
                                       size_t bytes, int constant, int global);
CUDA_API cuda_error_t __cudaGetKernel(cuda_kernel_t **kernel, const void *host);
CUDA_API cuda_error_t cudaGetKernel(cuda_kernel_t **kernel, const void *host);
CUDA_API cuda_error_t cudaGetFuncBySymbol(cuda_kernel_t **kernel, const void *host);

static cuda_module_t *module_of(cuda_t *c, void **handle)
{
    cuda_modules_t *m = cuda_modules(c);
    return m && cuda_module_is(m, handle) ? (cuda_module_t *)(void *)handle : NULL;
}

void **__cudaRegisterFatBinary(const wrapper_t *w)
{
    cuda_t *c = cuda_lock();
    cuda_module_t *m = NULL;
    if (!w || w->magic != WRAPPER_MAGIC) cuda_refuse(c, "a fatbin is registered in a way that nvcc 13 does not use");
    else if (cuda_modules(c)) m = cuda_module_add(cuda_modules(c), w->image);
    cuda_unlock(c);
    return (void **)(void *)m;
}

void __cudaRegisterFatBinaryEnd(void **handle) { (void)handle; }

/* After main; what is registered stays, as kernels may still be queued. */
void __cudaUnregisterFatBinary(void **handle) { (void)handle; }

/* Called before the host's first access to a managed variable. */
char __cudaInitModule(void **handle)
{
    (void)handle;
    cuda_t *c = cuda_enter();
    if (!c) return 0;
    cuda_managed_place(c);
    return cuda_leave(c, CUDA_OK) == CUDA_OK;
}

void __cudaRegisterFunction(void **handle, const void *host, char *device, const char *name, int threads, void *tid,
                            void *bid, void *block, void *grid, int *warp)
{
    (void)device, (void)threads, (void)tid, (void)bid, (void)block, (void)grid, (void)warp;
    cuda_t *c = cuda_lock();
    cuda_module_t *m = module_of(c, handle);
    if (m && !cuda_kernel_add(cuda_modules(c), m, host, name)) cuda_refuse(c, "out of memory");
    cuda_unlock(c);
}

static void add_var(void **handle, const void *host, const char *name, size_t bytes, void **managed)
{
    cuda_t *c = cuda_lock();
    cuda_module_t *m = module_of(c, handle);
    if (m && !cuda_var_add(cuda_modules(c), m, host, name, bytes, managed)) cuda_refuse(c, "out of memory");
    cuda_unlock(c);
}

void __cudaRegisterVar(void **handle, const void *host, char *device, const char *name, int ext, size_t bytes,
                       int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    add_var(handle, host, name, bytes, NULL);
}

void __cudaRegisterManagedVar(void **handle, void **host, char *device, const char *name, int ext, size_t bytes,
                              int constant, int global)
{
    (void)device, (void)ext, (void)constant, (void)global;
    add_var(handle, host, name, bytes, host);
}

/* Opens no device: a program may ask for kernels that it never launches. */
cuda_error_t __cudaGetKernel(cuda_kernel_t **kernel, const void *host)
{
    cuda_t *c = cuda_lock();
    *kernel = cuda_modules(c) ? cuda_kernel_registered(cuda_modules(c), host) : NULL;
    return cuda_leave(c, *kernel ? CUDA_OK : CUDA_INVALID_FUNCTION);
}

cuda_error_t cudaGetKernel(cuda_kernel_t **kernel, const void *host) { return __cudaGetKernel(kernel, host); }
cuda_error_t cudaGetFuncBySymbol(cuda_kernel_t **kernel, const void *host) { return __cudaGetKernel(kernel, host); }
