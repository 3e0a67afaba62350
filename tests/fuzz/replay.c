/* replay.c - main of a target without a fuzzer: each file on the command line goes through once.
 * Ends at the first one that takes too long or does not come back, having named it. */
#include "fuzz.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 20, BYTES_MAX = 1 << 22 }; /* per input; generous, as other jobs may be running */

static const char *present = "";

static void name_it(int number)
{
    static const char text[] = "the input was ";
    if (write(2, text, sizeof text - 1) < 0 || write(2, present, strlen(present)) < 0 || write(2, "\n", 1) < 0)
        _exit(1);
    signal(number, SIG_DFL);
    raise(number);
}

static bool replay(const char *path, uint8_t *data)
{
    FILE *f = fopen(path, "rb");
    if (!f) {
        perror(path);
        return false;
    }
    const size_t bytes = fread(data, 1, BYTES_MAX, f);
    fclose(f);
    uint8_t *exact = malloc(bytes ? bytes : 1); /* so that reading behind the end is noticed */
    if (!exact) return false;
    memcpy(exact, data, bytes);
    present = path;
    alarm(SECONDS);
    LLVMFuzzerTestOneInput(exact, bytes);
    free(exact);
    return true;
}

int main(int argc, char **argv)
{
    static uint8_t data[BYTES_MAX];
    static const int fatal[] = {SIGABRT, SIGALRM, SIGSEGV, SIGFPE, SIGBUS, SIGILL};
    bool ok = argc > 1;
    for (size_t i = 0; i < sizeof fatal / sizeof fatal[0]; i++) signal(fatal[i], name_it);
    for (int i = 1; i < argc && ok; i++) ok = replay(argv[i], data);
    alarm(0);
    if (ok) printf("%d inputs\n", argc - 1);
    return ok ? 0 : 1;
}
