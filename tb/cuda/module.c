/* module.c - tables of registered kernels and variables; parses a module: chooses the PTX of a fatbin, and reads
 * registers per thread from the cubin next to it. */
#include "cuda/module.h"

#include "cuda/demangle.h"
#include "cuda/fatbin.h"
#include "ptx/cubin.h"

#include <stdlib.h>
#include <string.h>

enum { REGISTERS_UNKNOWN = 32 /* per thread, for a kernel without a cubin */, READABLE_BYTES = 128 };

struct cuda_module {
    const void *image;
    bool read;
    cuda_error_t error; /* result of parsing */
    ptx_module_t *ptx;
    fatbin_entry_t *entry;
    uint32_t entries;
    uint32_t arch; /* architecture of the PTX */
    cuda_module_t *next;
};

struct cuda_modules {
    cuda_module_t *module;
    cuda_kernel_t *kernel;
    cuda_var_t *var;
    bool managed_new; /* some managed variable has no address yet */
};

cuda_modules_t *cuda_modules(cuda_t *c)
{
    cuda_parts_t *p = cuda_parts(c);
    if (!p->modules) p->modules = calloc(1, sizeof *p->modules);
    return p->modules;
}

cuda_module_t *cuda_module_add(cuda_modules_t *m, const void *image)
{
    cuda_module_t *x = calloc(1, sizeof *x);
    if (!x) return NULL;
    *x = (cuda_module_t){.image = image, .next = m->module};
    return m->module = x;
}

bool cuda_module_is(const cuda_modules_t *m, const void *handle)
{
    const cuda_module_t *x = m->module;
    while (x && x != handle) x = x->next;
    return x != NULL;
}

bool cuda_kernel_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name)
{
    cuda_kernel_t *k = calloc(1, sizeof *k);
    char *copy = strdup(name), *readable = malloc(READABLE_BYTES);
    if (!k || !copy || !readable) {
        free(k);
        free(copy);
        free(readable);
        return false;
    }
    cuda_demangle(name, readable, READABLE_BYTES);
    *k = (cuda_kernel_t){.host = host, .name = copy, .readable = readable, .module = module, .next = m->kernel};
    m->kernel = k;
    return true;
}

bool cuda_var_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name, size_t bytes,
                  void **managed)
{
    cuda_var_t *v = calloc(1, sizeof *v);
    char *copy = strdup(name);
    if (!v || !copy) {
        free(v);
        free(copy);
        return false;
    }
    *v = (cuda_var_t){.host = host, .name = copy, .module = module, .bytes = bytes, .managed = managed, .next = m->var};
    m->var = v;
    m->managed_new |= managed != NULL;
    return true;
}

cuda_kernel_t *cuda_kernel_registered(cuda_modules_t *m, const void *host)
{
    cuda_kernel_t *k = m->kernel;
    while (k && k->host != host && k != host) k = k->next;
    return k;
}

/* ---- parsing ---- */

/* The PTX of the highest architecture up to the device's; if there is none, of the lowest above it. */
static const fatbin_entry_t *best_ptx(const cuda_module_t *m)
{
    const uint32_t own = CUDA_MAJOR * 10 + CUDA_MINOR;
    const fatbin_entry_t *best = NULL;
    for (uint32_t i = 0; i < m->entries; i++) {
        const fatbin_entry_t *e = &m->entry[i];
        if (e->kind != FATBIN_PTX || !e->size) continue;
        const bool better = !best || (e->arch <= own ? best->arch > own || e->arch > best->arch
                                                     : best->arch > own && e->arch < best->arch);
        if (better) best = e;
    }
    return best;
}

/* Machine code of a kernel that launches kernels holds this function of the toolkit's device runtime. */
static bool launches_from_device(const fatbin_entry_t *e)
{
    static const char name[] = "__cudaCDP2LaunchDeviceV2";
    return e->kind == FATBIN_CUBIN && memmem(e->bytes, e->size, name, sizeof name - 1) != NULL;
}

