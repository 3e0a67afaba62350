/* context.h - the CUDA runtime of this process: device, queue, modules; prologue and epilogue of every entry point.
 * There is one instance, because CUDA's runtime interface has no handle for it. */
#ifndef CTADEL_TB_CUDA_CONTEXT_H
#define CTADEL_TB_CUDA_CONTEXT_H

#include "cuda/abi.h"

#include "base/err.h"
#include "config/machine.h"
#include "gpu/gpu.h"
#include "ptx/ptx.h"

typedef struct cuda cuda_t;

/* Every entry point that may access the device is `CUDA_ENTER(c); return cuda_leave(c, …);`. cuda_enter (entry.c) takes
 * the lock and opens the device at the first call. NULL: the device cannot be opened, and the reason was printed. */
cuda_t *cuda_enter(void);
cuda_error_t cuda_leave(cuda_t *c, cuda_error_t error); /* records the error, releases the lock */
#define CUDA_ENTER(c)                                                                                                  \
    cuda_t *c = cuda_enter();                                                                                          \
    if (!c) return CUDA_INITIALIZATION

/* Take and release the lock without opening the device: registrations happen before main. */
cuda_t *cuda_lock(void);
void cuda_unlock(cuda_t *c);
bool cuda_failed(const cuda_t *c); /* a sticky error has stopped the device */

typedef struct { /* the parts, each with its own header; NULL until first used */
    const machine_t *machine;
    gpu_t *gpu;
    gmem_t *gmem;
    struct cuda_report *report;
    struct cuda_queue *queue;
    struct cuda_modules *modules;
    struct cuda_allocs *allocs;
    struct cuda_array *arrays;
    struct cuda_registered *registered;
    struct cuda_object *objects;
    struct cuda_repeats *repeats;       /* NULL without --repeat-after: every launch is simulated */
    struct cuda_launchable *launchable; /* NULL: not `ctadel launchable` */
    size_t heap_bytes;                  /* heap size that the program set; 0: default */
    size_t stack_bytes;                 /* stack of a thread that the program set; 0: default */
    uint32_t calls;                     /* host functions that are queued in streams */
    bool in_background;                 /* the thread of background.h runs */
} cuda_parts_t;
cuda_parts_t *cuda_parts(cuda_t *c);
const machine_t *cuda_machine(const cuda_t *c);
gpu_t *cuda_gpu(cuda_t *c);
gmem_t *cuda_memory(cuda_t *c);
uint64_t cuda_memory_bytes(void); /* size of device memory */
cuda_error_t cuda_last_error(cuda_t *c, bool clear);

/* The program uses something that the model does not support: prints each text once; the run fails. */
void cuda_refuse(cuda_t *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* Prints a note, each text once; the run does not fail. */
void cuda_note(cuda_t *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A kernel or the machine has stopped: prints err, and makes every later call return `error`. */
cuda_error_t cuda_fault(cuda_t *c, cuda_error_t error, const err_t *err);
void cuda_line(const char *text); /* prints "ctadel: text" to stderr, after flushing the program's stdout */

/* The simulated launches in order, with the stream of each. */
bool cuda_count_launch(cuda_t *c, uint32_t stream);       /* appends one; false: out of memory */
uint32_t cuda_launches(const cuda_t *c);                  /* how many */
uint32_t cuda_launch_stream(const cuda_t *c, uint32_t i); /* stream of launch i */

#endif
