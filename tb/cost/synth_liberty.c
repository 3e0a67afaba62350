/* synth_liberty.c - reads a Liberty file, plain or gzipped: group nesting, names, areas, flip-flops. It checks enough
 * to name a fault in one line before Yosys starts. */
#include "cost/synth.h"

#include "base/infile.h"
#include "base/outfile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { LIB_BYTES_MAX = 1 << 29, WORD_BYTES = 128, DEPTH_LIBRARY = 1, DEPTH_CELL = 2 };

typedef struct {
    const char *path;
    char *text;
    size_t bytes, at;
    unsigned line;
    uint32_t depth;
    char library[WORD_BYTES], cell[WORD_BYTES]; /* names of the open groups */
    char cell_area[WORD_BYTES];
    double buffer_area; /* um2, of lib->buffer */
    bool has_flop;
} reader_t;

#define REMEDY "give a Liberty file (.lib or .lib.gz); qflow-tech-osu018 of Debian has one"

static bool load(reader_t *r, err_t *err)
{
    size_t room = 1 << 20;
    FILE *f = infile_open(r->path);
    gzFile z = f ? gzdopen(dup(fileno(f)), "rb") : NULL; /* reads plain files as they are */
    bool ok = z || err_set(err, r->path, 0, "cannot be read: %s; " REMEDY, strerror(errno));
    if (f) fclose(f);
    if (!ok) return false;
    for (;;) {
        char *grown = realloc(r->text, room + 1);
        if (!grown || room > LIB_BYTES_MAX) {
            ok = err_set(err, r->path, 0, "is larger than %d MB; " REMEDY, LIB_BYTES_MAX >> 20);
            break;
        }
        r->text = grown;
        const int got = gzread(z, r->text + r->bytes, (unsigned)(room - r->bytes));
        if (got < 0) {
            ok = err_set(err, r->path, 0, "cannot be unpacked: it is damaged; " REMEDY);
            break;
        }
        if (got == 0) break;
        r->bytes += (size_t)got;
        if (r->bytes == room) room *= 2;
    }
    if (gzclose_r(z) != Z_OK && ok)
        ok = err_set(err, r->path, 0, "ends inside its gzip data: it was cut off; fetch it again");
    if (ok) r->text[r->bytes] = '\0';
    return ok;
}

/* Skips blanks and comments. */
static void skip_blank(reader_t *r)
{
    while (r->at < r->bytes) {
        const char *t = r->text + r->at;
        if (t[0] == '/' && t[1] == '*') {
            const char *end = strstr(t + 2, "*/");
            const size_t chars = end ? (size_t)(end + 2 - t) : r->bytes - r->at;
            for (size_t i = 0; i < chars; i++) r->line += t[i] == '\n';
            r->at += chars;
        } else if (t[0] == '\n') {
            r->line++;
            r->at++;
        } else if (isspace((unsigned char)t[0]) || t[0] == '\\') {
            r->at++;
        } else {
            return;
        }
    }
}

/* Reads a word, a string without its quotes, or one other character. False: the file ends. */
static bool next(reader_t *r, char word[WORD_BYTES])
{
    size_t n = 0;
    skip_blank(r);
    if (r->at >= r->bytes) return false;
    char c = r->text[r->at++];
    if (c == '"') {
        for (; r->at < r->bytes && r->text[r->at] != '"'; r->at++) {
            r->line += r->text[r->at] == '\n';
            if (n + 1 < WORD_BYTES) word[n++] = r->text[r->at];
        }
        r->at++;
    } else {
        word[n++] = c;
        if (isalnum((unsigned char)c) || strchr("_.+-[]$", c))
            while (r->at < r->bytes && (isalnum((unsigned char)r->text[r->at]) || strchr("_.+-[]$", r->text[r->at]))) {
                c = r->text[r->at++];
                if (n + 1 < WORD_BYTES) word[n++] = c;
            }
    }
    word[n] = '\0';
    return true;
}

static void to_lower(char lower[WORD_BYTES], const char *cell)
{
    size_t i = 0;
    for (; cell[i] && i + 1 < WORD_BYTES; i++) lower[i] = (char)tolower((unsigned char)cell[i]);
    lower[i] = '\0';
}

static bool is_nand2(const char *cell)
{
    char lower[WORD_BYTES];
    to_lower(lower, cell);
    const char *at = strstr(lower, "nand2");
    return at && !isdigit((unsigned char)at[5]) && at[5] != 'b'; /* nand2b: an input is inverted */
}

/* True for a plain buffer: not for a tristate one (tbuf, bufz, ebuf), nor for one of clocks, isolation or level shifts.
 */
static bool is_buffer(const char *cell)
{
    char lower[WORD_BYTES];
    to_lower(lower, cell);
    const char *at = strstr(lower, "buf");
    return at && (at == lower || at[-1] == '_') && at[3] != 'z' && !strstr(lower, "clk") && !strstr(lower, "iso") &&
           !strstr(lower, "lpflow") && !strstr(lower, "inv");
}

