/* ptx_skip.c - helpers of all parsers: type names, skipping of text that is not parsed. */
#include "ptx/ptx_build.h"

#include <string.h>

bool ptx_no_memory(ptx_parser_t *ps) { return err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line, "out of memory"); }

uint32_t ptx_type_bytes(ptx_type_t t)
{
    static const uint8_t BYTES[] = {1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 0, 0, 2, 2, 4, 4};
    return BYTES[t];
}

bool ptx_type_of(const char *word, size_t len, ptx_type_t *type)
{
    static const struct {
        const char *word;
        uint8_t type;
    } TYPES[] = {{"u8", T_U8},   {"s8", T_S8},       {"b8", T_U8},     {"u16", T_U16},      {"s16", T_S16},
                 {"b16", T_U16}, {"u32", T_U32},     {"s32", T_S32},   {"b32", T_U32},      {"u64", T_U64},
                 {"s64", T_S64}, {"b64", T_U64},     {"f32", T_F32},   {"f64", T_F64},      {"pred", T_PRED},
                 {"f16", T_F16}, {"f16x2", T_F16X2}, {"bf16", T_BF16}, {"bf16x2", T_BF16X2}};
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        if (strlen(TYPES[i].word) != len || memcmp(TYPES[i].word, word, len) != 0) continue;
        *type = (ptx_type_t)TYPES[i].type;
        return true;
    }
    return false;
}

bool ptx_skip_line(ptx_parser_t *ps)
{
    const uint32_t line = ps->lx.tok.line;
    while (ps->lx.tok.kind != TK_END && ps->lx.tok.line == line)
        if (!ptx_lex_next(&ps->lx)) return false;
    return true;
}

bool ptx_skip_until(ptx_parser_t *ps, const char *punct)
{
    while (!ptx_lex_is(&ps->lx, punct)) {
        if (ps->lx.tok.kind == TK_END) return ptx_lex_want(&ps->lx, punct);
        if (!ptx_lex_next(&ps->lx)) return false;
    }
    return ptx_lex_next(&ps->lx);
}

bool ptx_skip_braces(ptx_parser_t *ps)
{
    uint32_t depth = 0;
    do {
        if (ps->lx.tok.kind == TK_END) return ptx_lex_want(&ps->lx, "}");
        if (ptx_lex_is(&ps->lx, "{")) depth++;
        if (ptx_lex_is(&ps->lx, "}")) depth--;
        if (!ptx_lex_next(&ps->lx)) return false;
    } while (depth);
    return true;
}
