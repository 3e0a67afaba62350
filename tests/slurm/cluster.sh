#!/bin/bash
# cluster.sh start|stop|kill NODE|node NODE|controller DIR: a Slurm cluster of two nodes, n1 and n2, on this host's loopback
# address, for the tests. Everything that it writes lies in DIR; a program finds it by SLURM_CONF=DIR/slurm.conf.
#
#   start         munged, slurmctld and both slurmd; returns when both nodes are idle
#   kill NODE     kills the slurmd of NODE and the jobs there, as if the node lost power
#   node NODE     starts the slurmd of NODE again
#   controller    ends slurmctld and starts it again
#   stop          ends all of it
set -u
what=$1
shift
[ $# = 1 ] || { node=$1 && shift; }
dir=$(realpath -m "$1")
export SLURM_CONF=$dir/slurm.conf PATH=$PATH:/usr/sbin:/sbin

# A controller's first port; those of the nodes follow.
port=${SLURM_TEST_PORT:-16000}

configure() {
    local host
    host=$(hostname -s)
    mkdir -p "$dir"/{state,n1,n2} && chmod 755 "$dir" || return 1
    dd if=/dev/urandom of="$dir/munge.key" bs=1024 count=1 2>/dev/null && chmod 400 "$dir/munge.key"
    echo 'CgroupPlugin=cgroup/v1' >"$dir/cgroup.conf"
    cat >"$SLURM_CONF" <<END
ClusterName=ctadel
SlurmctldHost=$host(127.0.0.1)
SlurmctldPort=$port
CommunicationParameters=NoInAddrAny,NoCtldInAddrAny
AuthType=auth/munge
AuthInfo=socket=$dir/munge.socket
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SlurmdParameters=config_overrides
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
MinJobAge=300
KillWait=2
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=0
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
StateSaveLocation=$dir/state
SlurmdSpoolDir=$dir/%n
SlurmctldPidFile=$dir/slurmctld.pid
SlurmdPidFile=$dir/%n.pid
SlurmctldLogFile=$dir/slurmctld.log
SlurmdLogFile=$dir/%n.log
NodeName=n1 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=1 RealMemory=4000
NodeName=n2 NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=1 RealMemory=4000
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=UNLIMITED State=UP
END
}

wait_for() { # seconds command...
    local until=$((SECONDS + $1))
    shift
    until "$@" >/dev/null 2>&1; do
        [ $SECONDS -lt $until ] || { echo "cluster.sh: not within the time: $*" >&2; return 1; }
        sleep 0.2
    done
}
gone() { [ ! -e "/proc/$1" ] || grep -q '^State:.*Z' "/proc/$1/status"; }
idle() { [ "$(sinfo -h -N -t idle -o %N | sort -u | wc -l)" = 2 ]; }

start_node() { slurmd -N "$1" -f "$SLURM_CONF"; }
end() { # pid file
    local pid
    pid=$(cat "$1" 2>/dev/null) || return 0
    kill -9 "$pid" 2>/dev/null
    rm -f "$1"
}
# A job's first process is a child of slurmstepd and has the node's name in its environment. Quick, or the job would end
# by itself meanwhile.
end_jobs() { # node
    local of name job jobs
    for of in /proc/[0-9]*; do
        read -r name <"$of/comm" && [[ $name == slurmstepd* ]] || continue
        read -r -a jobs <"$of/task/${of#/proc/}/children"
        for job in "${jobs[@]}"; do
            # shellcheck disable=SC2046  # numbers
            grep -qzx "SLURMD_NODENAME=$1" "/proc/$job/environ" && grep -qzx "SLURM_CONF=$SLURM_CONF" "/proc/$job/environ" &&
                kill -9 "${of#/proc/}" "$job" $(cat "/proc/$job/task/$job/children")
        done
    done 2>/dev/null
}

case $what in
start)
    configure || exit 1
    munged --force --key-file="$dir/munge.key" --socket="$dir/munge.socket" --pid-file="$dir/munged.pid" \
        --log-file="$dir/munged.log" --seed-file="$dir/munged.seed" &&
        slurmctld -f "$SLURM_CONF" && start_node n1 && start_node n2 && wait_for 30 idle
    ;;
kill)
    end "$dir/$node.pid"
    end_jobs "$node"
    ;;
node) start_node "$node" ;;
controller)
    pid=$(cat "$dir/slurmctld.pid") && kill "$pid" # it saves its state
    wait_for 20 gone "$pid" || exit 1
    slurmctld -f "$SLURM_CONF"
    ;;
stop)
    scancel --user="$(id -un)" 2>/dev/null
    end_jobs n1 ; end_jobs n2
    for pid in n1 n2 slurmctld munged; do end "$dir/$pid.pid"; done
    ;;
*)
    echo "usage: cluster.sh start|stop|controller DIR, or kill|node NODE DIR" >&2
    exit 2
    ;;
esac
