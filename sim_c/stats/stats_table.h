/* stats_table.h - the table behind stats.h, for the files of this folder only. */
#ifndef CTADEL_STATS_STATS_TABLE_H
#define CTADEL_STATS_STATS_TABLE_H

#include "stats/stats.h"

typedef enum { STAT_U64, STAT_RATIO, STAT_REAL, STAT_LAW, STAT_WORD } stat_kind_t;

typedef struct {
    char *name; /* "path.name"; owns the block that unit and text point into */
    size_t name_chars;
    const char *unit, *text;
    const uint64_t *a, *b; /* U64: a; RATIO: a / b; LAW: a must equal b */
    const double *real;    /* REAL */
    const char *word;      /* WORD */
    stat_kind_t kind;
} stat_t;

struct stats {
    stat_t *row; /* in registration order */
    uint32_t rows, room;
    uint32_t *slot;      /* open-addressed index by name: row + 1, 0 = empty */
    uint32_t slot_count; /* power of two, at least twice `room` */
    bool no_memory;      /* a registration failed: every check and write fails */
};

#endif
