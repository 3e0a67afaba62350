/* cmd_list_sizes.c - `ctadel list sizes MACHINE [WORKLOAD...]`: how full each workload makes a machine at each of its
 * sizes. */
#include "app/app.h"
#include "run/grids.h"

#include "config/config.h"
#include "config/yamldoc.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const char *const heads[] = {"workload", "size", "launches", "largest grid", "CTAs", "T_max", "waves"};
enum { COLUMNS = sizeof heads / sizeof heads[0], SIZES_MAX = 32 };

static void fill_row(ui_table_t *t, uint32_t row, const char *workload, const char *size, const grids_t *g)
{
    ui_table_set(t, row, 0, "%s", workload);
    ui_table_set(t, row, 1, "%s", size);
    ui_table_set(t, row, 2, "%" PRIu32, g->launches);
    ui_table_set(t, row, 3, "%.40s", g->kernel);
    ui_table_set(t, row, 4, "%" PRIu64, g->ctas);
    ui_table_set(t, row, 5, "%" PRIu32, g->tmax);
    ui_table_set(t, row, 6, g->tmax ? "%.2f" : "-", g->waves);
}

/* The words under `sizes` of the file; none: one size without a name. */
static bool read_sizes(const char *path, ui_words_t *sizes, err_t *err)
{
    yamldoc_t *d = yamldoc_open(path, err);
    if (!d) return false;
    const int root = yamldoc_root(d);
    const int node = yamldoc_kind(d, root) == YAMLDOC_MAP ? yamldoc_find(d, root, "sizes") : 0;
    for (uint32_t i = 0; node && yamldoc_kind(d, node) == YAMLDOC_MAP && i < yamldoc_size(d, node); i++) {
        const char *word = yamldoc_text(d, yamldoc_key(d, node, i));
        ui_words_add(sizes, word, strlen(word));
    }
    yamldoc_close(d);
    return sizes->count <= SIZES_MAX ||
           err_set(err, path, 0, "found %u sizes; allowed: up to %d", sizes->count, SIZES_MAX);
}

/* Prints each workload when it is read, as that takes seconds at large sizes. */
static bool list_workload(const machine_t *m, const char *word, bool first, err_t *err)
{
    char path[RUN_PATH_BYTES];
    ui_words_t sizes = {0};
    bool ok = run_data_path(RUN_WORKLOAD, word, path, err) && read_sizes(path, &sizes, err);
    const uint32_t rows = sizes.count ? sizes.count : 1;
    ui_table_t *t = ui_table_create(1 + rows, COLUMNS);
    for (uint32_t c = 0; c < COLUMNS; c++) ui_table_set(t, 0, c, "%s", heads[c]);
    for (uint32_t i = 0; ok && i < rows; i++) {
        grids_t g;
        ok = grids_of(m, path, sizes.count ? sizes.word[i] : NULL, &g, err);
        if (ok) fill_row(t, 1 + i, word, sizes.count ? sizes.word[i] : "-", &g);
    }
    if (ok && !first) putchar('\n');
    if (ok) ui_table_print(t, stdout, ui_colour(stdout));
    fflush(stdout);
    ui_table_destroy(t);
    ui_words_free(&sizes);
    return ok;
}

bool list_sizes(const char *const *words, uint32_t count, err_t *err)
{
    char path[RUN_PATH_BYTES];
    machine_t m;
    ui_words_t all = {0};
    if (!count) return err_set(err, NULL, 0, "list sizes: the MACHINE is missing, as in: ctadel list sizes lcs28 mmul");
    if (!run_machine_path(words[0], path, err) || !machine_load(path, &m, err)) return false;
    for (uint32_t i = 1; i < count; i++) ui_words_add(&all, words[i], strlen(words[i]));
    if (count == 1) run_data_names(m.sm.task_queue ? RUN_LOOPS : RUN_WORKLOAD, &all);
    bool ok = true;
    for (uint32_t i = 0; ok && i < all.count; i++) ok = run_data_path(RUN_WORKLOAD, all.word[i], path, err);
    ui_origin_t origin = {.machine = ""};
    char text[UI_ORIGIN_TEXT_BYTES];
    ui_origin_add(&origin, m.name, NULL, NULL, ui_version());
    ui_origin_text(&origin, text);
    if (ok)
        printf("%s: waves = CTAs of the largest grid / (%u SMs x T_max); below 1 a limit or gate can hardly act\n\n",
               text, m.sms);
    for (uint32_t i = 0; ok && i < all.count; i++) ok = list_workload(&m, all.word[i], i == 0, err);
    ui_words_free(&all);
    return ok;
}
