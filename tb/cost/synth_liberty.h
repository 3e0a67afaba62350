/* synth_liberty.h - a Liberty file as statements: what synth_liberty.c, which knows what they mean, and
 * synth_liberty_text.c, which knows how they are written, share. */
#ifndef CTADEL_TB_COST_SYNTH_LIBERTY_H
#define CTADEL_TB_COST_SYNTH_LIBERTY_H

#include "base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum { SYNTH_LIB_WORD = 128, SYNTH_LIB_DEPTH = 32 };

typedef struct { /* `head : value ;`, `head (value) ;` or the beginning of `head (value) { ... }` */
    char head[SYNTH_LIB_WORD];
    char value[SYNTH_LIB_WORD]; /* without quotes and blanks around it; its first characters, if it is longer */
    const char *args;           /* all of it as written, in text[] */
    size_t args_bytes;
    unsigned line;
    char kind; /* ':', '(' or '{'; '}': the end of the group whose head and value these are; '\0': the file ends */
} synth_lib_stmt_t;

typedef struct {
    const char *path;
    char *text; /* all of the file, unpacked; lines end with \n */
    size_t bytes, at;
    unsigned line;
    uint32_t depth; /* groups that are open, the statement's own not included */
    struct {
        char head[SYNTH_LIB_WORD], value[SYNTH_LIB_WORD];
        unsigned line;
    } open[SYNTH_LIB_DEPTH];
} synth_lib_text_t;

#define SYNTH_LIB_REMEDY "give a Liberty file (.lib or .lib.gz)"

/* Reads all of `path`, plain or gzipped, into t->text, which the caller frees. False: err. */
bool synth_lib_load(synth_lib_text_t *t, const char *path, err_t *err);
/* The next statement; opens and closes groups. False: err names the line. */
bool synth_lib_next(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err);
/* Writes a statement as all of Yosys, ABC and OpenSTA read it, on the line that it has in the file; *line: that of `f`.
 */
void synth_lib_write(FILE *f, const synth_lib_stmt_t *s, unsigned *line);

#endif
