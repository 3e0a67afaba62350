/* Machine files: nested YAML maps spell the dotted keys of the field table. */
#include "config/config.h"
#include "config/machine_fields.h"

#include "config/yamldoc.h"

#include <string.h>

enum { KEY_CHARS = 128, LIST_CHARS = 320 };

typedef struct {
    const yamldoc_t *doc;
    machine_t *m;
    unsigned line[MACHINE_FIELDS_MAX]; /* of each field's value, 0 = not given */
    err_t *err;
} reader_t;

/* Index of the field, or machine_field_count. */
static uint32_t find_field(const char *key)
{
    uint32_t i = 0;
    while (i < machine_field_count && strcmp(machine_fields[i].key, key) != 0) i++;
    return i;
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
    if (is_map_key(key)) {
        if (kind == YAMLDOC_MAP) return read_map(r, value, key);
        return err_set(r->err, path, line, "%s is %s; allowed: a map", key, yamldoc_kind_name(r->doc, value));
    }
    uint32_t i = find_field(key);
    if (i == machine_field_count) return machine_unknown_key(key, path, line, r->err);
    if (kind != YAMLDOC_SCALAR)
        return err_set(r->err, path, line, "%s is %s; allowed: a word or number", key,
                       yamldoc_kind_name(r->doc, value));
    r->line[i] = yamldoc_line(r->doc, value);
    return machine_field_set(r->m, &machine_fields[i], yamldoc_text(r->doc, value), path, r->line[i], r->err);
}

static bool read_map(reader_t *r, int node, const char *prefix)
{
    for (uint32_t i = 0; i < yamldoc_size(r->doc, node); i++) {
        char key[KEY_CHARS];
        int key_node = yamldoc_key(r->doc, node, i);
        const char *word = yamldoc_text(r->doc, key_node);
        /* a key cut short by the buffer is longer than any known one */
        snprintf(key, sizeof key, "%s%s%s", prefix, prefix[0] ? "." : "", word);
        if (!read_entry(r, key, key_node, yamldoc_item(r->doc, node, i))) return false;
    }
    return true;
}

static bool has_energy(const reader_t *r)
{
    for (uint32_t i = 0; i < machine_field_count; i++)
        if (machine_fields[i].need == NEED_ENERGY && r->line[i]) return true;
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
    uint32_t missing = 0;
    size_t used = 0;
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const field_t *f = &machine_fields[i];
        if (r->line[i] || !needed(r, f->need)) continue;
        missing++;
        if (used + strlen(f->key) + 3 < sizeof list)
            used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", used ? ", " : "", f->key);
    }
    if (!missing) return true;
    return err_set(r->err, yamldoc_path(r->doc), 0, "%u key%s missing, without a default: %s%s", missing,
                   missing > 1 ? "s" : "", list, used + 40 > sizeof list ? ", ..." : "");
}

static bool check_rules(const reader_t *r)
{
    err_t rule = {{0}};
    const char *key = machine_broken_rule(r->m, &rule);
    if (!key) return true;
    return err_set(r->err, yamldoc_path(r->doc), r->line[find_field(key)], "%s", rule.text);
}

static void set_defaults(machine_t *m, const char *path)
{
    memset(m, 0, sizeof *m);
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const field_t *f = &machine_fields[i];
        uint32_t narrow = (uint32_t)f->fallback;
        if (f->type == FIELD_U64) memcpy((char *)m + f->offset, &f->fallback, sizeof f->fallback);
        if (f->type == FIELD_U32 || f->type == FIELD_WORD) memcpy((char *)m + f->offset, &narrow, sizeof narrow);
    }
    const char *slash = strrchr(path, '/');
    const char *stem = slash ? slash + 1 : path;
    snprintf(m->name, sizeof m->name, "%.*s", (int)strcspn(stem, "."), stem);
}

bool machine_load(const char *path, machine_t *m, err_t *err)
{
    yamldoc_t *doc = yamldoc_open(path, err);
    if (!doc) return false;
    reader_t r = {.doc = doc, .m = m, .err = err};
    set_defaults(m, path);
    int root = yamldoc_root(doc);
    bool ok = yamldoc_kind(doc, root) == YAMLDOC_MAP;
    if (ok) ok = read_map(&r, root, "") && check_missing(&r) && check_rules(&r);
    else
        err_set(err, path, yamldoc_line(doc, root), "found %s; allowed: a map of machine keys",
                yamldoc_kind_name(doc, root));
    yamldoc_close(doc);
    return ok;
}
