/* module.h - fatbins, kernels and variables that the program registers before main, looked up by their host addresses.
 * A module is parsed when the program first uses a kernel or variable of it. */
#ifndef CTADEL_TB_CUDA_MODULE_H
#define CTADEL_TB_CUDA_MODULE_H

#include "cuda/context.h"

typedef struct cuda_module cuda_module_t;

typedef struct cuda_kernel { /* its address is also the program's cudaKernel_t */
    const void *host;        /* address of the host stub */
    char *name;              /* mangled, as in PTX */
    cuda_module_t *module;
    const ptx_kernel_t *ptx; /* NULL until first used */
    uint32_t regs;           /* per thread */
    uint32_t cluster[3]; /* CTAs of a cluster, width, height and depth as cudaFuncSetAttribute requires; 0: not set */
    bool nonportable_cluster; /* of more than 8 CTAs is allowed */
    char *readable;           /* demangled, without parameters */
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
/* Created at the first call. NULL: out of memory. */
cuda_modules_t *cuda_modules(cuda_t *c);

/* The kernel of a host stub or handle; parses the module. Errors: not registered (CUDA_INVALID_FUNCTION), no PTX in the
 * module, mistakes in the PTX; the last two are printed. */
cuda_error_t cuda_kernel_find(cuda_t *c, const void *host_or_handle, cuda_kernel_t **out);
cuda_error_t cuda_var_find(cuda_t *c, const void *host, cuda_var_t **var, ptx_symbol_t *out);

/* For registry.c. The adders return NULL or false when out of memory. */
cuda_module_t *cuda_module_add(cuda_modules_t *m, const void *image);
bool cuda_module_is(const cuda_modules_t *m, const void *handle);
bool cuda_kernel_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name);
bool cuda_var_add(cuda_modules_t *m, cuda_module_t *module, const void *host, const char *name, size_t bytes,
                  void **managed);
cuda_kernel_t *cuda_kernel_registered(cuda_modules_t *m, const void *host); /* does not parse; NULL: none */
void cuda_managed_place(cuda_t *c); /* allocates new managed variables and sets the program's pointers to them */

#endif
