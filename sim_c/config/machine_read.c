/* machine_read.c - reads machine files: nested YAML maps form the dotted keys of the field table. `like: NAME` at the
 * top takes all keys of NAME.yaml in the same folder first; the file's own keys then replace them. */
#include "config/config.h"
#include "config/machine_fields.h"

#include "config/yamldoc.h"

#include <string.h>
#include <unistd.h>

enum { KEY_CHARS = 128, LIST_CHARS = 320, PATH_CHARS = 1024, LIKE_MAX = 8 /* files in a chain of `like` */ };
static const char LIKE[] = "like";
static const char FORMERLY[] = "formerly"; /* a name that the machine had: machine_renamed.c looks for it */

typedef struct {
    const yamldoc_t *doc;
    machine_t *m;
    bool given[MACHINE_FIELDS_MAX];    /* by field: given in this file or one of its chain */
    unsigned line[MACHINE_FIELDS_MAX]; /* by field: line of its value in this file; 0: not there */
    uint32_t next;                     /* field behind the last one that was found */
    err_t *err;
} reader_t;

/* Index of the field; machine_field_count: unknown key. Files have most keys in the order of the table, so the search
 * goes round from the one behind the last. */
static uint32_t find_field(reader_t *r, const char *key)
{
    for (uint32_t n = 0; n < machine_field_count; n++) {
        const uint32_t i = (r->next + n) % machine_field_count;
        if (strcmp(machine_fields[i].key, key) != 0) continue;
        r->next = i + 1;
        return i;
    }
    return machine_field_count;
}

static bool is_map_key(const char *key)
{
    size_t chars = strlen(key);
    for (uint32_t i = 0; i < machine_field_count; i++)
        if (strncmp(machine_fields[i].key, key, chars) == 0 && machine_fields[i].key[chars] == '.') return true;
    return false;
}

static bool read_map(reader_t *r, int node, const char *prefix);

static bool read_entry(reader_t *r, const char *key, int key_node, int value)
{
    const char *path = yamldoc_path(r->doc);
    unsigned line = yamldoc_line(r->doc, key_node);
    yamldoc_kind_t kind = yamldoc_kind(r->doc, value);
    const uint32_t i = find_field(r, key);
    if (i == machine_field_count) {
        if (!is_map_key(key)) return machine_unknown_key(key, path, line, r->err);
        if (kind == YAMLDOC_MAP) return read_map(r, value, key);
        return err_set(r->err, path, line, "%s is %s; allowed: a map", key, yamldoc_kind_name(r->doc, value));
    }
    if (kind != YAMLDOC_SCALAR)
        return err_set(r->err, path, line, "%s is %s; allowed: a word or number", key,
                       yamldoc_kind_name(r->doc, value));
    r->line[i] = yamldoc_line(r->doc, value);
    r->given[i] = true;
    return machine_field_set(r->m, &machine_fields[i], yamldoc_text(r->doc, value), path, r->line[i], r->err);
}

static bool check_formerly(const reader_t *r, int key_node, int value)
{
    return yamldoc_kind(r->doc, value) == YAMLDOC_SCALAR ||
           err_set(r->err, yamldoc_path(r->doc), yamldoc_line(r->doc, key_node),
                   "formerly is %s; allowed: one word, the machine's former name", yamldoc_kind_name(r->doc, value));
}

static bool read_map(reader_t *r, int node, const char *prefix)
{
    for (uint32_t i = 0; i < yamldoc_size(r->doc, node); i++) {
        char key[KEY_CHARS];
        int key_node = yamldoc_key(r->doc, node, i);
        const char *word = yamldoc_text(r->doc, key_node);
        if (!prefix[0] && strcmp(word, LIKE) == 0) continue; /* read_like handles it */
        if (!prefix[0] && strcmp(word, FORMERLY) == 0) {
            if (!check_formerly(r, key_node, yamldoc_item(r->doc, node, i))) return false;
            continue;
        }
        /* a key cut short by the buffer is longer than any known one */
        snprintf(key, sizeof key, "%s%s%s", prefix, prefix[0] ? "." : "", word);
        if (!read_entry(r, key, key_node, yamldoc_item(r->doc, node, i))) return false;
    }
    return true;
}

static bool has_energy(const reader_t *r)
{
    for (uint32_t i = 0; i < machine_field_count; i++)
        if (machine_fields[i].need == NEED_ENERGY && r->given[i]) return true;
    return false;
}

