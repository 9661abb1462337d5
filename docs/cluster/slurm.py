"""Run a command of zet on the nodes of a Slurm cluster, and release them at the end.

    python docs/cluster/slurm.py JOBS COMMAND OF zet...

Each job has 8 cores of a node, with a worker on each. Add the settings that your site requires (account,
queue, modules to load) to the call below, or to `~/.config/dask/jobqueue.yaml`.
"""

import subprocess
import sys

from dask_jobqueue import SLURMCluster

if __name__ == "__main__":
    with SLURMCluster(
        cores=8,
        processes=8,
        memory="8GB",
        walltime="12:00:00",
        scheduler_options={"dashboard_address": ":0"},
        # queue="normal", account="puzzles", interface="ib0",
        # job_script_prologue=["module load python", "source ~/zet/bin/activate"],
    ) as cluster:
        cluster.scale(jobs=int(sys.argv[1]))
        address = f"{cluster.scheduler_address},timeout=86400"  # jobs may wait long in a queue
        command = [sys.executable, "-m", "zet", *sys.argv[2:], "--jobs", address]
        sys.exit(subprocess.call(command))  # noqa: S603 - the user's own command
