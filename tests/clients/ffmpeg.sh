#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# ffmpeg.sh FILTER: checksums of the frames that one of ffmpeg's filters makes.
command -v ffmpeg >/dev/null || exit 77
filter="format=yuv420p,hwupload,$1,hwdownload,format=yuv420p"
source=testsrc=size=192x128:duration=0.2:rate=10
exec ffmpeg -hide_banner -loglevel warning -init_hw_device opencl=ocl:0.0 \
    -filter_hw_device ocl -f lavfi -i "$source" -vf "$filter" -f framemd5 -
