/* expr.c - a recursive-descent evaluator; every operation is checked for overflow. */
#include "workload/expr.h"

#include "base/suggest.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { NAMES_MAX = 64, NAME_MAX_BYTES = 32, DEPTH_MAX = 64 };

struct expr_scope {
    uint32_t count;
    char name[NAMES_MAX][NAME_MAX_BYTES];
    int64_t value[NAMES_MAX];
};

typedef struct { /* one evaluation: `at` walks through `text` */
    const char *text, *at;
    const expr_scope_t *scope;
    const char *file;
    unsigned line;
    unsigned depth; /* open parentheses and signs: bounds the recursion */
    err_t *err;
} walk_t;

static bool shift_expr(walk_t *w, int64_t *value);

expr_scope_t *expr_scope_create(void) { return calloc(1, sizeof(expr_scope_t)); }
void expr_scope_destroy(expr_scope_t *s) { free(s); }

bool expr_name_ok(const char *name)
{
    if (!isalpha((unsigned char)name[0]) && name[0] != '_') return false;
    for (const char *c = name; *c; c++)
        if (!isalnum((unsigned char)*c) && *c != '_') return false;
    return strlen(name) < NAME_MAX_BYTES && strcmp(name, "ceil") != 0 && strcmp(name, "min") != 0 &&
           strcmp(name, "max") != 0;
}

bool expr_lookup(const expr_scope_t *s, const char *name, int64_t *value)
{
    for (uint32_t i = 0; i < s->count; i++) {
        if (strcmp(s->name[i], name) != 0) continue;
        *value = s->value[i];
        return true;
    }
    return false;
}

bool expr_define(expr_scope_t *s, const char *name, int64_t value, const char *file, unsigned line, err_t *err)
{
    int64_t old;
    if (!expr_name_ok(name))
        return err_set(err, file, line,
                       "'%s' is no name; a letter, then letters, digits and _, %d at most, and not "
                       "ceil, min or max",
                       name, NAME_MAX_BYTES - 1);
    if (expr_lookup(s, name, &old))
        return err_set(err, file, line, "'%s' is defined already; every name is allowed once", name);
    if (s->count == NAMES_MAX) return err_set(err, file, line, "more than %d names; this many are allowed", NAMES_MAX);
    strcpy(s->name[s->count], name);
    s->value[s->count++] = value;
    return true;
}

void expr_undefine_last(expr_scope_t *s) { s->count--; }

static bool overflow(walk_t *w)
{
    return err_set(w->err, w->file, w->line, "\"%s\": the value leaves 64 bits", w->text);
}

static bool accept(walk_t *w, const char *token)
{
    while (isspace((unsigned char)*w->at)) w->at++;
    size_t n = strlen(token);
    if (strncmp(w->at, token, n) != 0) return false;
    w->at += n;
    return true;
}

static bool expected(walk_t *w, const char *what)
{
    const char *hint = strchr(w->text, '(') ? " (quote an expression that has a comma)" : "";
    if (!*w->at) return err_set(w->err, w->file, w->line, "\"%s\" ends where %s is expected%s", w->text, what, hint);
    return err_set(w->err, w->file, w->line, "\"%s\": found '%c' where %s is expected", w->text, *w->at, what);
}

static bool undefined(walk_t *w, const char *name)
{
    const char *names[NAMES_MAX];
    char list[256];
    for (uint32_t i = 0; i < w->scope->count; i++) names[i] = w->scope->name[i];
    return err_set(w->err, w->file, w->line, "\"%s\": '%s' is not defined; %s", w->text, name,
                   suggest_text(list, sizeof list, name, names, w->scope->count));
}

static bool divided(walk_t *w, char op, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0) return err_set(w->err, w->file, w->line, "\"%s\": division by zero", w->text);
    if (a == INT64_MIN && b == -1) return overflow(w);
    *value = op == '%' ? a % b : a / b;
    if (op == 'c' && a % b != 0 && (a < 0) == (b < 0)) ++*value; /* C rounds towards zero */
    return true;
}

/* After "name(": both arguments and the parenthesis. */
static bool call(walk_t *w, const char *name, int64_t *value)
{
    int64_t a, b;
    if (!shift_expr(w, &a)) return false;
    if (!accept(w, ",")) return expected(w, "','");
    if (!shift_expr(w, &b)) return false;
    if (!accept(w, ")")) return expected(w, "')'");
    if (strcmp(name, "ceil") == 0) return divided(w, 'c', a, b, value);
    if (strcmp(name, "min") == 0) *value = a < b ? a : b;
    else if (strcmp(name, "max") == 0) *value = a > b ? a : b;
    else
        return err_set(w->err, w->file, w->line, "\"%s\": '%s' is no function; allowed: ceil, min, max", w->text, name);
    return true;
}

