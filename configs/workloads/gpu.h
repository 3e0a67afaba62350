/* gpu.h - readable names for the compiler's built-ins; regen.sh includes it before a .cl file.
 *
 * No device library is linked: a kernel can call only these functions and clang's built-ins. Each _approx function is
 * one PTX instruction. */
#ifndef CTADEL_GPU_H
#define CTADEL_GPU_H

#define TID_X   __nvvm_read_ptx_sreg_tid_x()
#define TID_Y   __nvvm_read_ptx_sreg_tid_y()
#define TID_Z   __nvvm_read_ptx_sreg_tid_z()
#define CTA_X   __nvvm_read_ptx_sreg_ctaid_x()
#define CTA_Y   __nvvm_read_ptx_sreg_ctaid_y()
#define CTA_Z   __nvvm_read_ptx_sreg_ctaid_z()
#define BLOCK_X __nvvm_read_ptx_sreg_ntid_x()
#define BLOCK_Y __nvvm_read_ptx_sreg_ntid_y()
#define BLOCK_Z __nvvm_read_ptx_sreg_ntid_z()
#define GRID_X  __nvvm_read_ptx_sreg_nctaid_x()
#define GRID_Y  __nvvm_read_ptx_sreg_nctaid_y()
#define GRID_Z  __nvvm_read_ptx_sreg_nctaid_z()
#define SYNC()  __syncthreads()

#define LOG2E 1.44269504f
#define LN2   0.69314718f

#define exp2_approx(x)   __nvvm_ex2_approx_f(x)
#define exp_approx(x)    __nvvm_ex2_approx_f((x)*LOG2E)
#define log_approx(x)    (__nvvm_lg2_approx_f(x) * LN2)
#define sin_approx(x)    __nvvm_sin_approx_f(x)
#define cos_approx(x)    __nvvm_cos_approx_f(x)
#define rsqrt_approx(x)  __nvvm_rsqrt_approx_f(x)
#define sqrt_rn(x)       __builtin_sqrtf(x)
#define div_approx(a, b) __nvvm_div_approx_f(a, b)

#endif
