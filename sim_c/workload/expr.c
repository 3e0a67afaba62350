/* expr.c - recursive-descent evaluator of expressions; checks every operation for overflow. */
#include "workload/expr.h"

#include "base/suggest.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { NAME_MAX_BYTES = 48, DEPTH_MAX = 64 };

typedef struct { /* one evaluation; `at`: position in `text` */
    const char *text, *at;
    const expr_scope_t *scope;
    const char *file;
    unsigned line;
    unsigned depth; /* open parentheses and signs: bounds the recursion */
    err_t *err;
} walk_t;

static bool shift_expr(walk_t *w, expr_value_t *value);

double expr_real(const expr_value_t *v) { return v->is_real ? v->real : (double)v->whole; }

static bool overflow(walk_t *w)
{
    return err_set(w->err, w->file, w->line, "\"%s\": the value does not fit 64 bits; allowed: -2^63 to 2^63-1",
                   w->text);
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
    char list[256];
    const char *const *names;
    const uint32_t count = expr_names(w->scope, &names);
    return err_set(w->err, w->file, w->line, "\"%s\": '%s' is not defined; %s", w->text, name,
                   suggest_text(list, sizeof list, name, names, count));
}

static bool needs_whole(walk_t *w, const char *op)
{
    return err_set(w->err, w->file, w->line, "\"%s\": %s of a real number; allowed: whole numbers", w->text, op);
}

static bool set_real(expr_value_t *v, double real)
{
    *v = (expr_value_t){.is_real = true, .real = real};
    return true;
}

static bool divided(walk_t *w, char op, int64_t a, int64_t b, int64_t *value)
{
    if (b == 0)
        return err_set(w->err, w->file, w->line, "\"%s\": division by zero; allowed: any other divisor", w->text);
    if (a == INT64_MIN && b == -1) return overflow(w);
    *value = op == '%' ? a % b : a / b;
    if (op == 'c' && a % b != 0 && (a < 0) == (b < 0)) ++*value; /* C rounds towards zero */
    return true;
}

/* *left = *left op *right */
static bool combine(walk_t *w, char op, expr_value_t *left, const expr_value_t *right)
{
    if (!left->is_real && !right->is_real) {
        int64_t *v = &left->whole, a = left->whole, b = right->whole;
        switch (op) {
        case '+': return !__builtin_add_overflow(a, b, v) || overflow(w);
        case '-': return !__builtin_sub_overflow(a, b, v) || overflow(w);
        case '*': return !__builtin_mul_overflow(a, b, v) || overflow(w);
        default: return divided(w, op, a, b, v);
        }
    }
    const double a = expr_real(left), b = expr_real(right);
    switch (op) {
    case '+': return set_real(left, a + b);
    case '-': return set_real(left, a - b);
    case '*': return set_real(left, a * b);
    case '/': return set_real(left, a / b);
    default: return needs_whole(w, op == 'c' ? "ceil" : "%");
    }
}

/* The rest of a call after "name(": two arguments and the closing parenthesis. */
static bool call(walk_t *w, const char *name, expr_value_t *value)
{
    expr_value_t b;
    if (!shift_expr(w, value)) return false;
    if (!accept(w, ",")) return expected(w, "','");
    if (!shift_expr(w, &b)) return false;
    if (!accept(w, ")")) return expected(w, "')'");
    if (strcmp(name, "ceil") == 0) return combine(w, 'c', value, &b);
    const bool both_whole = !value->is_real && !b.is_real;
    const bool less = both_whole ? value->whole < b.whole : expr_real(value) < expr_real(&b);
    if (strcmp(name, "min") != 0 && strcmp(name, "max") != 0)
        return err_set(w->err, w->file, w->line, "\"%s\": unknown function '%s'; allowed: ceil, min, max", w->text,
                       name);
    if (less != (name[1] == 'i')) *value = b;
    return both_whole || set_real(value, expr_real(value));
}

