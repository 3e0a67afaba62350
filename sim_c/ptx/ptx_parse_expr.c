/* ptx_parse_expr.c - constant expressions: numbers, ( ), the operators of C, casts to .s64 and .u64, c ? a : b.
 *
 * An integer has 64 bits and is signed unless it ends in U, exceeds the signed range, or comes from an unsigned one. A
 * double knows + - * /, comparisons and !. A 0f constant stands alone. */
#include "ptx/ptx_expr.h"

#include <string.h>

enum { DEPTH_MAX = 64 /* nested parentheses and signs */, SHOWN_CHARS = 40 };

typedef struct {
    const char *text;
    uint8_t binds; /* tighter is larger; 0: ends the table */
} op_t;

static const op_t OPS[] = {{"||", 1}, {"&&", 2}, {"==", 6}, {"!=", 6}, {"<=", 7}, {">=", 7}, {"<<", 8},
                           {">>", 8}, {"|", 3},  {"^", 4},  {"&", 5},  {"<", 7},  {">", 7},  {"+", 9},
                           {"-", 9},  {"*", 10}, {"/", 10}, {"%", 10}, {NULL, 0}};

static double real_of(ptx_value_t v)
{
    double d;
    memcpy(&d, &v.bits, sizeof d);
    return v.kind == VALUE_F64 ? d : v.kind == VALUE_U64 ? (double)v.bits : (double)(int64_t)v.bits;
}

static ptx_value_t of_real(double d)
{
    ptx_value_t v = {.kind = VALUE_F64};
    memcpy(&v.bits, &d, sizeof d);
    return v;
}

static ptx_value_t of_bool(bool yes) { return (ptx_value_t){.kind = VALUE_S64, .bits = yes}; }

static bool wrong(ptx_lex_t *lx, const char *what)
{
    return err_set(lx->err, lx->file, lx->tok.line, "constant expression with %s", what);
}

/* The operator at the current token, whose characters must touch. NULL: none. */
static const op_t *peek(const ptx_lex_t *lx)
{
    const ptx_tok_t *t = &lx->tok;
    const bool percent = t->kind == TK_IDENT && t->len == 1 && *t->p == '%';
    if (t->kind != TK_PUNCT && !percent) return NULL;
    for (const op_t *o = OPS; o->text; o++) {
        const size_t n = strlen(o->text);
        if ((size_t)(lx->end - t->p) >= n && memcmp(t->p, o->text, n) == 0) return o;
    }
    return NULL;
}

static bool skip_op(ptx_lex_t *lx, const op_t *o)
{
    return ptx_lex_next(lx) && (strlen(o->text) == 1 || ptx_lex_next(lx));
}

static bool real_op(ptx_lex_t *lx, const char *op, double x, double y, ptx_value_t *v)
{
    const bool equal = !(x < y) && !(x > y) && x == x && y == y;
    if (op[1] == '=') *v = of_bool(*op == '=' ? equal : *op == '!' ? !equal : *op == '<' ? x <= y : x >= y);
    else if (op[1]) return wrong(lx, "a shift or && of doubles; allowed: + - * / and comparisons");
    else if (*op == '+') *v = of_real(x + y);
    else if (*op == '-') *v = of_real(x - y);
    else if (*op == '*') *v = of_real(x * y);
    else if (*op == '/') *v = of_real(x / y);
    else if (*op == '<' || *op == '>') *v = of_bool(*op == '<' ? x < y : x > y);
    else return wrong(lx, "a bitwise operator on doubles; allowed: + - * / and comparisons");
    return true;
}

static uint64_t divide(uint64_t x, uint64_t y, bool is_unsigned, bool rest)
{
    if (is_unsigned) return rest ? x % y : x / y;
    if (y == UINT64_MAX) return rest ? 0 : 0 - x; /* the least number by -1 wraps */
    return (uint64_t)(rest ? (int64_t)x % (int64_t)y : (int64_t)x / (int64_t)y);
}

