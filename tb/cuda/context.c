/* context.c - state of the runtime: lock, parts, errors, printed texts. */
#include "cuda/context_internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MEMORY_BYTES (UINT64_C(4) << 30)

cuda_t *cuda_lock(void)
{
    static cuda_t runtime = {.lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
    pthread_mutex_lock(&runtime.lock);
    return &runtime;
}

cuda_error_t cuda_leave(cuda_t *c, cuda_error_t error)
{
    if (c->sticky) error = c->sticky;
    if (error != CUDA_OK && error != CUDA_NOT_READY) c->last = error;
    pthread_mutex_unlock(&c->lock);
    return error;
}

cuda_error_t cuda_last_error(cuda_t *c, bool clear)
{
    const cuda_error_t error = c->sticky ? c->sticky : c->last;
    if (clear) c->last = CUDA_OK;
    return error;
}

bool cuda_failed(const cuda_t *c) { return c->sticky != CUDA_OK; }
void cuda_unlock(cuda_t *c) { pthread_mutex_unlock(&c->lock); }
cuda_parts_t *cuda_parts(cuda_t *c) { return &c->parts; }
const machine_t *cuda_machine(const cuda_t *c) { return c->parts.machine; }
gpu_t *cuda_gpu(cuda_t *c) { return c->parts.gpu; }
gmem_t *cuda_memory(cuda_t *c) { return c->parts.gmem; }
uint64_t cuda_memory_bytes(void) { return MEMORY_BYTES; }

void cuda_line(const char *text)
{
    fflush(stdout);
    fprintf(stderr, "ctadel: %s\n", text);
}

/* False: the text was printed before. */
static bool first_time(cuda_t *c, const char *text)
{
    if (!c->said) c->said = calloc(CUDA_SAID_MAX, sizeof *c->said);
    for (uint32_t i = 0; i < c->said_count; i++)
        if (!strncmp(c->said[i], text, CUDA_SAID_BYTES - 1)) return false;
    if (c->said && c->said_count < CUDA_SAID_MAX) snprintf(c->said[c->said_count++], CUDA_SAID_BYTES, "%s", text);
    return true;
}

void cuda_refuse(cuda_t *c, const char *fmt, ...)
{
    char text[CUDA_SAID_BYTES];
    va_list args;
    va_start(args, fmt);
    vsnprintf(text, sizeof text, fmt, args);
    va_end(args);
    c->failed = true;
    if (first_time(c, text)) cuda_line(text);
}

void cuda_note(cuda_t *c, const char *fmt, ...)
{
    char text[CUDA_SAID_BYTES] = "note: ";
    va_list args;
    va_start(args, fmt);
    vsnprintf(text + strlen(text), sizeof text - strlen(text), fmt, args);
    va_end(args);
    if (first_time(c, text)) cuda_line(text);
}

cuda_error_t cuda_fault(cuda_t *c, cuda_error_t error, const err_t *err)
{
    if (!c->sticky) {
        c->sticky = error;
        if (err->text[0]) cuda_refuse(c, "%s", err->text); /* empty after a lockstep difference, printed already */
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
