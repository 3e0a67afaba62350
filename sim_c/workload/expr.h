/* expr.h - expressions of the workload file, over names with values.
 *
 * Grammar and precedence are C's: << >>, then + -, then * / %, then unary + -, then numbers, names,
 * (...), ceil(a, b), min(a, b), max(a, b). Whole numbers have 64 bits, signed; an overflow is an error. A number with
 * a point or an exponent, inf and nan are real (double), and so is what + - * / min max make of one; % << >> ceil
 * take whole numbers. */
#ifndef CTADEL_WORKLOAD_EXPR_H
#define CTADEL_WORKLOAD_EXPR_H

#include "base/err.h"

#include <stdint.h>

typedef struct {
    bool is_real;
    double real;
    int64_t whole;
} expr_value_t;

double expr_real(const expr_value_t *v); /* the nearest double of a whole one */

typedef struct expr_scope expr_scope_t; /* names in the order they were defined */

expr_scope_t *expr_scope_create(void);    /* NULL: out of memory */
void expr_scope_destroy(expr_scope_t *s); /* NULL is fine */
/* `name` is copied. False: err, for a bad name or one that exists. `file` and `line` as in err_set. */
bool expr_define(expr_scope_t *s, const char *name, expr_value_t value, const char *file, unsigned line, err_t *err);
/* The same for x.count, the elements of a buffer of that name. */
bool expr_define_count(expr_scope_t *s, const char *buffer, uint64_t count, const char *file, unsigned line,
                       err_t *err);
void expr_undefine_last(expr_scope_t *s); /* a loop variable leaves */
bool expr_lookup(const expr_scope_t *s, const char *name, expr_value_t *value);
uint32_t expr_names(const expr_scope_t *s, const char *const **names); /* how many; valid until the next definition */

/* A letter or _, then letters, digits and _; not a function's name, inf or nan. */
bool expr_name_ok(const char *name);

bool expr_number(const char *text, const expr_scope_t *s, expr_value_t *value, const char *file, unsigned line,
                 err_t *err);
/* The same where only a whole number is allowed. */
bool expr_eval(const char *text, const expr_scope_t *s, int64_t *value, const char *file, unsigned line, err_t *err);

#endif
