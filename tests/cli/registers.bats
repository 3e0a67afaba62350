#!/usr/bin/env bats
# The tables of registers: what follows from a sound one, and one line for each that is not.
# shellcheck source=tests/cli/helper.bash
. "$BATS_TEST_DIRNAME/helper.bash"

# A copy of the generator; it runs in $tmp/tree.
setup() {
    common_setup
    cd "$here" || return
    tree=$tmp/tree
    mkdir -p "$tree/rtl/disp" "$tree/docs/rtl"
    cp -r rtl/gen rtl/gen_registers.sh "$tree/rtl/"
    cp docs/rtl/disp.md "$tree/docs/rtl/"
}

# registers CODE REGEX SCRIPT MODE…: of the table as sed SCRIPT changes it; a refusal is one line
registers() {
    local want=$1 regex=$2 script=$3 got=0 status=0
    shift 3
    sed "$script" rtl/disp/registers.txt >"$tree/rtl/disp/registers.txt"
    (cd "$tree" && rtl/gen_registers.sh "$@") >"$tmp/out" 2>&1 || got=$?
    [ "$got" = "$want" ] && { [ "$want" = 0 ] || [ "$(wc -l <"$tmp/out")" = 1 ]; } && grep -qE -- "$regex" "$tmp/out" &&
        { [ -z "$script" ] || not cmp -s rtl/disp/registers.txt "$tree/rtl/disp/registers.txt"; } || status=1
    verdict $status "gen_registers.sh $* of the table changed by '$script': exit $got, expected $want and /$regex/"
}
table() { registers 2 "^rtl/disp/registers.txt:[0-9]+: $1" "$2" header; } # REGEX SCRIPT: the message names the line

@test "a register with a wrong access or too few words" {
    local line
    line=$(grep -n '^CTRL ' rtl/disp/registers.txt | cut -d: -f1)
    registers 2 "^rtl/disp/registers.txt:$line: register CTRL: access 'r'; allowed are ro, rw, w1c, wo, fix" "${line}s/wo/r/" header
    table "found 'CTRL wo .*; allowed is: NAME ADDRESS BITS ACCESS RESET" 's/^CTRL .*/CTRL wo command/'
    table "register 'CTRL' stands in line $line already" 's/^STATUS        00c/CTRL          00c/'
}

@test "a field, a block or an address that is there already" {
    table "field 'POLICY_PLACE' stands in line [0-9]+ already" '/^POLICY/,/^$/s/LIMIT     15:8/PLACE     15:8/'
    table "block 'KERNEL' stands in line [0-9]+ already" 's/^block PLACE/block KERNEL/'
    table 'register IRQ_STATUS: address 008 is that of CTRL' 's/^IRQ_STATUS    010/IRQ_STATUS    008/'
    table 'register CAP_SLOTS: address 02c is that of SM_ENABLE' 's/^CAP_SLOTS     040/CAP_SLOTS     02c/'
    table 'field POLICY_LIMIT: bit 7 is that of PLACE' 's/LIMIT     15:8/LIMIT     15:7/'
}

@test "addresses, bases and strides that are not allowed" {
    table 'register CAP_SLOTS: address 042; allowed are multiples of 4 below 100' 's/^CAP_SLOTS     040/CAP_SLOTS     042/'
    table 'register K_TMAX: address 40; allowed are multiples of 4 below 40' 's/^TMAX          34/TMAX          40/'
    table 'block LIMIT overlaps block PLACE' 's/^block LIMIT a00/block LIMIT 9e0/'
    table 'block GATE ends behind the last address, fff' 's/^block GATE c00 20 16/block GATE c00 20 33/'
    table 'block GATE: base c10; allowed are multiples of its stride 20' 's/^block GATE c00/block GATE c10/'
    table 'block GATE: stride 30; allowed are powers of two' 's/^block GATE c00 20/block GATE c00 30/'
    table "found 'block GATE c00.*allowed is: block NAME BASE STRIDE COUNT PREFIX" 's/^block GATE c00 20 16 -/block GATE c00 20 16/'
}

