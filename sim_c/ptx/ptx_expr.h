/* ptx_expr.h - value of a constant expression. */
#ifndef CTADEL_PTX_PTX_EXPR_H
#define CTADEL_PTX_PTX_EXPR_H

#include "ptx/ptx_lex.h"
#include "ptx/ptx_uop.h"

typedef enum { VALUE_S64, VALUE_U64, VALUE_F32, VALUE_F64 } ptx_value_kind_t;

typedef struct {
    ptx_value_kind_t kind;
    uint64_t bits;
} ptx_value_t;

/* Whether the current token can begin an expression. */
bool ptx_is_expr(const ptx_lex_t *lx);
/* Reads the expression at the current token and steps behind it. False: err. */
bool ptx_expr(ptx_lex_t *lx, ptx_value_t *v);
/* The same, of a float or of an integer. False: err, which calls it `wanted` if something else stands there. */
bool ptx_expr_of(ptx_lex_t *lx, bool is_float, const char *wanted, ptx_value_t *v);

#endif
