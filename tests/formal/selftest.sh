#!/bin/bash
# run.sh itself, in a tree with two toy modules: verdicts are kept for the same inputs and for no
# others, an open question is asked again alone and then undecided, and an interrupted run leaves no
# process behind.
set -u
cd "$(dirname "$0")/../.." || exit 2
# shellcheck source=tests/toy.sh
. tests/toy.sh
mkdir -p "$work"/tests/formal/mutants
tests/formal/assumptions.sh table | cmp - <(sed '1,/^<!-- assumptions -->$/d; /^<!-- end of assumptions -->$/,$d' \
    docs/rtl/assumptions.md) >"$work/log" 2>&1
check 'docs/rtl/assumptions.md has the table of tests/formal/assumptions.sh, which --take writes' [ $? = 0 ]
cd "$work" || exit 2
export BUILD=build V=1
says() { grep -qE "$1" log; }
silent() { # regular expression: no line of the log matches
    says "$1"
    [ $? = 1 ]
}
run() { # expected exit code, words for run.sh
    local want=$1
    shift
    tests/formal/run.sh "$@" >log 2>&1
    check "exit code of run.sh $*" [ $? = "$want" ]
}
counts() { check "$1" [ "$(tail -n 1 log)" = "$1" ]; }

echo 'module formal_toy (input wire [2:0] n_i); endmodule' >tests/formal/formal_toy.v
echo 'module formal_other; endmodule' >tests/formal/formal_other.v
echo 'module lib_other; endmodule' >rtl/lib/lib_other.v
cat >rtl/lib/lib_count.v <<'V'
module lib_count (input wire clk_i, input wire rst_ni, output reg [2:0] n_o);
    always @(posedge clk_i) n_o <= !rst_ni ? 3'd0 : n_o == 3'd5 ? 3'd0 : n_o + 3'd1;
`ifdef FORMAL
    formal_toy u_toy (.n_i(n_o));  // not formal_other
    reg f_init_q = 1'b0;
    always @(posedge clk_i) f_init_q <= 1'b1;
    always @* begin
        assume (f_init_q || !rst_ni);
        if (f_init_q) below: assert (n_o < 3'd6);
        full: cover (n_o == 3'd5);
    end
`endif
endmodule
V
echo 's/== 3.d5 ?/== 3'"'"'d6 ?/' >tests/formal/mutants/lib_count.sed
# No solver is that fast: the constant is prime, and too large for either factor.
cat >rtl/lib/lib_hard.v <<'V'
module lib_hard (input wire [31:0] a_i, input wire [31:0] b_i);
`ifdef FORMAL
    always @* prime: assert ({32'd0, a_i} * {32'd0, b_i} != 64'd4611686018427387847);
`endif
endmodule
V
echo 'lib_count;;8;lib/lib_other.v' >tests/formal/proofs_count.txt

# Kept for the same inputs.
run 0 lib_count
counts '4 passed, 0 failed'
check 'nothing is kept in a new tree' silent cached
run 0 lib_count
counts '4 passed, 0 failed'
check 'all is kept' [ "$(grep -c '(cached)$' log)" = 4 ]
run 0 --fresh lib_count
check '--fresh asks again' silent cached
run 0 --proofs lib_count
counts '3 passed, 0 failed'
echo 'lib_count;;9' >>tests/formal/proofs_count.txt
cp tests/formal/mutants/lib_count.sed tests/formal/mutants/lib_count_2.sed
run 0 lib_count
counts '8 passed, 0 failed'
run 0 --some lib_count
counts '4 passed, 0 failed'
sed -i '$d' tests/formal/proofs_count.txt
rm tests/formal/mutants/lib_count_2.sed

# A module that is not there, and one without a proof and a mutant.
run 2 lib_none
check 'a module that is not there is named' says "no module 'lib_none': there is no rtl/"
run 1 lib_other
check 'a module without a proof says so' says '^FAILED lib_other: no line in tests/formal/proofs_'
check 'and one without a mutant' says '^FAILED lib_other: no mutant in tests/formal/mutants$'

