#!/bin/sh
# Counts the parts in the folder `parts` on the machines of the file `machines`, one `user@host` a line, with GNU
# parallel over ssh. Each machine needs ox88 and rsync. What fails on one is tried on two others. Run the
# script again to send what is not done yet. More options for parallel may follow: parallel.sh --jobs 2
exec parallel --sshloginfile machines --jobs 1 --retries 3 --joblog log --resume-failed --workdir ox88 \
    --transferfile {} --return {.}.done "$@" \
    "${OX88:-ox88}" work count {} --into {.}.done --resume ::: parts/part-*.epd