static cuda_error_t refuse_sass(cuda_t *c, const cuda_module_t *m)
{
    uint32_t sass = 0;
    bool nested = false;
    for (uint32_t i = 0; i < m->entries; i++) {
        sass = m->entry[i].kind == FATBIN_CUBIN ? m->entry[i].arch : sass;
        nested |= launches_from_device(&m->entry[i]);
    }
    if (nested)
        cuda_refuse(c,
                    "kernels that launch kernels (dynamic parallelism) are not supported; the program holds no PTX, "
                    "only machine code (sm_%u)",
                    sass);
    else
        cuda_refuse(c,
                    "the program holds no PTX, only machine code (sm_%u); remedy: compile it with -gencode "
                    "arch=compute_75,code=[compute_75,sm_75], and without -rdc=true, with all device code in one file",
                    sass);
    return CUDA_NO_KERNEL_IMAGE;
}

static cuda_error_t read_module(cuda_t *c, cuda_module_t *m)
{
    err_t err = {{0}};
    if (m->read) return m->error;
    m->read = true;
    const bool ok = fatbin_read(m->image, &m->entry, &m->entries, &err);
    const fatbin_entry_t *e = ok ? best_ptx(m) : NULL;
    if (ok && !e) return m->error = refuse_sass(c, m);
    if (e) {
        char name[24];
        m->arch = e->arch;
        snprintf(name, sizeof name, "PTX of sm_%u", e->arch);
        m->ptx = ptx_parse_text(e->bytes, name, cuda_machine(c)->sm.code == CODE_PTXAS, &err);
    }
    if (m->ptx) return CUDA_OK;
    cuda_refuse(c, "%s", err.text);
    return m->error = CUDA_INVALID_PTX;
}

static uint32_t registers(cuda_t *c, const cuda_kernel_t *k)
{
    const cuda_module_t *m = k->module;
    uint32_t regs = 0;
    bool code = false;
    for (uint32_t i = 0; i < m->entries; i++) {
        code |= m->entry[i].kind == FATBIN_CUBIN;
        if (m->entry[i].kind != FATBIN_CUBIN || (regs && m->entry[i].arch != m->arch)) continue;
        const uint32_t n = cubin_registers(m->entry[i].bytes, m->entry[i].size, k->name);
        if (n) regs = n;
    }
    if (regs) return regs;
    cuda_note(c,
              "kernel '%s': %s, so %d registers per thread are assumed; remedy: compile it by nvcc 13 with -gencode "
              "arch=compute_75,code=[compute_75,sm_75]",
              k->readable,
              code ? "the machine code beside its PTX does not state its registers"
                   : "the program holds no machine code beside its PTX",
              REGISTERS_UNKNOWN);
    return REGISTERS_UNKNOWN;
}

cuda_error_t cuda_kernel_find(cuda_t *c, const void *host_or_handle, cuda_kernel_t **out)
{
    err_t err = {{0}};
    cuda_kernel_t *k = cuda_kernel_registered(cuda_modules(c), host_or_handle);
    if (!k) return CUDA_INVALID_FUNCTION;
    *out = k;
    if (k->ptx) return CUDA_OK;
    const cuda_error_t error = read_module(c, k->module);
    if (error) return error;
    const ptx_kernel_t *ptx = ptx_kernel(k->module->ptx, k->name, &err);
    if (!ptx) {
        cuda_refuse(c, "%s", err.text);
        return CUDA_INVALID_FUNCTION;
    }
    k->regs = registers(c, k);
    k->ptx = ptx;
    return CUDA_OK;
}

cuda_error_t cuda_var_find(cuda_t *c, const void *host, cuda_var_t **var, ptx_symbol_t *out)
{
    err_t err = {{0}};
    cuda_var_t *v = cuda_modules(c)->var;
    while (v && v->host != host) v = v->next;
    if (!v) return CUDA_INVALID_SYMBOL;
    *var = v;
    const cuda_error_t error = read_module(c, v->module);
    if (error) return error;
    if (ptx_symbol(v->module->ptx, cuda_memory(c), v->name, out, &err)) return CUDA_OK;
    cuda_refuse(c, "%s", err.text);
    return CUDA_INVALID_SYMBOL;
}

void cuda_managed_place(cuda_t *c)
{
    cuda_modules_t *m = cuda_modules(c);
    if (!m->managed_new) return;
    m->managed_new = false;
    for (cuda_var_t *v = m->var; v; v = v->next) {
        ptx_symbol_t s;
        cuda_var_t *same;
        if (!v->managed || cuda_var_find(c, v->host, &same, &s)) continue;
        gmem_share(cuda_memory(c), s.addr);
        *v->managed = s.host;
    }
}
