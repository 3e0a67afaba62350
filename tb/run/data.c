/* data.c - finds the data folder, and the file of a machine, workload or experiment by word or path. */
#include "run/options.h"

#include "base/folder.h"
#include "base/suggest.h"
#include "config/config.h"
#include "policy/registry.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    DATA_BYTES = 512,
    PARENTS = 3, /* folders searched above the program's own */
    HINT_BYTES = 512
};

typedef struct {
    const char *what;   /* name of the kind in messages */
    const char *folder; /* subfolder of the data folder */
    bool own_folder;    /* true: <folder>/<name>/<name>.yaml; false: <folder>/<name>.yaml */
} data_kind_t;

static const data_kind_t kinds[] = {
    [RUN_MACHINE] = {"machine", "machines", false},
    [RUN_WORKLOAD] = {"workload", "workloads", true},
    [RUN_LOOPS] = {"workload", "loops", true},
    [RUN_CLUSTERS] = {"workload", "clusters", true},
    [RUN_EXPERIMENT] = {"experiment", "experiments", false},
};

/* The folder that contains machines/: `dir` itself, share/ctadel of an installation, or configs of the source tree.
 * False: none of them; `data` is then the last one tried. */
static bool has_data(const char *dir, void *data_bytes)
{
    char *data = data_bytes;
    static const char *const inside[] = {"", "/share/ctadel", "/configs"};
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        char probe[DATA_BYTES + 16];
        snprintf(data, DATA_BYTES, "%s%s", dir, inside[i]);
        snprintf(probe, sizeof probe, "%s/machines", data);
        if (access(probe, F_OK) == 0) return true;
    }
    return false;
}

/* Callback of dl_iterate_phdr: finds the path of the object (program or library) that contains this code. The program's
 * own name is empty there. */
static int find_own(struct dl_phdr_info *info, size_t bytes, void *path)
{
    const uintptr_t here = (uintptr_t)kinds;
    (void)bytes;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const uintptr_t from = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        if (info->dlpi_phdr[i].p_type != PT_LOAD || here < from || here - from >= info->dlpi_phdr[i].p_memsz) continue;
        *(char **)path = realpath(info->dlpi_name[0] ? info->dlpi_name : "/proc/self/exe", NULL);
        return 1;
    }
    return 0;
}

/* Asks for the folder of the program or library, and those above it: it is installed as bin/ctadel and
 * lib/ctadel/libcudart.so, in the source tree build/ctadel and build/cuda/libcudart.so. */
static bool has_own(bool (*has)(const char *dir, void *what), void *what)
{
    char *path = NULL, *slash;
    bool found = false;
    dl_iterate_phdr(find_own, &path);
    for (int i = 0; path && !found && i <= PARENTS && (slash = strrchr(path, '/')); i++) {
        *slash = '\0';
        found = has(path, what);
    }
    free(path);
    return found;
}

/* The data folder: CTADEL_DATA if set, else the one of the program, else the one in the working directory. */
static void find_data(char data[DATA_BYTES])
{
    const char *dir = getenv("CTADEL_DATA");
    if (dir && dir[0]) has_data(dir, data); /* a wrong CTADEL_DATA is not ignored: the error names it */
    else if (!has_own(has_data, data)) has_data(".", data);
}

void run_data_file(run_data_t kind, const char *name, char path[RUN_PATH_BYTES])
{
    const data_kind_t *k = &kinds[kind];
    char data[DATA_BYTES];
    find_data(data);
    if (k->own_folder) snprintf(path, RUN_PATH_BYTES, "%s/%s/%s/%s.yaml", data, k->folder, name, name);
    else snprintf(path, RUN_PATH_BYTES, "%s/%s/%s.yaml", data, k->folder, name);
}

/* The data folder itself when installed, the parent of configs/ in the source tree. */
bool run_data_root(char path[RUN_PATH_BYTES])
{
    static const char *const from[] = {"", "/.."};
    char data[DATA_BYTES], probe[RUN_PATH_BYTES + 32];
    find_data(data);
    for (size_t i = 0; i < sizeof from / sizeof from[0]; i++) {
        snprintf(path, RUN_PATH_BYTES, "%s%s", data, from[i]);
        snprintf(probe, sizeof probe, "%s/synth/point.sh", path);
        if (access(probe, X_OK) == 0) return true;
    }
    return false;
}

typedef struct {
    const char *module;
    char *path; /* RUN_PATH_BYTES */
} save_t;

static bool has_save(const char *dir, void *of)
{
    static const char *const inside[] = {"", "/share/ctadel"};
    const save_t *s = of;
    for (size_t i = 0; i < sizeof inside / sizeof inside[0]; i++) {
        snprintf(s->path, RUN_PATH_BYTES, "%s%s/waves/%s.gtkw", dir, inside[i], s->module);
        if (access(s->path, R_OK) == 0) return true;
    }
    return false;
}

bool run_data_save(const char *module, char path[RUN_PATH_BYTES])
{
    save_t s = {module, path};
    return has_own(has_save, &s);
}

