/* demangle.h - C++ names for C. */
#ifndef CTADEL_TB_CUDA_DEMANGLE_H
#define CTADEL_TB_CUDA_DEMANGLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* The function's name in the source with its template arguments, without its parameters: "ns::scale<float>". A name
 * that is none of C++ stays. Cut to `bytes`. */
void cuda_demangle(const char *name, char *text, size_t bytes);
#ifdef __cplusplus
}
#endif

#endif
