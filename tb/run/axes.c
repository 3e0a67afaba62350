/* axes.c - swept options: merges --limit and --ctas, counts combinations, sets the options of one. */
#include "run/options.h"

#include <string.h>

static void add(ui_words_t *w, const char *word) { ui_words_add(w, word, strlen(word)); }

static void add_numbers(ui_words_t *w, const char *limit, const ui_words_t *ctas)
{
    for (uint32_t k = 0; k < ctas->count; k++) {
        char both[64];
        snprintf(both, sizeof both, "%s %.32s", limit, ctas->word[k]);
        add(w, both);
    }
}

bool run_axis_limits(run_axis_t *axis, const ui_words_t *limits, const ui_words_t *ctas, err_t *err)
{
    const char *own = cosim_ctas_limit();
    bool takes = limits->count == 0;
    if (!limits->count && !ctas->count) add(&axis->values, policy_plain(POLICY_LIMIT));
    if (!limits->count) add_numbers(&axis->values, own, ctas);
    for (uint32_t i = 0; i < limits->count; i++) {
        const bool numbered = ctas->count && cosim_takes_ctas(limits->word[i]);
        takes = takes || numbered;
        if (numbered) add_numbers(&axis->values, own, ctas);
        else add(&axis->values, limits->word[i]);
    }
    for (uint32_t k = 0; k < ctas->count; k++) {
        run_opts_t probe = {0};
        if (!run_option_set(&probe, "ctas", ctas->word[k], "--ctas", err)) return false;
    }
    return takes || !ctas->count ||
           err_set(err, NULL, 0, "--ctas goes with --limit %s; found --limit %s", own, limits->word[0]);
}

uint32_t run_axes_columns(const run_axis_t *axes, uint32_t count)
{
    uint64_t columns = 1;
    for (uint32_t i = 0; i < count && columns <= RUN_COLUMNS_MAX; i++) columns *= axes[i].values.count;
    return columns <= RUN_COLUMNS_MAX ? (uint32_t)columns : RUN_COLUMNS_MAX + 1;
}

bool run_axes_apply(const run_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o, char head[RUN_HEAD_BYTES],
                    err_t *err)
{
    uint32_t choice[RUN_AXES_MAX];
    for (uint32_t i = count; i-- > 0;) {
        choice[i] = column % axes[i].values.count;
        column /= axes[i].values.count;
    }
    size_t used = 0;
    head[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const char *value = axes[i].values.word[choice[i]];
        if (!run_option_set(o, axes[i].key, value, axes[i].where, err)) return false;
        if (axes[i].values.count < 2 || used + strlen(value) + 2 > RUN_HEAD_BYTES) continue;
        used += (size_t)snprintf(head + used, RUN_HEAD_BYTES - used, "%s%s", used ? " " : "", value);
    }
    return cosim_check_ctas(o, "", err);
}
