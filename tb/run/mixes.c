/* mixes.c - parses workloads of the command line: WORD or path, optional @SIZE, joined by + to a mix. */
#include "run/options.h"

#include <string.h>
#include <unistd.h>

bool run_is_mix(const char *word) { return strchr(word, '+') && access(word, F_OK) != 0; }

/* Checks that a mix has 2 to COSIM_MIX words and none of them is empty. */
static bool check_words(const char *word, err_t *err)
{
    uint32_t count = 0;
    for (const char *at = word;; at++) {
        const size_t chars = strcspn(at, "+");
        if (!chars || chars >= RUN_PATH_BYTES)
            return err_set(err, NULL, 0,
                           "'%.80s': a workload is missing beside a '+'; allowed: 2 to %d words or "
                           "paths, as in bp+hot",
                           word, COSIM_MIX);
        count++;
        at += chars;
        if (!*at) break;
    }
    return count <= COSIM_MIX ||
           err_set(err, NULL, 0, "'%.80s' is a mix of %u workloads; allowed: 2 to %d", word, count, COSIM_MIX);
}

/* WORD or WORD@SIZE. */
static bool one_workload(const char *text, run_mix_t *mix, err_t *err)
{
    char word[RUN_PATH_BYTES];
    const uint32_t w = mix->count;
    const char *at = access(text, F_OK) == 0 ? NULL : strrchr(text, '@');
    mix->size[w][0] = '\0';
    if (at && (!at[1] || at == text || strlen(at + 1) >= sizeof mix->size[w]))
        return err_set(err, NULL, 0,
                       "'%.80s': a word or a size is missing or too long; allowed: WORD@SIZE, as in "
                       "bp@smk",
                       text);
    snprintf(word, sizeof word, "%.*s", at ? (int)(at - text) : (int)strlen(text), text);
    if (at) snprintf(mix->size[w], sizeof mix->size[w], "%s", at + 1);
    return run_data_path(RUN_WORKLOAD, word, mix->path[mix->count++], err);
}

bool run_mix(const char *word, run_mix_t *mix, err_t *err)
{
    mix->count = 0;
    if (!run_is_mix(word)) return one_workload(word, mix, err);
    if (!check_words(word, err)) return false;
    for (const char *at = word;; at++) {
        char one[RUN_PATH_BYTES];
        const size_t chars = strcspn(at, "+");
        snprintf(one, sizeof one, "%.*s", (int)chars, at);
        if (!one_workload(one, mix, err)) return false;
        at += chars;
        if (!*at) return true;
    }
}

void run_mix_options(const run_mix_t *mix, run_opts_t *o)
{
    for (uint32_t w = 0; w < COSIM_MIX; w++) {
        const bool there = w < mix->count;
        o->workload_path[w] = there ? mix->path[w] : NULL;
        o->workload_size[w] = there && mix->size[w][0] ? mix->size[w] : NULL;
    }
}
