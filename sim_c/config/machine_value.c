/* machine_value.c - one machine field at a time: from text, by --set, and as a line of help. */
#include "config/config.h"
#include "config/machine_fields.h"

#include "base/suggest.h"

#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_CHARS = 64, LIST_CHARS = 320 };

static bool parse_u64(const char *text, uint64_t *value)
{
    if (!isdigit((unsigned char)text[0])) return false;
    char *end;
    errno = 0;
    unsigned long long v = strtoull(text, &end, 10);
    if (errno || *end) return false;
    *value = v;
    return true;
}

static bool set_number(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err)
{
    uint64_t value;
    if (!parse_u64(text, &value) || value < f->min || value > f->max)
        return err_set(err, file, line, "%s is '%s'; allowed: a whole number from %" PRIu64 " to %" PRIu64 " (%s)",
                       f->key, text, f->min, f->max, f->unit);
    char *at = (char *)m + f->offset;
    if (f->type == FIELD_U64) {
        memcpy(at, &value, sizeof value);
    } else {
        uint32_t narrow = (uint32_t)value;
        memcpy(at, &narrow, sizeof narrow);
    }
    return true;
}

_Static_assert(sizeof(cache_replacement_t) == sizeof(uint32_t), "enums are stored as 32 bits");

static bool set_word(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err)
{
    uint32_t count = 0;
    for (; f->words[count]; count++) {
        if (strcmp(text, f->words[count]) != 0) continue;
        memcpy((char *)m + f->offset, &count, sizeof count);
        return true;
    }
    char list[LIST_CHARS];
    return err_set(err, file, line, "%s is '%s'; %s", f->key, text,
                   suggest_text(list, sizeof list, text, f->words, count));
}

static bool parse_list(const char *text, const field_t *f, machine_list_t *list)
{
    char number[24];
    for (list->count = 0; list->count < MACHINE_LIST_MAX; text++) {
        const size_t chars = strcspn(text, "+");
        uint64_t value;
        if (chars >= sizeof number) return false;
        memcpy(number, text, chars);
        number[chars] = '\0';
        if (!parse_u64(number, &value) || value < f->min || value > f->max) return false;
        list->item[list->count++] = (uint32_t)value;
        text += chars;
        if (!*text) return true;
    }
    return false;
}

static bool set_list(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err)
{
    machine_list_t list = {0};
    if (!parse_list(text, f, &list))
        return err_set(err, file, line,
                       "%s is '%.100s'; allowed: 1 to %d whole numbers from %" PRIu64 " to %" PRIu64
                       " (%s), joined by +",
                       f->key, text, MACHINE_LIST_MAX, f->min, f->max, f->unit);
    memcpy((char *)m + f->offset, &list, sizeof list);
    return true;
}

void machine_list_text(const machine_list_t *list, char text[MACHINE_LIST_CHARS])
{
    int used = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < list->count; i++)
        used += snprintf(text + used, (size_t)(MACHINE_LIST_CHARS - used), "%s%u", i ? "+" : "", list->item[i]);
}

static bool set_name(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err)
{
    size_t chars = strlen(text);
    bool ok = chars > 0 && chars < sizeof m->name;
    for (size_t i = 0; ok && i < chars; i++) ok = isalnum((unsigned char)text[i]) || text[i] == '-' || text[i] == '_';
    if (!ok)
        return err_set(err, file, line, "%s is '%s'; allowed: 1 to %zu letters, digits, - and _", f->key, text,
                       sizeof m->name - 1);
    memcpy(m->name, text, chars + 1);
    return true;
}

bool machine_field_set(machine_t *m, const field_t *f, const char *text, const char *file, unsigned line, err_t *err)
{
    switch (f->type) {
    case FIELD_NAME: return set_name(m, f, text, file, line, err);
    case FIELD_WORD: return set_word(m, f, text, file, line, err);
    case FIELD_LIST: return set_list(m, f, text, file, line, err);
    default: return set_number(m, f, text, file, line, err);
    }
}

/* Words that may follow prefix ("sm.l1d.", or "" at the top), each once; returns how many. */
static uint32_t words_after(const char *prefix, char (*word)[KEY_CHARS], const char **list)
{
    size_t skip = strlen(prefix);
    uint32_t count = 0;
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const char *key = machine_fields[i].key;
        if (strncmp(key, prefix, skip) != 0) continue;
        size_t chars = strcspn(key + skip, ".");
        memcpy(word[count], key + skip, chars);
        word[count][chars] = '\0';
        /* keys of one map are neighbours in the table */
        if (count && strcmp(word[count], word[count - 1]) == 0) continue;
        list[count] = word[count];
        count++;
    }
    return count;
}

