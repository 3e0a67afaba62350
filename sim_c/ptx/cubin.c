/* cubin.c - registers per thread of a kernel from a cubin. A cubin is an ELF file with a section .text.<kernel> per
 * kernel; the highest byte of the section's sh_info is the number that ptxas -v prints. */
#include "ptx/cubin.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

static bool inside(uint64_t offset, uint64_t size, size_t bytes) { return offset <= bytes && size <= bytes - offset; }

uint32_t cubin_registers(const void *cubin, size_t bytes, const char *kernel)
{
    static const char text[] = ".text.";
    const char *base = cubin;
    Elf64_Ehdr head;
    if (bytes < sizeof head || memcmp(base, ELFMAG, SELFMAG) != 0) return 0;
    memcpy(&head, base, sizeof head);
    if (head.e_shentsize != sizeof(Elf64_Shdr) || head.e_shstrndx >= head.e_shnum ||
        !inside(head.e_shoff, (uint64_t)head.e_shnum * sizeof(Elf64_Shdr), bytes))
        return 0;
    Elf64_Shdr names, s;
    memcpy(&names, base + head.e_shoff + head.e_shstrndx * sizeof names, sizeof names);
    if (!names.sh_size || !inside(names.sh_offset, names.sh_size, bytes)) return 0;
    if (base[names.sh_offset + names.sh_size - 1]) return 0; /* so that every name in the table is terminated */
    for (uint32_t i = 0; i < head.e_shnum; i++) {
        memcpy(&s, base + head.e_shoff + i * sizeof s, sizeof s);
        if (s.sh_name >= names.sh_size) return 0;
        const char *name = base + names.sh_offset + s.sh_name;
        if (!strncmp(name, text, sizeof text - 1) && !strcmp(name + sizeof text - 1, kernel)) return s.sh_info >> 24;
    }
    return 0;
}
