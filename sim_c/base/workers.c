/* workers.c - a pool of threads. The number of the round counts up when the caller starts one; the other threads poll
 * it, and the caller polls the number of threads that are busy. After a number of polls a thread sleeps.
 *
 * No wake-up is lost: a thread sets its flag (`asleep`, `caller_asleep`) before its last poll, and the other side reads
 * the flag after it has changed what is polled. */
#include "base/workers.h"

#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

/* Polls before a thread sleeps: the first take a few microseconds; after each of the others the host may run another
 * thread on the processor. */
enum { POLLS = 100, POLLS_YIELDING = 40 };
enum { APART_BYTES = 128 /* what different threads write lies apart in the host's caches */ };

typedef struct {
    workers_t *workers;
    uint32_t number;
    pthread_t thread;
} member_t;

struct workers {
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

/* Between poll i and the next. */
static void pause_briefly(uint32_t i)
{
    if (i >= POLLS) sched_yield();
#if defined(__x86_64__)
    else __builtin_ia32_pause();
#endif
}

/* Waits until the round is not `last`. */
static void await_round(workers_t *c, uint32_t last)
{
    for (uint32_t i = 0; i < POLLS + POLLS_YIELDING; i++) {
        if (atomic_load_explicit(&c->round, memory_order_acquire) != last) return;
        pause_briefly(i);
    }
    pthread_mutex_lock(&c->lock);
    atomic_fetch_add(&c->asleep, 1);
    while (atomic_load(&c->round) == last) pthread_cond_wait(&c->begun, &c->lock);
    atomic_fetch_sub(&c->asleep, 1);
    pthread_mutex_unlock(&c->lock);
}

static void begin_round(workers_t *c, void (*work)(void *self, uint32_t i), void *self)
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

static void end_of_member(workers_t *c)
{
    if (atomic_fetch_sub(&c->busy, 1) != 1 || !atomic_load(&c->caller_asleep)) return;
    pthread_mutex_lock(&c->lock);
    pthread_cond_signal(&c->ended);
    pthread_mutex_unlock(&c->lock);
}

static void await_members(workers_t *c)
{
    for (uint32_t i = 0; i < POLLS + POLLS_YIELDING; i++) {
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
    workers_t *c = m->workers;
    for (uint32_t round = 0;; round++) {
        await_round(c, round);
        if (!c->work) return NULL;
        c->work(c->self, m->number);
        end_of_member(c);
    }
}

/* Signals of the process are for the caller's thread. */
static bool start(workers_t *c, uint32_t number)
{
    sigset_t all, before;
    member_t *m = &c->member[number - 1];
    *m = (member_t){.workers = c, .number = number};
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    const bool ok = pthread_create(&m->thread, NULL, member, m) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    c->started += ok;
    return ok;
}

workers_t *workers_create(uint32_t threads)
{
    assert(threads >= 2 && threads <= WORKERS_MAX);
    const size_t bytes = sizeof(workers_t) + threads * sizeof(member_t);
    workers_t *c = aligned_alloc(APART_BYTES, (bytes + APART_BYTES - 1) / APART_BYTES * APART_BYTES);
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
            workers_destroy(c);
            return NULL;
        }
    return c;
}

void workers_destroy(workers_t *c)
{
    if (!c) return;
    begin_round(c, NULL, NULL);
    for (uint32_t i = 0; i < c->started; i++) pthread_join(c->member[i].thread, NULL);
    pthread_cond_destroy(&c->ended);
    pthread_cond_destroy(&c->begun);
    pthread_mutex_destroy(&c->lock);
    free(c);
}

void workers_run(workers_t *c, void (*work)(void *self, uint32_t i), void *self)
{
    begin_round(c, work, self);
    work(self, 0);
    await_members(c);
}