# An assumption that no parent would assert is refused before anything is proved, whatever module is asked for.
refuses() { # statement, what run.sh says of it
    echo "module lib_bad #(parameter F_TOP = 0) (input wire clk_i, input wire rst_ni, input wire [3:0] a_i);
(* anyconst *) reg [3:0] f_k; reg [3:0] f_seen_q; reg f_past_q;
$1
endmodule" >rtl/lib/lib_bad.v
    if [ -z "$2" ]; then run 0 lib_count; else
        run 1 lib_count
        check "refused: $1" says "^rtl/lib/lib_bad.v:3: assumption$2"
        check 'and nothing is proved' silent '^ok'
    fi
}
refuses 'always @* assume (a_i < 4);' " reads 'a_i': label it in_"
refuses 'always @* assume (f_seen_q != f_k);' " reads 'f_seen_q'"
refuses 'always @* small: assume (a_i < 4);' " 'small' reads 'a_i'"
refuses 'generate if (F_TOP) begin : g_top always @* in_a: assume (a_i < 4); end endgenerate' " 'in_a' below .if \(F_TOP\)"
refuses "always @* if (f_past_q && F_TOP == 2) in_a: assume (a_i < 4'd4);" " 'in_a' below .if \(F_TOP\)"
refuses 'generate if (F_TOP) begin : g_top end else begin : g_in always @* in_a: assume (a_i < 4); end endgenerate' " 'in_a' below"
# ... and one that none does assert, unless a proof, a bench or the stand-in of the stage has it.
labelled='always @* begin assume (f_past_q || !rst_ni); assume (f_k < 4); if (f_past_q) in_a: assume (a_i < 4); end'
asserted() { # file, text: it asserts in_a of lib_bad
    mkdir -p "$(dirname "$1")"
    echo "$2" >"$1"
    refuses "$labelled" ''
    rm "$1"
    run 1 lib_count
    check "refused without $1" says "^tests/formal/assumptions.sh: lib_bad: no proof, stand-in or bench asserts 'in_a'$"
    check 'and nothing is proved' silent '^ok'
}
echo 'module lib_user; lib_bad u_bad (); endmodule' >rtl/lib/lib_user.v
asserted tests/formal/proofs_user.txt 'lib_user;;1;lib/lib_bad.v'
asserted tests/rtl/lib_bad_tb.v 'check(a < 4, "in_a: small", a, 4);'
asserted tests/formal/any/lib_any.v 'in_a: assert (a_i < 4);'
tests/formal/assumptions.sh --take >log 2>&1
check 'exit code of assumptions.sh --take' [ $? = 1 ]
rm rtl/lib/lib_bad.v rtl/lib/lib_user.v

# Asked again once anything changes that the top reaches: the module, its checker, the proof's line.
echo 'wire unused;' | tee -a rtl/lib/lib_other.v >>tests/formal/formal_other.v
sed -i '1s|$| // a comment|' rtl/lib/lib_count.v tests/formal/formal_toy.v
run 0 lib_count
check 'files that the top does not reach, and comments, change nothing' [ "$(grep -c '(cached)$' log)" = 4 ]
sed -i "s/n_o + 3'd1/3'd1 + n_o/" rtl/lib/lib_count.v
run 0 lib_count
check 'a changed module is proven again' silent cached
sed -i 's/n_i); /n_i); wire unused = \&n_i; /' tests/formal/formal_toy.v
run 0 lib_count
check 'a changed checker, too' silent cached
sed -i 's/;8/;9/' tests/formal/proofs_count.txt
run 0 lib_count
check 'and a changed line' silent cached
echo '#' >>tests/formal/run.sh
run 0 lib_count
check 'and a changed script' silent cached

# A failure is never kept, and ends the run if only the first is wanted.
sed -i "s/n_o == 3'd5 ?/n_o == 3'd6 ?/" rtl/lib/lib_count.v
run 1 lib_count
check 'the assertion has a name' says '^FAILED lib_count.* base: failed: .*below'
run 1 lib_count
check 'failed again' says '^FAILED lib_count.* base: failed: .*below'
run 1 --first lib_count
check 'one failure is enough' [ "$(grep -c '^FAILED' log)" -le "$(nproc)" ]

# Open: neither passed nor failed, and not passed as a whole.
echo 'lib_hard;;1' >tests/formal/proofs_hard.txt
export FORMAL_TIMEOUT=1 FORMAL_TIMEOUT_ALONE=2
run 1 --proofs lib_hard
check 'the longer limit is the one reported' says '^undecided lib_hard.* induction: no answer in 2 s'
check 'it is undecided' says '^1 undecided$'
counts '0 passed, 0 failed'
run 1 --proofs lib_hard
check 'undecided is not kept' says '^1 undecided$'

# Interrupted: every process that stands in this tree is gone.
stay() {
    local d
    for d in /proc/[0-9]*; do
        [ "$(readlink "$d/cwd")" != "$work" ] || case $(tr '\0' ' ' <"$d/cmdline") in
        *z3* | *yosys* | *xargs* | *run.sh* | timeout*) return 0 ;;
        esac
    done
    return 1
}
solving() { # waits until a solver works
    local i d
    for ((i = 0; i < 100; i++)); do
        for d in /proc/[0-9]*; do
            [ "$(cat "$d/comm" 2>/dev/null)" = z3 ] && [ "$(readlink "$d/cwd")" = "$work" ] && return
        done
        sleep 0.1
    done
    return 1
}
export FORMAL_TIMEOUT=60
for signal in TERM INT HUP; do
    # `set -m` and env, because background jobs of a shell, and what runs in one, ignore SIGINT otherwise
    set -m
    env --default-signal=INT,TERM,HUP tests/formal/run.sh --proofs lib_hard >log 2>&1 &
    set +m
    check "a solver runs before SIG$signal" solving
    kill -$signal $!
    wait $! 2>/dev/null
    check "exit code after SIG$signal" [ $? -gt 128 ]
    check "nothing is left after SIG$signal" eval '! stay'
done

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
