#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# nomemory.sh BUILD [STRIDE]: every allocation of ours (or every STRIDE-th)
# fails, alone and with all after it, in every kind of session, on the fake
# driver. tests/system/024-host-memory.bats is the short form. SESSIONS='cold
# warm' are these alone.
set -u
abs_builddir=${1:?usage: nomemory.sh BUILD [STRIDE]}
stride=${2:-1}
# shellcheck source=/dev/null
. "$(dirname "$0")/../tests/system/outside.bash"
# shellcheck source=/dev/null
. "$abs_srcdir/tests/system/nomemory-sessions.bash"
prepare_sessions
total=0 bad=0

for session in ${SESSIONS:-$program_sessions $command_sessions}; do
    for how in one rest; do
        line=$(walk_session "$session" $how "$stride") || bad=1
        echo "$session: $line"
        line=${line% runs*}
        total=$((total + ${line##* }))
    done
done
echo "$total runs, bad: $bad"
exit $bad
