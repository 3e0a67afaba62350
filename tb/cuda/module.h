/* module.h - what the program registers before main: fatbins, kernels and variables, found again by the addresses that
 * stand for them on the host. A module is read when something of it is used first. */
#ifndef CTADEL_TB_CUDA_MODULE_H
#define CTADEL_TB_CUDA_MODULE_H

#include "cuda/context.h"

typedef struct cuda_module cuda_module_t;

typedef struct cuda_kernel { /* also the handle that the program gets */
    const void *host;
    char *name; /* as in PTX */
    cuda_module_t *module;
    const ptx_kernel_t *ptx; /* NULL until it is used */
    uint32_t regs;           /* per thread */
    char *readable;          /* its name in the source, without parameters */
    struct cuda_kernel *next;
} cuda_kernel_t;

typedef struct cuda_var {
    const void *host;
    char *name;
    cuda_module_t *module;
    size_t bytes;
    void **managed; /* the program's pointer to it; NULL: not managed */
    struct cuda_var *next;
} cuda_var_t;

typedef struct cuda_modules cuda_modules_t;
/* Made when first asked for; NULL: out of memory. */
cuda_modules_t *cuda_modules(cuda_t *c);

/* By the address of its host function, or by its handle. Reads the module. Errors: of no program (98), no PTX, refused
 * PTX; these are printed. */
cuda_error_t cuda_kernel_find(cuda_t *c, const void *host_or_handle, cuda_kernel_t **out);
cuda_error_t cuda_var_find(cuda_t *c, const void *host, cuda_var_t **var, ptx_symbol_t *out);

/* registry.c uses these. */
cuda_module_t *cuda_module_add(cuda_modules_t *m, const void *image);
bool cuda_module_is(const cuda_modules_t *m, const void *handle);
bool cuda_kernel_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name);
bool cuda_var_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name, size_t bytes,
                  void **managed);
cuda_kernel_t *cuda_kernel_registered(cuda_modules_t *m, const void *host); /* without reading; NULL: none */
void cuda_managed_place(cuda_t *c); /* gives every managed variable its address, once */

#endif
