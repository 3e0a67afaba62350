/* sas.h - golden models of rtl/task, clock by clock: a central tiler deals the tiles of a parallel
 * loop's index space to SMs, a scheduler per SM turns them into pieces of work for its thread
 * contexts [SAS].
 *
 * Structures are their owner's; x_reset makes one, x_clock is one clock edge: inputs are those
 * before the edge, and so is what the other functions say until then. Level 0 is the outermost
 * loop. A loop of fewer levels has one value on those left over: lower 0, upper 1, stride 1. */
#ifndef POLICY_SAS_H
#define POLICY_SAS_H

#include <stdbool.h>
#include <stdint.h>

enum { SAS_LEVELS = 3 };

typedef struct {
    uint16_t at[SAS_LEVELS];
} sas_vec_t;

typedef struct {
    sas_vec_t lower, upper; /* upper is exclusive */
} sas_tile_t;

/* A parallel loop, as the host programs it. It does not change until every tile has been handed out
 * and walked. */
typedef struct {
    sas_vec_t lower, upper, stride;
    sas_vec_t edge;  /* of a tile, in index values: ceil(iterations / tiles) * stride, clipped to the
                        field */
    sas_vec_t first; /* lower bounds of the tile that goes first */
} sas_loop_t;

/* sas_tiler: the tiles of a loop, each to one of up to 64 askers. */
enum { SAS_NONE = 64 };

typedef struct {
    uint32_t askers;
    bool running, none;   /* tiles are left; the loop's last one has gone */
    uint32_t setup, gone; /* cycles to the first tile; tiles that have gone */
    uint32_t served;      /* the last asker to get one */
    uint32_t to;          /* answered in this cycle, or SAS_NONE, */
    sas_tile_t tile;      /* with this */
} sas_tiler_t;

void sas_tiler_reset(sas_tiler_t *t, uint32_t askers);
void sas_tiler_clock(sas_tiler_t *t, const sas_loop_t *loop, bool start, uint64_t ask);

/* sas_index: every index of a tile in row-major order. */
typedef struct {
    enum { SAS_IDLE, SAS_SETUP, SAS_WALK } phase;
    sas_tile_t tile;
    sas_vec_t at; /* valid while it walks */
} sas_index_t;

void sas_index_reset(sas_index_t *x);
bool sas_index_last(const sas_index_t *x, const sas_vec_t *stride); /* at is the last of its tile */
/* tile: offered, taken when idle; NULL: none. ready: the index, if it walks, is taken. */
void sas_index_clock(sas_index_t *x, const sas_vec_t *stride, const sas_tile_t *tile, bool ready);

/* sas_sched: an SM's tiles to its contexts. Bit c of a mask is context c. A piece is an index,
 * which counts as the tile from it to one more on each level, or if whole a tile. */
enum { SAS_CONTEXTS_MAX = 64, SAS_DEPTH_MAX = 16 };

typedef struct {
    uint32_t held;
    sas_tile_t piece[SAS_DEPTH_MAX]; /* the oldest first */
} sas_queue_t;

typedef struct {
    uint32_t contexts, depth;
    sas_index_t index;
    sas_queue_t queue[SAS_CONTEXTS_MAX];
    uint32_t next, served; /* context of the next piece, or SAS_NONE; chosen last */
    bool ask;              /* the tiler for a tile */
} sas_sched_t;

typedef struct {
    bool whole;
    sas_vec_t stride;
    uint64_t allow, want;   /* may get new pieces; wait for one */
    const sas_tile_t *tile; /* from the tiler; NULL: none in this cycle */
    bool none;              /* it has none left */
} sas_sched_in_t;

void sas_sched_reset(sas_sched_t *s, uint32_t contexts, uint32_t depth);
/* The answers to contexts in this cycle: there is a piece (queue[c].piece[0], taken by one that
 * waits); there will be none; none for now, because it is not allowed. */
uint64_t sas_sched_valid(const sas_sched_t *s);
uint64_t sas_sched_none(const sas_sched_t *s, const sas_sched_in_t *in);
uint64_t sas_sched_off(const sas_sched_t *s, const sas_sched_in_t *in);
void sas_sched_clock(sas_sched_t *s, const sas_sched_in_t *in);

/* sas_sos: which contexts may get work, found by trials: Sample, Optimize, Symbios. */
typedef struct {
    uint32_t contexts, group, cycles_max;
    bool tries;             /* a width is on trial */
    uint32_t width, best;   /* contexts of each group: now; of the best trial, */
    uint32_t least;         /* which took so many cycles */
    uint32_t tasks, cycles; /* of this trial */
    uint32_t now;           /* pieces taken in the last cycle */
    uint64_t allow;
} sas_sos_t;

void sas_sos_reset(sas_sos_t *s, uint32_t contexts, uint32_t group);
/* tasks: per trial, 0: none is held. start: a loop begins. taken: contexts that take a piece. */
void sas_sos_clock(sas_sos_t *s, uint32_t tasks, bool start, uint64_t live, uint64_t taken);

/* sas_top: a tiler, and for each of some SMs a scheduler and a width. */
enum { SAS_SMS_MAX = 8 };

typedef struct {
    uint32_t sms;
    sas_tiler_t tiler;
    sas_sched_t sched[SAS_SMS_MAX];
    sas_sos_t sos[SAS_SMS_MAX];
} sas_top_t;

typedef struct {
    bool start, whole;
    uint32_t tasks; /* per trial of a width */
    sas_loop_t loop;
    uint64_t live[SAS_SMS_MAX], want[SAS_SMS_MAX];
} sas_top_in_t;

void sas_top_reset(sas_top_t *t, uint32_t sms, uint32_t contexts, uint32_t group, uint32_t depth);
sas_sched_in_t sas_top_sched_in(const sas_top_t *t, const sas_top_in_t *in, uint32_t sm);
void sas_top_clock(sas_top_t *t, const sas_top_in_t *in);
/* A clock with these inputs changes nothing, nor does the next. May be false always. */
bool sas_top_still(const sas_top_t *t, const sas_top_in_t *in);
bool sas_sched_still(const sas_sched_t *s, const sas_sched_in_t *in);
bool sas_sos_still(const sas_sos_t *s, uint64_t live); /* nothing taken */

#endif
