/* ptx_video.h - what a video instruction does beside its operation; stands in the imm of its micro-op. */
#ifndef CTADEL_PTX_PTX_VIDEO_H
#define CTADEL_PTX_PTX_VIDEO_H

#include <stdint.h>

/* A part of a register: a byte, a half or all of it. */
enum { PART_B0, PART_B1, PART_B2, PART_B3, PART_H0, PART_H1, PART_ALL };
typedef enum { SECOND_NONE, SECOND_ADD, SECOND_MIN, SECOND_MAX, SECOND_MERGE } video_second_t;

typedef struct {
    unsigned d_signed : 1, a_signed : 1, b_signed : 1, sat : 1;
    unsigned second : 3; /* video_second_t; scalar: what c is for; SIMD: SECOND_ADD or SECOND_MERGE */
    unsigned cmp : 3;    /* vset: a ptx_cmp_t up to C_GE */
    unsigned d_part : 3; /* scalar with SECOND_MERGE */
    unsigned wrap : 1;   /* vshl, vshr */
    unsigned shift : 4;  /* vmad: of the result */
    unsigned minus : 1, minus_c : 1, plus_one : 1;
    unsigned mask : 4;       /* SIMD: parts of d that are computed */
    unsigned parts : 3;      /* SIMD: 2 or 4; scalar: 0 */
    uint16_t a_part, b_part; /* scalar: part; SIMD: a nibble per part of {b, a} */
} video_t;

_Static_assert(sizeof(video_t) == 8, "a video_t fits the imm of a micro-op");

#endif
