# SPDX-License-Identifier: Apache-2.0
# For scripts that use the helpers of the system tests without bats: they have
# set abs_builddir. Goes to a folder that is gone when the script ends; a script
# with more to clear away does so in a function clear_away.

abs_srcdir=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
BATS_TEST_TMPDIR=$(mktemp -d)
clear_away() { :; }
trap 'clear_away; rm -rf "$BATS_TEST_TMPDIR"' EXIT
bats_require_minimum_version() { :; }
# shellcheck source=/dev/null
. "$abs_srcdir/tests/system/helpers.bash"
setup
