/* ptx_small.h - formats between which cvt converts one or two values with .relu, .satfinite or fewer than 16 bits. */
#ifndef CTADEL_PTX_PTX_SMALL_H
#define CTADEL_PTX_PTX_SMALL_H

/* clang-format off */
typedef enum { /* order of the words in ptx_decode_small.c */
    SMALL_F32, SMALL_TF32, SMALL_F16, SMALL_BF16, SMALL_E4M3, SMALL_E5M2, SMALL_E2M1, SMALL_E2M3, SMALL_E3M2, SMALL_UE8M0
} ptx_small_t;
/* clang-format on */

enum { SMALL_AWAY = 4 }; /* rounding .rna, behind R_RP */

#endif
