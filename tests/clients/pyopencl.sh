#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pyopencl.sh EXAMPLE: one of pyopencl's examples; $PYTHON may be another one.
example=/usr/share/doc/python-pyopencl-doc/examples/$1
[ -f "$example" ] || exit 77
export PYOPENCL_CTX=0 PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0
export PYOPENCL_TEST=portable MPLBACKEND=Agg
exec "${PYTHON:-/usr/bin/python3}" "$example"
