/* symbol.c - CUDA's entry points for device variables, which the program names by their host shadow variables. */
#include "cuda/calls.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "cuda/queue.h"
#include "cuda/transfer.h"

CUDA_API cuda_error_t cudaGetSymbolAddress(void **out, const void *symbol);
CUDA_API cuda_error_t cudaGetSymbolSize(size_t *out, const void *symbol);

static cuda_error_t find(cuda_t *c, const void *symbol, size_t bytes, size_t offset, char **at)
{
    cuda_var_t *v;
    ptx_symbol_t s;
    const cuda_error_t error = cuda_var_find(c, symbol, &v, &s);
    if (error) return error;
    if (offset > s.bytes || bytes > s.bytes - offset) return CUDA_INVALID_VALUE;
    *at = (char *)s.host + offset;
    return CUDA_OK;
}

static cuda_error_t to_symbol(const void *symbol, const void *src, size_t bytes, size_t offset, int kind, void *stream,
                              bool wait)
{
    char *dst;
    CUDA_ENTER(c);
    const cuda_error_t error = find(c, symbol, bytes, offset, &dst);
    if (error) return cuda_leave(c, error);
    const bool ours = cuda_is_device(c, src, bytes);
    if (kind != CUDA_HOST_TO_DEVICE && kind != CUDA_DEVICE_TO_DEVICE && kind != CUDA_DEFAULT_KIND)
        return cuda_leave(c, CUDA_INVALID_DIRECTION);
    if (!src || (kind == CUDA_DEVICE_TO_DEVICE && !ours)) return cuda_leave(c, CUDA_INVALID_VALUE);
    const cuda_transfer_t t = cuda_transfer_plain(dst, src, bytes);
    return cuda_leave(c, cuda_transfer_unchecked(c, &t, !ours, stream, wait));
}

static cuda_error_t from_symbol(void *dst, const void *symbol, size_t bytes, size_t offset, int kind, void *stream,
                                bool wait)
{
    char *src;
    CUDA_ENTER(c);
    const cuda_error_t error = find(c, symbol, bytes, offset, &src);
    if (error) return cuda_leave(c, error);
    const bool ours = cuda_is_device(c, dst, bytes);
    if (kind != CUDA_DEVICE_TO_HOST && kind != CUDA_DEVICE_TO_DEVICE && kind != CUDA_DEFAULT_KIND)
        return cuda_leave(c, CUDA_INVALID_DIRECTION);
    if (!dst || (kind == CUDA_DEVICE_TO_DEVICE && !ours)) return cuda_leave(c, CUDA_INVALID_VALUE);
    const cuda_transfer_t t = cuda_transfer_plain(dst, src, bytes);
    return cuda_leave(c, cuda_transfer_unchecked(c, &t, false, stream, wait || !ours));
}

cuda_error_t cudaMemcpyToSymbol(const void *symbol, const void *src, size_t bytes, size_t offset, int kind)
{
    return to_symbol(symbol, src, bytes, offset, kind, NULL, true);
}

cuda_error_t cudaMemcpyToSymbolAsync(const void *symbol, const void *src, size_t bytes, size_t offset, int kind,
                                     void *stream)
{
    return to_symbol(symbol, src, bytes, offset, kind, stream, false);
}

cuda_error_t cudaMemcpyFromSymbol(void *dst, const void *symbol, size_t bytes, size_t offset, int kind)
{
    return from_symbol(dst, symbol, bytes, offset, kind, NULL, true);
}

cuda_error_t cudaMemcpyFromSymbolAsync(void *dst, const void *symbol, size_t bytes, size_t offset, int kind,
                                       void *stream)
{
    return from_symbol(dst, symbol, bytes, offset, kind, stream, false);
}

cuda_error_t cudaGetSymbolAddress(void **out, const void *symbol)
{
    cuda_var_t *v;
    ptx_symbol_t s;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_var_find(c, symbol, &v, &s);
    if (error || !out) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    *out = s.host;
    return cuda_leave(c, CUDA_OK);
}

cuda_error_t cudaGetSymbolSize(size_t *out, const void *symbol)
{
    cuda_var_t *v;
    ptx_symbol_t s;
    CUDA_ENTER(c);
    const cuda_error_t error = cuda_var_find(c, symbol, &v, &s);
    if (error || !out) return cuda_leave(c, error ? error : CUDA_INVALID_VALUE);
    *out = v->bytes;
    return cuda_leave(c, CUDA_OK);
}
