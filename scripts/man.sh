#!/bin/bash
# The manual page, in roff, from the program's own help texts: scripts/man.sh >ctadel.1
set -eu
cd "$(dirname "$0")/.."
ctadel=${BUILD:-build}/ctadel

shown() { # text as it is, indented, for roff
    sed 's/\\/\\e/g; s/^\([.'\'']\)/\\\&\1/; s/-/\\-/g' | awk 'BEGIN { print ".RS 2\n.nf" } { print } END { print ".fi\n.RE" }'
}
commands=$("$ctadel" --help | awk '/^ctadel|^$/ { next } /^Examples/ { exit } /^  [a-z]/ { print $1 }')

printf '.TH CTADEL 1 "" "ctadel %s" "User Commands"\n' "$(cat VERSION)"
printf '.SH NAME\nctadel \\- simulate and synthesise GPU CTA and warp schedulers\n'
printf '.SH SYNOPSIS\n.B ctadel\n.I COMMAND\n[arguments]\n.SH DESCRIPTION\n'
"$ctadel" --help | shown
for command in $commands; do
    [ "$command" != help ] || continue
    printf '.SH CTADEL %s\n' "$(echo "${command//-/\\-}" | tr '[:lower:]' '[:upper:]')"
    "$ctadel" "$command" --help | shown
done
printf '.SH PARAMETERS OF POLICIES\n'
"$ctadel" help policies | shown
printf '.SH KEYS OF MACHINES\n'
"$ctadel" help machine | shown
printf '.SH EXIT STATUS\n0: all right. 1: a check failed. 2: bad input.\n'
