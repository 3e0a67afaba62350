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

/* Reads the expression at the current token and steps behind it. False: err. */
bool ptx_expr(ptx_lex_t *lx, ptx_value_t *v);

#endif
