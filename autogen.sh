#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# Make configure from a clone.
set -e
cd "$(dirname "$0")"
mkdir -p m4 build-aux
autoreconf --install --force "$@"
