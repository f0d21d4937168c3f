#!/usr/bin/env bats
# SPDX-License-Identifier: Apache-2.0

load helpers

# The ways in which programs reach OpenCL, beside those of 010-doors: through
# libraries that they load, loaders that these bring along, other namespaces.
# All of them are reached by preloading, and each launch once.

setup_file() {
    cc --version >/dev/null || skip "no compiler"
}

# plugin NAME [OPTION...]: which links the usual loader, if nothing else is said.
plugin() {
    cc -shared -fPIC -o "$1" "$srcdir/tests/apps/plugin.c" "${@:2}"
    plugins+=("$PWD/$1")
}

# As a wheel brings it: another name, inside and out, beside the plugin.
bundled_plugin() {
    loader=$(ldconfig -p | awk '/libOpenCL.so.1 / { print $NF; exit }')
    sed 's/libOpenCL\.so\.1/libOpenCX.so.1/g' "$loader" >libOpenCX.so.1
    plugin "$1" ./libOpenCX.so.1 -Wl,-rpath,"$PWD"
}

# Decide once, so that what follows is all substituted.
begin() {
    [ -z "$SANITIZED" ] || skip "the sanitizer's runtime is for one namespace"
    use_fake
    plugins=()
    tuned launches 40 >/dev/null
    rm "$NETCL_TUNE_LOG"
}

# reached LAUNCHES COMMAND...: by all copies of the library together, and the
# driver was asked as often.
reached() {
    rm -f "$NETCL_TUNE_LOG" calls
    FAKECL_LOG=$PWD/calls tuned "${@:2}"
    assert "$(jq -s 'map(select(.event == "summary") | .substituted) | add' \
        "$NETCL_TUNE_LOG")" = "$1" "launches substituted"
    assert "$(grep -c clEnqueueNDRangeKernel calls)" = "$1" "launches below"
}

@test "the loader in a namespace of its own" {
    begin
    reached 5 "$apps/opened" libOpenCL.so.1 5 namespace
}

@test "the loader by the name that developers link" {
    begin
    loader=$(ldconfig -p | awk '/libOpenCL.so.1 / { print $NF; exit }')
    ln -s "$loader" libOpenCL.so
    LD_LIBRARY_PATH=$PWD reached 5 "$apps/opened" libOpenCL.so 5
}

@test "a plugin that links the loader: local, bound to itself first, in a namespace" {
    begin
    plugin plugin.so -lOpenCL
    for how in local deepbind namespace; do
        reached 5 "$apps/plugged" $how 5 "${plugins[@]}"
    done
}

@test "a plugin with a loader of its own, under another name" {
    begin
    bundled_plugin plugin.so
    for how in local deepbind; do
        reached 5 "$apps/plugged" $how 5 "${plugins[@]}"
    done
}

@test "two loaders in one process, in either order" {
    begin
    plugin usual.so -lOpenCL
    bundled_plugin own.so
    reached 10 "$apps/plugged" local 5 "${plugins[@]}"
    reached 10 "$apps/plugged" local 5 "${plugins[1]}" "${plugins[0]}"
}

@test "a library whose constructor launches before main, and before ours" {
    begin
    plugin libearly.so -DEARLY=5 -lOpenCL
    echo 'int main(void) { return 0; }' >main.c
    cc -o early main.c -Wl,--no-as-needed ./libearly.so -Wl,-rpath,"$PWD"
    reached 5 ./early
}

@test "a relative path in LD_PRELOAD, and a program that moves" {
    begin
    plugin plugin.so -lOpenCL
    cp "$library" .
    library=./libnetcl_tune.so reached 5 "$apps/plugged" moved 5 "${plugins[@]}"
}

# The loader of Debian 12 cuts OPENCL_LAYERS off behind the first layer.
@test "a program that another one starts, after it has used OpenCL" {
    begin
    plugin plugin.so -lOpenCL
    export OPENCL_LAYERS=$builddir/tests/.libs/libotherlayer.so
    reached 10 "$apps/plugged" started 5 "${plugins[@]}"
}

@test "a child that is the first to use OpenCL" {
    begin
    plugin plugin.so -lOpenCL
    reached 5 "$apps/plugged" forked 5 "${plugins[@]}"
}
