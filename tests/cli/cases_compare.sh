# shellcheck shell=bash disable=SC2154
# compare: one clear line for each mistake in the reference table, and `make fidelity` without one.
head='kernel,cta_limit,sched,cycles,l1r_missrate,l2_missrate,row_locality,dram_bwutil,ipc'
table="$tmp/ref.csv"

# reject REGEX ROW…: a table of these rows ends with exit 2 and one line
reject() {
    regex=$1
    shift
    printf '%s\n' "$@" >"$table"
    "$ctadel" compare "$table" --traces "$tmp" >"$tmp/out" 2>&1
    got=$?
    [ "$got" = 2 ] && [ "$(wc -l <"$tmp/out")" = 1 ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "compare of '$*' -> exit $got, expected 2 and one line /$regex/"
}
reject "ref.csv:1: no column 'sched'" kernel,cta_limit,cycles
reject "found no rows" "$head"
reject "ref.csv:2: found another number of cells than the 9" "$head" k,1,gto,5
reject "ref.csv:2: kernel is '../k'" "$head" ../k,1,gto,5,1,1,1,1,1
reject "ref.csv:2: cta_limit is '17'; allowed: 1 to 16" "$head" k,17,gto,5,1,1,1,1,1
reject "ref.csv:2: cycles is '0'; allowed: a number above 0" "$head" k,1,gto,0,1,1,1,1,1
reject "ref.csv:2: l2_missrate is 'x'" "$head" k,1,gto,5,1,x,1,1,1
reject "ref.csv:2: sched: unknown word 'gtp'; did you mean gto" "$head" k,1,gtp,5,1,1,1,1,1
reject "ref.csv:3: the trace .*/k/kernelslist.g cannot be read" "$head" "" k,1,two_level,5,1,1,1,1,1
expect 2 "REFERENCE.csv is missing" compare
expect 2 "traces DIR is missing" compare "$table"
expect 2 "gone.csv: cannot be read" compare gone.csv --traces .
expect 2 "jobs: found '0'; allowed: 1 to 256" compare "$table" --traces . -j 0
make --no-print-directory -C "$here" fidelity FIDELITY_REF= FIDELITY_TRACES= >"$tmp/out" 2>&1 &&
    [ "$(wc -l <"$tmp/out")" = 1 ] && grep -q 'FIDELITY_TRACES=DIR' "$tmp/out"
verdict $? "make fidelity says in one line how to set its paths"

# Against our own figures: no error, the same orders. One column wrong by a factor of two shows.
mkdir -p "$tmp/traces"
expect 0 'warp instructions' trace gtx480 mmul --size tiny --out "$tmp/traces/mmul"
echo "$head" >"$table"
for w in gto two_level; do
    for n in 1 2 3; do
        cycles=$("$ctadel" run gtx480 --trace "$tmp/traces/mmul/kernelslist.g" --ctas $n \
            --warp "$(echo $w | sed 's/two_level/tl/')" | awk '/^cycles/ { print $NF }')
        echo "mmul,$n,$w,$cycles,0.5,0.5,8,0.1,1" >>"$table"
    done
done
expect 0 '^all +error +0.0 %  worst +0.0 %' compare "$table" --traces "$tmp/traces" -j 2
expect 0 '^mmul +two_level +\+1.00  error +0.0 %' compare "$table" --traces "$tmp/traces" \
    --engine c --csv "$tmp/table.csv"
[ "$(wc -l <"$tmp/table.csv")" = 7 ] &&
    grep -qE '^mmul,two_level,3,[0-9]+,[0-9]+,\+0.0,' "$tmp/table.csv"
verdict $? '--csv writes the table'
expect 0 'note: --set lcs.scope has no effect: no run uses the policy lcs' compare "$table" --traces "$tmp/traces" \
    --engine c --set lcs.scope=1
awk -F, -v OFS=, 'NR > 1 { $4 *= 2 } 1' "$table" >"$tmp/ref2.csv"
expect 0 '^all +error 100.0 %  worst 100.0 %' compare "$tmp/ref2.csv" --traces "$tmp/traces"
make --no-print-directory -C "$here" fidelity FIDELITY_REF="$table" FIDELITY_TRACES="$tmp/traces" \
    >"$tmp/out" 2>&1 && grep -q '^all .*error   0.0 %' "$tmp/out"
verdict $? 'make fidelity compares'
