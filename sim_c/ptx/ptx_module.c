/* ptx_module.c - the finished module: look-ups by the host, release. */
#include "ptx/ptx_module.h"

#include <stdlib.h>
#include <string.h>

static void kernel_free(ptx_kernel_t *k)
{
    free(k->param);
    free(k->uop);
    free(k->winst);
    free(k->text);
    free(k->pool);
    free(k->sreg);
    free(k->zero);
}

void ptx_module_destroy(ptx_module_t *m)
{
    if (!m) return;
    for (uint32_t i = 0; i < m->kernels_used; i++) kernel_free(m->kernel[i]);
    ptx_map_free(&m->vars);
    ptx_map_free(&m->kernels);
    free(m->kernel);
    free(m->global);
    free(m->constants);
    ptx_arena_free(&m->arena);
    free(m);
}

const ptx_kernel_t *ptx_kernel(const ptx_module_t *m, const char *entry, err_t *err)
{
    const ptx_kernel_t *k = ptx_map_get(&m->kernels, entry, strlen(entry));
    if (k) return k;
    char names[300] = "";
    for (uint32_t i = 0; i < m->kernels_used; i++) {
        if (strlen(names) + strlen(m->kernel[i]->name) + 6 > sizeof names) {
            strcat(names, " …");
            break;
        }
        strcat(strcat(names, " "), m->kernel[i]->name);
    }
    err_set(err, m->file, 0, "no entry '%.80s'; there are:%s", entry, names);
    return NULL;
}

const char *ptx_kernel_refusal(const ptx_kernel_t *k) { return k->refusal; }

uint32_t ptx_param_count(const ptx_kernel_t *k) { return k->params; }

ptx_param_t ptx_param(const ptx_kernel_t *k, uint32_t i) { return k->param[i]; }

uint32_t ptx_param_bytes(const ptx_kernel_t *k) { return k->param_bytes; }

uint32_t ptx_static_smem_bytes(const ptx_kernel_t *k) { return k->shared_bytes; }

uint32_t ptx_local_bytes(const ptx_kernel_t *k) { return k->local_bytes; }
