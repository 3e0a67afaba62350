/* ptx_parse.c - parses module scope: directives, entries, functions and variables in any order. */
#include "ptx/ptx_build.h"

#include "base/infile.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX_BYTES = 64 << 20, SPLITS_FROM = 70 /* sm_70, Volta */ };

static bool address_size(ptx_parser_t *ps)
{
    if (ps->lx.tok.kind != TK_INT || ps->lx.tok.value != 64)
        return ptx_lex_expected(&ps->lx, ".address_size 64, the only supported one");
    return ptx_lex_next(&ps->lx);
}

static uint32_t number_of(const ptx_tok_t *t, uint32_t from)
{
    uint32_t n = 0;
    for (uint32_t i = from; i < t->len && i < from + 4 && t->p[i] >= '0' && t->p[i] <= '9'; i++)
        n = 10 * n + (uint32_t)(t->p[i] - '0');
    return n;
}

static bool target(ptx_parser_t *ps)
{
    do {
        const ptx_tok_t *t = &ps->lx.tok;
        if (t->kind != TK_IDENT) return ptx_lex_expected(&ps->lx, "a target, as in sm_75");
        if (t->len > 3 && strncmp(t->p, "sm_", 3) == 0) ps->m->sm = number_of(t, 3);
        ps->m->splits = ps->m->sm >= SPLITS_FROM;
        if (!ptx_lex_next(&ps->lx)) return false;
    } while (ptx_lex_take(&ps->lx, ","));
    return true;
}

static bool section(ptx_parser_t *ps)
{
    while (!ptx_lex_is(&ps->lx, "{")) {
        if (ps->lx.tok.kind == TK_END) return ptx_lex_want(&ps->lx, "{");
        if (!ptx_lex_next(&ps->lx)) return false;
    }
    return ptx_skip_braces(ps);
}

static bool directive(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    bool is_extern = false;
    if (ptx_lex_is(lx, ".file") || ptx_lex_is(lx, ".loc") || ptx_lex_is(lx, ".version")) return ptx_skip_line(ps);
    if (ptx_lex_is(lx, ".pragma")) return ptx_skip_until(ps, ";");
    if (ptx_lex_take(lx, ".section")) return section(ps);
    if (ptx_lex_take(lx, ".alias")) return ptx_parse_alias(ps);
    if (ptx_lex_take(lx, ".address_size")) return address_size(ps);
    if (ptx_lex_take(lx, ".target")) return target(ps);
    for (;;) {
        if (ptx_lex_take(lx, ".extern")) is_extern = true;
        else if (!ptx_lex_take(lx, ".visible") && !ptx_lex_take(lx, ".weak") && !ptx_lex_take(lx, ".common")) break;
    }
    if (ptx_lex_take(lx, ".entry")) return ptx_parse_entry(ps);
    if (ptx_lex_take(lx, ".func")) return ptx_parse_func(ps);
    if (ptx_lex_take(lx, ".global")) return ptx_parse_var(ps, SPACE_GLOBAL, is_extern);
    if (ptx_lex_take(lx, ".const")) return ptx_parse_var(ps, SPACE_CONST, is_extern);
    if (ptx_lex_take(lx, ".shared")) return ptx_parse_var(ps, SPACE_SHARED, is_extern);
    return ptx_lex_expected(lx, "a module directive: .version .target .address_size .entry .func "
                                ".global .const .shared .extern .visible .weak .common .alias .file .loc "
                                ".section .pragma");
}

static void release(ptx_parser_t *ps)
{
    ptx_scope_drop_all(ps);
    free(ps->reg);
    free(ps->pending);
    free(ps->passed);
}

static ptx_module_t *parse(const char *text, size_t len, const char *name, bool as_ptxas, err_t *err)
{
    ptx_module_t *m = calloc(1, sizeof *m);
    ptx_parser_t ps = {.m = m, .as_ptxas = as_ptxas};
    if (!m || !(m->file = ptx_arena_str(&m->arena, name, strlen(name)))) {
        free(m);
        err_set(err, name, 0, "out of memory");
        return NULL;
    }
    m->tag = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < len; i++) m->tag = (m->tag ^ (unsigned char)text[i]) * 1099511628211u;
    m->tag |= 1; /* 0 means: no tag */
    bool ok = ptx_lex_init(&ps.lx, text, len, m->file, err);
    while (ok && ps.lx.tok.kind != TK_END) ok = directive(&ps);
    ok = ok && !ps.lx.failed;
    release(&ps);
    ok = ok && ptx_link(m, err);
    if (ok) return m;
    ptx_module_destroy(m);
    return NULL;
}

ptx_module_t *ptx_parse_text(const char *text, const char *name_for_errors, bool as_ptxas, err_t *err)
{
    return parse(text, strlen(text), name_for_errors, as_ptxas, err);
}

/* Reads the file, at most a little more than TEXT_MAX_BYTES. NULL: out of memory. */
static char *read_all(FILE *f, size_t *len)
{
    size_t room = 64 * 1024, used = 0, got;
    char *text = malloc(room);
    while (text && used <= TEXT_MAX_BYTES && (got = fread(text + used, 1, room - used, f)) > 0) {
        used += got;
        if (used < room) continue;
        char *more = realloc(text, room *= 2);
        if (!more) free(text);
        text = more;
    }
    *len = used;
    return text;
}

ptx_module_t *ptx_parse_file(const char *path, bool as_ptxas, err_t *err)
{
    FILE *f = infile_open(path);
    if (!f) {
        err_set(err, path, 0, "cannot be opened: %s; a PTX text file is needed", strerror(errno));
        return NULL;
    }
    size_t len;
    char *text = read_all(f, &len);
    const bool broken = ferror(f) != 0;
    fclose(f);
    ptx_module_t *m = NULL;
    if (!text || broken) err_set(err, path, 0, broken ? "cannot be read; a PTX text file is needed" : "out of memory");
    else if (len > TEXT_MAX_BYTES) err_set(err, path, 0, "has more than the %d bytes allowed", TEXT_MAX_BYTES);
    else m = parse(text, len, path, as_ptxas, err);
    free(text);
    return m;
}