static uint64_t shift(uint64_t x, uint64_t by, bool left, bool is_unsigned)
{
    if (by > 63) return left || is_unsigned || !(x >> 63) ? 0 : UINT64_MAX;
    return left ? x << by : is_unsigned ? x >> by : (uint64_t)((int64_t)x >> by);
}

static bool int_op(ptx_lex_t *lx, const char *op, ptx_value_t a, ptx_value_t b, ptx_value_t *v)
{
    const bool un = a.kind == VALUE_U64 || b.kind == VALUE_U64;
    const uint64_t x = a.bits, y = b.bits;
    const bool less = un ? x < y : (int64_t)x < (int64_t)y, more = un ? x > y : (int64_t)x > (int64_t)y;
    *v = (ptx_value_t){.kind = un ? VALUE_U64 : VALUE_S64};
    if (op[1] == '=') *v = of_bool(*op == '=' ? x == y : *op == '!' ? x != y : *op == '<' ? !more : !less);
    else if (op[1] == '&' || op[1] == '|') *v = of_bool(*op == '&' ? x && y : x || y);
    else if (op[1]) *v = (ptx_value_t){a.kind, shift(x, y, *op == '<', a.kind == VALUE_U64)};
    else if (*op == '<' || *op == '>') *v = of_bool(*op == '<' ? less : more);
    else if ((*op == '/' || *op == '%') && !y) return wrong(lx, "a division by zero");
    else if (*op == '/' || *op == '%') v->bits = divide(x, y, un, *op == '%');
    else if (*op == '+') v->bits = x + y;
    else if (*op == '-') v->bits = x - y;
    else if (*op == '*') v->bits = x * y;
    else if (*op == '&') v->bits = x & y;
    else if (*op == '|') v->bits = x | y;
    else v->bits = x ^ y;
    return true;
}

static bool apply(ptx_lex_t *lx, const char *op, ptx_value_t a, ptx_value_t b, ptx_value_t *v)
{
    if (a.kind == VALUE_F32 || b.kind == VALUE_F32)
        return wrong(lx, "a 0f constant, which stands alone; write 1.5 or 0d…");
    if (a.kind == VALUE_F64 || b.kind == VALUE_F64) return real_op(lx, op, real_of(a), real_of(b), v);
    return int_op(lx, op, a, b, v);
}

static bool expression(ptx_lex_t *lx, uint32_t depth, ptx_value_t *v);
static bool unary(ptx_lex_t *lx, uint32_t depth, ptx_value_t *v);

/* (.s64) x, (.u64) x, ( expression ) */
static bool bracket(ptx_lex_t *lx, uint32_t depth, ptx_value_t *v)
{
    const bool to_s64 = ptx_lex_take(lx, ".s64"), to_u64 = !to_s64 && ptx_lex_take(lx, ".u64");
    if (!to_s64 && !to_u64) return expression(lx, depth, v) && ptx_lex_want(lx, ")");
    if (!ptx_lex_want(lx, ")") || !unary(lx, depth, v)) return false;
    if (v->kind == VALUE_F64 || v->kind == VALUE_F32) return wrong(lx, "a cast of a float; allowed: casts of integers");
    v->kind = to_s64 ? VALUE_S64 : VALUE_U64;
    return true;
}

static bool signed_value(ptx_lex_t *lx, char sign, ptx_value_t *v)
{
    const bool real = v->kind == VALUE_F64;
    if (v->kind == VALUE_F32)
        return wrong(lx, "a sign before a 0f constant; allowed: 0f with the sign in its bits, 0d…, 1.5");
    if (sign == '+') return true;
    if (real && sign == '-') v->bits ^= UINT64_C(1) << 63;
    else if (sign == '!') *v = of_bool(real ? !(real_of(*v) < 0 || real_of(*v) > 0) : !v->bits);
    else if (real) return wrong(lx, "~ of a float; allowed: -");
    else v->bits = sign == '-' ? 0 - v->bits : ~v->bits;
    return true;
}

