/* ptx_lex.h - splits PTX text into tokens; one token of look-ahead. */
#ifndef CTADEL_PTX_PTX_LEX_H
#define CTADEL_PTX_PTX_LEX_H

#include "base/err.h"

#include <stddef.h>
#include <stdint.h>

typedef enum {
    TK_END,    /* end of text, or an error was reported */
    TK_IDENT,  /* names, registers, mnemonics: [A-Za-z_$%][A-Za-z0-9_$%]* */
    TK_DOT,    /* directive, type or modifier with its dot: .reg .f32 .L1::no_allocate */
    TK_INT,    /* value in `value` */
    TK_F32,    /* 0f…: bits in `value` */
    TK_F64,    /* 0d… or decimal: bits in `value` */
    TK_STRING, /* with its quotes */
    TK_PUNCT   /* one character, in p[0] */
} ptx_tk_t;

typedef struct {
    ptx_tk_t kind;
    const char *p; /* points into the text */
    uint32_t len, line;
    uint64_t value;
    bool is_unsigned; /* an integer that ends in U */
} ptx_tok_t;

typedef struct {
    const char *file; /* for messages */
    const char *at, *end;
    uint32_t line;
    ptx_tok_t tok; /* the current token */
    err_t *err;
    bool failed; /* err says why the text goes no further */
} ptx_lex_t;

bool ptx_lex_init(ptx_lex_t *lx, const char *text, size_t len, const char *file, err_t *err);
bool ptx_lex_next(ptx_lex_t *lx);                       /* false: a character or number that is no PTX; err is set */
bool ptx_lex_is(const ptx_lex_t *lx, const char *text); /* an identifier, dot word or punctuation */
bool ptx_lex_take(ptx_lex_t *lx, const char *text);     /* steps over it if it is the current token */
bool ptx_lex_want(ptx_lex_t *lx, const char *text);     /* the same; otherwise err */
/* Reports "expected <what>, found '<token>'"; always false. */
bool ptx_lex_expected(ptx_lex_t *lx, const char *what);

#endif
