/* stats.c - registers statistics by name in a hash table; returns values and sums, checks laws. */
#include "stats/stats_table.h"

#include <assert.h>
#include <fnmatch.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_ROOM = 1024 }; /* rows; power of two */

stats_t *stats_create(void) { return calloc(1, sizeof(stats_t)); }

void stats_destroy(stats_t *s)
{
    if (!s) return;
    for (uint32_t i = 0; i < s->rows; i++) free(s->row[i].name);
    free(s->row);
    free(s->slot);
    free(s);
}

static uint32_t hash_name(const char *name) /* FNV-1a */
{
    uint32_t h = 2166136261u;
    for (; *name; name++) h = (h ^ (unsigned char)*name) * 16777619u;
    return h;
}

/* The slot that holds `name`, or the empty one where it belongs. */
static uint32_t *find_slot(const stats_t *s, const char *name)
{
    uint32_t mask = s->slot_count - 1;
    uint32_t at = hash_name(name) & mask;
    while (s->slot[at] && strcmp(s->row[s->slot[at] - 1].name, name) != 0) at = (at + 1) & mask;
    return &s->slot[at];
}

static bool grow(stats_t *s)
{
    uint32_t room = s->room ? 2 * s->room : FIRST_ROOM;
    stat_t *row = realloc(s->row, room * sizeof *row);
    if (!row) return false;
    s->row = row;
    uint32_t *slot = calloc(2 * (size_t)room, sizeof *slot);
    if (!slot) return false;
    free(s->slot);
    s->slot = slot;
    s->slot_count = 2 * room;
    s->room = room;
    for (uint32_t i = 0; i < s->rows; i++) *find_slot(s, s->row[i].name) = i + 1;
    return true;
}

/* Appends the characters of `text`, and returns the place behind them. */
static char *append(char *to, const char *text, size_t chars)
{
    memcpy(to, text, chars);
    return to + chars;
}

/* Copies the strings into one block, since callers build paths in local buffers. */
static bool copy_strings(stat_t *r, const char *path, const char *name, const char *unit, const char *text)
{
    const size_t path_chars = strlen(path), name_bytes = strlen(name) + 1;
    const size_t unit_bytes = strlen(unit) + 1, text_bytes = strlen(text) + 1;
    char *block = malloc(path_chars + 1 + name_bytes + unit_bytes + text_bytes);
    if (!block) return false;
    char *end = append(block, path, path_chars);
    if (path_chars) *end++ = '.';
    end = append(end, name, name_bytes);
    r->name = block;
    r->name_chars = (size_t)(end - block) - 1;
    r->unit = end;
    r->text = append(end, unit, unit_bytes);
    memcpy(end + unit_bytes, text, text_bytes);
    return true;
}

static void add(stats_t *s, const char *path, const char *name, const char *unit, const char *text, stat_t fresh)
{
    if ((s->rows == s->room && !grow(s)) || !copy_strings(&fresh, path, name, unit, text)) {
        s->no_memory = true;
        return;
    }
    uint32_t *slot = find_slot(s, fresh.name);
    assert(!*slot && "statistic registered twice");
    s->row[s->rows] = fresh;
    *slot = ++s->rows;
}

void stats_add_u64(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                   const uint64_t *value)
{
    add(s, path, name, unit, text, (stat_t){.a = value, .kind = STAT_U64});
}

void stats_add_ratio(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                     const uint64_t *num, const uint64_t *den)
{
    add(s, path, name, unit, text, (stat_t){.a = num, .b = den, .kind = STAT_RATIO});
}

void stats_add_real(stats_t *s, const char *path, const char *name, const char *unit, const char *text,
                    const double *value)
{
    add(s, path, name, unit, text, (stat_t){.real = value, .kind = STAT_REAL});
}

void stats_add_law(stats_t *s, const char *path, const char *name, const char *text, const uint64_t *a,
                   const uint64_t *b)
{
    add(s, path, name, "law", text, (stat_t){.a = a, .b = b, .kind = STAT_LAW});
}

void stats_add_word(stats_t *s, const char *path, const char *name, const char *text, const char *word)
{
    add(s, path, name, "word", text, (stat_t){.word = word, .kind = STAT_WORD});
}

/* A pattern, and the plain characters at its end: most names differ there, which is seen sooner than fnmatch sees it.
 */
typedef struct {
    const char *glob, *tail;
    size_t tail_chars;
} pattern_t;

static pattern_t pattern_of(const char *glob)
{
    const char *tail = glob + strlen(glob);
    while (tail > glob && !strchr("*?[]\\", tail[-1])) tail--;
    return (pattern_t){glob, tail, strlen(tail)};
}

static bool matches(const stat_t *r, const pattern_t *p)
{
    if (r->kind != STAT_U64 || r->name_chars < p->tail_chars) return false;
    const char *tail = r->name + r->name_chars - p->tail_chars;
    if (*tail != *p->tail || memcmp(tail, p->tail, p->tail_chars) != 0) return false; /* most differ in the first */
    return fnmatch(p->glob, r->name, 0) == 0;
}

uint64_t stats_sum(const stats_t *s, const char *glob)
{
    const pattern_t pattern = pattern_of(glob);
    uint64_t sum = 0;
    bool any = false;
    for (uint32_t i = 0; i < s->rows; i++) {
        if (!matches(&s->row[i], &pattern)) continue;
        any = true;
        sum += *s->row[i].a;
    }
    assert((any || s->no_memory) && "pattern matches no statistic");
    return sum;
}

uint64_t stats_value(const stats_t *s, const char *name)
{
    if (s->no_memory) return 0; /* stats_check_laws reports it */
    const uint32_t row = s->slot_count ? *find_slot(s, name) : 0;
    assert(row && s->row[row - 1].kind == STAT_U64 && "no such statistic");
    return *s->row[row - 1].a;
}

uint32_t stats_count(const stats_t *s, const char *glob)
{
    const pattern_t pattern = pattern_of(glob);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->rows; i++) count += matches(&s->row[i], &pattern);
    return count;
}

bool stats_check_laws(const stats_t *s, err_t *err)
{
    if (s->no_memory) return err_set(err, NULL, 0, "statistics: out of memory");
    for (uint32_t i = 0; i < s->rows; i++) {
        const stat_t *r = &s->row[i];
        if (r->kind == STAT_LAW && *r->a != *r->b)
            return err_set(err, NULL, 0, "law %s broken: %" PRIu64 " is not %" PRIu64 " (%s)", r->name, *r->a, *r->b,
                           r->text);
    }
    return true;
}