static void close_group(reader_t *r, synth_lib_t *lib)
{
    if (r->depth == DEPTH_CELL && r->cell[0]) {
        const double area = strtod(r->cell_area, NULL);
        lib->cells++;
        if (is_nand2(r->cell) && area > 0.0 && (lib->nand2_area <= 0.0 || area < lib->nand2_area))
            lib->nand2_area = area;
        if (is_buffer(r->cell) && area > 0.0 && (!lib->buffer[0] || area < r->buffer_area)) {
            snprintf(lib->buffer, sizeof lib->buffer, "%.63s", r->cell);
            r->buffer_area = area;
        }
        r->cell[0] = r->cell_area[0] = '\0';
    }
    r->depth--;
}

static void open_group(reader_t *r, const char *group, const char *name)
{
    r->depth++;
    if (r->depth == DEPTH_LIBRARY && !strcmp(group, "library")) snprintf(r->library, sizeof r->library, "%s", name);
    if (r->depth == DEPTH_CELL && !strcmp(group, "cell")) snprintf(r->cell, sizeof r->cell, "%s", name);
    if (r->depth == DEPTH_CELL + 1 && r->cell[0] && !strcmp(group, "ff")) r->has_flop = true;
}

/* Reads the statements: `name (words) {`, `name : value ;`, `name (words) ;`. */
static bool scan(reader_t *r, synth_lib_t *lib, err_t *err)
{
    char word[WORD_BYTES], head[WORD_BYTES] = "", name[WORD_BYTES] = "", value[WORD_BYTES] = "";
    bool in_brackets = false, after_colon = false;
    while (next(r, word)) {
        if (word[0] == '{' && !word[1]) {
            open_group(r, head, name);
        } else if (word[0] == '}' && !word[1]) {
            if (!r->depth) return err_set(err, r->path, r->line, "found '}' that closes nothing; " REMEDY);
            close_group(r, lib);
        } else if (word[0] == '(' && !word[1]) {
            in_brackets = true;
            name[0] = '\0';
            continue;
        } else if (word[0] == ')' && !word[1]) {
            in_brackets = false;
            continue;
        } else if (word[0] == ':' && !word[1]) {
            after_colon = true;
            continue;
        } else if (in_brackets) {
            if (!name[0]) snprintf(name, sizeof name, "%s", word);
            continue;
        } else if (after_colon) {
            snprintf(value, sizeof value, "%s", word);
            if (r->depth == DEPTH_CELL && !strcmp(head, "area"))
                snprintf(r->cell_area, sizeof r->cell_area, "%s", value);
            if (r->depth == DEPTH_LIBRARY && !strcmp(head, "nom_voltage")) lib->volts = strtod(value, NULL);
            after_colon = false;
            continue;
        } else if (word[0] != ';') {
            snprintf(head, sizeof head, "%s", word);
            if (!r->depth && strcmp(head, "library"))
                return err_set(err, r->path, r->line, "found '%.40s', expected library (...); " REMEDY, head);
            continue;
        }
        head[0] = name[0] = '\0';
        after_colon = in_brackets = false;
    }
    return true;
}

static bool check(const reader_t *r, synth_lib_t *lib, err_t *err)
{
    if (!r->bytes) return err_set(err, r->path, 0, "is empty; " REMEDY);
    if (!r->library[0]) return err_set(err, r->path, r->line, "holds no library (...); " REMEDY);
    if (r->depth)
        return err_set(err, r->path, r->line, "ends inside %s%s%s: it was cut off; fetch it again",
                       r->cell[0] ? "cell (" : "the library", r->cell, r->cell[0] ? ")" : "");
    if (lib->nand2_area <= 0.0)
        return err_set(err, r->path, 0,
                       "library %.60s, %u cells, has no two-input NAND with an area "
                       "(a cell named *nand2*); " REMEDY,
                       r->library, lib->cells);
    if (!r->has_flop)
        return err_set(err, r->path, 0, "library %.60s, %u cells, has no flip-flop (a cell with ff (...)); " REMEDY,
                       r->library, lib->cells);
    return true;
}

static bool copy(const reader_t *r, const char *path, err_t *err)
{
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    fwrite(r->text, 1, r->bytes, outfile_stream(o));
    return outfile_commit(o, err);
}

bool synth_lib_read(synth_lib_t *lib, const char *path, err_t *err)
{
    reader_t r = {.path = path, .line = 1};
    lib->cells = 0;
    lib->nand2_area = lib->volts = 0.0;
    lib->buffer[0] = '\0';
    const bool ok = load(&r, err) && scan(&r, lib, err) && check(&r, lib, err) && copy(&r, lib->path, err);
    snprintf(lib->name, sizeof lib->name, "%.63s", r.library);
    free(r.text);
    return ok;
}
