#!/bin/sh
# A cluster on this machine: a scheduler and two workers on 127.0.0.1 alone, and a batch on them.
#
#     docs/cluster/local.sh [COMMAND OF zet...]
#
# Without a command it solves the samples, and compares the answers with a run without a cluster.
set -eu

folder=$(mktemp -d)
scheduler=
workers=
job=
export DASK_TEMPORARY_DIRECTORY="$folder"
end_all() {
    # A signal may arrive after a process has started and before its number is kept: that number is $!.
    case " $scheduler $workers $job " in
        *" ${!:-} "*) ;;
        *) job=$! ;;
    esac
    # Without a number, wait would wait for the cluster.
    [ -z "$job" ] || { kill "$job" 2>/dev/null; wait "$job"; } || true
    # Nothing of the cluster is kept, and its own way to end may take a minute.
    kill -KILL $scheduler $workers 2>/dev/null || true
    wait
    until rm -rf "$folder"; do sleep 0.1; done
}
trap end_all EXIT
# Not every shell runs the trap of EXIT when a signal ends it.
trap 'exit 130' INT
trap 'exit 143' TERM

# The scheduler binds a free port, and writes its address to a file. Without the address of a dashboard
# Dask listens for HTTP on all addresses of the machine, even where it has no dashboard.
dask scheduler --host 127.0.0.1 --port 0 --dashboard-address 127.0.0.1:0 --scheduler-file "$folder/scheduler.json" \
    2>"$folder/scheduler.log" &
scheduler=$!
for number in 1 2; do
    dask worker --no-nanny --host 127.0.0.1 --dashboard-address 127.0.0.1:0 --nthreads 1 \
        --scheduler-file "$folder/scheduler.json" 2>"$folder/worker-$number.log" &
    workers="$workers $!"
done
until address=$(grep -o 'tcp://127.0.0.1:[0-9]*' "$folder/scheduler.json" 2>/dev/null); do
    kill -0 "$scheduler" 2>/dev/null || { cat "$folder/scheduler.log" >&2 && exit 1; }
    sleep 0.1
done

# A shell handles a signal while it waits for a command in the background, which has no input by itself.
exec 3<&0
on_cluster() {
    zet "$@" --jobs "$address" <&3 &
    job=$!
    wait "$job"
}

if [ $# -gt 0 ]; then
    on_cluster "$@"
else
    samples=$(cd "$(dirname "$0")/../../samples/tectonic" && pwd)
    on_cluster tectonic solve --format json "$samples/three.xml" >"$folder/there"
    zet tectonic solve --format json "$samples/three.xml" >"$folder/here"
    cmp "$folder/there" "$folder/here"
    echo "the same $(wc -l <"$folder/here") answers on the cluster"
fi
