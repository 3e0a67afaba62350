/* The compact form of a kernel's trace with changed bytes: read from end to end. With right hashes, as if this program
 * had written them, it is read from the cache and as the file that a list names; with those of before, and cut, as the
 * latter. An input is a list of changes: offset, of two bytes, and the byte that then stands there. */
#include "fuzz_summarise.h"

#include "trace/trace_pack.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <xxhash.h>

enum { FORM_BYTES = 1 << 16, CHANGE_BYTES = 3 };

static const char kernel[] =
    "-kernel name = k\n-grid dim = (2,1,1)\n-block dim = (40,1,1)\n-shmem = 64\n-nregs = 12\n-binary version = 61\n"
    "-shmem base_addr = 0x7f9a00000000\n-local mem base_addr = 0x7f9b00000000\n-accelsim tracer version = 5\n#\n"
    "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 9\n"
    "0008 ffffffff 1 R1 MOV 0 0 0\n0010 ffffffff 1 R2 FFMA 3 R1 R1 R1 0 0\n"
    "0018 ffffffff 1 R2 LDG.E.64 1 R1 8 1 0x7f5800000000 8 0\n0020 0000000f 0 STS 2 R1 R2 4 2 0x10 4 8 -4 0\n"
    "0020 0000000f 0 STS 2 R1 R2 4 2 0x10 400000 8 -4 0\n0028 00000005 1 R3 LD.E 1 R1 4 0 0x7f9b00000010 0x30 0\n"
    "0030 00000001 1 R3 QQQ 1 R1 4 1 0x10 0 0\n0008 ffffffff 1 R1 MOV 0 0 0\n0038 ffffffff 0 EXIT 0 0 0\n"
    "warp = 1\ninsts = 2\n0008 000000ff 1 R1 MOV 0 0 0\n0038 000000ff 0 EXIT 0 0 0\n#END_TB\n";

static uint8_t form[FORM_BYTES];
static size_t form_bytes;
static trace_key_t key;
static char list[FUZZ_PATH_BYTES], path[FUZZ_PATH_BYTES], folder[FUZZ_PATH_BYTES], name[64];
static char named[FUZZ_PATH_BYTES]; /* a list of the form itself */

static void summarise(void)
{
    const trace_cache_t cache = {folder, 1};
    fuzz_summarise(list, path, &(trace_opts_t){.cache = &cache});
}

static void summarise_named(const uint8_t *data, size_t bytes)
{
    char file[FUZZ_PATH_BYTES];
    fuzz_file("kernel-1.pack", data, bytes, file);
    fuzz_summarise(named, file, NULL);
}

/* Writes the trace, and lets it be packed. */
static void prepare(void)
{
    err_t err = {""};
    char form_path[FUZZ_PATH_BYTES];
    fuzz_path("", folder);
    folder[strlen(folder) - 1] = '\0';
    fuzz_file("kernelslist.g", "kernel-1.traceg", sizeof "kernel-1.traceg" - 1, list);
    fuzz_file("named.g", "kernel-1.pack", sizeof "kernel-1.pack" - 1, named);
    fuzz_file("kernel-1.traceg", kernel, sizeof kernel - 1, path);
    trace_text_t *text = trace_text_open(path, 0, &err);
    if (!text || !trace_text_key(text, &key)) __builtin_trap();
    trace_text_close(text);
    snprintf(name, sizeof name, "%016" PRIx64 "%016" PRIx64 ".v%d" TRACE_PACK_ENDING, key.high, key.low,
             TRACE_PACK_VERSION);
    summarise();
    fuzz_path(name, form_path);
    FILE *f = fopen(form_path, "rb");
    form_bytes = f ? fread(form, 1, sizeof form, f) : 0;
    if (form_bytes <= sizeof(trace_pack_head_t) || fclose(f) != 0) __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    static uint8_t changed[FORM_BYTES];
    if (!form_bytes) prepare();
    memcpy(changed, form, form_bytes);
    for (size_t i = 0; i + CHANGE_BYTES <= bytes; i += CHANGE_BYTES)
        changed[(size_t)(data[i] | data[i + 1] << 8) % form_bytes] = data[i + 2];
    summarise_named(changed, form_bytes);
    summarise_named(form, bytes > 1 ? (size_t)(data[0] | data[1] << 8) % form_bytes : 0);
    trace_pack_head_t head;
    memcpy(&head, changed, sizeof head);
    head.magic = TRACE_PACK_MAGIC;
    head.of = key;
    head.version = TRACE_PACK_VERSION;
    head.bytes = form_bytes;
    uint64_t record_at = trace_pack_record_at(&head);
    if (record_at < sizeof head || record_at > form_bytes) record_at = form_bytes;
    if (head.head_at <= head.inst_at && head.inst_at <= form_bytes)
        head.text = XXH3_64bits(changed + head.head_at, head.inst_at - head.head_at);
    head.offsets = XXH3_64bits(changed + sizeof head, record_at - sizeof head);
    head.body = XXH3_64bits(changed + record_at, form_bytes - record_at);
    head.check = XXH3_64bits(&head, offsetof(trace_pack_head_t, check));
    memcpy(changed, &head, sizeof head);
    char form_path[FUZZ_PATH_BYTES];
    fuzz_file(name, changed, form_bytes, form_path);
    summarise();
    summarise_named(changed, form_bytes);
    return 0;
}
