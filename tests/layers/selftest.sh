#!/bin/bash
# run.sh itself: it names an #include that points up, a folder without a line, a line that is not needed. circles.sh
# itself: it names the members of a circle and the symbols that make it, and an object that is older than its source. lines.sh
# itself: it names a file that is too long.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 script=run.sh
expect() { # what, regex of a line of its output, exit code
    local out status
    out=$("$work/tests/layers/$script" 2>&1)
    status=$?
    if [ "$status" = "$3" ] && grep -qE "$2" <<<"$out"; then passed=$((passed + 1)); else
        failed=$((failed + 1))
        echo "FAILED $1: exit code $status, expected $3 and a line '$2': $out"
    fi
}
plant() {
    rm -rf "${work:?}"/*
    mkdir -p "$work/tests" && cp -r sim_c tb "$work" && cp -r tests/layers tests/README.md "$work/tests/"
}
plant
expect 'the tree as it is' '^[1-9][0-9]* passed, 0 failed$' 0
echo '#include "gpu/gpu.h"' >"$work/sim_c/base/up.h"
expect 'an include that points up' '^FAILED sim_c/base/up.h:1: sim_c/base may not include gpu/$' 1
plant
mkdir "$work/tb/new"
expect 'a folder without a line' '^FAILED tb/new: no line' 1
expect 'a folder without a README' '^FAILED tb/new: no README.md$' 1
plant
mkdir -p "$work/bench" "$work/rtl/new" "$work/sweep-lcs"
expect 'a folder of the root without a README' '^FAILED bench: no README.md$' 1
expect 'a folder of rtl without a README' '^FAILED rtl/new: no README.md$' 1
plant
seq 41 >"$work/sim_c/base/README.md"
expect 'a README that is too long' '^FAILED sim_c/base/README.md: 41 lines; allowed: 40$' 1
plant
sed -i 's|^tb/ui .*|& stats|' "$work/tests/layers/layers.txt"
expect 'a right that nothing uses' 'ui includes nothing of stats/' 1
plant
sed -i 's|^sim_c/isa .*|& ptx|' "$work/tests/layers/layers.txt"
expect 'a circle' 'ptx stands above isa' 1

# A folder of three files; a.c calls b.c, and what b.c and c.c contain is given.
script=circles.sh
export BUILD=build
files() { # text of b.c, text of c.c
    rm -rf "${work:?}"/*
    mkdir -p "$work"/{tests,sim_c/some,tb/none,build/obj/sim_c/some} && cp -r tests/layers "$work/tests/"
    echo 'void b(void); void a(void); void a(void) { b(); }' >"$work/sim_c/some/a.c"
    echo "$1" >"$work/sim_c/some/b.c"
    echo "$2" >"$work/sim_c/some/c.c"
    touch -d '1 hour ago' "$work"/sim_c/some/*.c
    for f in a b c; do "${CC:-gcc}" -c "$work/sim_c/some/$f.c" -o "$work/build/obj/sim_c/some/$f.o"; done
}
files 'void c(void); void b(void); void b(void) { c(); }' 'void c(void); void c(void) { }'
expect 'a chain' '^1 passed, 0 failed$' 0
touch "$work/sim_c/some/c.c" -d '1 hour'
expect 'an object older than its source' '^FAILED sim_c/some: sim_c/some/c.c has no object' 1
files 'void c(void); void b(void); void b(void) { c(); }' 'void a(void); void c(void); void c(void) { a(); }'
expect 'a circle of three files' 'circle: a->b .b., b->c .c., c->a .a.$' 1
files 'void b(void); static void c(void) { } void b(void) { c(); }' 'extern int a_count; int a_count; void c(void) { }'
expect 'a function of its own by the name of another' '^1 passed, 0 failed$' 0

# A file at the limit, and one of each kind above it.
script=lines.sh
rm -rf "${work:?}"/*
mkdir -p "$work"/{tests,docs,build} && cp -r tests/layers "$work/tests/"
seq 300 >"$work/docs/page.md"
seq 999 | tee "$work/build/made.c" "$work/CHANGELOG.md" "$work/data.csv" >/dev/null
expect 'files of 300 lines, and what is not written by hand' '^[1-9][0-9]* passed, 0 failed$' 0
for kind in c h v vh sh bats awk md; do
    seq 301 >"$work/docs/page.$kind"
    expect "a .$kind of 301 lines" "^FAILED docs/page.$kind: 301 lines" 1
    rm "$work/docs/page.$kind"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
