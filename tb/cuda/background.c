/* background.c - a program may wait, by means of its own, for a function that it has put into a stream: then nothing
 * asks the runtime to advance. While such a function has not been called, a thread does so when the program asks for
 * nothing for a while; otherwise the order of work does not depend on the host's time. */
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
        if (!c) return none; /* the program ends */
        const uint64_t asked = cuda_queue_asked(c);
        if (asked == seen && cuda_parts(c)->calls && !cuda_failed(c)) cuda_queue_run_all(c); /* an error stays */
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
