/* host_memory.c - registration of host memory: maps the program's pages and the pages of a device buffer to the same
 * memory. Kernels use the address that cudaHostGetDevicePointer returns. */
#include "cuda/host_memory.h"

#include "cuda/memory.h"
#include "cuda/queue.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

CUDA_API cuda_error_t cudaHostRegister(void *host, size_t bytes, unsigned flags);
CUDA_API cuda_error_t cudaHostUnregister(void *host);

enum { PAGE_BYTES = 4096 };

struct cuda_registered {
    char *host; /* the program's pointer */
    size_t bytes;
    unsigned flags;
    uint64_t buffer;  /* device buffer that contains `window` */
    char *page;       /* first page of the host range */
    char *window;     /* first page of the device range */
    size_t all_bytes; /* size of each range, in whole pages */
    struct cuda_registered *next;
};

static cuda_registered_t *find(cuda_t *c, const void *host)
{
    cuda_registered_t *r = cuda_parts(c)->registered;
    while (r && (uintptr_t)host - (uintptr_t)r->host >= r->bytes) r = r->next;
    return r;
}

void *cuda_registered_device(cuda_t *c, const void *host, uint64_t bytes)
{
    const cuda_registered_t *r = find(c, host);
    if (!r || bytes > r->bytes - ((uintptr_t)host - (uintptr_t)r->host)) return NULL;
    return r->window + ((uintptr_t)host - (uintptr_t)r->page);
}

bool cuda_registered_flags(cuda_t *c, const void *host, unsigned *flags)
{
    const cuda_registered_t *r = find(c, host);
    if (r) *flags = r->flags;
    return r != NULL;
}

/* Maps both ranges to the same pages, with the host's contents. */
static bool share(const cuda_registered_t *r)
{
    const int fd = memfd_create("ctadel-registered", MFD_CLOEXEC);
    size_t done = 0;
    while (fd >= 0 && done < r->all_bytes) {
        const ssize_t n = write(fd, r->page + done, r->all_bytes - done);
        if (n <= 0) break;
        done += (size_t)n;
    }
    const int access = PROT_READ | PROT_WRITE, how = MAP_SHARED | MAP_FIXED;
    const bool ok = done == r->all_bytes && mmap(r->window, done, access, how, fd, 0) != MAP_FAILED &&
                    mmap(r->page, done, access, how, fd, 0) != MAP_FAILED;
    if (fd >= 0) close(fd);
    return ok;
}

static bool own_pages(char *at, size_t bytes)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED;
    return mmap(at, bytes, PROT_READ | PROT_WRITE, how, -1, 0) != MAP_FAILED;
}

static bool mapped(const cuda_registered_t *r)
{
    unsigned char resident[1];
    for (size_t at = 0; at < r->all_bytes; at += PAGE_BYTES)
        if (mincore(r->page + at, PAGE_BYTES, resident) != 0) return false;
    return true;
}

/* Gives the host range pages of its own with the same contents, and the device range zeroed pages. */
static bool unshare(const cuda_registered_t *r)
{
    const int how = MAP_PRIVATE | MAP_ANONYMOUS;
    if (!mapped(r)) return own_pages(r->window, r->all_bytes); /* the program has unmapped it already */
    void *copy = mmap(NULL, r->all_bytes, PROT_READ | PROT_WRITE, how, -1, 0);
    if (copy == MAP_FAILED) return false;
    memcpy(copy, r->page, r->all_bytes);
    return mremap(copy, r->all_bytes, r->all_bytes, MREMAP_MAYMOVE | MREMAP_FIXED, r->page) != MAP_FAILED &&
           own_pages(r->window, r->all_bytes);
}

static cuda_error_t add(cuda_t *c, void *host, size_t bytes, unsigned flags)
{
    err_t err = {{0}};
    cuda_registered_t *r = calloc(1, sizeof *r);
    if (!r) return CUDA_MEMORY_ALLOCATION;
    const uintptr_t first = (uintptr_t)host / PAGE_BYTES * PAGE_BYTES;
    const size_t all = ((uintptr_t)host + bytes - first + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES;
    *r = (cuda_registered_t){.host = host, .bytes = bytes, .flags = flags, .page = (char *)first, .all_bytes = all};
    r->buffer = gmem_alloc(cuda_memory(c), "registered memory", all + PAGE_BYTES, &err);
    if (!r->buffer) {
        free(r);
        return cuda_full(c, &err);
    }
    r->window = (char *)(uintptr_t)((r->buffer + PAGE_BYTES - 1) / PAGE_BYTES * PAGE_BYTES);
    if (!share(r)) {
        if (own_pages(r->window, all)) gmem_free(cuda_memory(c), r->buffer);
        free(r);
        return CUDA_MEMORY_ALLOCATION;
    }
    gmem_share(cuda_memory(c), r->buffer);
    r->next = cuda_parts(c)->registered;
    cuda_parts(c)->registered = r;
    return CUDA_OK;
}

static bool overlaps(cuda_t *c, const char *host, size_t bytes)
{
    const cuda_registered_t *r = cuda_parts(c)->registered;
    while (r && (host + bytes <= r->page || r->page + r->all_bytes <= host)) r = r->next;
    return r != NULL;
}

cuda_error_t cudaHostRegister(void *host, size_t bytes, unsigned flags)
{
    enum { PORTABLE = 1, MAPPED = 2, READ_ONLY = 8 };
    CUDA_ENTER(c);
    if (!host || !bytes || bytes > cuda_memory_bytes() || (flags & ~(unsigned)(PORTABLE | MAPPED | READ_ONLY)))
        return cuda_leave(c, CUDA_INVALID_VALUE);
    if (overlaps(c, host, bytes)) return cuda_leave(c, CUDA_HOST_REGISTERED);
    return cuda_leave(c, add(c, host, bytes, flags));
}

/* Unregisters a range. False: the host could not get its own pages back. */
static bool drop(cuda_t *c, cuda_registered_t *r)
{
    if (!unshare(r)) return false;
    cuda_registered_t **at = &cuda_parts(c)->registered;
    while (*at != r) at = &(*at)->next;
    *at = r->next;
    gmem_free(cuda_memory(c), r->buffer);
    free(r);
    return true;
}

void cuda_registered_free(cuda_t *c)
{
    while (cuda_parts(c)->registered && drop(c, cuda_parts(c)->registered))
        ;
}

cuda_error_t cudaHostUnregister(void *host)
{
    CUDA_ENTER(c);
    cuda_registered_t *r = find(c, host);
    if (!r || r->host != host) return cuda_leave(c, CUDA_HOST_NOT_REGISTERED);
    const cuda_error_t error = cuda_queue_run_all(c);
    if (error) return cuda_leave(c, error);
    return cuda_leave(c, drop(c, r) ? CUDA_OK : CUDA_MEMORY_ALLOCATION);
}
