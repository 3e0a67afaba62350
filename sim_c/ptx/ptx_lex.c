/* ptx_lex.c - splits PTX text into names, numbers and punctuation; skips white space and comments. */
#include "ptx/ptx_lex.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN_CHARS = 40, NUMBER_CHARS = 64 };

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' || c == '%';
}

static bool fail(ptx_lex_t *lx, const char *what)
{
    lx->tok.kind = TK_END;
    lx->at = lx->end;
    lx->failed = true;
    return err_set(lx->err, lx->file, lx->line, "%s", what);
}

static bool skip_blanks(ptx_lex_t *lx)
{
    while (lx->at < lx->end) {
        const char c = lx->at[0], d = lx->at + 1 < lx->end ? lx->at[1] : '\0';
        if (c == '\n') lx->line++;
        if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
            lx->at++;
        } else if (c == '/' && d == '/') {
            while (lx->at < lx->end && *lx->at != '\n') lx->at++;
        } else if (c == '/' && d == '*') {
            lx->at += 2;
            while (lx->at + 1 < lx->end && (lx->at[0] != '*' || lx->at[1] != '/')) lx->line += *lx->at++ == '\n';
            if (lx->at + 1 >= lx->end)
                return fail(lx, "comment without its */; expected it before the end of the text");
            lx->at += 2;
        } else {
            break;
        }
    }
    return true;
}

static int digit_value(char c)
{
    if (is_digit(c)) return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return 16;
}

static bool digits(ptx_lex_t *lx, const char **at, uint32_t base, uint64_t *value)
{
    const char *first = *at;
    uint64_t v = 0;
    for (; *at < lx->end && digit_value(**at) < (int)base; ++*at) {
        const uint64_t d = (uint64_t)digit_value(**at);
        if (v > (UINT64_MAX - d) / base) return fail(lx, "number of more than 64 bits; allowed: 0 to 2^64-1");
        v = v * base + d;
    }
    *value = v;
    return *at > first || fail(lx, "number without digits; expected them behind the prefix");
}

/* 0f and 8 or 0d and 16 hexadecimal digits. */
static bool float_bits(ptx_lex_t *lx, uint32_t hex_digits)
{
    const char *at = lx->at + 2;
    if (!digits(lx, &at, 16, &lx->tok.value)) return false;
    if ((uint32_t)(at - lx->at - 2) != hex_digits) return fail(lx, "expected 0f and 8 or 0d and 16 hexadecimal digits");
    lx->tok.kind = hex_digits == 8 ? TK_F32 : TK_F64;
    lx->at = at;
    return true;
}

static bool decimal_float(ptx_lex_t *lx, const char *after)
{
    char text[NUMBER_CHARS] = "";
    const char *at = after;
    while (at < lx->end && is_digit(*at)) at++;
    if (at < lx->end && *at == '.')
        for (at++; at < lx->end && is_digit(*at);) at++;
    if (at < lx->end && (*at == 'e' || *at == 'E')) {
        at++;
        if (at < lx->end && (*at == '+' || *at == '-')) at++;
        while (at < lx->end && is_digit(*at)) at++;
    }
    if ((size_t)(at - lx->at) >= sizeof text) return fail(lx, "number longer than 63 characters");
    memcpy(text, lx->at, (size_t)(at - lx->at));
    const double v = strtod(text, NULL);
    memcpy(&lx->tok.value, &v, sizeof v);
    lx->tok.kind = TK_F64;
    lx->at = at;
    return true;
}

