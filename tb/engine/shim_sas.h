/* shim_sas.h - C interface of the Verilated sas_unit for 4 SMs of 16 contexts: its AXI4-Lite port, and its context
 * ports in the types of the golden model. */
#ifndef CTADEL_TB_ENGINE_SHIM_SAS_H
#define CTADEL_TB_ENGINE_SHIM_SAS_H

#include "policy/sas.h"
#include "engine/shim.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { SAS_SHIM_SMS = 4, SAS_SHIM_CONTEXTS = 16, SAS_SHIM_GROUP = 8, SAS_SHIM_DEPTH = 4 };

typedef struct {
    uint64_t valid[SAS_SHIM_SMS], none[SAS_SHIM_SMS], off[SAS_SHIM_SMS];
    sas_tile_t piece[SAS_SHIM_SMS][SAS_SHIM_CONTEXTS]; /* where valid */
} sas_shim_out_t;

typedef struct { /* a request with address and data in one cycle; the response is accepted at once */
    bool write, read;
    uint32_t addr, data;
} sas_shim_bus_t;

typedef struct {
    bool b_valid, r_valid;
    uint8_t b_resp, r_resp;
    uint32_t r_data;
} sas_shim_answer_t;

typedef struct sas_shim sas_shim_t;
sas_shim_t *sas_shim_create(wave_t *wave); /* out of reset; wave NULL: not traced */
void sas_shim_destroy(sas_shim_t *s);
void sas_shim_drive(sas_shim_t *s, const sas_shim_bus_t *bus); /* drives the port until the next call */
/* Sets the input `want` and evaluates; the other fields of *in come from registers that the host writes. */
void sas_shim_settle(sas_shim_t *s, const sas_top_in_t *in, sas_shim_out_t *out);
sas_shim_answer_t sas_shim_answer(const sas_shim_t *s); /* response channels of the port */
void sas_shim_rise(sas_shim_t *s);                      /* rising edge */
void sas_shim_fall(sas_shim_t *s);                      /* falling edge, for waves */

#ifdef __cplusplus
}
#endif
#endif
