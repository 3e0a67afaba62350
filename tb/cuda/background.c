/* background.c - a program may wait, on a variable or condition of its own, for a host function that it has queued in a
 * stream. It then makes no CUDA call that advances the simulation. While a host function is queued and the program has
 * made no call for QUIET_US, this thread runs the queue. Otherwise the order of work is independent of host time. */
#include "cuda/background.h"

#include "cuda/queue.h"

#include <pthread.h>
#include <unistd.h>

enum { QUIET_US = 100 * 1000 };

static void *go_on(void *none)
{
    uint64_t seen = 0;
    for (;;) {
        usleep(QUIET_US);
        cuda_t *c = cuda_enter();
        if (!c) return none; /* the program is ending */
        const uint64_t asked = cuda_queue_asked(c);
        if (asked == seen && cuda_parts(c)->calls && !cuda_failed(c)) cuda_queue_run_all(c); /* errors are sticky */
        seen = asked;
        cuda_unlock(c);
    }
}

bool cuda_background_start(cuda_t *c)
{
    pthread_t thread;
    if (cuda_parts(c)->in_background) return true;
    cuda_parts(c)->in_background = pthread_create(&thread, NULL, go_on, NULL) == 0 && pthread_detach(thread) == 0;
    return cuda_parts(c)->in_background;
}