static bool number(walk_t *w, int64_t *value)
{
    bool hex = w->at[0] == '0' && (w->at[1] == 'x' || w->at[1] == 'X');
    if (hex) w->at += 2;
    if (hex && !isxdigit((unsigned char)*w->at)) return expected(w, "a hexadecimal digit");
    *value = 0;
    while (hex ? isxdigit((unsigned char)*w->at) : isdigit((unsigned char)*w->at)) {
        int c = tolower((unsigned char)*w->at++);
        int digit = isdigit(c) ? c - '0' : c - 'a' + 10;
        if (__builtin_mul_overflow(*value, hex ? 16 : 10, value) || __builtin_add_overflow(*value, digit, value))
            return overflow(w);
    }
    return true;
}

static bool word(walk_t *w, int64_t *value)
{
    char name[NAME_MAX_BYTES];
    size_t n = 0;
    while (isalnum((unsigned char)w->at[n]) || w->at[n] == '_') n++;
    size_t kept = n < sizeof name ? n : sizeof name - 1;
    memcpy(name, w->at, kept);
    name[kept] = '\0';
    w->at += n;
    if (accept(w, "(")) return call(w, name, value);
    return n < sizeof name && expr_lookup(w->scope, name, value) ? true : undefined(w, name);
}

static bool operand(walk_t *w, int64_t *value)
{
    bool ok;
    if (++w->depth > DEPTH_MAX)
        return err_set(w->err, w->file, w->line, "\"%s\" is nested more than %d deep", w->text, DEPTH_MAX);
    if (accept(w, "-")) {
        ok = operand(w, value) && (!__builtin_sub_overflow(0, *value, value) || overflow(w));
    } else if (accept(w, "+")) {
        ok = operand(w, value);
    } else if (accept(w, "(")) {
        ok = shift_expr(w, value) && (accept(w, ")") || expected(w, "')'"));
    } else if (isdigit((unsigned char)*w->at)) {
        ok = number(w, value);
    } else if (isalpha((unsigned char)*w->at) || *w->at == '_') {
        ok = word(w, value);
    } else {
        ok = expected(w, "a number or a name");
    }
    w->depth--;
    return ok;
}

static bool product(walk_t *w, int64_t *value)
{
    if (!operand(w, value)) return false;
    for (;;) {
        char op = accept(w, "*") ? '*' : accept(w, "/") ? '/' : accept(w, "%") ? '%' : '\0';
        int64_t right;
        if (!op) return true;
        if (!operand(w, &right)) return false;
        if (op != '*') {
            if (!divided(w, op, *value, right, value)) return false;
        } else if (__builtin_mul_overflow(*value, right, value)) {
            return overflow(w);
        }
    }
}

static bool sum(walk_t *w, int64_t *value)
{
    if (!product(w, value)) return false;
    for (;;) {
        char op = accept(w, "+") ? '+' : accept(w, "-") ? '-' : '\0';
        int64_t right;
        if (!op) return true;
        if (!product(w, &right)) return false;
        if (op == '+' ? __builtin_add_overflow(*value, right, value) : __builtin_sub_overflow(*value, right, value))
            return overflow(w);
    }
}

static bool shift_expr(walk_t *w, int64_t *value)
{
    if (!sum(w, value)) return false;
    for (;;) {
        char op = accept(w, "<<") ? '<' : accept(w, ">>") ? '>' : '\0';
        int64_t right;
        if (!op) return true;
        if (!sum(w, &right)) return false;
        if (right < 0 || right > 62)
            return err_set(w->err, w->file, w->line, "\"%s\": shift by %lld; allowed: 0 to 62", w->text,
                           (long long)right);
        if (op == '>') *value >>= right;
        else if (__builtin_mul_overflow(*value, INT64_C(1) << right, value)) return overflow(w);
    }
}

bool expr_eval(const char *text, const expr_scope_t *s, int64_t *value, const char *file, unsigned line, err_t *err)
{
    walk_t w = {.text = text, .at = text, .scope = s, .file = file, .line = line, .err = err};
    if (!shift_expr(&w, value)) return false;
    while (isspace((unsigned char)*w.at)) w.at++;
    return *w.at ? expected(&w, "an operator") : true;
}
