#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# pyopencl.sh EXAMPLE: one of pyopencl's examples, its random numbers the same
# in every run. $PYTHON may be another Python.
example=/usr/share/doc/python-pyopencl-doc/examples/$1
[ -f "$example" ] || exit 77
export PYOPENCL_CTX=0 PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0
export PYOPENCL_TEST=portable MPLBACKEND=Agg
exec "${PYTHON:-/usr/bin/python3}" -c '
import random, runpy, sys
import numpy
generator = numpy.random.default_rng
numpy.random.default_rng = lambda seed=1: generator(seed)
numpy.random.seed(1)
random.seed(1)
sys.argv = sys.argv[1:]
runpy.run_path(sys.argv[0], run_name="__main__")
' "$example"
