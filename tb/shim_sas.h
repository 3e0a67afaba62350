/* shim_sas.h - a Verilated sas_top of 4 SMs of 16 contexts, its pins as the golden model has them.
 */
#ifndef SHIM_SAS_H
#define SHIM_SAS_H

#include "policy/sas.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SAS_SHIM_SMS = 4, SAS_SHIM_CONTEXTS = 16, SAS_SHIM_GROUP = 8, SAS_SHIM_DEPTH = 4 };

typedef struct {
    uint64_t valid[SAS_SHIM_SMS], none[SAS_SHIM_SMS], off[SAS_SHIM_SMS];
    sas_tile_t piece[SAS_SHIM_SMS][SAS_SHIM_CONTEXTS]; /* where valid */
} sas_shim_out_t;

typedef struct sas_shim sas_shim_t;
sas_shim_t *sas_shim_create(void); /* out of reset */
void sas_shim_destroy(sas_shim_t *s);
void sas_shim_settle(sas_shim_t *s, const sas_top_in_t *in,
                     sas_shim_out_t *out); /* within a cycle */
void sas_shim_rise(sas_shim_t *s);         /* its end */

#ifdef __cplusplus
}
#endif
#endif