const char *machine_nearest_key(const char *key)
{
    const char *all[MACHINE_FIELDS_MAX];
    for (uint32_t i = 0; i < machine_field_count; i++) all[i] = machine_fields[i].key;
    return suggest_nearest(key, all, machine_field_count);
}

bool machine_unknown_key(const char *key, const char *file, unsigned line, err_t *err)
{
    static const char *const where[] = {"at the top", "in "};
    char word[MACHINE_FIELDS_MAX][KEY_CHARS], prefix[KEY_CHARS], list[LIST_CHARS];
    const char *words[MACHINE_FIELDS_MAX], *near = machine_nearest_key(key);
    uint32_t count = 0;
    snprintf(prefix, sizeof prefix, "%s", key);
    do { /* drop words from the end until the rest is a known map */
        char *dot = strrchr(prefix, '.');
        if (dot && !dot[1]) { /* the dot that the last iteration left */
            *dot = '\0';
            dot = strrchr(prefix, '.');
        }
        if (dot) dot[1] = '\0';
        else prefix[0] = '\0';
        count = words_after(prefix, word, words);
    } while (!count);
    suggest_text(list, sizeof list, "", words, count); /* "allowed: ...", nothing is near "" */
    char allowed_in[KEY_CHARS + 16];
    size_t chars = strlen(prefix);
    snprintf(allowed_in, sizeof allowed_in, "allowed %s%.*s", where[chars > 0], chars ? (int)chars - 1 : 0, prefix);
    return err_set(err, file, line, "unknown key %.64s; %s%s%s%s%s", key, near ? "did you mean " : "", near ? near : "",
                   near ? "? " : "", allowed_in, list + strlen("allowed"));
}

bool machine_set(machine_t *m, const char *key_eq_value, bool *unknown, err_t *err)
{
    if (unknown) *unknown = false;
    const char *equals = strchr(key_eq_value, '=');
    size_t chars = equals ? (size_t)(equals - key_eq_value) : 0;
    if (chars == 0 || chars >= KEY_CHARS)
        return err_set(err, "--set", 0, "found '%s'; allowed: KEY=VALUE, as in sm.l1d.ways=4", key_eq_value);
    char key[KEY_CHARS];
    memcpy(key, key_eq_value, chars);
    key[chars] = '\0';
    for (uint32_t i = 0; i < machine_field_count; i++)
        if (strcmp(machine_fields[i].key, key) == 0)
            return machine_field_set(m, &machine_fields[i], equals + 1, "--set", 0, err);
    if (unknown) *unknown = true;
    return machine_unknown_key(key, "--set", 0, err);
}

static void describe_range(const field_t *f, char *text, size_t bytes)
{
    if (f->type == FIELD_NAME) {
        snprintf(text, bytes, "a word");
    } else if (f->type == FIELD_WORD) {
        size_t used = 0;
        text[0] = '\0';
        for (uint32_t i = 0; f->words[i] && used < bytes; i++)
            used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? "|" : "", f->words[i]);
    } else if (f->type == FIELD_LIST) {
        snprintf(text, bytes, "N+N..., N %" PRIu64 "..%" PRIu64 " %s", f->min, f->max, f->unit);
    } else if (f->max == UINT64_MAX || f->max == UINT32_MAX) {
        snprintf(text, bytes, "%" PRIu64 ".. %s", f->min, f->unit);
    } else {
        snprintf(text, bytes, "%" PRIu64 "..%" PRIu64 " %s", f->min, f->max, f->unit);
    }
}

void machine_describe_fields(FILE *out)
{
    for (uint32_t i = 0; i < machine_field_count; i++) {
        const field_t *f = &machine_fields[i];
        char range[96], fallback[40] = "";
        describe_range(f, range, sizeof range);
        if (f->need == NEED_NEVER && f->type == FIELD_WORD)
            snprintf(fallback, sizeof fallback, " (default %s)", f->words[f->fallback]);
        else if (f->need == NEED_NEVER && f->type != FIELD_NAME && f->type != FIELD_LIST)
            snprintf(fallback, sizeof fallback, " (default %" PRIu64 ")", f->fallback);
        else if (f->need == NEED_FRFCFS) snprintf(fallback, sizeof fallback, " (kind frfcfs)");
        else if (f->need == NEED_ENERGY) snprintf(fallback, sizeof fallback, " (all energy keys, or none)");
        fprintf(out, "  %-28s %-38s %s%s\n", f->key, range, f->text, fallback);
    }
}
