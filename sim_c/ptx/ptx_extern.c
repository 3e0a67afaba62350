/* ptx_extern.c - .extern variables in .global and .const memory: kernels may use them before the module defines them. A
 * kernel that uses one without a definition is refused when the module is linked. */
#include "ptx/ptx_build.h"

#include <stdio.h>
#include <string.h>

bool ptx_declare_extern(ptx_parser_t *ps, ptx_var_t *v)
{
    err_t why = {""};
    if (ptx_map_get(&ps->m->vars, v->name, strlen(v->name))) return true; /* defined, or declared before */
    err_set(&why, ps->lx.file, v->line,
            "an .extern variable that this module does not define; remedy: compile without -rdc=true");
    v->awaits = true;
    v->is_extern = false;
    v->refusal = ptx_arena_str(&ps->m->arena, why.text, strlen(why.text));
    return v->refusal && ptx_map_put(&ps->m->vars, v->name, v) ? true : ptx_no_memory(ps);
}

bool ptx_define_extern(ptx_parser_t *ps, ptx_var_t *before, const ptx_var_t *v)
{
    const bool same_size = !before->size_bytes || before->size_bytes == v->size_bytes;
    if (before->space != v->space || before->type != v->type || !same_size)
        return err_set(
            ps->lx.err, ps->lx.file, v->line,
            "'%.60s' differs from its .extern declaration in line %u; allowed: the same space, type and size", v->name,
            before->line);
    *before = *v;
    return true;
}
