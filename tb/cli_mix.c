/* cli_mix.c - mixes of workloads on the command line: words and paths joined by +. */
#include "cli.h"

#include <string.h>
#include <unistd.h>

bool cli_is_mix(const char *word) { return strchr(word, '+') && access(word, F_OK) != 0; }

/* Two to COSIM_MIX words, none of them empty. */
static bool check_words(const char *word, err_t *err)
{
    uint32_t count = 0;
    for (const char *at = word;; at++) {
        const size_t chars = strcspn(at, "+");
        if (!chars || chars >= CLI_PATH_BYTES)
            return err_set(err, NULL, 0, "'%.80s': a workload is missing beside a '+'; allowed: 2 to %d words or "
                           "paths, as in bp+hot", word, COSIM_MIX);
        count++;
        at += chars;
        if (!*at) break;
    }
    return count <= COSIM_MIX ||
           err_set(err, NULL, 0, "'%.80s' is a mix of %u workloads; allowed: 2 to %d", word, count, COSIM_MIX);
}

bool cli_mix(const char *word, cli_mix_t *mix, err_t *err)
{
    mix->count = 1;
    if (!cli_is_mix(word)) return cli_data_path(CLI_WORKLOAD, word, mix->path[0], err);
    if (!check_words(word, err)) return false;
    mix->count = 0;
    for (const char *at = word;; at++) {
        char one[CLI_PATH_BYTES];
        const size_t chars = strcspn(at, "+");
        snprintf(one, sizeof one, "%.*s", (int)chars, at);
        if (!cli_data_path(CLI_WORKLOAD, one, mix->path[mix->count++], err)) return false;
        at += chars;
        if (!*at) return true;
    }
}

void cli_mix_options(const cli_mix_t *mix, run_opts_t *o)
{
    for (uint32_t w = 0; w < COSIM_MIX; w++) o->workload_path[w] = w < mix->count ? mix->path[w] : NULL;
}
