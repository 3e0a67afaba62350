#!/bin/bash
# Sweeps on Slurm: a cluster of two nodes on the loopback address runs 240 rows while a node loses power and the controller
# restarts; then what a user or a node can have wrong. Ends in N passed, N failed. (make slurm-test)
set -u
# shellcheck source=tests/ctadel.sh
. tests/ctadel.sh
cluster=$here/tests/slurm/cluster.sh
slurm=$tmp/slurm
export SLURM_CONF=$slurm/slurm.conf
trap '"$cluster" stop "$slurm"; umount -q "$tmp/full" 2>/dev/null; rm -rf "$tmp"' EXIT
for program in slurmctld slurmd sbatch munged; do
    PATH=$PATH:/usr/sbin command -v $program >/dev/null ||
        { echo "tests/slurm/run.sh: no $program; make slurm-test installs it" >&2 && exit 1; }
done
[ "$(id -u)" = 0 ] || { echo "tests/slurm/run.sh: only root can start nodes that run jobs" >&2 && exit 1; }
cd "$tmp/cwd" || exit 1
rows=$here/tests/slurm/rows.yaml

# check WHAT command...: counts; what the command prints is shown if it fails
check() {
    local what=$1
    shift
    "$@" >"$tmp/out" 2>&1
    verdict $? "$what"
}
# says CODE REGEX arguments...: ctadel ends with the code, and prints a line that matches
says() {
    local code=$1 regex=$2 got
    shift 2
    timeout 300 env PATH="${program_path:-$PATH}" "$ctadel" "$@" >"$tmp/out" 2>&1
    got=$?
    [ "$got" = "$code" ] && grep -qE -- "$regex" "$tmp/out"
    verdict $? "ctadel $* -> exit $got, expected $code and a line /$regex/"
}
same() { cmp "$tmp/cwd/whole/table.csv" "$1/table.csv" && cmp "$tmp/cwd/whole/runs.csv" "$1/runs.csv"; }
row_count() { find "$1/rows" -name '*.json' 2>/dev/null | wc -l; }
wait_for_rows() { # folder count
    local until=$((SECONDS + 120))
    while [ "$(row_count "$1")" -lt "$2" ] && [ $SECONDS -lt $until ]; do sleep 0.1; done
}

"$ctadel" sweep "$rows" --out whole >"$tmp/out" 2>&1
verdict $? "the undivided sweep"
"$cluster" start "$slurm" >"$tmp/out" 2>&1
verdict $? "two nodes are idle"

# --- a node loses power, the controller restarts ------------------------------------------------------------------
start=$SECONDS
"$ctadel" sweep "$rows" --slurm --array 4 --out part >"$tmp/part" 2>&1 &
pid=$!
wait_for_rows part 50 # of 60 in each task: both nodes are in the middle of one
"$cluster" kill n1 "$slurm"
find part/rows -name '*.json' -printf '%f %i\n' | sort >"$tmp/before"
wait_for_rows part 80
"$cluster" controller "$slurm"
wait "$pid"
code=$?
cp "$tmp/part" "$tmp/out"
verdict $code "the sweep ends with exit code 0, not $code"
check "all 240 rows are there" [ "$(row_count part)" = 240 ]
check "table and runs equal those of the undivided sweep" same part
find part/rows -name '*.json' -printf '%f %i\n' | sort >"$tmp/after"
scontrol show job >"$tmp/jobs" 2>&1
check "no row of before was written again" [ -z "$(comm -23 "$tmp/before" "$tmp/after")" ]
check "a task was requeued" grep -q 'Restarts=1' "$tmp/jobs"
echo "240 rows in $((SECONDS - start)) s, with one node dead after 50 of them"
"$cluster" node n1 "$slurm"

