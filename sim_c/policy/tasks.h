/* tasks.h - the seam of the task unit, beside that of scheduler.h: the contexts that wait for work in a core cycle, and
 * the answers to them. Three engines implement it: rtl (Verilated sas_top), c (its golden model), lockstep (both,
 * compared every clock).
 *
 * One core cycle: the caller fills the inputs, calls settle, passes the answers to the waiting contexts, and calls
 * rise, the clock edge that ends the cycle. In a cycle with `start` no context gets an answer. */
#ifndef POLICY_TASKS_H
#define POLICY_TASKS_H

#include "base/err.h"
#include "policy/sas.h"

typedef struct {                 /* bit c of a mask is context c; valid has priority over the others */
    uint64_t valid[SAS_SMS_MAX]; /* a piece is ready; a waiting context takes it */
    uint64_t none[SAS_SMS_MAX];  /* the loop has no work left */
    uint64_t off[SAS_SMS_MAX];   /* the context gets no work for now */
    sas_tile_t piece[SAS_SMS_MAX][SAS_CONTEXTS_MAX]; /* meaningful where valid and wanted */
} task_out_t;

typedef struct {
    uint32_t sms, contexts; /* SMs; contexts per SM */
    uint32_t group, depth;  /* contexts of a SIMT group; depth of a context's queue in pieces */
} task_dims_t;

typedef struct { /* an engine; each call gets its self */
    void (*destroy)(void *self);
    void (*settle)(void *self, const sas_top_in_t *in, task_out_t *out);
    void (*rise)(void *self, const sas_top_in_t *in);
    /* True: while the inputs stay the same, rise changes nothing and may be left out. An engine may always return
     * false. */
    bool (*still)(const void *self, const sas_top_in_t *in);
} task_ops_t;

extern const task_ops_t task_c_ops;
void *task_c_create(const task_dims_t *dims); /* NULL only when out of memory */

#endif
