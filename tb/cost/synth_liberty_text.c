/* synth_liberty_text.c - how a Liberty file is written: unpacks it, splits it into statements, and writes them again in
 * the few forms that Yosys, ABC and OpenSTA all read. Published files have others: values without quotes (`clear :
 * !RN;`), lines without a semicolon, `};`, a byte order mark, lines that end with \r. */
#include "cost/synth_liberty.h"

#include "base/infile.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

enum { LIB_BYTES_MAX = 1 << 29 };

/* Takes off the byte order mark; lets lines that end with \r\n or \r end with \n. */
static void unify_lines(synth_lib_text_t *t)
{
    size_t from = t->bytes >= 3 && !memcmp(t->text, "\xef\xbb\xbf", 3) ? 3 : 0, to = 0;
    for (; from < t->bytes; from++) {
        if (t->text[from] == '\r' && from + 1 < t->bytes && t->text[from + 1] == '\n') continue;
        t->text[to++] = t->text[from] == '\r' ? '\n' : t->text[from];
    }
    t->bytes = to;
    t->text[to] = '\0';
}

bool synth_lib_load(synth_lib_text_t *t, const char *path, err_t *err)
{
    size_t room = 1 << 20;
    *t = (synth_lib_text_t){.path = path, .line = 1};
    FILE *f = infile_open(path);
    gzFile z = f ? gzdopen(dup(fileno(f)), "rb") : NULL; /* reads plain files as they are */
    bool ok = z || err_set(err, path, 0, "cannot be read: %s; " SYNTH_LIB_REMEDY, strerror(errno));
    if (f) fclose(f);
    if (!ok) return false;
    for (;;) {
        char *grown = realloc(t->text, room + 1);
        if (!grown || room > LIB_BYTES_MAX) {
            ok = err_set(err, path, 0, "is larger than %d MB; " SYNTH_LIB_REMEDY, LIB_BYTES_MAX >> 20);
            break;
        }
        t->text = grown;
        const int got = gzread(z, t->text + t->bytes, (unsigned)(room - t->bytes));
        if (got < 0) {
            ok = err_set(err, path, 0, "cannot be unpacked: it is damaged; " SYNTH_LIB_REMEDY);
            break;
        }
        if (got == 0) break;
        t->bytes += (size_t)got;
        if (t->bytes == room) room *= 2;
    }
    if (gzclose_r(z) != Z_OK && ok)
        ok = err_set(err, path, 0, "ends inside its gzip data: it was cut off; fetch it again");
    if (ok && memchr(t->text, '\0', t->bytes))
        ok = err_set(err, path, 0, "found a byte 0: this is no text; " SYNTH_LIB_REMEDY);
    if (ok) unify_lines(t);
    return ok;
}

static bool unended(const synth_lib_text_t *t, unsigned line, const char *what, err_t *err)
{
    return err_set(err, t->path, line, "%s that begins here does not end; end it, or fetch the file again", what);
}

/* At a comment: passes it. */
static bool skip_comment(synth_lib_text_t *t, err_t *err)
{
    const char *end = strstr(t->text + t->at + 2, "*/");
    if (!end) return unended(t, t->line, "a comment", err);
    for (; t->text + t->at < end + 2; t->at++) t->line += t->text[t->at] == '\n';
    return true;
}

static bool at_comment(const synth_lib_text_t *t) { return t->text[t->at] == '/' && t->text[t->at + 1] == '*'; }

/* Passes blanks, comments and what joins lines; with `ends`, semicolons as well. */
static bool skip_blank(synth_lib_text_t *t, bool ends, err_t *err)
{
    for (;; t->at++) {
        while (at_comment(t))
            if (!skip_comment(t, err)) return false;
        const char c = t->text[t->at];
        if (!(c && (isspace((unsigned char)c) || c == '\\' || (ends && c == ';')))) return true;
        t->line += c == '\n';
    }
}

/* At a quote: passes the string. */
static bool skip_string(synth_lib_text_t *t, err_t *err)
{
    const unsigned line = t->line;
    for (t->at++; t->text[t->at] && t->text[t->at] != '"'; t->at++) t->line += t->text[t->at] == '\n';
    if (!t->text[t->at]) return unended(t, line, "a string", err);
    t->at++;
    return true;
}

/* The statement's value is text[from..at), without blanks and quotes around it. */
static void set_value(const synth_lib_text_t *t, size_t from, synth_lib_stmt_t *s)
{
    size_t end = t->at;
    while (end > from && (isspace((unsigned char)t->text[end - 1]) || t->text[end - 1] == '\\'))
        end--; /* joined lines */
    while (from < end && isspace((unsigned char)t->text[from])) from++;
    s->args = t->text + from;
    s->args_bytes = end - from;
    const bool quoted =
        end - from >= 2 && t->text[from] == '"' && memchr(t->text + from + 1, '"', end - from - 1) == t->text + end - 1;
    snprintf(s->value, sizeof s->value, "%.*s", (int)(end - from - 2 * quoted), t->text + from + quoted);
}

/* Behind the colon: a string, or all up to the semicolon or the end of the line. */
static bool read_simple(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err)
{
    while (t->text[t->at] == ' ' || t->text[t->at] == '\t') t->at++;
    const size_t from = t->at;
    s->kind = ':';
    if (t->text[t->at] == '"') {
        if (!skip_string(t, err)) return false;
    } else {
        while (t->text[t->at] && !strchr(";\n{}", t->text[t->at]) && !at_comment(t)) t->at++;
    }
    set_value(t, from, s);
    return s->args_bytes || err_set(err, t->path, s->line, "found no value after '%.40s :'; give one", s->head);
}

