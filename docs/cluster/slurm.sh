#!/bin/sh
# Counts the parts in the folder `parts` as an array of jobs: sbatch --array=0-99 slurm.sh
# The folder is on a disk that all nodes share. A requeued job resumes where it stopped.
#SBATCH --job-name=ox88
#SBATCH --requeue
part=parts/part-$SLURM_ARRAY_TASK_ID
exec "${OX88:-ox88}" work count "$part.epd" --into "$part.done" --resume --threads "${SLURM_CPUS_ON_NODE:-1}"
