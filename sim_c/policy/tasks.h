/* tasks.h - the seam of the task unit, beside that of scheduler.h: which contexts wait for a piece of work in a
 * core cycle, and what each of them is answered. Three engines implement it: rtl (Verilated sas_top), c (its
 * golden model), lockstep (both, compared every clock).
 *
 * One core cycle: the caller fills the inputs, calls settle, acts on the answers to those that wait, and calls
 * rise, which is the clock edge that ends it. In a cycle with `start` no context gets an answer. */
#ifndef POLICY_TASKS_H
#define POLICY_TASKS_H

#include "base/err.h"
#include "policy/sas.h"

typedef struct {                 /* bit c of a mask is context c; where several stand, valid counts */
    uint64_t valid[SAS_SMS_MAX]; /* there is a piece, taken by the context that waits */
    uint64_t none[SAS_SMS_MAX];  /* the loop has no more */
    uint64_t off[SAS_SMS_MAX];   /* not allowed for now */
    sas_tile_t piece[SAS_SMS_MAX][SAS_CONTEXTS_MAX]; /* where valid and asked for */
} task_out_t;

typedef struct {
    uint32_t sms, contexts; /* per SM */
    uint32_t group, depth;  /* contexts of a SIMT group; indices of a queue */
} task_dims_t;

typedef struct { /* one engine; every call gets the engine's own self */
    void (*destroy)(void *self);
    void (*settle)(void *self, const sas_top_in_t *in, task_out_t *out);
    void (*rise)(void *self, const sas_top_in_t *in);
    /* As long as these inputs stay, rise changes nothing and may be left out. May be false always. */
    bool (*still)(const void *self, const sas_top_in_t *in);
} task_ops_t;

extern const task_ops_t task_c_ops;
void *task_c_create(const task_dims_t *dims); /* NULL only when out of memory */

#endif
