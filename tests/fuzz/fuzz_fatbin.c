/* The entries of a fatbin, behind a header that says how many bytes they are, and the cubins among them. */
#include "fuzz.h"

#include "cuda/fatbin.h"
#include "ptx/cubin.h"

#include <stdlib.h>
#include <string.h>

enum { HEAD_BYTES = 16 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t bytes)
{
    const uint64_t length = bytes;
    const uint32_t magic = 0xba55ed50;
    const uint16_t version[2] = {1, HEAD_BYTES};
    uint8_t *image = malloc(HEAD_BYTES + bytes);
    fatbin_entry_t *entry = NULL;
    uint32_t count = 0;
    err_t err = {""};
    if (!image) return 0;
    memcpy(image, &magic, sizeof magic);
    memcpy(image + 4, version, sizeof version);
    memcpy(image + 8, &length, sizeof length);
    if (bytes) memcpy(image + HEAD_BYTES, data, bytes);
    const bool ok = fatbin_read(image, &entry, &count, &err);
    for (uint32_t i = 0; ok && i < count; i++)
        if (entry[i].kind == FATBIN_CUBIN) cubin_registers(entry[i].bytes, entry[i].size, "store");
    fuzz_judge(ok, &err, "fatbin");
    fatbin_free(entry, count);
    free(image);
    return 0;
}
