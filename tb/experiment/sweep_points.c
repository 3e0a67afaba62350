/* sweep_points.c - reads `points`: columns that are named combinations of run options. */
#include "base/suggest.h"
#include "experiment/sweep_yaml.h"

#include <stdlib.h>
#include <string.h>

bool sweep_points_read(sweep_experiment_t *e, int node, const char *where, err_t *err)
{
    if (!sweep_is_map(e->doc, node, "names to run options", where, err)) return false;
    const uint32_t count = yamldoc_size(e->doc, node);
    if (!count || count > RUN_COLUMNS_MAX)
        return err_set(err, NULL, 0, "%s has %u entries; allowed: 1 to %d", where, count, RUN_COLUMNS_MAX);
    if (!(e->points = calloc(count, sizeof *e->points))) return err_set(err, NULL, 0, "out of memory");
    for (uint32_t i = 0; i < count; i++) {
        sweep_point_t *p = &e->points[e->point_count++];
        const int key = yamldoc_key(e->doc, node, i);
        p->name = yamldoc_text(e->doc, key);
        p->node = yamldoc_item(e->doc, node, i);
        snprintf(p->where, sizeof p->where, "%s:%u: %s", yamldoc_path(e->doc), yamldoc_line(e->doc, key), p->name);
        if (!p->name[0] || strlen(p->name) >= RUN_HEAD_BYTES || strpbrk(p->name, "\",\r\n"))
            return err_set(err, NULL, 0,
                           "%s: allowed as the name of a point: 1 to %d characters without comma, "
                           "quote and line end",
                           p->where, RUN_HEAD_BYTES - 1);
        if (!sweep_is_map(e->doc, p->node, "run options", p->where, err)) return false;
    }
    return true;
}

/* The sets of a point follow those of the experiment and override them. */
bool sweep_points_check(sweep_experiment_t *e, err_t *err)
{
    for (uint32_t i = 0; i < e->point_count; i++) {
        sweep_point_t *p = &e->points[i];
        const int own = yamldoc_find(e->doc, p->node, "set");
        for (uint32_t k = 0; k < e->sets.count; k++) ui_words_add(&p->sets, e->sets.word[k], strlen(e->sets.word[k]));
        if (own && !sweep_words(e->doc, own, false, &p->sets, p->where, err)) return false;
    }
    return true;
}

static bool is_word(const ui_words_t *words, const char *name)
{
    for (uint32_t i = 0; i < words->count; i++)
        if (strcmp(words->word[i], name) == 0) return true;
    return false;
}

static bool check_point(const sweep_experiment_t *e, const char *name, const char *where, err_t *err)
{
    const char *allowed[RUN_COLUMNS_MAX];
    char list[400];
    for (uint32_t i = 0; i < e->point_count; i++) {
        if (strcmp(e->points[i].name, name) == 0) return true;
        allowed[i] = e->points[i].name;
    }
    return err_set(err, NULL, 0, "%s: %s has no point '%s'; %s", where, yamldoc_path(e->doc), name,
                   suggest_text(list, sizeof list, name, allowed, e->point_count));
}

bool sweep_points_keep(sweep_experiment_t *e, const ui_words_t *names, const char *where, err_t *err)
{
    if (!e->point_count)
        return err_set(err, NULL, 0, "%s: %s has axes; allowed: an experiment with points", where,
                       yamldoc_path(e->doc));
    for (uint32_t i = 0; i < names->count; i++)
        if (!check_point(e, names->word[i], where, err)) return false;
    const uint32_t all = e->point_count;
    e->point_count = 0;
    for (uint32_t i = 0; i < all; i++) {
        if (is_word(names, e->points[i].name)) e->points[e->point_count++] = e->points[i];
        else ui_words_free(&e->points[i].sets);
    }
    e->columns = e->point_count;
    return true;
}

bool sweep_points_apply(const sweep_experiment_t *e, uint32_t column, run_opts_t *o, err_t *err)
{
    const sweep_point_t *p = &e->points[column];
    for (uint32_t i = 0; i < yamldoc_size(e->doc, p->node); i++) {
        const char *key = yamldoc_text(e->doc, yamldoc_key(e->doc, p->node, i));
        if (strcmp(key, "set") == 0) continue;
        const char *text = sweep_scalar(e->doc, yamldoc_item(e->doc, p->node, i), p->where, err);
        if (!text || !run_option_set(o, key, text, p->where, err)) return false;
    }
    o->sets = (const char *const *)p->sets.word;
    o->set_count = p->sets.count;
    return cosim_check_ctas(o, p->where, err);
}

void sweep_points_free(sweep_experiment_t *e)
{
    for (uint32_t i = 0; i < e->point_count; i++) ui_words_free(&e->points[i].sets);
    free(e->points);
}
