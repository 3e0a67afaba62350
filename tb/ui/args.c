/* args.c - parses options and words of a command line. argp and getopt are not used: they report a mistake in two lines
 * without the nearest word, and accept abbreviations. */
#include "ui/args.h"

#include "base/suggest.h"

#include <string.h>

enum { OPTS_MAX = 32 };

static bool unknown_option(const ui_args_t *a, const char *name, size_t chars, err_t *err)
{
    char dashed[OPTS_MAX][40], shown[64], list[400];
    const char *words[OPTS_MAX];
    uint32_t count = a->opt_count < OPTS_MAX ? a->opt_count : OPTS_MAX;
    for (uint32_t i = 0; i < count; i++) {
        snprintf(dashed[i], sizeof dashed[i], "--%s", a->opts[i].name);
        words[i] = dashed[i];
    }
    snprintf(shown, sizeof shown, "%.*s", (int)chars, name);
    return err_set(err, NULL, 0, "unknown option %s; %s", shown, suggest_text(list, sizeof list, shown, words, count));
}

static const ui_opt_t *find_long(const ui_args_t *a, const char *name, size_t chars)
{
    for (uint32_t i = 0; i < a->opt_count; i++)
        if (strlen(a->opts[i].name) == chars && strncmp(a->opts[i].name, name, chars) == 0) return &a->opts[i];
    return NULL;
}

static const ui_opt_t *find_letter(const ui_args_t *a, char letter)
{
    for (uint32_t i = 0; i < a->opt_count; i++)
        if (a->opts[i].letter && a->opts[i].letter == letter) return &a->opts[i];
    return NULL;
}

/* Refuses a second value, which would replace the first silently. --set may be repeated. */
static bool once(ui_args_t *a, const ui_opt_t *opt, err_t *err)
{
    const uint32_t bit = UINT32_C(1) << (opt - a->opts);
    const bool again = a->seen & bit, list = opt->arg && strstr(opt->arg, ",...");
    a->seen |= bit;
    if (!again || !opt->arg || strchr(opt->arg, '=')) return true;
    return err_set(err, NULL, 0, "found --%s twice; allowed: once%s", opt->name,
                   list ? ", with its values joined by commas" : "");
}

/* Value of an option. `attached`: value in the same argument (--a=v, -jv); NULL: none. */
static bool take_value(ui_args_t *a, const ui_opt_t *opt, const char *attached, const char **value, err_t *err)
{
    *value = attached;
    if (!once(a, opt, err)) return false;
    if (!opt->arg) return !attached || err_set(err, NULL, 0, "--%s takes no value; found '%s'", opt->name, attached);
    if (attached) return true;
    if (a->at >= a->argc) return err_set(err, NULL, 0, "--%s needs a value, %s", opt->name, opt->arg);
    *value = a->argv[a->at++];
    return true;
}

bool ui_args_next(ui_args_t *a, const ui_opt_t **opt, const char **value, err_t *err)
{
    *opt = NULL;
    if (a->at >= a->argc) return false;
    const char *arg = a->argv[a->at++];
    if (!a->only_words && strcmp(arg, "--") == 0) {
        a->only_words = true;
        return ui_args_next(a, opt, value, err);
    }
    if (a->only_words || arg[0] != '-' || !arg[1]) {
        *value = arg;
        return true;
    }
    if (arg[1] == '-') {
        size_t chars = strcspn(arg + 2, "=");
        *opt = find_long(a, arg + 2, chars);
        if (!*opt) return unknown_option(a, arg, chars + 2, err);
        return take_value(a, *opt, arg[chars + 2] ? arg + chars + 3 : NULL, value, err);
    }
    *opt = find_letter(a, arg[1]);
    if (!*opt) return unknown_option(a, arg, strlen(arg), err);
    return take_value(a, *opt, arg[2] ? arg + 2 : NULL, value, err);
}

void ui_args_help(FILE *f, const ui_opt_t *opts, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        char left[48], letter[8] = "    ";
        if (opts[i].letter) snprintf(letter, sizeof letter, "-%c, ", opts[i].letter);
        snprintf(left, sizeof left, "%s--%s%s%s", letter, opts[i].name, opts[i].arg ? " " : "",
                 opts[i].arg ? opts[i].arg : "");
        fprintf(f, "  %-28s %s\n", left, opts[i].text);
    }
}
