#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# trial.sh [try] [test] [learn]: what README and tutorial promise, as somebody
# meets it who has nothing but a fresh Debian: made by debootstrap, with a user
# who is not root and speaks German, and nothing typed but what stands there.
#
#   try    README, "Try it", the first command: clone to the first substituted kernel
#   test   the second: all tests
#   learn  the packages, installed on another fresh Debian, and the tutorial
#
# Default: try and learn (half an hour on two cores; test takes another). As
# root, on a Debian with debootstrap. What is checked in is tried. Mounts are
# seen by nobody else; KEEP=FOLDER keeps the machines for a look around.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "${1-}" != --inside ]; then
    exec unshare --mount --propagation private "$0" --inside "$@"
fi
shift
[ $# -gt 0 ] || set -- try learn

# shellcheck source=/dev/null
codename=$(. /etc/os-release && echo "$VERSION_CODENAME")
# shellcheck disable=SC2016
mirror=$(apt-get indextargets --format '$(RELEASE) $(SITE)' 'Created-By: Packages' |
    awk -v release="$codename" '$1 == release { print $2; exit }')
top=${KEEP:-$(mktemp -d)}
mkdir -p "$top"
# A mount that did not come off would be emptied with the folder.
trap '[ -n "${KEEP-}" ] || rm -rf --one-file-system "$top"' EXIT

# fresh NAME: a machine in $top/NAME.
fresh() {
    local root=$top/$1
    if [ ! -d "$top/pristine" ]; then
        debootstrap --variant=minbase "$codename" "$top/pristine" "$mirror" \
            >"$top/debootstrap.log" || { tail "$top/debootstrap.log"; exit 1; }
    fi
    rm -rf --one-file-system "$root" # of a trial before
    cp -a "$top/pristine" "$root"
    cp /etc/resolv.conf "$root/etc/"
    printf '127.0.0.1 localhost %s\n' "$(hostname)" >"$root/etc/hosts"
    mount -t proc proc "$root/proc"
    mount -t sysfs sys "$root/sys"
    mount --rbind /dev "$root/dev"
    as_root "$1" 'apt-get update -qq && apt-get install -y -qq \
            --no-install-recommends sudo git ca-certificates locales
        echo "de_DE.UTF-8 UTF-8" >/etc/locale.gen && locale-gen
        useradd --create-home --shell /bin/bash stranger
        echo "stranger ALL=(ALL) NOPASSWD: ALL" >/etc/sudoers.d/stranger' \
        >"$top/$1.log" 2>&1 || { tail "$top/$1.log"; exit 1; }
}

forget() {
    umount --recursive --lazy "$top/$1/proc" "$top/$1/sys" "$top/$1/dev"
    [ -n "${KEEP-}" ] || rm -rf --one-file-system "${top:?}/$1"
}

# in_machine NAME COMMAND...: with an environment of its own.
in_machine() {
    env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin TERM=dumb \
        chroot "$top/$1" "${@:2}"
}

as_root() {
    in_machine "$1" bash -ec "$2"
}

# as_stranger NAME LINES: typed one after the other.
as_stranger() {
    in_machine "$1" su - stranger -c "export LANG=de_DE.UTF-8
set -e
$2"
}

clone_into() {
    git clone -q --bare . "$top/$1/srv/netcl-tune.git"
    as_root "$1" 'chown -R stranger /srv/netcl-tune.git'
    as_stranger "$1" 'git clone -q /srv/netcl-tune.git'
}

# The commands of a document, as it has them.
blocks() {
    awk '/^```sh$/ { is_in = 1; next } /^```$/ { is_in = 0 } is_in' "$1"
}

# What the tutorial has one type before, which no test can run everywhere.
preparation() {
    grep -E "^    $1 " doc/tutorial.md
}

try() {
    fresh try
    clone_into try
    as_stranger try "cd netcl-tune
$(blocks README.md | grep -x scripts/quickstart.sh)" | tee "$top/try.out"
    # The report of the last run: something was substituted.
    grep -Eq '^[0-9]+ process(es)?: [0-9]+ launches, [1-9][0-9]* substituted' \
        "$top/try.out"
    forget try
}

test() {
    fresh test
    clone_into test
    as_stranger test "cd netcl-tune
$(blocks README.md | grep -x scripts/check.sh)"
    forget test
}

learn() {
    fresh build
    clone_into build
    as_root build 'apt-get install -y -qq --no-install-recommends build-essential
        cd ~stranger/netcl-tune && apt-get build-dep -y -qq .' \
        >>"$top/build.log" 2>&1 || { tail "$top/build.log"; exit 1; }
    as_stranger build 'cd netcl-tune && dpkg-buildpackage -us -uc -b' \
        >>"$top/build.log" 2>&1 || { tail "$top/build.log"; exit 1; }
    fresh learn
    cp "$top"/build/home/stranger/*.deb "$top/learn/srv/"
    forget build
    as_root learn "apt-get install -y -qq --no-install-recommends /srv/*.deb
        $(preparation apt-get | sed 's/install/install -y -qq/')" \
        >>"$top/learn.log" 2>&1 || { tail "$top/learn.log"; exit 1; }
    as_stranger learn "mkdir lesson && cd lesson
$(preparation cp)
$(blocks doc/tutorial.md)" 2>&1 | tee "$top/learn.out"
    # The family of one's own is what the last runs launched.
    grep -Eq '^ *smooth .* exact +first [0-9]+' "$top/learn.out"
    [ "$(grep -c '^sum ' "$top/learn.out")" = 5 ]
    [ "$(grep '^sum ' "$top/learn.out" | sort -u | wc -l)" = 1 ]
    forget learn
}

for part; do
    case $part in
    try | test | learn) "$part" ;;
    *) sed -n '3,14s/^# \?//p' "$0" >&2; exit 2 ;;
    esac
    echo "trial: $part: as it is written"
done
