/* machine_fields.h - the one table of machine keys, for the files of this folder only. */
#ifndef CTADEL_CONFIG_MACHINE_FIELDS_H
#define CTADEL_CONFIG_MACHINE_FIELDS_H

#include "base/err.h"
#include "config/machine.h"

#include <stddef.h>

typedef enum {
    FIELD_NAME, /* letters, digits, - and _; fits machine_t.name */
    FIELD_U32,
    FIELD_U64,
    FIELD_WORD, /* one of `words`, stored as its index in an enum */
    FIELD_LIST  /* machine_list_t: 1 to MACHINE_LIST_MAX numbers joined by +; default: empty */
} field_type_t;

typedef enum {
    NEED_ALWAYS,
    NEED_FRFCFS, /* required with dram.kind frfcfs; else 0 */
    NEED_ENERGY, /* required if another energy key is given; else 0 */
    NEED_NEVER   /* default `fallback`; the name defaults to the file's name */
} field_need_t;

typedef struct {
    const char *key; /* dotted path of the nested maps */
    size_t offset;   /* in machine_t */
    field_type_t type;
    field_need_t need;
    const char *unit;
    uint64_t min, max, fallback; /* range of FIELD_U32, FIELD_U64, and of a number of FIELD_LIST */
    const char *const *words;    /* FIELD_WORD: NULL-terminated */
    const char *text;
} field_t;

enum { MACHINE_FIELDS_MAX = 304 };
extern const field_t machine_fields[];
extern const uint32_t machine_field_count; /* <= MACHINE_FIELDS_MAX */

/* Parses text, checks its range and sets the field. False: err, with file and line (NULL and 0: none). */
bool machine_field_set(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err);

enum { MACHINE_LIST_CHARS = 8 * MACHINE_LIST_MAX /* of five digits each */ };
void machine_list_text(const machine_list_t *list, char text[MACHINE_LIST_CHARS]);

/* Checks the rules between fields; returns the key that breaks one, with the sentence in err without file and line;
 * NULL: all hold. */
const char *machine_broken_rule(const machine_t *m, err_t *err);

/* Sets err to "unknown key", the nearest key, and the keys of the innermost known map; always false. */
bool machine_unknown_key(const char *key, const char *file, unsigned line, err_t *err);

#endif
