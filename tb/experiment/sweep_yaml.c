/* sweep_yaml.c - reads scalars, lists of words and metrics of an experiment's file. */
#include "experiment/sweep_yaml.h"

#include "base/suggest.h"

#include <string.h>

const char *sweep_scalar(const yamldoc_t *doc, int node, const char *where, err_t *err)
{
    if (yamldoc_kind(doc, node) == YAMLDOC_SCALAR) return yamldoc_text(doc, node);
    err_set(err, NULL, 0, "%s is %s; allowed: a word or number", where, yamldoc_kind_name(doc, node));
    return NULL;
}

bool sweep_words(const yamldoc_t *doc, int node, bool split, ui_words_t *out, const char *where, err_t *err)
{
    bool list = yamldoc_kind(doc, node) == YAMLDOC_LIST;
    uint32_t count = list ? yamldoc_size(doc, node) : 1;
    if (count == 0) return err_set(err, NULL, 0, "%s is empty; allowed: at least one", where);
    for (uint32_t i = 0; i < count; i++) {
        const char *text = sweep_scalar(doc, list ? yamldoc_item(doc, node, i) : node, where, err);
        if (!text) return false;
        if (split) ui_words_split(out, text);
        else ui_words_add(out, text, strlen(text));
    }
    return true;
}

bool sweep_is_map(const yamldoc_t *doc, int node, const char *what, const char *where, err_t *err)
{
    return yamldoc_kind(doc, node) == YAMLDOC_MAP ||
           err_set(err, NULL, 0, "%s is %s; allowed: a map of %s", where, yamldoc_kind_name(doc, node), what);
}

int sweep_choice(const yamldoc_t *doc, int node, const char *const *allowed, uint32_t count, const char *where,
                 err_t *err)
{
    const char *word = sweep_scalar(doc, node, where, err);
    char list[120];
    if (!word) return -1;
    for (uint32_t i = 0; i < count; i++)
        if (strcmp(word, allowed[i]) == 0) return (int)i;
    err_set(err, NULL, 0, "%s: unknown word '%s'; %s", where, word,
            suggest_text(list, sizeof list, word, allowed, count));
    return -1;
}

const metric_t *sweep_metric(const yamldoc_t *doc, int node, const char *where, err_t *err)
{
    const char *word = sweep_scalar(doc, node, where, err);
    return word ? metric_named(word, where, err) : NULL;
}
