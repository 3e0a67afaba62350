/* Registers per thread of a kernel: a number, the output of ptxas -v, a cubin; and what each mistake says. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <elf.h>

#include "workload/wl.h"

static char dir[64];

static const char log_text[] = "ptxas info    : 12 bytes gmem\n"
                               "ptxas info    : Compiling entry function 'other' for 'sm_75'\n"
                               "ptxas info    : Used 99 registers, 352 bytes cmem[0]\n"
                               "ptxas info    : Compiling entry function 'k' for 'sm_75'\n"
                               "ptxas info    : Function properties for k\n"
                               "ptxas info    : Used 40 registers, 352 bytes cmem[0]\n";

static void write_file(const char *name, const void *bytes, size_t size)
{
    char path[96];
    snprintf(path, sizeof path, "%s/%s", dir, name);
    FILE *file = fopen(path, "wb");
    fwrite(bytes, 1, size, file);
    fclose(file);
}

/* An ELF file with the sections .text.k and .shstrtab; sh_info of the first holds `registers`. */
static void write_cubin(const char *name, uint32_t registers)
{
    struct {
        Elf64_Ehdr head;
        Elf64_Shdr section[2];
        char names[32];
    } f;
    memset(&f, 0, sizeof f);
    memcpy(f.head.e_ident, ELFMAG, SELFMAG);
    f.head.e_shentsize = sizeof f.section[0];
    f.head.e_shnum = 2;
    f.head.e_shstrndx = 1;
    f.head.e_shoff = (uint64_t)((char *)f.section - (char *)&f);
    f.section[0].sh_name = 1;
    f.section[0].sh_info = registers << 24;
    f.section[1].sh_offset = (uint64_t)(f.names - (char *)&f);
    f.section[1].sh_size = sizeof f.names;
    strcpy(f.names + 1, ".text.k");
    write_file(name, &f, sizeof f);
}

enum { NEW_INFO_MAX = 64, NEW_SYMBOLS = 3 };
static const uint32_t of_k = 96, of_other = 12;

/* As machine code of sm_90 and newer: .nv.info counts the registers of symbols, sh_info of .text.k holds none. The
 * count of k stands behind attributes of other formats. `linked`: the section that .nv.info names as symbol table. */
static void write_new_cubin(const char *name, uint32_t linked)
{
    enum { TEXT, NAMES, STRINGS, SYMBOLS, INFO, SECTIONS };
    struct {
        Elf64_Ehdr head;
        Elf64_Shdr section[SECTIONS];
        Elf64_Sym symbol[NEW_SYMBOLS];
        char names[32], strings[16];
        uint8_t info[NEW_INFO_MAX];
    } f;
    const uint32_t counts[2][2] = {{1, of_other}, {2, of_k}};
    const uint8_t before[] = {3, 0x1b, 0xff, 0}, sized[] = {4, 0x2f, 8, 0}, frame[] = {4, 0x11, 8, 0};
    memset(&f, 0, sizeof f);
    memcpy(f.head.e_ident, ELFMAG, SELFMAG);
    f.head.e_shentsize = sizeof f.section[0];
    f.head.e_shnum = SECTIONS;
    f.head.e_shstrndx = NAMES;
    f.head.e_shoff = (uint64_t)((char *)f.section - (char *)&f);
    memcpy(f.names, "\0.text.k\0.nv.info", 18);
    memcpy(f.strings, "\0other\0k", 9);
    f.symbol[1].st_name = 1;
    f.symbol[2].st_name = 7;
    uint8_t *at = f.info;
    memcpy(at, before, 4), memcpy(at + 4, sized, 4), memcpy(at + 8, counts[0], 8);
    memcpy(at + 16, frame, 4), memcpy(at + 28, sized, 4), memcpy(at + 32, counts[1], 8);
    f.section[TEXT] = (Elf64_Shdr){.sh_name = 1, .sh_info = 5};
    f.section[NAMES] = (Elf64_Shdr){.sh_offset = (uint64_t)(f.names - (char *)&f), .sh_size = sizeof f.names};
    f.section[STRINGS] = (Elf64_Shdr){.sh_offset = (uint64_t)(f.strings - (char *)&f), .sh_size = sizeof f.strings};
    f.section[SYMBOLS] = (Elf64_Shdr){.sh_type = SHT_SYMTAB, .sh_link = STRINGS, .sh_size = sizeof f.symbol};
    f.section[SYMBOLS].sh_offset = (uint64_t)((char *)f.symbol - (char *)&f);
    f.section[INFO] = (Elf64_Shdr){.sh_name = 9, .sh_link = linked, .sh_size = 40};
    f.section[INFO].sh_offset = (uint64_t)((char *)f.info - (char *)&f);
    write_file(name, &f, sizeof f);
}

