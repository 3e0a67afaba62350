/* ptx_vars.h - addresses of a module's variables on a device; the first use allocates and initialises them. */
#ifndef CTADEL_PTX_PTX_VARS_H
#define CTADEL_PTX_PTX_VARS_H

#include "ptx/ptx_module.h"

/* Device address of a .global variable. 0: err. */
uint64_t ptx_var_address(const ptx_module_t *m, gmem_t *g, const ptx_var_t *v, err_t *err);
/* Host pointer to the .const bank; NULL: the module has no .const variable. False: err. */
bool ptx_const_bank(const ptx_module_t *m, gmem_t *g, uint8_t **host, err_t *err);

#endif