static bool unary(ptx_lex_t *lx, uint32_t depth, ptx_value_t *v)
{
    static const char *const SIGNS[] = {"-", "+", "~", "!"};
    if (depth == DEPTH_MAX) return wrong(lx, "more than 64 nested parentheses and signs");
    for (uint32_t i = 0; i < 4; i++)
        if (ptx_lex_take(lx, SIGNS[i])) return unary(lx, depth + 1, v) && signed_value(lx, *SIGNS[i], v);
    if (ptx_lex_take(lx, "(")) return bracket(lx, depth + 1, v);
    const ptx_tok_t t = lx->tok;
    if (ptx_lex_take(lx, "WARP_SZ")) {
        *v = (ptx_value_t){VALUE_S64, PTX_LANES};
        return true;
    }
    if (t.kind == TK_INT) *v = (ptx_value_t){t.is_unsigned || t.value >> 63 ? VALUE_U64 : VALUE_S64, t.value};
    else if (t.kind == TK_F64 || t.kind == TK_F32)
        *v = (ptx_value_t){t.kind == TK_F64 ? VALUE_F64 : VALUE_F32, t.value};
    else return ptx_lex_expected(lx, "a number");
    return ptx_lex_next(lx);
}

/* Operators that bind at least as tightly as `least`. */
static bool binary(ptx_lex_t *lx, uint32_t depth, uint8_t least, ptx_value_t *v)
{
    const op_t *o;
    if (!unary(lx, depth, v)) return false;
    while ((o = peek(lx)) != NULL && o->binds >= least) {
        ptx_value_t right;
        const ptx_value_t left = *v;
        if (!skip_op(lx, o) || !binary(lx, depth, o->binds + 1, &right) || !apply(lx, o->text, left, right, v))
            return false;
    }
    return true;
}

static bool expression(ptx_lex_t *lx, uint32_t depth, ptx_value_t *v)
{
    ptx_value_t yes, no;
    if (depth == DEPTH_MAX) return wrong(lx, "more than 64 nested parentheses and signs");
    if (!binary(lx, depth, 1, v)) return false;
    if (!ptx_lex_is(lx, "?")) return true;
    if (v->kind == VALUE_F64 || v->kind == VALUE_F32) return wrong(lx, "a float before ?; allowed: an integer");
    const bool first = v->bits != 0;
    if (!ptx_lex_next(lx) || !expression(lx, depth + 1, &yes) || !ptx_lex_want(lx, ":") ||
        !expression(lx, depth + 1, &no))
        return false;
    if (yes.kind == VALUE_F64 || yes.kind == VALUE_F32 || no.kind == VALUE_F64 || no.kind == VALUE_F32)
        return wrong(lx, "a float behind ?; allowed: integers");
    v->kind = yes.kind == VALUE_U64 || no.kind == VALUE_U64 ? VALUE_U64 : VALUE_S64;
    v->bits = first ? yes.bits : no.bits;
    return true;
}

bool ptx_is_expr(const ptx_lex_t *lx)
{
    const ptx_tok_t *t = &lx->tok;
    if (t->kind == TK_IDENT) return ptx_lex_is(lx, "WARP_SZ");
    return t->kind == TK_INT || t->kind == TK_F32 || t->kind == TK_F64 ||
           (t->kind == TK_PUNCT && strchr("-+~!(", *t->p));
}

bool ptx_expr(ptx_lex_t *lx, ptx_value_t *v) { return expression(lx, 0, v); }

bool ptx_expr_of(ptx_lex_t *lx, bool is_float, const char *wanted, ptx_value_t *v)
{
    const ptx_tok_t first = lx->tok;
    if (!ptx_is_expr(lx)) return ptx_lex_expected(lx, wanted);
    if (!ptx_expr(lx, v)) return false;
    return is_float == (v->kind == VALUE_F32 || v->kind == VALUE_F64) ||
           err_set(lx->err, lx->file, first.line, "expected %s, found '%.*s'", wanted,
                   first.len < SHOWN_CHARS ? (int)first.len : SHOWN_CHARS, first.p);
}
