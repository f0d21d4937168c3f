#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# starpu.sh PROGRAM: one of Debian's StarPU examples on the OpenCL device alone.
program=/usr/lib/x86_64-linux-gnu/starpu/examples/$1
[ -x "$program" ] || exit 77
export STARPU_NCPU=0 STARPU_NOPENCL=1 STARPU_OPENCL_ON_CPUS=1
export STARPU_NCUDA=0 STARPU_SILENT=1 STARPU_HOME="$HOME"
exec "$program"
