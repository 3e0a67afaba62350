/* entry.c - entry into the runtime: the first call that needs the device opens it. Constructor and destructor of the
 * library. */
#include "cuda/context_internal.h"

#include "cuda/memory.h"
#include "cuda/queue.h"
#include "cuda/report.h"

#include <unistd.h>

static bool open_device(cuda_t *c)
{
    err_t err = {{0}};
    cuda_parts_t *p = &c->parts;
    c->opened = true;
    p->gmem = gmem_create_mapped(cuda_memory_bytes(), &err);
    p->report = p->gmem ? cuda_report_open(c, &err) : NULL;
    p->queue = p->report ? cuda_queue_create() : NULL;
    p->allocs = p->queue ? cuda_allocs_create() : NULL;
    if (p->allocs) return true;
    err_set(&err, NULL, 0, "out of memory");
    cuda_refuse(c, "%s", err.text);
    c->broken = true;
    return false;
}

cuda_t *cuda_enter(void)
{
    cuda_t *c = cuda_lock();
    if (!c->broken && (c->opened ? c->pid == getpid() : open_device(c))) return c;
    cuda_unlock(c);
    return NULL;
}

__attribute__((constructor)) static void loaded(void)
{
    cuda_t *c = cuda_lock();
    c->pid = getpid();
    cuda_report_mark("loaded");
    cuda_unlock(c);
}

/* Runs after the program's own destructors, because the library is loaded before the program. Finishes queued work. */
__attribute__((destructor)) static void unloaded(void)
{
    cuda_t *c = cuda_lock();
    if (c->pid == getpid()) {
        if (c->opened && !c->broken && !c->sticky) cuda_queue_run_all(c);
        const bool listed = !c->opened || c->broken || cuda_report_launchable(c->parts.report);
        const bool closed = !c->launches || cuda_report_close(c->parts.report, !c->sticky);
        c->broken = true; /* ends the thread of background.c */
        cuda_report_mark(c->failed || !listed || !closed ? "failed" : c->launches ? "ended" : "nothing");
    }
    cuda_unlock(c);
}
