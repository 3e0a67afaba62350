/* stats_write.c - the table of statistics as JSON (a tree by the dots of the names) and as CSV. */
#include "base/outfile.h"
#include "stats/stats_table.h"

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <string.h>

/* Object that holds the last part of name, created on demand; *leaf is that part. */
static json_t *descend(json_t *root, const char *name, const char **leaf)
{
    json_t *at = root;
    const char *dot;
    for (; (dot = strchr(name, '.')) != NULL; name = dot + 1) {
        char part[64];
        size_t chars = (size_t)(dot - name);
        assert(chars < sizeof part);
        memcpy(part, name, chars);
        part[chars] = '\0';
        json_t *next = json_object_get(at, part);
        if (!next) {
            next = json_object();
            if (json_object_set_new(at, part, next) != 0) return NULL;
        }
        assert(json_is_object(next) && "a statistic's name is also a path");
        at = next;
    }
    *leaf = name;
    return at;
}

static json_t *json_value(const stat_t *r)
{
    if (r->kind == STAT_WORD) return json_string_nocheck(r->word);
    if (r->kind == STAT_LAW) return json_boolean(*r->a == *r->b);
    if (r->kind == STAT_REAL) return isfinite(*r->real) ? json_real(*r->real) : json_null();
    if (r->kind == STAT_RATIO) return *r->b ? json_real((double)*r->a / (double)*r->b) : json_null();
    if (*r->a <= INT64_MAX) return json_integer((json_int_t)*r->a);
    char digits[24]; /* above the library's integers: a string of digits keeps the value */
    snprintf(digits, sizeof digits, "%" PRIu64, *r->a);
    return json_string(digits);
}

static json_t *json_tree(const stats_t *s)
{
    json_t *root = json_object();
    for (uint32_t i = 0; root && i < s->rows; i++) {
        const char *leaf = NULL;
        json_t *at = descend(root, s->row[i].name, &leaf);
        if (!at || json_object_set_new(at, leaf, json_value(&s->row[i])) != 0) {
            json_decref(root);
            return NULL;
        }
    }
    return root;
}

bool stats_write_json(const stats_t *s, const char *path, err_t *err)
{
    json_t *root = s->no_memory ? NULL : json_tree(s);
    if (!root) return err_set(err, path, 0, "statistics: out of memory");
    outfile_t *o = outfile_open(path, err);
    if (!o) {
        json_decref(root);
        return false;
    }
    const bool ok = json_dumpf(root, outfile_stream(o), JSON_INDENT(1) | JSON_REAL_PRECISION(12)) == 0 &&
                    fputc('\n', outfile_stream(o)) != EOF;
    if (!ok) err_set(err, path, 0, "cannot be written: %s", strerror(errno));
    json_decref(root);
    if (ok) return outfile_commit(o, err);
    outfile_abort(o);
    return false;
}

/* RFC 4180: a field with comma, quote or line break goes in quotes, quotes are doubled. */
static void csv_field(FILE *f, const char *text)
{
    if (!strpbrk(text, ",\"\r\n")) {
        fputs(text, f);
        return;
    }
    fputc('"', f);
    for (; *text; text++) {
        if (*text == '"') fputc('"', f);
        fputc(*text, f);
    }
    fputc('"', f);
}

static void csv_value(FILE *f, const stat_t *r)
{
    if (r->kind == STAT_WORD) csv_field(f, r->word);
    else if (r->kind == STAT_LAW) fputs(*r->a == *r->b ? "true" : "false", f);
    else if (r->kind == STAT_U64) fprintf(f, "%" PRIu64, *r->a);
    else if (r->kind == STAT_REAL && isfinite(*r->real)) fprintf(f, "%.12g", *r->real);
    else if (r->kind == STAT_RATIO && *r->b) fprintf(f, "%.12g", (double)*r->a / (double)*r->b);
    else fputc('-', f);
}

bool stats_write_csv(const stats_t *s, const char *path, err_t *err)
{
    if (s->no_memory) return err_set(err, path, 0, "statistics: out of memory");
    outfile_t *o = outfile_open(path, err);
    if (!o) return false;
    FILE *f = outfile_stream(o);
    fputs("name,value,unit,text\n", f);
    for (uint32_t i = 0; i < s->rows; i++) {
        csv_field(f, s->row[i].name);
        fputc(',', f);
        csv_value(f, &s->row[i]);
        fputc(',', f);
        csv_field(f, s->row[i].unit);
        fputc(',', f);
        csv_field(f, s->row[i].text);
        fputc('\n', f);
    }
    return outfile_commit(o, err);
}
