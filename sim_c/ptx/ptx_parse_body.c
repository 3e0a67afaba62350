/* ptx_parse_body.c - parses an entry: parameters, directives, and statements in nested scopes. */
#include "ptx/ptx_assemble.h"

#include <stdlib.h>
#include <string.h>

static ptx_kernel_t *new_kernel(ptx_parser_t *ps)
{
    ptx_module_t *m = ps->m;
    const ptx_tok_t name = ps->lx.tok;
    if (ptx_map_get(&m->kernels, name.p, name.len)) {
        err_set(ps->lx.err, ps->lx.file, name.line, "entry '%.*s' is defined twice", (int)name.len, name.p);
        return NULL;
    }
    ptx_kernel_t *k = ptx_arena_alloc(&m->arena, sizeof *k);
    if (k) k->name = ptx_arena_str(&m->arena, name.p, name.len);
    if (!k || !k->name || !ptx_grow(&m->kernel, m->kernels_used, &m->kernels_room, sizeof k)) {
        ptx_no_memory(ps);
        return NULL;
    }
    k->m = m;
    k->line = name.line;
    m->kernel[m->kernels_used++] = k;
    return ptx_map_put(&m->kernels, k->name, k) ? k : NULL;
}

/* n[, n[, n]] of .maxntid, .reqntid, .minnctapersm, .maxnctapersm, .maxnreg. */
static bool numbers(ptx_parser_t *ps, uint32_t v[3])
{
    v[0] = v[1] = v[2] = 1;
    for (uint32_t i = 0; i < 3; i++) {
        if (ps->lx.tok.kind != TK_INT || !ps->lx.tok.value || ps->lx.tok.value > 65536)
            return ptx_lex_expected(&ps->lx, "a number from 1 to 65536");
        v[i] = (uint32_t)ps->lx.tok.value;
        if (!ptx_lex_next(&ps->lx)) return false;
        if (!ptx_lex_take(&ps->lx, ",")) break;
    }
    return true;
}

/* The kernel is refused, but its text is understood: parsing goes on. */
static bool refuse_kernel(ptx_parser_t *ps, uint32_t line, const char *why)
{
    err_t reason = {""};
    err_set(&reason, ps->lx.file, line, "kernel '%.60s' %s", ps->k->name, why);
    return ptx_refuse(ps->k, &reason) || ptx_no_memory(ps);
}

static bool cluster_directive(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    const uint32_t line = lx->tok.line;
    uint32_t v[3], *size = ps->k->reqnctapercluster;
    if (ptx_lex_take(lx, ".explicitcluster")) {
        ps->k->explicit_cluster = line;
        return true;
    }
    if (ptx_lex_take(lx, ".blocksareclusters")) {
        ps->k->grid_of_clusters = line;
        return true;
    }
    if (ptx_lex_take(lx, ".maxclusterrank")) {
        if (!numbers(ps, v)) return false;
        ps->k->max_cluster = v[0];
        return true;
    }
    if (!ptx_lex_want(lx, ".reqnctapercluster") || !numbers(ps, size)) return false;
    if ((uint64_t)size[0] * size[1] * size[2] <= CLUSTER_CTAS_MAX) return true; /* each is at most 65536 */
    char why[120];
    snprintf(why, sizeof why, "needs clusters of %u, %u, %u CTAs; allowed: up to %d together", size[0], size[1],
             size[2], CLUSTER_CTAS_MAX);
    return refuse_kernel(ps, line, why);
}

static bool thread_directive(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    uint32_t v[3];
    if (ptx_lex_take(lx, ".maxntid")) {
        if (!numbers(ps, v)) return false;
        const uint64_t product = (uint64_t)v[0] * v[1] * v[2]; /* below 2^48 */
        ps->k->maxntid = product > UINT32_MAX ? UINT32_MAX : (uint32_t)product;
        return true;
    }
    if (ptx_lex_take(lx, ".reqntid")) return numbers(ps, ps->k->reqntid);
    if (ptx_lex_take(lx, ".minnctapersm") || ptx_lex_take(lx, ".maxnctapersm") || ptx_lex_take(lx, ".maxnreg"))
        return numbers(ps, v);
    if (ptx_lex_is(lx, ".pragma")) return ptx_skip_until(ps, ";");
    if (ptx_lex_take(lx, ".noreturn")) return true;
    return ptx_lex_expected(lx, "'{', .maxntid, .reqntid, .minnctapersm, .maxnctapersm, .maxnreg, .noreturn, "
                                ".explicitcluster, .reqnctapercluster, .maxclusterrank, .blocksareclusters or .pragma");
}