void run_data_sass(char path[RUN_PATH_BYTES])
{
    char data[DATA_BYTES];
    find_data(data);
    snprintf(path, RUN_PATH_BYTES, "%s/opcodes/sass.txt", data);
}

bool run_data_cache(char path[RUN_PATH_BYTES])
{
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    const bool own = cache && cache[0] == '/'; /* others are to be ignored, as that convention says */
    if (!own && !(home && home[0] == '/')) return false;
    const int bytes = snprintf(path, RUN_PATH_BYTES, "%s%s/ctadel/traces", own ? cache : home, own ? "" : "/.cache");
    return bytes < RUN_PATH_BYTES;
}

void run_data_names(run_data_t kind, ui_words_t *names)
{
    char data[DATA_BYTES], pattern[32], path[RUN_PATH_BYTES];
    find_data(data);
    snprintf(pattern, sizeof pattern, "%s/%s", kinds[kind].folder, kinds[kind].own_folder ? "*" : "*.yaml");
    glob_t found;
    folder_list(data, pattern, &found);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        const char *name = strrchr(found.gl_pathv[i], '/') + 1;
        size_t chars = strcspn(name, ".");
        char word[128];
        snprintf(word, sizeof word, "%.*s", (int)chars, name);
        run_data_file(kind, word, path);
        if (access(path, F_OK) == 0) ui_words_add(names, word, strlen(word));
    }
    globfree(&found);
}

static bool is_path(const char *word)
{
    size_t chars = strlen(word);
    return strchr(word, '/') || (chars > 5 && strcmp(word + chars - 5, ".yaml") == 0);
}

/* "; lcs is a policy: --limit lcs" if the word of a machine is one. */
static void policy_hint(const char *word, char text[HINT_BYTES])
{
    text[0] = '\0';
    for (policy_stage_t s = 0; s < POLICY_STAGES && !text[0]; s++)
        if (policy_find(s, word, strlen(word)))
            snprintf(text, HINT_BYTES, "; %s is a policy: --%s %s", word, policy_option(s), word);
}

static bool unknown(run_data_t kind, const char *word, err_t *err)
{
    ui_words_t names = {0};
    char list[400], data[DATA_BYTES], hint[HINT_BYTES] = "";
    find_data(data);
    run_data_names(kind, &names);
    for (run_data_t also = RUN_LOOPS; kind == RUN_WORKLOAD && also <= RUN_CLUSTERS; also++)
        run_data_names(also, &names);
    if (kind == RUN_MACHINE) policy_hint(word, hint);
    if (names.count)
        err_set(err, NULL, 0, "unknown %s '%s'; %s%s", kinds[kind].what, word,
                suggest_text(list, sizeof list, word, (const char *const *)names.word, names.count), hint);
    else
        err_set(err, NULL, 0,
                "unknown %s '%s'; %s/%s holds none: set CTADEL_DATA to the folder "
                "that has machines/, or give a path",
                kinds[kind].what, word, data, kinds[kind].folder);
    ui_words_free(&names);
    return false;
}

bool run_data_path(run_data_t kind, const char *word, char path[RUN_PATH_BYTES], err_t *err)
{
    if (is_path(word)) {
        if (strlen(word) >= RUN_PATH_BYTES)
            return err_set(err, NULL, 0, "a path of %zu characters; allowed: up to %d", strlen(word),
                           RUN_PATH_BYTES - 1);
        strcpy(path, word);
        if (kind == RUN_MACHINE) machine_renamed(path, RUN_PATH_BYTES);
        return true;
    }
    run_data_file(kind, word, path);
    if (word[0] && access(path, F_OK) == 0) return true;
    for (run_data_t also = RUN_LOOPS; kind == RUN_WORKLOAD && also <= RUN_CLUSTERS; also++) {
        run_data_file(also, word, path);
        if (word[0] && access(path, F_OK) == 0) return true;
    }
    return (kind == RUN_MACHINE && word[0] && machine_renamed(path, RUN_PATH_BYTES)) || unknown(kind, word, err);
}

bool run_machine_path(const char *word, char path[RUN_PATH_BYTES], err_t *err)
{
    if (!run_data_path(RUN_MACHINE, word, path, err)) return false;
    char asked[RUN_PATH_BYTES], hint[HINT_BYTES], like[2 * RUN_PATH_BYTES];
    if (is_path(word)) snprintf(asked, sizeof asked, "%s", word);
    else run_data_file(RUN_MACHINE, word, asked);
    if (strcmp(asked, path) != 0) {
        const char *now = strrchr(path, '/') ? strrchr(path, '/') + 1 : path;
        policy_hint(word, hint);
        fprintf(stderr, "ctadel: note: the machine '%s' is now called '%.*s'; the old word still works%s\n", word,
                (int)strcspn(now, "."), now, hint);
    }
    if (machine_old_like(path, like, sizeof like)) fprintf(stderr, "ctadel: note: %s\n", like);
    return true;
}
