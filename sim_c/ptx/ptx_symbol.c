/* ptx_symbol.c - module-scope variables as the host sees them: .global ones in a gmem, .const ones in the module. */
#include "ptx/ptx_exec.h"

#include <string.h>

uint64_t ptx_global_address(const ptx_module_t *m, const ptx_var_t *v, gmem_t *g, err_t *err)
{
    bool fresh;
    const uint64_t at = gmem_alloc_tagged(g, m->tag, v->name, v->size_bytes, &fresh, err);
    if (at && fresh && v->init) memcpy(gmem_host(g, at), v->init, (size_t)v->init_bytes);
    return at;
}

bool ptx_symbol(ptx_module_t *m, const char *name, gmem_t *g, ptx_symbol_t *out, err_t *err)
{
    const ptx_var_t *v = ptx_map_get(&m->vars, name, strlen(name));
    if (!v || (v->space != SPACE_GLOBAL && v->space != SPACE_CONST))
        return err_set(err, m->file, 0, "no variable '%.80s' of module scope in .global or .const", name);
    *out = (ptx_symbol_t){.bytes = v->size_bytes, .constant = v->space == SPACE_CONST};
    if (out->constant) {
        out->host = m->constants + v->offset_bytes;
        return true;
    }
    out->addr = ptx_global_address(m, v, g, err);
    out->host = out->addr ? gmem_host(g, out->addr) : NULL;
    return out->host != NULL;
}
