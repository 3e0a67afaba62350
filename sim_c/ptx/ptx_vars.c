/* ptx_vars.c - variables of a module on a device. A .global variable is a buffer; all .const variables form one buffer,
 * the bank. The first use by a launch or by the host allocates and initialises it. */
#include "ptx/ptx_vars.h"

#include "ptx/gmem_access.h"

#include <string.h>

enum { NESTED_MAX = 64 };

static bool address(const ptx_module_t *m, gmem_t *g, const ptx_var_t *v, uint32_t depth, uint64_t *at, err_t *err);

/* Writes the addresses in v's initialiser to the bytes at `host`. */
static bool relocate(const ptx_module_t *m, gmem_t *g, const ptx_var_t *v, uint8_t *host, uint32_t depth, err_t *err)
{
    for (const ptx_reloc_t *r = v->reloc; r; r = r->next) {
        uint64_t at = 0;
        if (r->var && !address(m, g, r->var, depth + 1, &at, err)) return false;
        at += r->add;
        memcpy(host + r->offset, &at, r->bytes);
    }
    return true;
}

static bool bank(const ptx_module_t *m, gmem_t *g, uint32_t depth, uint64_t *at, err_t *err)
{
    bool fresh;
    *at = gmem_alloc_tagged(g, m->tag, ".const", m->const_bytes, &fresh, err);
    if (!*at || !fresh) return *at != 0;
    uint8_t *host = gmem_host(g, *at);
    memcpy(host, m->constants, m->const_bytes);
    for (uint32_t i = 0; i < m->consts; i++)
        if (!relocate(m, g, m->konst[i], host + m->konst[i]->offset_bytes, depth, err)) return false;
    return true;
}

/* Address of v for kernels: of a .const variable its offset in the bank. False: err. */
static bool address(const ptx_module_t *m, gmem_t *g, const ptx_var_t *v, uint32_t depth, uint64_t *at, err_t *err)
{
    bool fresh;
    if (depth > NESTED_MAX)
        return err_set(err, m->file, v->line,
                       "'%.60s': addresses in initialisers refer to each other more than the %d levels deep allowed",
                       v->name, NESTED_MAX);
    if (v->space == SPACE_CONST) {
        *at = v->offset_bytes;
        return true;
    }
    *at = gmem_alloc_tagged(g, m->tag, v->name, v->size_bytes, &fresh, err);
    if (!*at || !fresh) return *at != 0;
    uint8_t *host = gmem_host(g, *at);
    if (v->init) memcpy(host, v->init, (size_t)v->init_bytes);
    return relocate(m, g, v, host, depth, err);
}

uint64_t ptx_var_address(const ptx_module_t *m, gmem_t *g, const ptx_var_t *v, err_t *err)
{
    uint64_t at = 0;
    return address(m, g, v, 0, &at, err) ? at : 0;
}

bool ptx_const_bank(const ptx_module_t *m, gmem_t *g, uint8_t **host, err_t *err)
{
    uint64_t at;
    *host = NULL;
    if (!m->const_bytes) return true;
    if (!bank(m, g, 0, &at, err)) return false;
    *host = gmem_host(g, at);
    return true;
}

static bool no_variable(const ptx_module_t *m, const char *name, err_t *err)
{
    char names[300] = "";
    for (uint32_t i = 0; i < m->globals + m->consts; i++) {
        const char *one = i < m->globals ? m->global[i]->name : m->konst[i - m->globals]->name;
        if (strlen(names) + strlen(one) + 6 > sizeof names) {
            strcat(names, " …");
            break;
        }
        strcat(strcat(names, " "), one);
    }
    return err_set(err, m->file, 0, "no variable '%.80s'; there %s%s", name, names[0] ? "are:" : "is none", names);
}

bool ptx_symbol(const ptx_module_t *m, gmem_t *gmem, const char *name, ptx_symbol_t *out, err_t *err)
{
    const ptx_var_t *v = ptx_map_get(&m->vars, name, strlen(name));
    uint64_t at;
    if (!v || (v->space != SPACE_GLOBAL && v->space != SPACE_CONST)) return no_variable(m, name, err);
    if (v->refusal) return err_set(err, m->file, v->line, "'%.80s' cannot be used: %s", name, v->refusal);
    if (v->space == SPACE_CONST) {
        if (!bank(m, gmem, 0, &at, err)) return false;
        *out = (ptx_symbol_t){.addr = at + v->offset_bytes, .bytes = v->size_bytes};
        out->host = (uint8_t *)gmem_host(gmem, at) + v->offset_bytes;
        return true;
    }
    if (!address(m, gmem, v, 0, &at, err)) return false;
    *out = (ptx_symbol_t){.addr = at, .bytes = v->size_bytes, .host = gmem_host(gmem, at)};
    return true;
}
