# SPDX-License-Identifier: Apache-2.0
"""OpenCV's T-API: one function on an OpenCL device; prints what it computes.

OpenCV opens the loader at run time and keeps compiled kernels in a folder.
"""
import hashlib
import os
import sys

os.environ.setdefault("OPENCV_OPENCL_DEVICE", ":CPU:")
import cv2  # noqa: E402
import numpy  # noqa: E402


def image(depth, channels=1, size=(96, 160)):
    generator = numpy.random.default_rng(7)
    pixels = generator.integers(0, 255, size + ((channels,) * (channels > 1)))
    return cv2.UMat(pixels.astype(depth))


def matrix(rows, columns):
    generator = numpy.random.default_rng(11)
    return cv2.UMat(generator.random((rows, columns), dtype=numpy.float32))


FUNCTIONS = {
    "blur": lambda: cv2.blur(image("u1"), (5, 5)),
    "gaussian": lambda: cv2.GaussianBlur(image("u1", 3), (5, 5), 1.5),
    "median": lambda: cv2.medianBlur(image("u1"), 3),
    "bilateral": lambda: cv2.bilateralFilter(image("u1"), 5, 40, 40),
    "sobel": lambda: cv2.Sobel(image("f4"), cv2.CV_32F, 1, 0),
    "laplacian": lambda: cv2.Laplacian(image("f4"), cv2.CV_32F, ksize=3),
    "canny": lambda: cv2.Canny(image("u1"), 50, 150),
    "erode": lambda: cv2.erode(image("u1"), numpy.ones((3, 3), "u1")),
    "resize": lambda: cv2.resize(image("u1", 3), (77, 51)),
    "warp": lambda: cv2.warpAffine(
        image("u1"), numpy.float32([[1, 0.1, 3], [0.1, 1, -2]]), (160, 96)),
    "gray": lambda: cv2.cvtColor(image("u1", 3), cv2.COLOR_BGR2GRAY),
    "transpose": lambda: cv2.transpose(image("f4")),
    "gemm": lambda: cv2.gemm(matrix(64, 48), matrix(48, 80), 1.0, None, 0.0),
    "add": lambda: cv2.add(image("f4"), image("f4")),
    "threshold": lambda: cv2.threshold(image("u1"), 99, 255,
                                       cv2.THRESH_BINARY)[1],
    "sum": lambda: numpy.array(cv2.sumElems(image("u1"))),
    "histogram": lambda: cv2.calcHist([image("u1")], [0], None, [32],
                                      [0, 256]),
    "dft": lambda: cv2.dft(matrix(64, 64)),
    "integral": lambda: cv2.integral(image("u1")),
    "pyramid": lambda: cv2.pyrDown(image("u1", 3)),
    "match": lambda: cv2.matchTemplate(image("f4"),
                                       cv2.UMat(image("f4"), [8, 24], [8, 24]),
                                       cv2.TM_CCORR),
}


def main():
    cv2.ocl.setUseOpenCL(True)
    if not cv2.ocl.useOpenCL():
        sys.exit("OpenCV has no OpenCL device")
    for name in sys.argv[1:] or FUNCTIONS:
        # Twice: the second launch uses kernels that are there already.
        for _ in range(2):
            result = FUNCTIONS[name]()
            result = result.get() if isinstance(result, cv2.UMat) else result
        result = numpy.ascontiguousarray(result)
        print(name, result.shape, result.dtype,
              hashlib.sha256(result.tobytes()).hexdigest()[:16])


main()
