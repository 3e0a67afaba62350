/* bench.c - the tables of make bench. Absolute figures depend on the host; only ratios within one table may be
 * compared. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *text;
    bool (*print)(const bench_opts_t *o);
} table_t;

static const table_t TABLE[] = {
    {"engines", "engines and threads of the host, on PTX and on traces", bench_engines},
    {"policies", "each policy against the baseline", bench_policies},
    {"mixes", "a mix against its workloads alone", bench_mixes},
};
enum { TABLES = sizeof TABLE / sizeof TABLE[0], ROUNDS = 5 };

static int help(void)
{
    printf("usage: build/bench [TABLE...]\n\n"
           "Measures the speed of the simulator: medians over several rounds, and their lowest and highest value.\n"
           "Tables (default engines):\n");
    for (size_t t = 0; t < TABLES; t++) printf("  %-10s %s\n", TABLE[t].name, TABLE[t].text);
    printf("\nvariables of the environment:\n"
           "  BENCH_ROUNDS=N    how often each run is measured, 1 to %d (default %d)\n"
           "  BENCH_SIZE=SIZE   of all workloads (default small)\n"
           "  BENCH_TRACES=DIR  adds the traces DIR/<kernel>/kernelslist.g to the table engines\n",
           BENCH_ROUNDS_MAX, ROUNDS);
    return 0;
}

/* NULL if the variable is not set, or empty, as make passes it on. */
static const char *variable(const char *name)
{
    const char *text = getenv(name);
    return text && text[0] ? text : NULL;
}

static bool rounds_asked(uint32_t *rounds)
{
    const char *text = variable("BENCH_ROUNDS");
    char *end;
    const long n = text ? strtol(text, &end, 10) : ROUNDS;
    *rounds = (uint32_t)n;
    if (!text || (*end == '\0' && n >= 1 && n <= BENCH_ROUNDS_MAX)) return true;
    fprintf(stderr, "BENCH_ROUNDS: found '%s'; allowed: 1 to %d\n", text, BENCH_ROUNDS_MAX);
    return false;
}

/* NULL, and a line on stderr, if there is none. */
static const table_t *find_table(const char *name)
{
    for (size_t t = 0; t < TABLES; t++)
        if (strcmp(TABLE[t].name, name) == 0) return &TABLE[t];
    fprintf(stderr, "bench: found table '%s'; allowed: engines, policies, mixes\n", name);
    return NULL;
}

int main(int argc, char **argv)
{
    bench_opts_t o = {.size = variable("BENCH_SIZE"), .traces = variable("BENCH_TRACES")};
    if (argc == 2 && strcmp(argv[1], "--help") == 0) return help();
    for (int i = 1; i < argc; i++)
        if (!find_table(argv[i])) return 2;
    if (!rounds_asked(&o.rounds)) return 2;
    if (!o.size) o.size = "small";
    if (argc < 2) return TABLE[0].print(&o) ? 0 : 1;
    for (int i = 1; i < argc; i++) {
        if (i > 1) printf("\n");
        if (!find_table(argv[i])->print(&o)) return 1;
    }
    return 0;
}
