/* expr_scope.c - the table of named values. */
#include "workload/expr.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 192, NAME_MAX_BYTES = 32, COUNT_BYTES = 6 /* .count */ };

struct expr_scope {
    uint32_t count;
    char text[NAMES_MAX][NAME_MAX_BYTES + COUNT_BYTES];
    const char *name[NAMES_MAX];
    expr_value_t value[NAMES_MAX];
};

expr_scope_t *expr_scope_create(void) { return calloc(1, sizeof(expr_scope_t)); }
void expr_scope_destroy(expr_scope_t *s) { free(s); }

static const char *const reserved[] = {"ceil", "min", "max", "inf", "nan"};

bool expr_name_ok(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_') return false;
    for (size_t i = 0; i < sizeof reserved / sizeof reserved[0]; i++)
        if (strcmp(name, reserved[i]) == 0) return false;
    return strlen(name) < NAME_MAX_BYTES;
}

bool expr_lookup(const expr_scope_t *s, const char *name, expr_value_t *value)
{
    for (uint32_t i = 0; i < s->count; i++) {
        if (strcmp(s->name[i], name) != 0) continue;
        *value = s->value[i];
        return true;
    }
    return false;
}

uint32_t expr_names(const expr_scope_t *s, const char *const **names)
{
    *names = s->name;
    return s->count;
}

static bool add(expr_scope_t *s, const char *name, expr_value_t value, const char *file, unsigned line, err_t *err)
{
    expr_value_t old;
    if (expr_lookup(s, name, &old))
        return err_set(err, file, line, "'%s' is defined already; allowed: a new name", name);
    if (s->count == NAMES_MAX) return err_set(err, file, line, "more than the %d names allowed", NAMES_MAX);
    strcpy(s->text[s->count], name);
    s->name[s->count] = s->text[s->count];
    s->value[s->count++] = value;
    return true;
}

bool expr_define(expr_scope_t *s, const char *name, expr_value_t value, const char *file, unsigned line, err_t *err)
{
    if (!expr_name_ok(name))
        return err_set(err, file, line,
                       "'%s' is no name; allowed: a letter or _, then letters, digits and _, %d at most; not "
                       "ceil, min, max, inf, nan",
                       name, NAME_MAX_BYTES - 1);
    return add(s, name, value, file, line, err);
}

bool expr_define_count(expr_scope_t *s, const char *buffer, uint64_t count, const char *file, unsigned line, err_t *err)
{
    char name[NAME_MAX_BYTES + COUNT_BYTES];
    snprintf(name, sizeof name, "%.*s.count", NAME_MAX_BYTES - 1, buffer);
    return add(s, name, (expr_value_t){.whole = (int64_t)count}, file, line, err);
}

void expr_undefine_last(expr_scope_t *s) { s->count--; }
