#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Build the Debian packages from what is checked in, look them over with
# lintian, and run a program from their files as they are installed: in a
# folder of its own, or (--install) on this machine.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
version=$(sed -n 's/^AC_INIT(\[netcl-tune\], \[\([^]]*\)\].*/\1/p' configure.ac)

scripts/packages.sh --all

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
source=$work/netcl-tune-$version
mkdir "$source"
git archive HEAD | tar -x -C "$source"
tar -C "$work" -cJf "$work/netcl-tune_$version.orig.tar.xz" \
    --exclude=debian "netcl-tune-$version"
(cd "$source" && dpkg-buildpackage -us -uc >"$work/build.log" 2>&1) ||
    { tail -n 60 "$work/build.log"; exit 1; }
# The maintainer's address and the missing bug number are the distribution's.
lintian --fail-on error,warning --tag-display-limit 0 \
    --suppress-tags bogus-mail-host,bogus-mail-host-in-debian-changelog,initial-upload-closes-no-bugs \
    --allow-root "$work"/*.changes
# Opened, not linked: no tool finds it, and this machine has it anyway.
for package in "$work"/netcl-tune_*.deb "$work"/libnetcl-tune_*.deb; do
    dpkg-deb -f "$package" Depends | grep -qw libcjson1 ||
        { echo "${package##*/}: does not depend on libcjson1"; exit 1; }
done
echo "built: $(cd "$work" && echo *.deb)"

# ---- installed and run ------------------------------------------------------

prefix=$work/root
if [ "${1-}" = --install ]; then
    prefix=
    dpkg -i "$work"/netcl-tune_*.deb "$work"/libnetcl-tune_*.deb \
        "$work"/libnetcl-tune-dev_*.deb
else
    for package in "$work"/*.deb; do
        dpkg -x "$package" "$prefix"
    done
fi
triplet=$(dpkg-architecture -qDEB_HOST_MULTIARCH)
cd "$work"
mkdir -p cache
export HOME=$work XDG_CACHE_HOME=$work/cache
export PATH=$prefix/usr/bin:$PATH
cc -O2 "$root/doc/examples/smooth.c" -o smooth -lOpenCL
bare=$(./smooth 100 200 20 2>/dev/null)
tuned=$(NETCL_TUNE_VARIANTS=$prefix/usr/share/netcl-tune/variants \
    netcl-tune run --library "$prefix/usr/lib/$triplet/libnetcl_tune.so" \
    --log log.jsonl -- ./smooth 100 200 20 2>/dev/null)
[ "$bare" = "$tuned" ]
jq -es 'any(.event == "summary" and .launches == 20)' log.jsonl >/dev/null
netcl-tune report log.jsonl
netcl-tune variants list >/dev/null
for file in share/man/man1/netcl-tune.1.gz share/man/man7/libnetcl_tune.7.gz \
    share/bash-completion/completions/netcl-tune include/netcl_tune.h \
    "lib/$triplet/pkgconfig/netcl_tune.pc" \
    "lib/$triplet/netcl-tune/netcl-tune-build"; do
    [ -e "$prefix/usr/$file" ] || { echo "not installed: $file"; exit 1; }
done
echo "installed and run"
