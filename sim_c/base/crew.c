/* crew.c - a round of work is a number that counts up; threads wait for the next one, the caller for the last to end.
 *
 * Who sleeps says so before it looks a last time, and who changes what it waits for looks afterwards whether one
 * sleeps: no wake-up is lost. */
#include "base/crew.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* A thread looks for work some 10 us without a pause for others; then, where another thread wants its processor, that
 * one runs between two looks. */
enum { LOOKS = 100, LOOKS_YIELDING = 40 };
enum { APART_BYTES = 128 /* what different threads write lies apart in the host's caches */ };

typedef struct {
    crew_t *crew;
    uint32_t number;
    pthread_t thread;
} member_t;

struct crew {
    uint32_t started;
    void (*work)(void *self, uint32_t i); /* of the round; NULL: the last one, all end */
    void *self;
    pthread_mutex_t lock;
    pthread_cond_t begun, ended;
    _Alignas(APART_BYTES) atomic_uint round;
    atomic_uint asleep;                     /* threads that wait for `begun` */
    _Alignas(APART_BYTES) atomic_uint busy; /* threads, without the caller's, that have not ended the round */
    atomic_bool caller_asleep;
    _Alignas(APART_BYTES) member_t member[];
};

/* Between look i and the next. */
static void pause_briefly(uint32_t i)
{
    if (i >= LOOKS) sched_yield();
#if defined(__x86_64__)
    else __builtin_ia32_pause();
#endif
}

/* Waits until the round is not `last`. */
static void await_round(crew_t *c, uint32_t last)
{
    for (uint32_t i = 0; i < LOOKS + LOOKS_YIELDING; i++) {
        if (atomic_load_explicit(&c->round, memory_order_acquire) != last) return;
        pause_briefly(i);
    }
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->asleep, 1);
    while (atomic_load(&c->round) == last) pthread_cond_wait(&c->begun, &c->lock);
    atomic_fetch_sub(&c->asleep, 1);
    pthread_mutex_unlock(&c->lock);
}

static void begin_round(crew_t *c, void (*work)(void *self, uint32_t i), void *self)
{
    c->work = work;
    c->self = self;
    atomic_store_explicit(&c->busy, c->started, memory_order_relaxed);
    atomic_fetch_add(&c->round, 1);
    if (!atomic_load(&c->asleep)) return;
    pthread_mutex_lock(&c->lock);
    pthread_cond_broadcast(&c->begun);
    pthread_mutex_unlock(&c->lock);
}

static void end_of_member(crew_t *c)
{
    if (atomic_fetch_sub(&c->busy, 1) != 1 || !atomic_load(&c->caller_asleep)) return;
    pthread_mutex_lock(&c->lock);
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
}

static void await_members(crew_t *c)
{
    for (uint32_t i = 0; i < LOOKS + LOOKS_YIELDING; i++) {
        if (!atomic_load_explicit(&c->busy, memory_order_acquire)) return;
        pause_briefly(i);
    }
    pthread_mutex_lock(&c->lock);
    atomic_store(&c->caller_asleep, true);
    while (atomic_load(&c->busy)) pthread_cond_wait(&c->ended, &c->lock);
    atomic_store(&c->caller_asleep, false);
    pthread_mutex_unlock(&c->lock);
}

static void *member(void *self)
{
    const member_t *m = self;
    crew_t *c = m->crew;
    for (uint32_t round = 0;; round++) {
        await_round(c, round);
        if (!c->work) return NULL;
        c->work(c->self, m->number);
        end_of_member(c);
    }
}

/* Signals of the process are for the caller's thread. */
static bool start(crew_t *c, uint32_t number)
{
    sigset_t all, before;
    member_t *m = &c->member[number - 1];
    *m = (member_t){.crew = c, .number = number};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok = pthread_create(&m->thread, NULL, member, m) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    c->started += ok;
    return ok;
}

crew_t *crew_create(uint32_t threads)
{
    assert(threads >= 2 && threads <= CREW_MAX);
    const size_t bytes = sizeof(crew_t) + threads * sizeof(member_t);
    crew_t *c = aligned_alloc(APART_BYTES, (bytes + APART_BYTES - 1) / APART_BYTES * APART_BYTES);
    if (!c) return NULL;
    c->started = 0;
    pthread_mutex_init(&c->lock, NULL);
    pthread_cond_init(&c->begun, NULL);
    pthread_cond_init(&c->ended, NULL);
    atomic_init(&c->round, 0);
    atomic_init(&c->asleep, 0);
    atomic_init(&c->busy, 0);
    atomic_init(&c->caller_asleep, false);
    for (uint32_t i = 1; i < threads; i++)
        if (!start(c, i)) {
            crew_destroy(c);
            return NULL;
        }
    return c;
}

void crew_destroy(crew_t *c)
{
    if (!c) return;
    begin_round(c, NULL, NULL);
    for (uint32_t i = 0; i < c->started; i++) pthread_join(c->member[i].thread, NULL);
    pthread_cond_destroy(&c->ended);
    pthread_cond_destroy(&c->begun);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void crew_run(crew_t *c, void (*work)(void *self, uint32_t i), void *self)
{
    begin_round(c, work, self);
    work(self, 0);
    await_members(c);
}
