/* synth_arbs.c - designs of one scheduler: a warp arbiter alone (arb_top), a unit alone (issue_bits, issue_regs), and
 * the issue logic of a sub-core, a unit joined with an arbiter (issue_sub): bits and bits+gto have control bits, regs63
 * and regs63+gto a scoreboard that counts up to 63 consumers of a register. */
#include "cost/synth.h"

#include <stdlib.h>
#include <string.h>

enum { WORD_BYTES = 96 };

void synth_append(char *text, size_t bytes, const char *separator, const char *word)
{
    const size_t at = strlen(text);
    if (at < bytes) snprintf(text + at, bytes - at, "%s%s", at ? separator : "", word);
}

void synth_blocks(const synth_request_t *q, char text[SYNTH_PATH_BYTES])
{
    text[0] = '\0';
    for (uint32_t i = 0; i < q->blocks.count; i++) synth_append(text, SYNTH_PATH_BYTES, " ", q->blocks.word[i]);
}

bool synth_options(synth_point_t *p, const char *root, const char *module, err_t *err)
{
    char path[SYNTH_PATH_BYTES], line[256];
    FILE *f = synth_open(root, "runs.txt", path, err);
    if (!f) return false;
    bool ok = true;
    for (uint32_t at = 1; ok && fgets(line, sizeof line, f); at++) {
        const char *name = strtok(line, " \t\n"), *option = name ? strtok(NULL, " \t\n") : NULL;
        if (!option || strcmp(name, module) != 0) continue;
        ok = strchr(option, '=') ||
             err_set(err, path, at, "found '%.60s'; allowed: an option of ctadel run as KEY=VALUE", option);
        if (ok) synth_append(p->options, sizeof p->options, " ", option);
    }
    fclose(f);
    return ok;
}

bool synth_arb(synth_point_t *p, const char *root, const char *word, err_t *err)
{
    char pair[WORD_BYTES], module[POLICY_MODULE_BYTES];
    policy_module(POLICY_WARP, word, module);
    p->kind = SYNTH_ARB;
    p->halves = policy_arb(word)->halves;
    snprintf(p->top, sizeof p->top, "arb_top");
    snprintf(p->banks, sizeof p->banks, "%s", module);
    snprintf(pair, sizeof pair, "%s=%s", policy_option(POLICY_WARP), word);
    synth_append(p->options, sizeof p->options, " ", pair);
    return synth_options(p, root, module, err);
}

static const char BITS[] = "bits", REGS[] = "regs";

/* The unit that a word begins with. NULL: none. */
static const char *unit_of(const char *word)
{
    if (!strncmp(word, BITS, strlen(BITS)) && strchr("+", word[strlen(BITS)])) return BITS;
    return !strncmp(word, REGS, strlen(REGS)) ? REGS : NULL;
}

bool synth_is_issue(const char *word) { return unit_of(word) != NULL; }

/* Of regs63+gto: 63. 0: no number of consumers that issue_regs has. */
static uint32_t consumers_of(const char *word)
{
    static const uint32_t allowed[] = {1, 3, 7, 15, 31, 63};
    const char *digits = word + strlen(REGS);
    char *end;
    const unsigned long n = strtoul(digits, &end, 10);
    if (digits[0] == '0' || strspn(digits, "0123456789") == 0 || (*end && *end != '+')) return 0;
    for (size_t i = 0; i < sizeof allowed / sizeof allowed[0]; i++)
        if (allowed[i] == n) return allowed[i];
    return 0;
}

static bool unit_alone(synth_point_t *p, const char *root, const char *unit, err_t *err)
{
    char pair[WORD_BYTES];
    p->kind = SYNTH_UNIT;
    snprintf(p->top, sizeof p->top, "issue_%s", unit);
    snprintf(p->base, sizeof p->base, "%s", BITS);
    if (p->consumers) {
        snprintf(pair, sizeof pair, "sm.consumers=%u", p->consumers);
        synth_append(p->options, sizeof p->options, " ", pair);
    }
    return synth_options(p, root, p->top, err);
}

bool synth_issue(synth_point_t *p, const char *root, const char *word, err_t *err)
{
    const char *unit = unit_of(word), *plus = strchr(word, '+');
    const char *arbiter = plus ? policy_find(POLICY_WARP, plus + 1, strlen(plus + 1)) : NULL;
    if (unit == REGS && !(p->consumers = consumers_of(word)))
        return err_set(err, NULL, 0, "%s: allowed as issue unit: bits, regs1, regs3, regs7, regs15, regs31, regs63",
                       word);
    if (!plus) return unit_alone(p, root, unit, err);
    if (!arbiter)
        return err_set(err, NULL, 0,
                       "%s: '+' joins an issue unit with a warp arbiter; allowed: %.*s+gto, for gto any arbiter", word,
                       (int)strcspn(word, "+"), word);
    if (!synth_arb(p, root, arbiter, err)) return false;
    p->kind = SYNTH_ISSUE;
    snprintf(p->top, sizeof p->top, "issue_sub");
    snprintf(p->base, sizeof p->base, "%s+%s", BITS, arbiter);
    return true;
}

bool synth_of_scheduler(const synth_point_t *p)
{
    return p->kind == SYNTH_ARB || p->kind == SYNTH_ISSUE || p->kind == SYNTH_UNIT;
}

uint32_t synth_arb_warps(const synth_request_t *q, const synth_point_t *p)
{
    return p->halves ? q->warps : (q->warps + q->schedulers - 1) / q->schedulers;
}