/* Behind the opening bracket: all up to the closing one; then it is a group or not. */
static bool read_bracket(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err)
{
    const size_t from = t->at;
    while (t->text[t->at] != ')') {
        const char c = t->text[t->at];
        if (!c || c == '{' || c == '}') return unended(t, s->line, "a bracket", err);
        if (c == '"') {
            if (!skip_string(t, err)) return false;
        } else if (at_comment(t)) {
            if (!skip_comment(t, err)) return false;
        } else {
            t->line += c == '\n';
            t->at++;
        }
    }
    set_value(t, from, s);
    t->at++;
    s->kind = '(';
    return true;
}

static bool open_group(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err)
{
    if (t->depth == SYNTH_LIB_DEPTH)
        return err_set(err, t->path, s->line, "found groups nested deeper than %d; " SYNTH_LIB_REMEDY, SYNTH_LIB_DEPTH);
    s->kind = '{';
    t->at++;
    memcpy(t->open[t->depth].head, s->head, sizeof s->head);
    memcpy(t->open[t->depth].value, s->value, sizeof s->value);
    t->open[t->depth++].line = s->line;
    return true;
}

static bool close_group(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err)
{
    if (!t->depth) return err_set(err, t->path, t->line, "found '}' that closes nothing; remove it");
    t->at++;
    t->depth--;
    s->kind = '}';
    memcpy(s->head, t->open[t->depth].head, sizeof s->head);
    memcpy(s->value, t->open[t->depth].value, sizeof s->value);
    return true;
}

bool synth_lib_next(synth_lib_text_t *t, synth_lib_stmt_t *s, err_t *err)
{
    *s = (synth_lib_stmt_t){0};
    if (!skip_blank(t, true, err)) return false;
    s->line = t->line;
    if (!t->text[t->at]) return true;
    if (t->text[t->at] == '}') return close_group(t, s, err);
    size_t n = 0;
    const size_t from = t->at;
    for (; t->text[t->at] && !strchr("(){}:;,\"/ \t\n\\", t->text[t->at]); t->at++)
        if (n + 1 < sizeof s->head) s->head[n++] = t->text[t->at];
    if (t->at == from)
        return err_set(err, t->path, t->line, "found '%c', expected the name of a statement; correct or remove it",
                       isprint((unsigned char)t->text[from]) ? t->text[from] : '?');
    if (!t->depth && strcmp(s->head, "library"))
        return err_set(err, t->path, t->line, "found '%.40s', expected library (...); " SYNTH_LIB_REMEDY, s->head);
    if (!skip_blank(t, false, err)) return false;
    const char c = t->text[t->at];
    if (c == '{') return open_group(t, s, err);
    if (c != ':' && c != '(')
        return err_set(err, t->path, s->line, "found '%.40s' without ':' or '(' behind it; correct or remove it",
                       s->head);
    t->at++;
    if (c == ':') return read_simple(t, s, err);
    if (!read_bracket(t, s, err) || !skip_blank(t, false, err)) return false;
    return t->text[t->at] != '{' || open_group(t, s, err);
}

/* --- writing ------------------------------------------------------------------------------------------ */
static bool plain(const char *text, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        if (!isalnum((unsigned char)text[i]) && !strchr("_.+-[]", text[i])) return false;
    return bytes > 0;
}

/* A word as it is, with `strip` without its quotes; anything else in quotes. */
static void write_word(FILE *f, const char *text, size_t bytes, bool strip)
{
    while (bytes && (isspace((unsigned char)text[bytes - 1]) || text[bytes - 1] == '\\')) bytes--;
    while (bytes && isspace((unsigned char)text[0])) text++, bytes--;
    const bool quoted = bytes >= 2 && text[0] == '"' && text[bytes - 1] == '"';
    if (quoted && strip && plain(text + 1, bytes - 2)) fwrite(text + 1, 1, bytes - 2, f);
    else if (quoted || plain(text, bytes)) fwrite(text, 1, bytes, f);
    else if (bytes) fprintf(f, "\"%.*s\"", (int)bytes, text);
}

/* Words between commas; the line ends inside of them stay, for the numbers of the lines behind. */
static void write_words(FILE *f, const synth_lib_stmt_t *s, unsigned *line)
{
    if (!s->args_bytes) return; /* args is NULL for a group without parentheses */
    const char *end = s->args + s->args_bytes;
    for (const char *from = s->args; from < end;) {
        const char *to = from;
        for (bool inside = false; to < end && (inside || *to != ','); to++) inside ^= *to == '"';
        while (from < to && (isspace((unsigned char)*from) || *from == '\\')) {
            if (*from == '\n') fputs(" \\\n", f), ++*line;
            from++;
        }
        const char *last = to;
        while (last > from && (isspace((unsigned char)last[-1]) || last[-1] == '\\')) last--;
        for (const char *c = from; c < last; c++) *line += *c == '\n';
        write_word(f, from, (size_t)(last - from), s->kind == '{');
        for (const char *c = last; c < to; c++)
            if (*c == '\n') fputs(" \\\n", f), ++*line;
        if (to < end) fputs(", ", f);
        from = to + 1;
    }
}

void synth_lib_write(FILE *f, const synth_lib_stmt_t *s, unsigned *line)
{
    for (; *line < s->line; ++*line) fputc('\n', f);
    if (s->kind == '}') {
        fputs("} ", f);
        return;
    }
    fputs(s->head, f);
    if (s->kind == ':') {
        fputs(" : ", f);
        write_word(f, s->args, s->args_bytes, false);
        for (size_t i = 0; i < s->args_bytes; i++) *line += s->args[i] == '\n';
        fputs("; ", f);
        return;
    }
    fputs(" (", f);
    write_words(f, s, line);
    fputs(s->kind == '{' ? ") { " : "); ", f);
}