@test "bits and resets that are not allowed" {
    table "field K_CMD_ABORT: bits '2'; allowed are those from 1 down to 0" 's/ABORT     1 /ABORT     2 /'
    table "register POLICY: bits '32:0'; allowed are those from 31 down to 0" 's/^POLICY        018     31:0/POLICY        018     32:0/'
    table "field POLICY_LIMIT: bits '15-8'; allowed are 31:24 or 3" 's/LIMIT     15:8/LIMIT     15-8/'
    table "register IRQ_ENABLE: reset '10000'; allowed are a number of its bits" 's/^\(IRQ_ENABLE.*rw\)   0 /\1   10000 /'
}

@test "fields without a register, registers without a block" {
    table "found '    INIT.*allowed are: FIELD BITS what it is; refused WHEN" 's/^    INIT .*/    INIT/'
    table "'KERNELS' stands below no register" '/^SHAPE/d; /^ID/d'
    table 'register ID stands before any block' '/^block DISP/d'
}

@test "unknown words on the generator's command line" {
    registers 2 "gen_registers.sh: at 'POLICE': not in rtl/disp/registers.txt" '' at POLICE
    registers 2 "gen_registers.sh: found 'headers'; allowed are header" '' headers
    registers 2 "registers_words.awk: no block 'KERNELS'" '' words kernels
    registers 2 "gen_registers.sh: --of 'tasks'; allowed are disp, task" '' --of tasks header
}

@test "one line more in the table is a register everywhere" {
    local new='/^CAP_SMEM/a CAP_NEW 054 6:2 rw 4 new'
    registers 0 '^#define REG_CAP_NEW 0x054u$' "$new" header
    registers 0 '^#define REG_CAP_NEW_MASK 0x0000007cu$' "$new" header
    registers 0 "^localparam \[11:0\] REG_CAP_NEW = 12'h054;" "$new" addresses
    registers 0 "^localparam \[WORD_W-1:0\] W_CAP_NEW = 6'd21;" "$new" words disp
    registers 0 "^localparam \[31:0\] CAP_NEW_RESET = 32'h4;" "$new" words disp
    registers 0 '^\| 054 \| CAP_NEW \| 6:2 \| rw \| 4 \| new \|$' "$new" readme
    registers 0 '^84$' "$new" at CAP_NEW
    registers 0 '^512 64 16$' "$new" block KERNEL
}

@test "the map in docs/rtl/disp.md is that of rtl/disp/registers.txt" {
    sed '/^| 054/d; /^| 0c0/d' docs/rtl/disp.md >"$tree/docs/rtl/disp.md"
    cp rtl/disp/registers.txt "$tree/rtl/disp/"
    (cd "$tree" && rtl/gen_registers.sh readme --take) >"$tmp/out" 2>&1
    check 'written anew it is the same' cmp "$tree/docs/rtl/disp.md" docs/rtl/disp.md
}

@test "the map in docs/rtl/task.md is that of rtl/task/registers.txt, and a wrong line of it is named" {
    cp -r rtl/task "$tree/rtl/"
    sed '/^| 014/d; /^| 060/d' docs/rtl/task.md >"$tree/docs/rtl/task.md"
    (cd "$tree" && rtl/gen_registers.sh --of task readme --take) >"$tmp/out" 2>&1
    check 'written anew it is the same' cmp "$tree/docs/rtl/task.md" docs/rtl/task.md
    sed -i 's/^TRIAL          014     15:0   rw/TRIAL          016     15:0   rw/' "$tree/rtl/task/registers.txt"
    local got=0
    (cd "$tree" && rtl/gen_registers.sh --of task header) >"$tmp/out" 2>&1 || got=$?
    check 'a wrong address: exit code' [ $got = 2 ]
    check 'a wrong address: line and message' \
        grep -qE '^rtl/task/registers.txt:[0-9]+: register SAS_TRIAL: address 016; allowed are multiples of 4' "$tmp/out"
}