static bool number(ptx_lex_t *lx)
{
    const char *at = lx->at, mark = at + 1 < lx->end ? at[1] : '\0';
    if (*at == '0' && (mark == 'f' || mark == 'F')) return float_bits(lx, 8);
    if (*at == '0' && (mark == 'd' || mark == 'D')) return float_bits(lx, 16);
    const char *d = at;
    while (d < lx->end && is_digit(*d)) d++;
    const bool hex = *at == '0' && (mark == 'x' || mark == 'X');
    if (!hex && d < lx->end && (*d == '.' || *d == 'e' || *d == 'E')) return decimal_float(lx, d);
    uint32_t base = 10;
    if (hex || (*at == '0' && (mark == 'b' || mark == 'B'))) {
        base = hex ? 16 : 2;
        at += 2;
    } else if (*at == '0') {
        base = 8;
    }
    lx->tok.kind = TK_INT;
    if (!digits(lx, &at, base, &lx->tok.value)) return false;
    lx->tok.is_unsigned = at < lx->end && *at == 'U';
    at += lx->tok.is_unsigned;
    lx->at = at;
    if (at < lx->end && is_name(*at) && *at != '%')
        return fail(lx, "malformed number; allowed: 10, 0x1f, 0b101, 017, 1.5, 0f3f800000, 0d3ff0000000000000");
    return true;
}

static void dot_word(ptx_lex_t *lx)
{
    lx->at++;
    while (lx->at < lx->end) {
        const bool pair = lx->at + 1 < lx->end && lx->at[0] == ':' && lx->at[1] == ':';
        if (!pair && !is_name(*lx->at)) break;
        lx->at += pair ? 2 : 1;
    }
    lx->tok.kind = TK_DOT;
}

bool ptx_lex_next(ptx_lex_t *lx)
{
    if (!skip_blanks(lx)) return false;
    lx->tok = (ptx_tok_t){.kind = TK_END, .p = lx->at, .line = lx->line};
    if (lx->at == lx->end) return true;
    const char c = *lx->at;
    bool ok = true;
    if (is_digit(c)) {
        ok = number(lx);
    } else if (is_name(c)) {
        while (lx->at < lx->end && is_name(*lx->at)) lx->at++;
        lx->tok.kind = TK_IDENT;
    } else if (c == '.' && lx->at + 1 < lx->end && is_name(lx->at[1])) {
        dot_word(lx);
    } else if (c == '"') {
        for (lx->at++; lx->at < lx->end && *lx->at != '"' && *lx->at != '\n';) lx->at++;
        if (lx->at == lx->end || *lx->at != '"')
            return fail(lx, "string without its closing \"; expected it on the same line");
        lx->at++;
        lx->tok.kind = TK_STRING;
    } else if (c != '\0' && strchr(",;:()[]{}<>=+-!@|*/&?~^#", c)) {
        lx->at++;
        lx->tok.kind = TK_PUNCT;
    } else {
        ok = err_set(lx->err, lx->file, lx->line, "unexpected character 0x%02x; PTX is ASCII text", (unsigned char)c);
        lx->failed = true;
        lx->at = lx->end;
    }
    lx->tok.len = (uint32_t)(lx->at - lx->tok.p);
    return ok;
}

bool ptx_lex_init(ptx_lex_t *lx, const char *text, size_t len, const char *file, err_t *err)
{
    *lx = (ptx_lex_t){.file = file, .at = text, .end = text + len, .line = 1, .err = err};
    return ptx_lex_next(lx);
}

bool ptx_lex_is(const ptx_lex_t *lx, const char *text)
{
    const bool word = lx->tok.kind == TK_IDENT || lx->tok.kind == TK_DOT || lx->tok.kind == TK_PUNCT;
    return word && strlen(text) == lx->tok.len && memcmp(text, lx->tok.p, lx->tok.len) == 0;
}

bool ptx_lex_take(ptx_lex_t *lx, const char *text) { return ptx_lex_is(lx, text) && ptx_lex_next(lx); }

bool ptx_lex_want(ptx_lex_t *lx, const char *text)
{
    char what[SHOWN_CHARS] = "'";
    if (ptx_lex_is(lx, text)) return ptx_lex_next(lx);
    strncat(what, text, sizeof what - 3);
    return ptx_lex_expected(lx, strcat(what, "'"));
}

bool ptx_lex_expected(ptx_lex_t *lx, const char *what)
{
    const int shown = lx->tok.len < SHOWN_CHARS ? (int)lx->tok.len : SHOWN_CHARS;
    if (lx->tok.kind == TK_END)
        return err_set(lx->err, lx->file, lx->tok.line, "expected %s, found the end of the text", what);
    return err_set(lx->err, lx->file, lx->tok.line, "expected %s, found '%.*s'", what, shown, lx->tok.p);
}