static bool needed(const reader_t *r, field_need_t need)
{
    return need == NEED_ALWAYS || (need == NEED_FRFCFS && r->m->dram.kind == DRAM_FRFCFS) ||
           (need == NEED_ENERGY && has_energy(r));
}

static bool check_missing(const reader_t *r)
{
    char list[LIST_CHARS] = "";
    bool cut = false;
    uint32_t missing = 0;
    size_t used = 0;
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const field_t *f = &machine_fields[i];
        if (r->given[i] || !needed(r, f->need)) continue;
        missing++;
        cut |= used + strlen(f->key) + 3 >= sizeof list;
        if (!cut) used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", f->key);
    }
    if (!missing) return true;
    return err_set(r->err, yamldoc_path(r->doc), 0, "%u required key%s missing: %s%s", missing, missing > 1 ? "s" : "",
                   list, cut ? ", ..." : "");
}

static bool check_rules(reader_t *r)
{
    err_t rule = {{0}};
    const char *key = machine_broken_rule(r->m, &rule);
    if (!key) return true;
    return err_set(r->err, yamldoc_path(r->doc), r->line[find_field(r, key)], "%s", rule.text);
}

static void set_defaults(machine_t *m)
{
    memset(m, 0, sizeof *m);
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const field_t *f = &machine_fields[i];
        uint32_t narrow = (uint32_t)f->fallback;
        if (f->type == FIELD_U64) memcpy((char *)m + f->offset, &f->fallback, sizeof f->fallback);
        if (f->type == FIELD_U32 || f->type == FIELD_WORD) memcpy((char *)m + f->offset, &narrow, sizeof narrow);
    }
}

/* A machine without a name gets the file's name without extension. */
static void name_after(machine_t *m, const char *path)
{
    const char *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    snprintf(m->name, sizeof m->name, "%.*s", (int)strcspn(stem, "."), stem);
}

static bool read_file(reader_t *r, const char *path, uint32_t depth);

/* Reads the file that `like` names, if there is one. */
static bool read_like(reader_t *r, uint32_t depth)
{
    const yamldoc_t *doc = r->doc;
    const char *path = yamldoc_path(doc);
    int node = yamldoc_find(doc, yamldoc_root(doc), LIKE);
    if (!node) return true;
    unsigned line = yamldoc_line(doc, node);
    if (yamldoc_kind(doc, node) != YAMLDOC_SCALAR)
        return err_set(r->err, path, line, "like is %s; allowed: the name of a machine file in this folder",
                       yamldoc_kind_name(doc, node));
    const char *name = yamldoc_text(doc, node), *slash = strrchr(path, '/');
    char other[PATH_CHARS];
    int chars = snprintf(other, sizeof other, "%.*s%s.yaml", slash ? (int)(slash + 1 - path) : 0, path, name);
    if (strchr(name, '/') || chars >= (int)sizeof other)
        return err_set(r->err, path, line, "like is '%s'; allowed: the name of a machine file in this folder", name);
    if (access(other, R_OK) != 0 && !machine_renamed(other, sizeof other))
        return err_set(r->err, path, line,
                       "like is '%s', and there is no %s; allowed: the name of a machine file in this folder", name,
                       other);
    if (depth == LIKE_MAX)
        return err_set(r->err, path, line, "like is '%s': the chain of like is longer than %d files; allowed: up to %d",
                       name, LIKE_MAX, LIKE_MAX);
    bool ok = read_file(r, other, depth + 1);
    r->doc = doc;
    memset(r->line, 0, sizeof r->line);
    return ok;
}

static bool read_file(reader_t *r, const char *path, uint32_t depth)
{
    yamldoc_t *doc = yamldoc_open(path, r->err);
    if (!doc) return false;
    r->doc = doc;
    int root = yamldoc_root(doc);
    bool ok = yamldoc_kind(doc, root) == YAMLDOC_MAP;
    if (!ok)
        err_set(r->err, path, yamldoc_line(doc, root), "found %s; allowed: a map of machine keys",
                yamldoc_kind_name(doc, root));
    if (ok) ok = read_like(r, depth);
    name_after(r->m, path);
    ok = ok && read_map(r, root, "") && (depth > 0 || (check_missing(r) && check_rules(r)));
    yamldoc_close(doc);
    return ok;
}

bool machine_load(const char *path, machine_t *m, err_t *err)
{
    reader_t r = {.m = m, .err = err};
    set_defaults(m);
    return read_file(&r, path, 0);
}
