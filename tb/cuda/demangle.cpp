// demangle.cpp - the name of a kernel in the source, for messages, table and timeline.
#include "cuda/demangle.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cxxabi.h>

// Where the parameters begin: the last "(" outside of <>.
static size_t parameters(const char *plain)
{
    size_t at = std::strlen(plain);
    int depth = 0;
    for (size_t i = 0; plain[i]; i++) {
        if (plain[i] == '<') depth++;
        if (plain[i] == '>') depth--;
        if (plain[i] == '(' && !depth && std::strncmp(plain + i, "(anonymous", 10)) at = i;
    }
    return at;
}

void cuda_demangle(const char *name, char *text, size_t bytes)
{
    int status = -1;
    char *plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
    if (status == 0) {
        plain[parameters(plain)] = '\0';
        const char *type = std::strstr(plain, "void "); // the result, of a template
        std::snprintf(text, bytes, "%s", type == plain ? plain + 5 : plain);
    } else {
        std::snprintf(text, bytes, "%s", name);
    }
    std::free(plain);
}