# --- time and memory of earlier rows, and the user's options ------------------------------------------------------
find part/rows -name "vadd-*.json" | sort | head -n 4 | xargs rm
says 0 '^job [0-9]+: 4 runs in 2 tasks' sweep "$rows" --slurm --array 2 --detach --out part -- --comment=mine --hold
job=$(awk '{ print $2 }' part/slurm/job)
scontrol show job "$job" >"$tmp/job" 2>&1
check "a limit of minutes from earlier rows" grep -q 'TimeLimit=00:02:00' "$tmp/job"
check "memory from earlier rows" grep -qE 'MinMemoryNode=[2-4][0-9][0-9]M|mem=[2-4][0-9][0-9]M' "$tmp/job"
check "an option after --" grep -q 'Comment=mine' "$tmp/job"
check "tasks are requeued" grep -q 'Requeue=1' "$tmp/job"
"$ctadel" sweep "$rows" --slurm --out part >"$tmp/part" 2>&1 &
pid=$!
until=$((SECONDS + 60))
until grep -q "^job $job: 4 runs in 2 tasks, submitted before" "$tmp/part" || [ $SECONDS -gt $until ]; do sleep 0.2; done
scontrol release "$job"
wait "$pid"
code=$?
cp "$tmp/part" "$tmp/out"
verdict $code "the same command waits for the job of before"
check "and says so" grep -q "^job $job: 4 runs in 2 tasks, submitted before" "$tmp/part"
check "and equals the undivided sweep" same part

find part/rows -name '*.json' | sort | awk 'NR % 6 == 0' | xargs rm # of each workload some stay
says 0 '^job [0-9]+: 40 runs in 1 task; ' sweep "$rows" --slurm --out part
check "short runs share a task" same part
says 0 '^job [0-9]+: 16 runs in 4 tasks; ' sweep "$rows" --slurm --workloads vadd,tran --out few
rm -r few

# No node takes a task: the sweep says why, and goes on when one does.
find part/rows -name "vadd-*.json" | sort | head -n 2 | xargs rm
scontrol update nodename=n1,n2 state=drain reason=test
"$ctadel" sweep "$rows" --slurm --array 2 --out part >"$tmp/part" 2>&1 &
pid=$!
until=$((SECONDS + 60))
while ! grep -q "no task runs; Slurm's reason: " "$tmp/part" && [ $SECONDS -lt $until ]; do sleep 0.5; done
cp "$tmp/part" "$tmp/out"
check "says why no task runs" grep -qi "reason: .*drain" "$tmp/part"
scontrol update nodename=n1,n2 state=resume
wait "$pid"
verdict $? "and goes on when a node is there"

# --- wrong input, nodes and services ------------------------------------------------------------------------------
says 2 'another build: found program [0-9a-f]{16}; allowed: 0123' sweep "$rows" --shard 1/2 --program 0123 --out other
program_path=/nowhere says 2 'sbatch is not in PATH; install Slurm' sweep "$rows" --slurm --out none
says 2 'sbatch: .*Invalid partition name specified$' sweep "$rows" --slurm --partition nowhere --out none

says 2 "found '--wrap=x' after --, which --slurm sets itself" sweep "$rows" --slurm --out none -- --wrap=x
says 2 "--out: found '%', which Slurm replaces" sweep "$rows" --slurm --out 'a%j'
says 2 '--jobs and --slurm exclude each other' sweep "$rows" --slurm --out none -j 2

# A damaged row is run again. Another sweep does not take over the job that runs in the folder.
damaged=$(find part/rows -name 'vadd-*.json' | head -n 1)
head -c 300 "$damaged" >"$tmp/cut" && cp "$tmp/cut" "$damaged"
says 0 '^job [0-9]+: 1 run in 1 task; logs' sweep "$rows" --slurm --detach --out part -- --hold
says 2 'job [0-9]+ of another sweep, or of another build, still runs here' sweep "$rows" --workloads vadd,tran --size small --slurm --out part
scontrol release "$(awk '{ print $2 }' part/slurm/job)"
says 0 '^runs: part/runs.csv' sweep "$rows" --slurm --out part
check "a damaged row is there again" same part

