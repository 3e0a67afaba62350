#!/usr/bin/env bats
# What `make install` and `make dist` give away.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

setup() {
    common_setup
    unset CTADEL_DATA
}

make_here() {
    env -u MAKEFLAGS make -C "$here" BUILD="$(realpath --relative-to "$here" "$BUILD")" "$@" >"$tmp/out" 2>&1
}

@test "an installed tree works wherever it is moved, and nothing is built for it" {
    local root=$tmp/root moved=$tmp/moved
    check 'make install' make_here install V=1 PREFIX=/usr DESTDIR="$root"
    check 'no compiler is called' not grep -qE '^(gcc|g\+\+|verilator) ' "$tmp/out"
    mv "$root/usr" "$moved"
    program=$moved/bin/ctadel
    expect 0 'output +pass' run lcs28 vadd --size tiny --engine lockstep
    expect 0 'vadd' list
    check 'the library is there' [ -f "$moved/lib/ctadel/libcudart.so.13" ]
    check 'the manual page is there' [ -s "$moved/share/man/man1/ctadel.1" ]
    check 'no save file of waves names the build folder' not grep -rlE '^\^[0-9]+ build/' "$moved/share/ctadel/waves"
    local file
    while read -r file; do
        check "a filter that save files name: $file" [ -f "$moved/share/ctadel/$file" ]
    done < <(cat "$moved"/share/ctadel/waves/*.gtkw | sed -n 's/^^[0-9]* //p' | sort -u)
    mkdir "$tmp/bare" && cp "$program" "$tmp/bare/"
    program=$tmp/bare/ctadel
    expect 2 "unknown machine 'lcs28'; .* holds none: set CTADEL_DATA" run lcs28 vadd --size tiny
}

# With what is built already, which is newer than the sources: make would rebuild what depends on a missing file.
@test "the tarball of make dist has all that the build needs" {
    local tarball tree
    check 'make dist' make_here dist
    tarball=$BUILD/ctadel-$(cat "$here/VERSION").tar.gz
    mkdir "$tmp/dist" && tar -xzf "$tarball" -C "$tmp/dist"
    tree=$(echo "$tmp"/dist/*)
    find "$tree" -type f -exec touch -d '2000-01-01' {} +
    cp -a "$BUILD" "$tree/build"
    check 'nothing is to be done' env -u MAKEFLAGS make -q -C "$tree" BUILD=build build
    rm "$tree/build/ctadel" "$tree/build/obj/tb/app/main.o" "$tree/build/obj/tb/run/data.o"
    check 'a part is built from it' env -u MAKEFLAGS make -C "$tree" BUILD=build build
    program=$tree/build/ctadel
    expect 0 'output +pass' run lcs28 vadd --size tiny --engine lockstep
}
