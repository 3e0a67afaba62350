/* stats.h - the table of statistics: text, JSON and CSV all come from it.
 *
 * A component owns its counters as plain uint64_t fields and registers each once, with a path ("sm3.l1d"), a name, a
 * unit and a sentence. The table stores pointers: write it before the component is destroyed. Names are snake_case; the
 * full name is "path.name". */
#ifndef CTADEL_STATS_STATS_H
#define CTADEL_STATS_STATS_H

#include "base/err.h"

#include <stdint.h>
#include <stdio.h>

typedef struct stats stats_t;

stats_t *stats_create(void);    /* NULL only when out of memory */
void stats_destroy(stats_t *s); /* NULL is fine */

void stats_add_u64(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                   const uint64_t *value);
/* Counters of a unit as one table, a macro T(X, of) with a row X(of, name, unit, text) for each:
 *   typedef struct { T(STATS_FIELD, _) } t_counters_t;    T(STATS_ADD, counters)
 * STATS_ADD registers those that `counters` points to in the table `s` under `path`, both in scope. */
#define STATS_FIELD(of, name, unit, text) uint64_t name;
#define STATS_ADD(of, name, unit, text)   stats_add_u64(s, path, #name, unit, text, &(of)->name);

/* num / den when written; null in JSON and "-" in CSV if den is 0. */
void stats_add_ratio(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                     const uint64_t *num, const uint64_t *den);
/* A real number; NaN is null in JSON and "-" in CSV. */
void stats_add_real(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                    const double *value);
/* A name of the object that the numbers beside it describe; a JSON string. The pointer is kept, the word not copied. */
void stats_add_word(stats_t *s, const char *path, const char *name, const char *text, const char *word);
/* A conservation law: *a must equal *b at the end of every run. */
void stats_add_law(stats_t *s, const char *path, const char *name, const char *text, const uint64_t *a,
                   const uint64_t *b);

/* Sum of all u64 statistics whose full name matches the glob ("sm*.l1d.misses"; * matches dots too). Asserts that at
 * least one matches: a misspelt pattern is a bug, not a zero. */
uint64_t stats_sum(const stats_t *s, const char *glob);
/* The u64 statistic of a full name, which must exist. */
uint64_t stats_value(const stats_t *s, const char *name);
/* Number of u64 statistics that stats_sum would add. */
uint32_t stats_count(const stats_t *s, const char *glob);

/* Checks every law; false: err names the first broken one with both values. */
bool stats_check_laws(const stats_t *s, err_t *err);

/* Write all values in registration order. JSON: objects nested by the dots of the names, {"sm0": {"l1d": {"misses":
 * 12}}}. CSV: name,value,unit,text. A law is true or false. False: err; the file appears complete or not at all. */
bool stats_write_json(const stats_t *s, const char *path, err_t *err);
bool stats_write_csv(const stats_t *s, const char *path, err_t *err);

#endif