# Runs that fail: as on this host, with the same exit code, and again when asked again.
mkdir bad && cp -r "$here"/configs/workloads/vadd/* bad/ && sed -i 's/add\.rn/sub.rn/' bad/vadd.ptx
says 1 'vadd, 1: check failed' sweep "$rows" --workloads tran,bad/vadd.yaml --out here
says 1 'vadd, 1: check failed' sweep "$rows" --workloads tran,bad/vadd.yaml --slurm --array 2 --out there
check "table and runs are those of this host" cmp here/table.csv there/table.csv
check "no file of a failure stays" [ -z "$(find there/rows -name 'job-*')" ]
says 0 '^job ' sweep "$rows" --workloads tran,bad/vadd.yaml --slurm --array 2 --detach --out there
until=$((SECONDS + 60))
while [ -n "$(squeue -h -j "$(awk '{ print $2 }' there/slurm/job)" 2>/dev/null)" ] && [ $SECONDS -lt $until ]; do sleep 0.5; done
says 1 'vadd, 1: check failed' sweep "$rows" --workloads tran,bad/vadd.yaml --slurm --detach --out there

# A cancelled job: reported once, then submitted again.
says 0 '^job ' sweep "$rows" --workloads vadd --slurm --detach --out late -- --hold
scancel "$(awk '{ print $2 }' late/slurm/job)"
says 2 '^job [0-9]+ was cancelled' sweep "$rows" --workloads vadd --slurm --out late
says 0 '^runs: late/runs.csv' sweep "$rows" --workloads vadd --slurm --out late

# Node n2 sees an empty folder where this host has the sweep's.
"$cluster" kill n2 "$slurm"
mkdir private
unshare -m sh -c "mount -t tmpfs none '$tmp/cwd/private' && exec '$cluster' node n2 '$slurm'"
says 2 '2 of 2 tasks wrote no log .*their nodes do not see this folder' sweep "$rows" --slurm --array 2 --out private \
    -- --nodelist=n2
check "before the first row" [ "$(row_count private)" = 0 ]
"$cluster" kill n2 "$slurm"
# Node n2 has another file under the program's path.
cp "$ctadel" "$tmp/other" && printf 'x' >>"$tmp/other"
unshare -m sh -c "mount --bind '$tmp/other' '$ctadel' && exec '$cluster' node n2 '$slurm'"
says 2 'node n2: .* has another build' sweep "$rows" --slurm --array 2 --out build -- --nodelist=n2
check "before the first row" [ "$(row_count build)" = 0 ]

find part/rows -name "vadd-*.json" | head -n 1 | xargs rm
says 0 '^job ' sweep "$rows" --slurm --detach --out part -- --hold
kill -9 "$(cat "$slurm/munged.pid")"
says 2 'sbatch: .*; is Slurm there .*munged' sweep "$rows" --slurm --out none
says 2 'squeue: .*; job [0-9]+ of before may still run, so nothing was submitted' sweep "$rows" --slurm --out part

# A full disk: what is there stays a row, and the rest is done where there is room.
mkdir "$tmp/full" && mount -t tmpfs -o size=200k none "$tmp/full"
says 2 'No space left' sweep "$rows" --shard 1/1 --out "$tmp/full/s"
check "no part of a row" [ -z "$(find "$tmp/full/s/rows" -name '*.tmp')" ]
cp -r "$tmp/full/s" room
says 0 'runs are kept from before' sweep "$rows" --out room
check "and equals the undivided sweep" same room

# Another user's folder.
chmod 755 "$tmp" "$tmp/cwd" whole whole/rows
cp -r whole ours && rm ours/rows/vadd-*.json && chmod 755 ours ours/rows
nobody() { setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
nobody "$ctadel" sweep "$rows" --shard 1/1 --out ours >"$tmp/out" 2>&1
[ $? = 2 ] && grep -q 'cannot be written: Permission denied' "$tmp/out"
verdict $? "another user gets an error: the folder cannot be written"
chmod 777 ours ours/rows
nobody "$ctadel" sweep "$rows" --shard 1/1 --out ours >"$tmp/out" 2>&1
verdict $? "another user adds rows to a folder that is open to all"
says 0 'runs are kept from before' sweep "$rows" --out ours
check "and equals the undivided sweep" same ours
summary
