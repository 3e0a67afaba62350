/* config.h - reads a machine file; sets, checks and describes the fields of a machine. */
#ifndef CTADEL_CONFIG_CONFIG_H
#define CTADEL_CONFIG_CONFIG_H

#include "base/err.h"
#include "config/machine.h"

#include <stdio.h>

/* Reads a YAML file whose nested maps spell the dotted keys, and checks the result. Every key
 * without a default must be there, or in the file that it is like: `like: NAME` stands for all keys of NAME.yaml in the
 * same folder, at most eight files deep. False: err is "file:line: found; allowed". */
bool machine_load(const char *path, machine_t *m, err_t *err);

/* "sm.l1d.ways=4". Checks the field alone: call machine_check after the last one. */
bool machine_set(machine_t *m, const char *key_eq_value, err_t *err);

/* The rules between fields (powers of two, line against sector, ...). `path` names the machine in
 * err. */
bool machine_check(const machine_t *m, const char *path, err_t *err);

void machine_describe_fields(FILE *f); /* a line per key: unit, range, default, sentence */

#endif
