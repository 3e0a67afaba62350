/* config.h - reads a machine file; sets, checks and describes the fields of a machine. */
#ifndef CTADEL_CONFIG_CONFIG_H
#define CTADEL_CONFIG_CONFIG_H

#include "base/err.h"
#include "config/machine.h"

#include <stdio.h>

/* Reads a machine from a YAML file, in which nested maps form the dotted keys, and checks it. Every key without a
 * default must be given, in the file or in the file it refers to: `like: NAME` includes all keys of NAME.yaml of the
 * same folder, up to eight files deep. False: err is "file:line: found; allowed". */
bool machine_load(const char *path, machine_t *m, err_t *err);

/* Replaces the path of a file that does not exist, FOLDER/NAME.yaml, by that of the file in the same folder that says
 * `formerly: NAME` (machine_renamed.c). False: there is none. */
bool machine_renamed(char *path, size_t bytes);
/* True if a `like:` in the file, or in its chain, has a machine's former name; `text` is then a sentence about it. */
bool machine_old_like(const char *path, char *text, size_t bytes);

/* Sets one field, as "sm.l1d.ways=4", and checks its range. Call machine_check after the last one. False: err;
 * *unknown, unless NULL, says whether because no field has this key. */
bool machine_set(machine_t *m, const char *key_eq_value, bool *unknown, err_t *err);

/* The key of a field that a misspelt one is near to; NULL: none. */
const char *machine_nearest_key(const char *key);

/* Checks the rules between fields (powers of two, line against sector, ...). False: err names the field; path names the
 * machine in it. */
bool machine_check(const machine_t *m, const char *path, err_t *err);

void machine_describe_fields(FILE *f); /* prints a line per key: range, unit, sentence, default */

#endif