/* Accepts 1.5, 1e3 and .5. False: a whole number. */
static bool real_number(walk_t *w, expr_value_t *value)
{
    const char *c = w->at;
    while (isdigit((unsigned char)*c)) c++;
    if (*c != '.' && *c != 'e' && *c != 'E') return false;
    char *end;
    set_real(value, strtod(w->at, &end));
    if (end == w->at) return false;
    w->at = end;
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

static bool word(walk_t *w, expr_value_t *value)
{
    char name[NAME_MAX_BYTES];
    size_t n = 0;
    while (isalnum((unsigned char)w->at[n]) || w->at[n] == '_' || w->at[n] == '.') n++;
    size_t kept = n < sizeof name ? n : sizeof name - 1;
    memcpy(name, w->at, kept);
    name[kept] = '\0';
    w->at += n;
    if (accept(w, "(")) return call(w, name, value);
    const char *plain = name + (name[0] == '.'); /* YAML spells these .inf and .nan */
    if (strcmp(plain, "inf") == 0) return set_real(value, (double)INFINITY);
    if (strcmp(plain, "nan") == 0) return set_real(value, (double)NAN);
    return n < sizeof name && expr_lookup(w->scope, name, value) ? true : undefined(w, name);
}

static bool negative(walk_t *w, expr_value_t *value)
{
    if (value->is_real) return set_real(value, -value->real);
    return !__builtin_sub_overflow(0, value->whole, &value->whole) || overflow(w);
}

static bool operand(walk_t *w, expr_value_t *value)
{
    bool ok;
    *value = (expr_value_t){0};
    if (++w->depth > DEPTH_MAX)
        return err_set(w->err, w->file, w->line, "\"%s\": more than the %d levels of nesting allowed", w->text,
                       DEPTH_MAX);
    if (accept(w, "-")) {
        ok = operand(w, value) && negative(w, value);
    } else if (accept(w, "+")) {
        ok = operand(w, value);
    } else if (accept(w, "(")) {
        ok = shift_expr(w, value) && (accept(w, ")") || expected(w, "')'"));
    } else if (isdigit((unsigned char)*w->at) || (*w->at == '.' && isdigit((unsigned char)w->at[1]))) {
        const bool hex = w->at[0] == '0' && tolower((unsigned char)w->at[1]) == 'x';
        ok = (!hex && real_number(w, value)) || number(w, &value->whole);
    } else if (isalpha((unsigned char)*w->at) || *w->at == '_' || *w->at == '.') {
        ok = word(w, value);
    } else {
        ok = expected(w, "a number or a name");
    }
    w->depth--;
    return ok;
}

static bool product(walk_t *w, expr_value_t *value)
{
    if (!operand(w, value)) return false;
    for (;;) {
        char op = accept(w, "*") ? '*' : accept(w, "/") ? '/' : accept(w, "%") ? '%' : '\0';
        expr_value_t right;
        if (!op) return true;
        if (!operand(w, &right) || !combine(w, op, value, &right)) return false;
    }
}

static bool sum(walk_t *w, expr_value_t *value)
{
    if (!product(w, value)) return false;
    for (;;) {
        char op = accept(w, "+") ? '+' : accept(w, "-") ? '-' : '\0';
        expr_value_t right;
        if (!op) return true;
        if (!product(w, &right) || !combine(w, op, value, &right)) return false;
    }
}

static bool shift_expr(walk_t *w, expr_value_t *value)
{
    if (!sum(w, value)) return false;
    for (;;) {
        char op = accept(w, "<<") ? '<' : accept(w, ">>") ? '>' : '\0';
        expr_value_t right;
        if (!op) return true;
        if (!sum(w, &right)) return false;
        if (value->is_real || right.is_real) return needs_whole(w, "a shift");
        if (right.whole < 0 || right.whole > 62)
            return err_set(w->err, w->file, w->line, "\"%s\": shift by %lld; allowed: 0 to 62", w->text,
                           (long long)right.whole);
        if (op == '>') value->whole >>= right.whole;
        else if (__builtin_mul_overflow(value->whole, INT64_C(1) << right.whole, &value->whole)) return overflow(w);
    }
}

bool expr_number(const char *text, const expr_scope_t *s, expr_value_t *value, const char *file, unsigned line,
                 err_t *err)
{
    walk_t w = {.text = text, .at = text, .scope = s, .file = file, .line = line, .err = err};
    if (!shift_expr(&w, value)) return false;
    while (isspace((unsigned char)*w.at)) w.at++;
    return *w.at ? expected(&w, "an operator") : true;
}

bool expr_eval(const char *text, const expr_scope_t *s, int64_t *value, const char *file, unsigned line, err_t *err)
{
    expr_value_t v;
    if (!expr_number(text, s, &v, file, line, err)) return false;
    *value = v.whole;
    return !v.is_real || err_set(err, file, line, "\"%s\" is a real number; a whole number is expected", text);
}
