/* sequence.h - hand-written sequences of SASS-like instructions with control bits: reader of the file, and the front
 * end that executes them. docs/sequences.md describes the file. The addresses of a memory instruction are written in
 * its line; all else is computed: registers and memory hold values, of each lane.
 *
 * Not modelled: predicates, indirect branches, divergence, and denormal or NaN rules of the hardware beyond IEEE 754.
 */
#ifndef CTADEL_SEQUENCE_SEQUENCE_H
#define CTADEL_SEQUENCE_SEQUENCE_H

#include "isa/frontend.h"

enum { SEQUENCE_WARP_LANES = 32 };

typedef struct sequence sequence_t;

/* Reads the file as a whole. NULL: err, one line with the place of the mistake. */
sequence_t *sequence_open(const char *path, err_t *err);
void sequence_close(sequence_t *s); /* NULL is fine; no launch may be in use */

const char *sequence_name(const sequence_t *s); /* the file's name without folder and ending */
uint32_t sequence_kernels(const sequence_t *s); /* at least 1; they are to run one after another */
/* Launch of kernel i, valid until sequence_close. Global memory is that of the file: kernels find what earlier ones
 * have stored. Warps have SEQUENCE_WARP_LANES lanes. */
const kernel_launch_t *sequence_kernel(const sequence_t *s, uint32_t i);

/* Keeps the registers of all warps at the end of their CTAs, from now on. False: err, they take too much memory. */
bool sequence_keep(sequence_t *s, err_t *err);
/* Register reg of a lane of a warp that has ended; only after sequence_keep. */
uint32_t sequence_register(const sequence_t *s, uint32_t kernel, uint32_t cta, uint32_t warp, uint32_t reg,
                           uint32_t lane);
/* Writes them as CSV: kernel,cta,warp,register,values, the last a hexadecimal number per lane. False: err. */
bool sequence_write_registers(const sequence_t *s, const char *path, err_t *err);

#endif
