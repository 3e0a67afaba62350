/* expr.h - evaluates expressions of the workload file over named values.
 *
 * Operators and precedence are C's, weakest first: << >>, + -, * / %, unary + -. Operands: numbers, names, (...),
 * ceil(a, b), min(a, b), max(a, b); ceil divides and rounds up. Whole numbers are signed 64-bit; an overflow is an
 * error. A number with a point or an exponent, inf and nan are real (double). + - * / min max of a real operand are
 * real; % << >> ceil take whole numbers only. */
#ifndef CTADEL_WORKLOAD_EXPR_H
#define CTADEL_WORKLOAD_EXPR_H

#include "base/err.h"

#include <stdint.h>

typedef struct {
    bool is_real;
    double real;
    int64_t whole;
} expr_value_t;

double expr_real(const expr_value_t *v); /* the value as a double; a whole one is rounded to nearest */

typedef struct expr_scope expr_scope_t; /* names in the order they were defined */

expr_scope_t *expr_scope_create(void);    /* NULL: out of memory */
void expr_scope_destroy(expr_scope_t *s); /* NULL is fine */
/* Defines a name, which is copied. False: err, the name is malformed or defined already, or the scope is full. `file`
 * and `line`: where the name stands, for err. */
bool expr_define(expr_scope_t *s, const char *name, expr_value_t value, const char *file, unsigned line, err_t *err);
/* The same for the name "<buffer>.count". */
bool expr_define_count(expr_scope_t *s, const char *buffer, uint64_t count, const char *file, unsigned line,
                       err_t *err);
void expr_undefine_last(expr_scope_t *s); /* removes the latest definition: a loop variable */
bool expr_lookup(const expr_scope_t *s, const char *name, expr_value_t *value); /* false: not defined */
/* Number of names; *names: the names, valid until the next definition. */
uint32_t expr_names(const expr_scope_t *s, const char *const **names);

/* True: a letter or _, then letters, digits and _, up to 31 in all; not ceil, min, max, inf, nan. */
bool expr_name_ok(const char *name);

/* Evaluates `text`. False: err. */
bool expr_number(const char *text, const expr_scope_t *s, expr_value_t *value, const char *file, unsigned line,
                 err_t *err);
/* The same; a real value is an error. */
bool expr_eval(const char *text, const expr_scope_t *s, int64_t *value, const char *file, unsigned line, err_t *err);

#endif
