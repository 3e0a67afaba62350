/* ptx_parse_targets.c - parses .branchtargets: the labels among which brx.idx chooses. */
#include "ptx/ptx_build.h"

#include <stdio.h>

enum { LABEL_CHARS = 128 };

static bool add(ptx_parser_t *ps, uint32_t value)
{
    ptx_kernel_t *k = ps->k;
    if (k->targets == PTX_MAX_CODE)
        return err_set(ps->lx.err, ps->lx.file, ps->lx.tok.line,
                       "%s '%s' has more than %d labels in .branchtargets; allowed: up to that", ptx_whose(k), k->name,
                       PTX_MAX_CODE);
    if (!ptx_grow(&k->target, k->targets, &k->targets_room, sizeof *k->target)) return ptx_no_memory(ps);
    k->target[k->targets++] = value;
    return true;
}

static bool add_label(ptx_parser_t *ps, const char *name, uint32_t len, uint32_t line)
{
    const ptx_pending_t p = {.label = name, .len = len, .line = line, .at = ps->k->targets, .in_list = true};
    return add(ps, 0) && ptx_pend(ps, p);
}

/* L<n>: L0 to L(n-1). */
static bool add_range(ptx_parser_t *ps, ptx_tok_t name)
{
    ptx_lex_t *lx = &ps->lx;
    const uint64_t n = lx->tok.value;
    char text[LABEL_CHARS];
    if (lx->tok.kind != TK_INT || !n || n > PTX_MAX_CODE)
        return ptx_lex_expected(lx, "a number of labels from 1 to 1048576");
    for (uint32_t i = 0; i < n; i++) {
        const int len = snprintf(text, sizeof text, "%.*s%u", (int)name.len, name.p, i);
        if (len >= LABEL_CHARS)
            return err_set(lx->err, lx->file, name.line, "label '%.40s…' is too long; allowed: %d characters", text,
                           LABEL_CHARS - 1);
        const char *kept = ptx_arena_str(&ps->m->arena, text, (size_t)len);
        if (!kept) return ptx_no_memory(ps);
        if (!add_label(ps, kept, (uint32_t)len, name.line)) return false;
    }
    return ptx_lex_next(lx) && ptx_lex_want(lx, ">");
}

bool ptx_parse_targets(ptx_parser_t *ps, ptx_tok_t name)
{
    ptx_lex_t *lx = &ps->lx;
    const uint32_t first = ps->k->targets;
    const char *kept = ptx_arena_str(&ps->m->arena, name.p, name.len);
    if (!kept || !ptx_map_put(&ps->scope->lists, kept, (void *)((uintptr_t)first + 1))) return ptx_no_memory(ps);
    if (!add(ps, 0)) return false;
    do {
        const ptx_tok_t label = lx->tok;
        if (label.kind != TK_IDENT) return ptx_lex_expected(lx, "a label");
        if (!ptx_lex_next(lx)) return false;
        if (!(ptx_lex_take(lx, "<") ? add_range(ps, label) : add_label(ps, label.p, label.len, label.line)))
            return false;
    } while (ptx_lex_take(lx, ","));
    ps->k->target[first] = ps->k->targets - first - 1;
    return ptx_lex_want(lx, ";");
}

bool ptx_list_at_end(const ptx_kernel_t *k)
{
    for (uint32_t i = 0, left = 0; i < k->targets; i++) {
        if (left && k->target[i] == k->uops) return true;
        left = left ? left - 1 : k->target[i];
    }
    return false;
}

bool ptx_find_list(const ptx_parser_t *ps, const char *name, uint32_t len, uint32_t *index)
{
    for (const ptx_scope_t *s = ps->scope; s; s = s->outer) {
        const uintptr_t at = (uintptr_t)ptx_map_get(&s->lists, name, len);
        *index = (uint32_t)(at - 1);
        if (at) return true;
    }
    return false;
}
