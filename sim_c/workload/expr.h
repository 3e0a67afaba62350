/* expr.h - whole-number expressions of the workload file, over names with values.
 *
 * Grammar and precedence are C's: << >>, then + -, then * / %, then unary + -, then numbers, names,
 * (...), ceil(a, b), min(a, b), max(a, b). 64 bits, signed; an overflow is an error. */
#ifndef CTADEL_WORKLOAD_EXPR_H
#define CTADEL_WORKLOAD_EXPR_H

#include "base/err.h"

#include <stdint.h>

typedef struct expr_scope expr_scope_t; /* names in the order they were defined */

expr_scope_t *expr_scope_create(void);    /* NULL: out of memory */
void expr_scope_destroy(expr_scope_t *s); /* NULL is fine */
/* `name` is copied. False: err, for a bad name or one that exists. `file` and `line` as in err_set.
 */
bool expr_define(expr_scope_t *s, const char *name, int64_t value, const char *file, unsigned line, err_t *err);
void expr_undefine_last(expr_scope_t *s); /* a loop variable leaves */
bool expr_lookup(const expr_scope_t *s, const char *name, int64_t *value);

/* A letter or _, then letters, digits and _; not a function's name. */
bool expr_name_ok(const char *name);

bool expr_eval(const char *text, const expr_scope_t *s, int64_t *value, const char *file, unsigned line, err_t *err);

#endif
