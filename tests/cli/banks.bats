#!/usr/bin/env bats
# Policies that do not match the port list of their stage: gen_bank.sh names file, line and remedy in one line.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# A copy of the generators, the limits and the arbiters; they run in $tmp/tree.
setup() {
    common_setup
    cd "$here" || return
    tree=$tmp/tree
    mkdir -p "$tree/rtl/disp"
    cp -r rtl/gen rtl/gen_bank.sh rtl/gen_registers.sh rtl/limit rtl/arb "$tree/rtl/"
    cp rtl/disp/*.txt "$tree/rtl/disp/"
}

# changed REGEX FILE SCRIPT STAGE POLICY: FILE of rtl/ as sed SCRIPT changes it is refused in one line
changed() {
    local regex=$1 file=$2 script=$3 got=0 status=0
    shift 3
    sed "$script" "rtl/$file" >"$tree/rtl/$file"
    (cd "$tree" && rtl/gen_bank.sh "$@") >"$tmp/out" 2>&1 || got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "^rtl/$file:[0-9]+: $regex" "$tmp/out" &&
        not cmp -s "rtl/$file" "$tree/rtl/$file" || status=1
    verdict $status "gen_bank.sh $* with $file changed by '$script': exit $got, expected 2 and /$regex/"
    cp "rtl/$file" "$tree/rtl/$file"
}
limit() { changed "$1" "limit/limit_static.v" "$2" limit limit_static; } # REGEX SCRIPT
arbiter() { changed "$1" "arb/arb_lrr.v" "$2" arb arb_lrr; }

@test "what has not been changed is a bank" {
    (cd "$tree" && rtl/gen_bank.sh limit limit_static limit_tmax) >"$tmp/out"
    check 'it has both policies' [ "$(grep -cE '^    (limit_static|limit_tmax) #' "$tmp/out")" = 2 ]
    check 'and one parameter' [ "$(grep -c '^    lib_param ' "$tmp/out")" = 1 ]
}

@test "a parameter whose header line, port or range does not fit" {
    limit "found '// Param .*'; allowed is: // Param  key reset N max N: what it is" '/Param/s/reset 1/reset/'
    limit "parameter 'n' is claimed twice; remove one of the lines" '/Param/{p}'
    limit 'max 0; allowed are 1\.\.4294967295' '/Param/s/reset 1 max [0-9]*/reset 0 max 0/'
    limit 'reset 99 of at most [0-9]+' '/Param/s/reset 1 /reset 99 /'
    limit "parameter 'n' has no port; add: input wire \[[0-9]+:0\] param_n_i" '/param_n_i,/d'
    limit "port param_n_i has no header line; add: // Param  n reset" '/Param/d'
    limit "port param_n_i is '\[[0-9]+:0\]'; a value of at most 15 needs '\[3:0\]'" '/Param/s/max [0-9]*/max 15/'
    limit 'parameter LEAST is not in rtl/limit/ports.txt; mark its comment' 's|parameter SLOTS .*|&\n    parameter LEAST = 1,|'
    arbiter "a warp-issue policy has no registers; make 'n' a parameter of its module" '2i// Param     n reset 1 max 3: a number.'
}

@test "a port that is written differently, twice, not in the list, or missing" {
    limit "found 'input +wir .*'; a port is written: input wire \[range\] name" 's/input  wire \[KID_W/input  wir [KID_W/'
    limit "found 'output +\[SMS-1:0\] .*'; a port is written: output wire \[range\] name" 's/output wire/output /'
    limit "found 'output +reg .*'; a port is written: output wire \[range\] name" 's/output wire/output reg /'
    limit 'port want_kid_i stands twice' '/want_kid_i,/{p}'
    limit 'port wants_i is not in rtl/limit/ports.txt; use one that is, or add it there' 's/want_kid_i,/wants_i,/'
    limit "port ok_o is 'input \[SMS-1:0\]'; rtl/limit/ports.txt has 'output \[SMS-1:0\]'" 's/output wire/input  wire/'
    limit 'output ok_o is missing; every policy of stage limit drives it' '/output wire/d; s/ahead_i,/ahead_i/'
}

@test "a port with other words than the list's" {
    local differs="comment of port ahead_i is 'CTAs of that kernel on SM s .*'; rtl/limit/ports.txt has 'CTAs of that kernel .*'"
    limit "comment of port want_kid_i is 'kernel'; rtl/limit/ports.txt has 'kernel that all SMs are asked about'; write that, or no comment" \
        '/want_kid_i,/s|// .*|// kernel|'
    limit "$differs" 's|^\( *\)// ignored$|\1// unused|'      # a line of its own continues a comment,
    limit "$differs" '/^ *\/\/ ignored$/d'                     # and does not end it early
    limit "$differs" '/ahead_i,/s|//.*|// CTAs of that kernel on SM s|'   # a part is not the whole
    changed "comment of port mon_issued_i is 'instructions'; rtl/disp/monitors.txt has 'warp instructions issued by the SM'" \
        limit/limit_smc.v '/mon_issued_i,/s|// .*|// instructions|' limit limit_smc
    arbiter "comment of port gnt_o is 'granted warp'; rtl/arb/ports.txt has 'granted warp, one-hot or zero; it always issues'" \
        '/ gnt_o,/s|// .*|// granted warp|'
}

@test "a port without words, or with the list's in other lines" {
    sed '/want_kid_i,/s|//.*||; s|^\( *\)// ignored$|\n&|; /ok_o  /s|// \(SM s\) \(.*\)|// \1\n    //   \2|' \
        rtl/limit/limit_static.v | sed '/^$/d' >"$tree/rtl/limit/limit_static.v"
    (cd "$tree" && rtl/gen_bank.sh limit limit_static) >"$tmp/out" 2>&1
    check 'it is a bank' grep -q '^    limit_static #' "$tmp/out"
    check 'the file was changed' not cmp -s rtl/limit/limit_static.v "$tree/rtl/limit/limit_static.v"
}

@test "a module of another name, or none" {
    limit "module 'limit_stat' in a file of another name; call it limit_static" 's/^module limit_static/module limit_stat/'
    limit "no 'module limit_static \(' ... '\);' found" 's/^);/) ;/'
}

@test "a line of a list that is no port and no monitor" {
    changed "found 'inout x_io'; allowed are parameter, localparam, input, output, monitors" limit/ports.txt '$ainout x_io' \
        limit limit_static
    changed 'port ok_o stands twice in this list' limit/ports.txt '/ ok_o /{p}' limit limit_static
    changed "found 'active 9 sm .*'; allowed is: name, 1 to 8 bits, sm or slot" disp/monitors.txt \
        's/^active  *5  */active 9 /' limit limit_static
}
