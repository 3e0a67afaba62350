/* demangle.h - demangles C++ names, callable from C. */
#ifndef CTADEL_TB_CUDA_DEMANGLE_H
#define CTADEL_TB_CUDA_DEMANGLE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
/* Writes the source name of a function with template arguments but without parameters, such as "ns::scale<float>", cut
 * to `bytes`. A name that is not mangled is copied. */
void cuda_demangle(const char *name, char *text, size_t bytes);
#ifdef __cplusplus
}
#endif

#endif
