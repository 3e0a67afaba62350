/* context.h - the runtime of this process: its device, queue, modules, and what every entry point begins and ends
 * with. There is one, as the interface has no handle for it. */
#ifndef CTADEL_TB_CUDA_CONTEXT_H
#define CTADEL_TB_CUDA_CONTEXT_H

#include "cuda/abi.h"

#include "base/err.h"
#include "config/machine.h"
#include "gpu/gpu.h"
#include "ptx/ptx.h"

typedef struct cuda cuda_t;

/* Every entry point that may touch the device is `CUDA_ENTER(c); return cuda_leave(c, …);`. cuda_enter (entry.c) takes
 * the lock and opens the device at the first call; NULL: it cannot be opened, which has been printed. */
cuda_t *cuda_enter(void);
cuda_error_t cuda_leave(cuda_t *c, cuda_error_t error); /* keeps the error, gives up the lock */
#define CUDA_ENTER(c)                                                                                                  \
    cuda_t *c = cuda_enter();                                                                                          \
    if (!c) return CUDA_INITIALIZATION

/* The registrations of a program come before any call of it and open no device. */
cuda_t *cuda_lock(void);
void cuda_unlock(cuda_t *c);
bool cuda_failed(const cuda_t *c); /* an error that stays has stopped the device */

typedef struct { /* each with a header of its own; NULL until it is needed */
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
    struct cuda_repeats *repeats; /* also NULL: every launch is simulated */
    size_t heap_bytes;            /* that the program asked for */
    uint32_t calls;               /* functions of the host in streams that have not been called */
    bool in_background;           /* background.h has begun */
} cuda_parts_t;
cuda_parts_t *cuda_parts(cuda_t *c);
const machine_t *cuda_machine(const cuda_t *c);
gpu_t *cuda_gpu(cuda_t *c);
gmem_t *cuda_memory(cuda_t *c);
uint64_t cuda_memory_bytes(void); /* of the device */
cuda_error_t cuda_last_error(cuda_t *c, bool clear);

/* The program asks for what the model does not do: printed once for each text, and the run has failed. */
void cuda_refuse(cuda_t *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* To know, but no failure; printed once for each text. */
void cuda_note(cuda_t *c, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
/* A kernel or the machine has stopped for good: printed, every later call returns this. */
cuda_error_t cuda_fault(cuda_t *c, cuda_error_t error, const err_t *err);
void cuda_line(const char *text); /* to stderr, behind what the program has written */

/* Of each launch, in that order: its stream. */
bool cuda_count_launch(cuda_t *c, uint32_t stream); /* false: out of memory */
uint32_t cuda_launches(const cuda_t *c);
uint32_t cuda_launch_stream(const cuda_t *c, uint32_t i);

#endif
