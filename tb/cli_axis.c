#include "cli.h"

#include <string.h>

uint32_t cli_axes_columns(const cli_axis_t *axes, uint32_t count)
{
    uint64_t columns = 1;
    for (uint32_t i = 0; i < count && columns <= CLI_COLUMNS_MAX; i++)
        columns *= axes[i].values.count;
    return columns <= CLI_COLUMNS_MAX ? (uint32_t)columns : CLI_COLUMNS_MAX + 1;
}

bool cli_axes_apply(const cli_axis_t *axes, uint32_t count, uint32_t column, run_opts_t *o,
                    char head[CLI_HEAD_BYTES], err_t *err)
{
    uint32_t choice[CLI_AXES_MAX];
    for (uint32_t i = count; i-- > 0;) {
        choice[i] = column % axes[i].values.count;
        column /= axes[i].values.count;
    }
    size_t used = 0;
    head[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        const char *value = axes[i].values.word[choice[i]];
        if (!cli_option_set(o, axes[i].key, value, axes[i].where, err)) return false;
        if (axes[i].values.count < 2 || used + strlen(value) + 2 > CLI_HEAD_BYTES) continue;
        used +=
            (size_t)snprintf(head + used, CLI_HEAD_BYTES - used, "%s%s", used ? " " : "", value);
    }
    return cosim_check_ctas(o, "", err);
}
