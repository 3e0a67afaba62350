#!/bin/bash
# run.sh itself, in a tree with one toy module: which mutants it draws, what kills them, what survives.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/toy.sh
. tests/toy.sh
mkdir -p "$work"/tests/{formal/any,mutate}
cp -r tests/rtl "$work/tests/rtl"
rm "$work"/tests/rtl/*_tb.v
cp tests/mutate/{run.sh,sites.awk} "$work/tests/mutate/"
cd "$work" || exit 2
export BUILD=build V=1 LOCKSTEP='' COUNT=99
says() { grep -qF -- "$1" log; }
silent() { # regular expression: no line of the log matches
    grep -E -- "$1" log
    [ $? = 1 ]
}
run() { # expected exit code
    tests/mutate/run.sh lib_toy >log 2>&1
    check "exit code $1" [ $? = "$1" ]
}

: >tests/formal/formal_toy.v
: >tests/mutate/equivalent.txt
# The bench sees y_o; the proof, z_o; nothing sees w_o; x ^ 0 is x with | as well.
cat >rtl/lib/lib_toy.v <<'V'
module lib_toy #(parameter W = 2) (
    input wire [W-1:0] x_i, output wire [W-1:0] y_o, output wire z_o, output wire w_o, output wire [W-1:0] v_o);
    localparam [W-1:0] NONE = 0;
    assign y_o = x_i + 2'd1;
    assign z_o = x_i[0] && x_i[1];
    assign w_o = !x_i[0];
    assign v_o = x_i ^ (x_i & NONE);
    wire unused = &{1'b0, x_i};
`ifdef FORMAL
    always @* both: assert (z_o == &x_i);
    always @* same: assert (v_o == x_i);
`endif
endmodule
V
cat >tests/rtl/lib_toy_tb.v <<'V'
// params: W=2
module lib_toy_tb;
    parameter W = 2;
    reg [W-1:0] x = 0;
    wire [W-1:0] y;
    lib_toy #(.W(W)) dut (.x_i(x), .y_o(y), .z_o(), .w_o(), .v_o());
    `include "check.vh"
    initial begin
        for (cycle = 0; cycle < 4; cycle = cycle + 1) begin
            x = cycle;
            #1 check(y == ((cycle + 1) & 3), "y", y, cycle + 1);
        end
        finish;
    end
endmodule
V
echo 'lib_toy;;1' >tests/formal/proofs_toy.txt
run 1
check 'the bench kills' says 'bench lib_toy:4: + becomes -: assign y_o = x_i - 2'"'"'d1;'
check 'the proof kills' says 'proof lib_toy:5: && becomes ||: assign z_o = x_i[0] || x_i[1];'
check 'equivalence is shown' says 'equivalent lib_toy:7: ^ becomes |: assign v_o = x_i | (x_i & NONE);'
check 'what nothing sees survives' says 'survived rtl/lib/lib_toy.v:6: negation dropped'
check 'with the line' says '    + assign w_o = x_i[0];'
check 'nothing else does' silent '^survived .*lib_toy\.v:([^6]|6[^:])'
check 'unused, widths and FORMAL are left alone' silent 'lib_toy:(1|2|8|9|1[0-9]):'
COUNT=3 run 1
check 'COUNT of them' says 'lib_toy: 3 mutants;'
cp log first
COUNT=3 run 1
check 'the same seed draws the same mutants' cmp -s first log

# Judged by hand.
cat >tests/mutate/equivalent.txt <<'E'
lib_toy: a reason
- assign w_o = !x_i[0];
+ assign w_o = x_i[0];
lib_toy: no reason
- assign y_o = x_i + 2'd1;
+ assign y_o = x_i - 2'd1;
E
run 1
check 'a judged mutant does not survive' says 'judged so 1'
check 'a wrong judgement is reported' says 'FAILED tests/mutate/equivalent.txt: bench tells'

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