static bool entry_directives(ptx_parser_t *ps)
{
    static const char *const CLUSTER[] = {".explicitcluster", ".reqnctapercluster", ".maxclusterrank",
                                          ".blocksareclusters"};
    while (!ptx_lex_is(&ps->lx, "{")) {
        bool cluster = false;
        for (uint32_t i = 0; i < 4; i++) cluster |= ptx_lex_is(&ps->lx, CLUSTER[i]);
        if (cluster ? !cluster_directive(ps) : !thread_directive(ps)) return false;
    }
    const ptx_kernel_t *k = ps->k;
    if (!k->grid_of_clusters || k->refusal || (k->reqntid[0] && k->reqnctapercluster[0])) return true;
    return refuse_kernel(ps, k->grid_of_clusters,
                         "has .blocksareclusters; it needs .reqntid and .reqnctapercluster with it");
}

static bool guarded(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    const bool is_not = ptx_lex_take(lx, "!");
    ptx_reg_t *guard = lx->tok.kind == TK_IDENT ? ptx_find_reg(ps, lx->tok.p, lx->tok.len) : NULL;
    if (!guard || guard->bits != 1) return ptx_lex_expected(lx, "a predicate register");
    if (!ptx_lex_next(lx)) return false;
    const ptx_tok_t mnemonic = lx->tok;
    if (mnemonic.kind != TK_IDENT) return ptx_lex_expected(lx, "an instruction");
    return ptx_lex_next(lx) && ptx_parse_inst(ps, mnemonic, guard, is_not);
}

static bool label_or_inst(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    const ptx_tok_t word = lx->tok;
    if (!ptx_lex_next(lx)) return false;
    if (!ptx_lex_take(lx, ":")) return ptx_parse_inst(ps, word, NULL, false);
    if (ptx_map_get(&ps->scope->labels, word.p, word.len) || ptx_map_get(&ps->scope->lists, word.p, word.len))
        return err_set(lx->err, lx->file, word.line, "label '%.*s' is defined twice", (int)word.len, word.p);
    if (ptx_lex_take(lx, ".branchtargets")) return ptx_parse_targets(ps, word);
    const char *name = ptx_arena_str(&ps->m->arena, word.p, word.len);
    const uintptr_t at = (uintptr_t)ps->k->uops + 1; /* 0 would mean: absent */
    if (!name || !ptx_map_put(&ps->scope->labels, name, (void *)at)) return ptx_no_memory(ps);
    return true;
}

static bool body_directive(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    ptx_var_t *area;
    if (ptx_lex_take(lx, ".reg")) return ptx_declare_regs(ps);
    if (ptx_lex_take(lx, ".shared")) return ptx_parse_var(ps, SPACE_SHARED, false);
    if (ptx_lex_take(lx, ".local")) return ptx_parse_var(ps, SPACE_LOCAL, false);
    if (ptx_lex_take(lx, ".const")) return ptx_parse_var(ps, SPACE_CONST, false);
    if (ptx_lex_take(lx, ".global")) return ptx_parse_var(ps, SPACE_GLOBAL, false);
    if (ptx_lex_take(lx, ".extern")) return ptx_lex_want(lx, ".shared") && ptx_parse_var(ps, SPACE_SHARED, true);
    if (ptx_lex_is(lx, ".loc") || ptx_lex_is(lx, ".file")) return ptx_skip_line(ps);
    if (ptx_lex_is(lx, ".pragma") || ptx_lex_is(lx, ".callprototype") || ptx_lex_is(lx, ".calltargets"))
        return ptx_skip_until(ps, ";");
    if (ptx_lex_take(lx, ".param")) return ptx_parse_area(ps, &area) && ptx_lex_want(lx, ";");
    return ptx_lex_expected(lx, "an instruction, a label, .reg, .param, .shared, .local, .loc or .pragma");
}

static bool body(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    const uint32_t outermost = ps->scope->depth;
    if (!ptx_lex_want(lx, "{")) return false;
    for (;;) {
        bool ok;
        if (ptx_lex_is(lx, "}")) {
            const bool last = ps->scope->depth == outermost;
            if (last && !ps->k->uops)
                return err_set(lx->err, lx->file, lx->tok.line, "%s '%.80s' has no instructions", ptx_whose(ps->k),
                               ps->k->name);
            if (!ptx_lex_next(lx)) return false;
            if (last) return true; /* the caller closes the scope, after the implicit ret */
            ok = ptx_scope_close(ps);
        } else if (ptx_lex_take(lx, "{")) {
            ok = ptx_scope_open(ps);
        } else if (ptx_lex_take(lx, "@")) {
            ok = guarded(ps);
        } else if (lx->tok.kind == TK_IDENT) {
            ok = label_or_inst(ps);
        } else if (lx->tok.kind == TK_DOT) {
            ok = body_directive(ps);
        } else {
            ok = ptx_lex_take(lx, ";") || ptx_lex_expected(lx, "an instruction or '}'");
        }
        if (!ok) return false;
    }
}

