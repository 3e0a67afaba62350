#include "cli.h"

#include "base/suggest.h"

#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct {
    const char *what;   /* in a sentence */
    const char *folder; /* below the data directory */
    bool own_folder;    /* <folder>/<name>/<name>.yaml, else <folder>/<name>.yaml */
} data_kind_t;

static const data_kind_t kinds[] = {
    [CLI_MACHINE] = {"machine", "configs/machines", false},
    [CLI_WORKLOAD] = {"workload", "configs/workloads", true},
    [CLI_EXPERIMENT] = {"experiment", "configs/experiments", false},
};

/* CTADEL_DATA, else where the program was installed, else the working directory. */
static const char *data_dir(void)
{
    const char *dir = getenv("CTADEL_DATA");
    if (dir && dir[0]) return dir;
#ifdef CTADEL_DATADIR
    if (access(CTADEL_DATADIR "/configs", F_OK) == 0) return CTADEL_DATADIR;
#endif
    return ".";
}

void cli_data_file(cli_data_t kind, const char *name, char path[CLI_PATH_BYTES])
{
    const data_kind_t *k = &kinds[kind];
    if (k->own_folder)
        snprintf(path, CLI_PATH_BYTES, "%s/%s/%s/%s.yaml", data_dir(), k->folder, name, name);
    else
        snprintf(path, CLI_PATH_BYTES, "%s/%s/%s.yaml", data_dir(), k->folder, name);
}

void cli_data_names(cli_data_t kind, cli_words_t *names)
{
    char pattern[CLI_PATH_BYTES], path[CLI_PATH_BYTES];
    snprintf(pattern, sizeof pattern, "%s/%s/%s", data_dir(), kinds[kind].folder,
             kinds[kind].own_folder ? "*" : "*.yaml");
    glob_t found;
    if (glob(pattern, 0, NULL, &found) != 0) return;
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        size_t chars = strcspn(name, ".");
        char word[256];
        snprintf(word, sizeof word, "%.*s", (int)chars, name);
        cli_data_file(kind, word, path);
        if (access(path, F_OK) == 0) cli_words_add(names, word, strlen(word));
    }
    globfree(&found);
}

static bool is_path(const char *word)
{
    size_t chars = strlen(word);
    return strchr(word, '/') || (chars > 5 && strcmp(word + chars - 5, ".yaml") == 0);
}

bool cli_data_path(cli_data_t kind, const char *word, char path[CLI_PATH_BYTES], err_t *err)
{
    if (is_path(word)) {
        if (strlen(word) >= CLI_PATH_BYTES)
            return err_set(err, NULL, 0, "a path of %zu characters; allowed: up to %d",
                           strlen(word), CLI_PATH_BYTES - 1);
        strcpy(path, word);
        return true;
    }
    cli_data_file(kind, word, path);
    if (word[0] && access(path, F_OK) == 0) return true;
    cli_words_t names = {0};
    char list[400];
    cli_data_names(kind, &names);
    if (names.count)
        err_set(
            err, NULL, 0, "unknown %s \"%s\"; %s", kinds[kind].what, word,
            suggest_text(list, sizeof list, word, (const char *const *)names.word, names.count));
    else
        err_set(err, NULL, 0,
                "unknown %s \"%s\"; %s/%s holds none: set CTADEL_DATA to the folder "
                "that has configs/, or give a path",
                kinds[kind].what, word, data_dir(), kinds[kind].folder);
    cli_words_free(&names);
    return false;
}
