/* background.c - a program may wait, by means of its own, for a function that it has put into a stream: then nothing
 * asks the runtime to go on. From the first such function on, a thread does so whenever nothing was asked for a while.
 */
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
        if (asked == seen) cuda_queue_run_all(c); /* an error stays, and is printed */
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
