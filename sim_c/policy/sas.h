/* sas.h - golden models of rtl/task, clock by clock: a central tiler deals the tiles of a parallel loop's index space
 * to SMs; a scheduler per SM turns them into pieces of work for its thread contexts [SAS §IV].
 *
 * The caller owns the structures. x_reset initialises one; x_clock is one clock edge: its inputs, and the values that
 * the other functions return, are those before the edge. Level 0 is the outermost loop. Levels that a loop does not
 * have are one iteration: lower 0, upper 1, stride 1. */
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

/* A parallel loop as the host programs it, in index values. It must stay stable until every tile has been walked. */
typedef struct {
    sas_vec_t lower, upper, stride;
    sas_vec_t edge;  /* edges of a tile: ceil(iterations / tiles) * stride, saturated at 65535 */
    sas_vec_t first; /* lower bounds of the tile that is handed out first */
} sas_loop_t;

/* sas_tiler: hands each tile of a loop to one of up to 64 askers. */
enum { SAS_NONE = 64 };

typedef struct {
    uint32_t askers;
    bool running, none;   /* a loop is in progress; its last tile has been handed out */
    uint32_t setup, gone; /* cycles to the first tile; tiles handed out */
    uint32_t served;      /* asker that got the last one */
    uint32_t to;          /* asker answered in this cycle, or SAS_NONE */
    sas_tile_t tile;      /* its tile */
} sas_tiler_t;

void sas_tiler_reset(sas_tiler_t *t, uint32_t askers);
void sas_tiler_clock(sas_tiler_t *t, const sas_loop_t *loop, bool start, uint64_t ask);

/* sas_index: walks every index of a tile in row-major order. */
typedef struct {
    enum { SAS_IDLE, SAS_SETUP, SAS_WALK } phase;
    sas_tile_t tile;
    sas_vec_t at; /* current index, valid in SAS_WALK */
} sas_index_t;

void sas_index_reset(sas_index_t *x);
bool sas_index_last(const sas_index_t *x, const sas_vec_t *stride); /* true: `at` is the last index of the tile */
/* tile: a tile to take when idle; NULL: none. ready: in SAS_WALK the index is taken. */
void sas_index_clock(sas_index_t *x, const sas_vec_t *stride, const sas_tile_t *tile, bool ready);

/* sas_sched: gives an SM's tiles to its contexts. Bit c of a mask is context c. A piece is a whole tile if `whole`,
 * else an index i, as the tile from i to i + 1 on each level. */
enum { SAS_CONTEXTS_MAX = 64, SAS_DEPTH_MAX = 16 };

typedef struct {
    uint32_t held;
    sas_tile_t piece[SAS_DEPTH_MAX]; /* oldest first */
} sas_queue_t;

typedef struct {
    uint32_t contexts, depth;
    sas_index_t index;
    sas_queue_t queue[SAS_CONTEXTS_MAX];
    uint32_t next, served; /* context of the next piece, or SAS_NONE; context chosen last */
    bool ask;              /* requests a tile from the tiler */
} sas_sched_t;

typedef struct {
    bool whole;
    sas_vec_t stride;
    uint64_t allow, want;   /* contexts that may get new pieces; contexts that wait for one */
    const sas_tile_t *tile; /* tile from the tiler; NULL: none in this cycle */
    bool none;              /* the tiler has no tile left */
} sas_sched_in_t;

void sas_sched_reset(sas_sched_t *s, uint32_t contexts, uint32_t depth);
/* Answers to contexts in this cycle. valid: a piece is ready, queue[c].piece[0], which a waiting context takes; none:
 * no work is left; off: the context is not allowed work now. */
uint64_t sas_sched_valid(const sas_sched_t *s);
uint64_t sas_sched_none(const sas_sched_t *s, const sas_sched_in_t *in);
uint64_t sas_sched_off(const sas_sched_t *s, const sas_sched_in_t *in);
void sas_sched_clock(sas_sched_t *s, const sas_sched_in_t *in);

/* sas_sos: finds by trials which contexts may get work: Sample, Optimize, Symbios [SAS §VI]. */
typedef struct {
    uint32_t contexts, group, cycles_max;
    bool tries;             /* a width is on trial */
    uint32_t width, best;   /* contexts of each group that may get work: now; in the best trial */
    uint32_t least;         /* cycles of the best trial */
    uint32_t tasks, cycles; /* pieces and cycles of this trial */
    uint32_t now;           /* pieces taken in the last cycle */
    uint64_t allow;
} sas_sos_t;

void sas_sos_reset(sas_sos_t *s, uint32_t contexts, uint32_t group);
/* tasks: pieces per trial; 0: no trials. start: a loop begins. live: contexts that work. taken: contexts that take a
 * piece in this cycle. */
void sas_sos_clock(sas_sos_t *s, uint32_t tasks, bool start, uint64_t live, uint64_t taken);

/* sas_top: a tiler, and for each SM a scheduler and SOS. */
enum { SAS_SMS_MAX = 8 };

typedef struct {
    uint32_t sms;
    sas_tiler_t tiler;
    sas_sched_t sched[SAS_SMS_MAX];
    sas_sos_t sos[SAS_SMS_MAX];
} sas_top_t;

typedef struct {
    bool start, whole;
    uint32_t tasks; /* pieces per trial of SOS; 0: no trials */
    sas_loop_t loop;
    uint64_t live[SAS_SMS_MAX], want[SAS_SMS_MAX];
} sas_top_in_t;

void sas_top_reset(sas_top_t *t, uint32_t sms, uint32_t contexts, uint32_t group, uint32_t depth);
sas_sched_in_t sas_top_sched_in(const sas_top_t *t, const sas_top_in_t *in, uint32_t sm);
void sas_top_clock(sas_top_t *t, const sas_top_in_t *in);
/* True: while the inputs stay the same, a clock changes nothing. */
bool sas_top_still(const sas_top_t *t, const sas_top_in_t *in);
bool sas_sched_still(const sas_sched_t *s, const sas_sched_in_t *in);
bool sas_sos_still(const sas_sos_t *s, uint64_t live); /* for a clock in which no piece is taken */

#endif
