/* context.c - the one runtime of a process: lock, device at the first call, errors. */
#include "cuda/context.h"

#include "cuda/launcher.h"
#include "cuda/memory.h"
#include "cuda/module.h"
#include "cuda/queue.h"
#include "cuda/report.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SAID_MAX = 64, SAID_BYTES = 640 };
#define MEMORY_BYTES (UINT64_C(4) << 30)

struct cuda {
    pthread_mutex_t lock;
    pid_t pid; /* a child of fork is another process: it has no device */
    bool opened, broken, failed;
    cuda_error_t last, sticky;
    cuda_report_t *report;
    gmem_t *gmem;
    cuda_queue_t *queue;
    cuda_modules_t *modules;
    cuda_allocs_t *allocs;
    char (*said)[SAID_BYTES];
    uint32_t said_count;
    uint8_t *stream; /* by launch */
    uint32_t launches, room;
};

static cuda_t *the_runtime(void)
{
    static cuda_t runtime = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
    return &runtime;
}

static bool open_device(cuda_t *c)
{
    err_t err = {{0}};
    c->opened = true;
    c->gmem = gmem_create_mapped(MEMORY_BYTES, &err);
    c->report = c->gmem ? cuda_report_open(c, &err) : NULL;
    c->queue = c->report ? cuda_queue_create() : NULL;
    c->allocs = c->queue ? cuda_allocs_create() : NULL;
    if (c->allocs) return true;
    err_set(&err, NULL, 0, "out of memory");
    cuda_refuse(c, "%s", err.text);
    c->broken = true;
    return false;
}

cuda_t *cuda_lock(void)
{
    cuda_t *c = the_runtime();
    pthread_mutex_lock(&c->lock);
    if (!c->modules) c->modules = cuda_modules_create();
    return c;
}

void cuda_unlock(cuda_t *c) { pthread_mutex_unlock(&c->lock); }

cuda_t *cuda_enter(void)
{
    cuda_t *c = cuda_lock();
    if (!c->broken && (c->opened ? c->pid == getpid() : open_device(c))) return c;
    cuda_unlock(c);
    return NULL;
}

cuda_error_t cuda_leave(cuda_t *c, cuda_error_t error)
{
    if (c->sticky) error = c->sticky;
    if (error != CUDA_OK && error != CUDA_NOT_READY) c->last = error;
    cuda_unlock(c);
    return error;
}

cuda_error_t cuda_last_error(cuda_t *c, bool clear)
{
    const cuda_error_t error = c->sticky ? c->sticky : c->last;
    if (clear) c->last = CUDA_OK;
    return error;
}

const machine_t *cuda_machine(const cuda_t *c) { return cuda_report_machine(c->report); }
gpu_t *cuda_gpu(cuda_t *c) { return cuda_report_gpu(c->report); }
gmem_t *cuda_memory(cuda_t *c) { return c->gmem; }
uint64_t cuda_memory_bytes(void) { return MEMORY_BYTES; }
cuda_queue_t *cuda_queue(cuda_t *c) { return c->queue; }
cuda_modules_t *cuda_modules(cuda_t *c) { return c->modules; }
cuda_allocs_t *cuda_allocs(cuda_t *c) { return c->allocs; }

/* False: it has been said. */
static bool first_time(cuda_t *c, const char *text)
{
    if (!c->said) c->said = calloc(SAID_MAX, sizeof *c->said);
    for (uint32_t i = 0; i < c->said_count; i++)
        if (!strncmp(c->said[i], text, SAID_BYTES - 1)) return false;
    if (c->said && c->said_count < SAID_MAX) snprintf(c->said[c->said_count++], SAID_BYTES, "%s", text);
    return true;
}

void cuda_refuse(cuda_t *c, const char *fmt, ...)
{
    char text[SAID_BYTES];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    c->failed = true;
    if (first_time(c, text)) cuda_report_line(text);
}

void cuda_note(cuda_t *c, const char *fmt, ...)
{
    char text[SAID_BYTES] = "note: ";
    va_list args;
    va_start(args, fmt);
    vsnprintf(text + strlen(text), sizeof text - strlen(text), fmt, args);
    va_end(args);
    if (first_time(c, text)) cuda_report_line(text);
}

cuda_error_t cuda_fault(cuda_t *c, cuda_error_t error, const err_t *err)
{
    if (!c->sticky) {
        c->sticky = error;
        if (err->text[0]) cuda_refuse(c, "%s", err->text); /* lockstep says itself what differs */
        c->failed = true;
    }
    return error;
}

bool cuda_count_launch(cuda_t *c, uint32_t stream)
{
    if (c->launches == c->room) {
        const uint32_t room = c->room ? 2 * c->room : 256;
        uint8_t *more = realloc(c->stream, room);
        if (!more) return false;
        c->stream = more;
        c->room = room;
    }
    c->stream[c->launches++] = (uint8_t)stream;
    return true;
}

uint32_t cuda_launches(const cuda_t *c) { return c->launches; }
uint32_t cuda_launch_stream(const cuda_t *c, uint32_t i) { return c->stream[i]; }

__attribute__((constructor)) static void loaded(void)
{
    cuda_t *c = the_runtime();
    c->pid = getpid();
    cuda_report_mark("loaded");
}

/* After the program's own destructors: this library is loaded before them. What is queued runs to its end. */
__attribute__((destructor)) static void unloaded(void)
{
    cuda_t *c = the_runtime();
    if (c->pid != getpid()) return;
    pthread_mutex_lock(&c->lock);
    if (c->opened && !c->broken && !c->sticky) cuda_queue_run_all(c);
    const bool closed = !c->report || !c->launches || cuda_report_close(c->report, !c->sticky);
    cuda_report_mark(c->failed || !closed ? "failed" : c->launches ? "ended" : "nothing");
    pthread_mutex_unlock(&c->lock);
}