/* Appends a ret if control can reach the end of the body or a label stands there. */
static bool implicit_ret(ptx_parser_t *ps)
{
    const ptx_kernel_t *k = ps->k;
    const ptx_uop_t *last = &k->uop[k->uops - 1];
    bool label_at_end = false;
    for (uint32_t i = 0; i < ps->scope->labels.room; i++)
        label_at_end |= ps->scope->labels.slot[i].value == (void *)((uintptr_t)k->uops + 1);
    for (uint32_t i = 0; i < k->uops; i++) label_at_end |= k->uop[i].group == G_BRANCH && k->uop[i].target == k->uops;
    label_at_end |= ptx_list_at_end(k);
    const bool ends =
        last->group == G_EXIT || last->group == G_RET || last->group == G_BRANCH || last->group == G_INDEX;
    if (ends && last->guard == UREF_NONE && !label_at_end) return true;
    const ptx_tok_t ret = {.kind = TK_IDENT, .p = "ret", .len = 3, .line = ps->lx.tok.line};
    const ptx_tok_t now = ps->lx.tok;
    ps->lx.tok = (ptx_tok_t){.kind = TK_PUNCT, .p = ";", .len = 1, .line = now.line};
    ptx_lex_t saved = ps->lx;
    const bool ok = ptx_parse_inst(ps, ret, NULL, false);
    ps->lx = saved;
    ps->lx.tok = now;
    return ok;
}

static bool whole_body(ptx_parser_t *ps)
{
    const ptx_inst_t start = {.ps = ps, .line = ps->lx.tok.line, .name = "parameters"};
    return ptx_pass_formals(&start, false) && body(ps) && implicit_ret(ps) && ptx_scope_close(ps) &&
           ptx_reconverge(ps) && (!ps->as_ptxas || (ptx_join_loads(ps) && ptx_order(ps))) && ptx_finish(ps);
}

/* A mistake in a body refuses only this kernel, or the kernels that call this function. */
bool ptx_parse_body(ptx_parser_t *ps)
{
    const ptx_lex_t start = ps->lx;
    err_t reason = {""};
    ps->lx.err = &reason;
    const bool ok = whole_body(ps) && !reason.text[0];
    ps->lx.err = start.err;
    if (ok) return true;
    ptx_scope_drop_all(ps);
    ps->lx = start;
    return ptx_refuse(ps->k, &reason) ? ptx_skip_braces(ps) : ptx_no_memory(ps);
}

static bool parameters(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    if (!ptx_lex_take(lx, "(") || ptx_lex_take(lx, ")")) return true;
    do {
        if (!ptx_parse_param(ps)) return false;
    } while (ptx_lex_take(lx, ","));
    return ptx_lex_want(lx, ")");
}

bool ptx_skip_to_body(ptx_parser_t *ps)
{
    while (!ptx_lex_is(&ps->lx, "{") && !ptx_lex_is(&ps->lx, ";")) {
        if (ps->lx.tok.kind == TK_END) return ptx_lex_want(&ps->lx, "{");
        if (!ptx_lex_next(&ps->lx)) return false;
    }
    return true;
}

/* Parameters and directives. A mistake refuses only this kernel, whose body is then skipped. */
static bool entry_rest(ptx_parser_t *ps)
{
    const ptx_lex_t start = ps->lx;
    err_t reason = {""};
    ps->lx.err = &reason;
    const bool ok = parameters(ps) && entry_directives(ps) && !reason.text[0];
    ps->lx.err = start.err;
    if (ok) return ptx_parse_body(ps);
    ptx_scope_drop_all(ps);
    ps->lx = start;
    if (!ptx_refuse(ps->k, &reason)) return ptx_no_memory(ps);
    return ptx_skip_to_body(ps) && (ptx_lex_take(&ps->lx, ";") || ptx_skip_braces(ps));
}

bool ptx_parse_entry(ptx_parser_t *ps)
{
    ptx_lex_t *lx = &ps->lx;
    if (lx->tok.kind != TK_IDENT) return ptx_lex_expected(lx, "a kernel name");
    ps->k = new_kernel(ps);
    ps->regs = ps->pendings = ps->passeds = 0;
    ps->carry = NULL;
    if (!ps->k || !ptx_lex_next(lx) || !ptx_scope_open(ps)) return false;
    const bool ok = entry_rest(ps);
    ps->k = NULL;
    return ok;
}
