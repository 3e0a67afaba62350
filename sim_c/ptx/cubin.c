/* cubin.c - registers per thread of a kernel from a cubin.
 *
 * A cubin is an ELF file. Its section .nv.info is a list of attributes; the attribute EIATTR_REGCOUNT holds a symbol
 * and the number that ptxas -v prints for it. Toolkits older than this attribute left the number in the highest byte
 * of sh_info of the kernel's section .text.<kernel>; machine code of sm_90 and newer has 0 there. */
#include "ptx/cubin.h"

#include <elf.h>
#include <stdbool.h>
#include <string.h>

enum { ATTRIBUTE_BYTES = 4, FORMAT_SIZED = 4, EIATTR_REGCOUNT = 0x2f, REGCOUNT_BYTES = 8 };

typedef struct {
    const char *base;
    size_t bytes;
    Elf64_Ehdr head;
    Elf64_Shdr names; /* the table of section names */
} elf_t;

static bool inside(uint64_t offset, uint64_t size, size_t bytes) { return offset <= bytes && size <= bytes - offset; }

/* False: there is no such section, or its bytes are not in the file. */
static bool section(const elf_t *e, uint32_t i, Elf64_Shdr *s)
{
    if (i >= e->head.e_shnum) return false;
    memcpy(s, e->base + e->head.e_shoff + i * sizeof *s, sizeof *s);
    return s->sh_type == SHT_NOBITS || inside(s->sh_offset, s->sh_size, e->bytes);
}

/* Text at `offset` of a string table; NULL: it does not end inside. */
static const char *text(const elf_t *e, const Elf64_Shdr *table, uint64_t offset)
{
    if (table->sh_type == SHT_NOBITS || offset >= table->sh_size) return NULL;
    const char *at = e->base + table->sh_offset + offset;
    return memchr(at, '\0', (size_t)(table->sh_size - offset)) ? at : NULL;
}

static bool open_elf(elf_t *e, const void *cubin, size_t bytes)
{
    e->base = cubin;
    e->bytes = bytes;
    if (bytes < sizeof e->head || memcmp(e->base, ELFMAG, SELFMAG) != 0) return false;
    memcpy(&e->head, e->base, sizeof e->head);
    return e->head.e_shentsize == sizeof(Elf64_Shdr) &&
           inside(e->head.e_shoff, (uint64_t)e->head.e_shnum * sizeof(Elf64_Shdr), bytes) &&
           section(e, e->head.e_shstrndx, &e->names);
}

/* True: symbol `index` of the symbol table that section `info` is linked to is the kernel. */
static bool is_symbol(const elf_t *e, const Elf64_Shdr *info, uint32_t index, const char *kernel)
{
    Elf64_Shdr symbols, names;
    Elf64_Sym sym;
    if (!section(e, info->sh_link, &symbols) || symbols.sh_type != SHT_SYMTAB) return false;
    if (!section(e, symbols.sh_link, &names) || index >= symbols.sh_size / sizeof sym) return false;
    memcpy(&sym, e->base + symbols.sh_offset + index * sizeof sym, sizeof sym);
    const char *name = text(e, &names, sym.st_name);
    return name && strcmp(name, kernel) == 0;
}

/* The kernel's EIATTR_REGCOUNT in .nv.info; 0: none. An attribute is a byte of format, a byte of kind, and 16 bits:
 * its value, or in FORMAT_SIZED the number of bytes that follow. */
static uint32_t attribute(const elf_t *e, const Elf64_Shdr *info, const char *kernel)
{
    const char *at = e->base + info->sh_offset;
    for (uint64_t left = info->sh_size; left >= ATTRIBUTE_BYTES;) {
        uint16_t follow;
        uint32_t value[2];
        const uint8_t format = (uint8_t)at[0], kind = (uint8_t)at[1];
        memcpy(&follow, at + 2, sizeof follow);
        if (format != FORMAT_SIZED) follow = 0;
        if (follow > left - ATTRIBUTE_BYTES) return 0;
        if (kind == EIATTR_REGCOUNT && follow == REGCOUNT_BYTES) {
            memcpy(value, at + ATTRIBUTE_BYTES, sizeof value);
            if (value[1] && is_symbol(e, info, value[0], kernel)) return value[1];
        }
        at += ATTRIBUTE_BYTES + follow;
        left -= ATTRIBUTE_BYTES + (uint64_t)follow;
    }
    return 0;
}

uint32_t cubin_registers(const void *cubin, size_t bytes, const char *kernel)
{
    static const char info[] = ".nv.info", code[] = ".text.";
    elf_t e;
    Elf64_Shdr s;
    uint32_t counted = 0, old = 0;
    if (!open_elf(&e, cubin, bytes)) return 0;
    for (uint32_t i = 0; i < e.head.e_shnum && !counted; i++) {
        const char *name = section(&e, i, &s) ? text(&e, &e.names, s.sh_name) : NULL;
        if (!name) continue;
        if (!strcmp(name, info) && s.sh_type != SHT_NOBITS) counted = attribute(&e, &s, kernel);
        if (!strncmp(name, code, sizeof code - 1) && !strcmp(name + sizeof code - 1, kernel)) old = s.sh_info >> 24;
    }
    const uint32_t found = counted ? counted : old;
    return found <= CUBIN_REGISTERS_MAX ? found : 0;
}