/* Reads `registers: <value>` for kernel k. Returns the number; 0: err. */
static uint32_t registers(const char *value, err_t *err)
{
    char text[128], path[96];
    snprintf(text, sizeof text, "name: t\nregisters: %s\n", value);
    write_file("t.yaml", text, strlen(text));
    snprintf(path, sizeof path, "%s/t.yaml", dir);
    workload_t w = {.path = path, .scope = expr_scope_create()};
    yamldoc_t *doc = yamldoc_open(path, err);
    uint32_t out = 0;
    const bool ok = wl_read_registers(&w, ynode_get(ynode_root(doc), "registers"), "k", &out, err);
    yamldoc_close(doc);
    expr_scope_destroy(w.scope);
    return ok ? out : 0;
}

static void expect(const char *value, uint32_t wanted)
{
    err_t err = {""};
    const uint32_t found = registers(value, &err);
    if (found != wanted) fail_msg("%s: found %u (%s), expected %u", value, found, err.text, wanted);
}

static void refuse(const char *value, const char *wanted)
{
    err_t err = {""};
    if (registers(value, &err)) fail_msg("%s: no error; expected %s", value, wanted);
    if (!strstr(err.text, "t.yaml:2: registers") || !strstr(err.text, wanted))
        fail_msg("%s:\n  found    %s\n  expected %s", value, err.text, wanted);
}

static void a_number_is_in_range(void **state)
{
    (void)state;
    expect("1", 1);
    expect("255", 255);
    expect("8 * 4", 32);
    refuse("0", "registers is 0; allowed: 1 to 255");
    refuse("256", "registers is 256; allowed: 1 to 255");
    refuse("1.5", "registers is the real number 1.5; a whole number is expected");
}

static void a_log_gives_those_of_its_kernel(void **state)
{
    (void)state;
    write_file("a.log", log_text, sizeof log_text - 1);
    write_file("other.log", log_text, 180);
    write_file("big.log", "Compiling entry function 'k' for 'sm_75'\nUsed 300 registers\n", 61);
    expect("a.log", 40);
    refuse("other.log", "other.log has none for kernel 'k'; expected the output of ptxas -v");
    refuse("big.log", "big.log gives 300 for kernel 'k'; allowed: 1 to 255");
    refuse("none.log", "none.log cannot be opened: No such file");
}

static void a_cubin_gives_those_of_its_kernel(void **state)
{
    (void)state;
    write_cubin("a.cubin", 40);
    write_cubin("zero.cubin", 0);
    write_file("text.cubin", log_text, sizeof log_text - 1);
    expect("a.cubin", 40);
    write_new_cubin("new.cubin", 3);
    write_new_cubin("unlinked.cubin", 2);
    write_new_cubin("beyond.cubin", 99);
    expect("new.cubin", of_k);
    refuse("unlinked.cubin", "unlinked.cubin has none for kernel 'k'");
    refuse("beyond.cubin", "beyond.cubin has none for kernel 'k'");
    refuse("zero.cubin", "zero.cubin has none for kernel 'k'; expected a cubin with this kernel");
    refuse("text.cubin", "text.cubin has none for kernel 'k'");
}

static int make_dir(void **state)
{
    (void)state;
    snprintf(dir, sizeof dir, "/tmp/ctadel-registers-XXXXXX");
    return mkdtemp(dir) ? 0 : 1;
}

static int remove_dir(void **state)
{
    static const char *const names[] = {"t.yaml",     "a.log",      "other.log", "big.log",        "a.cubin",
                                        "zero.cubin", "text.cubin", "new.cubin", "unlinked.cubin", "beyond.cubin"};
    char path[96];
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        snprintf(path, sizeof path, "%s/%s", dir, names[i]);
        unlink(path);
    }
    return rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_number_is_in_range),
        cmocka_unit_test(a_log_gives_those_of_its_kernel),
        cmocka_unit_test(a_cubin_gives_those_of_its_kernel),
    };
    return cmocka_run_group_tests_name("workload_registers", tests, make_dir, remove_dir);
}
