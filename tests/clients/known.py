# SPDX-License-Identifier: Apache-2.0
"""A pyopencl client whose kernels the tuner knows: known.py FAMILIES [WAY...]

Each way launches the transposition of FAMILIES/transpose/reference.cl and
checks every element itself; what it prints does not depend on time.
"""
import sys
import time
import threading

import numpy
import pyopencl as cl

SIZES = ((64, 96), (200, 120), (256, 256))
LAUNCHES = 12


class Client:
    def __init__(self, families, properties=0):
        with open(families + "/transpose/reference.cl") as file:
            self.source = file.read()
        platforms = cl.get_platforms()
        device = platforms[0].get_devices()[0]
        self.context = cl.Context([device])
        self.queue = cl.CommandQueue(self.context, properties=properties)
        self.program = cl.Program(self.context, self.source).build()
        self.failures = 0

    def buffer(self, flags, size):
        return cl.Buffer(self.context, flags, size)

    def data(self, width, height, seed):
        generator = numpy.random.default_rng(seed)
        return generator.random((height, width), dtype=numpy.float32)

    def check(self, name, right):
        if not right:
            self.failures += 1
            print("wrong:", name)

    def launch(self, kernel, queue, out, source, width, height, **words):
        kernel.set_args(out, source, numpy.uint32(width),
                        numpy.uint32(height))
        return cl.enqueue_nd_range_kernel(queue, kernel, (width, height),
                                          words.pop("local", None), **words)

    def rounds(self, queue, name, kernel=None):
        """Every size in turn, with new data for each launch."""
        flags = cl.mem_flags
        kernel = kernel or cl.Kernel(self.program, "transpose_range")
        for width, height in SIZES:
            size = 4 * width * height
            source = self.buffer(flags.READ_ONLY, size)
            out = self.buffer(flags.WRITE_ONLY, size)
            for i in range(LAUNCHES):
                data = self.data(width, height, i)
                result = numpy.empty((width, height), numpy.float32)
                first = cl.enqueue_copy(queue, source, data,
                                        is_blocking=False)
                event = self.launch(kernel, queue, out, source, width, height,
                                    wait_for=[first])
                cl.enqueue_copy(queue, result, out, wait_for=[event])
                queue.finish()
                self.check("%s %dx%d #%d" % (name, width, height, i),
                           (result == data.T).all())
                yield event


def plain(families):
    client = Client(families)
    for _ in client.rounds(client.queue, "plain"):
        pass
    return client


def profiling(families):
    client = Client(families, cl.command_queue_properties.PROFILING_ENABLE)
    before = 0
    for event in client.rounds(client.queue, "profiling"):
        times = [event.profile.queued, event.profile.submit,
                 event.profile.start, event.profile.end]
        client.check("times in order", times == sorted(times))
        client.check("times go on", before <= times[3])
        client.check("command type", event.command_type ==
                     cl.command_type.NDRANGE_KERNEL)
        client.check("status", event.command_execution_status ==
                     cl.command_execution_status.COMPLETE)
        client.check("queue", event.command_queue == client.queue)
        before = times[3]
    return client


def out_of_order(families):
    properties = cl.command_queue_properties
    client = Client(families, properties.OUT_OF_ORDER_EXEC_MODE_ENABLE)
    for _ in client.rounds(client.queue, "out of order"):
        pass
    return client


def threads(families):
    client = Client(families)

    def work(number):
        queue = cl.CommandQueue(client.context)
        for _ in client.rounds(queue, "thread %d" % number):
            pass

    workers = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    return client


def gated(families):
    """A user event that the same thread fires after the launch."""
    client = Client(families)
    kernel = cl.Kernel(client.program, "transpose_range")
    width, height = SIZES[0]
    data = client.data(width, height, 1)
    flags = cl.mem_flags
    source = cl.Buffer(client.context, flags.READ_ONLY | flags.COPY_HOST_PTR,
                       hostbuf=data)
    out = client.buffer(flags.WRITE_ONLY, data.nbytes)
    for i in range(LAUNCHES):
        gate = cl.UserEvent(client.context)
        event = client.launch(kernel, client.queue, out, source, width, height,
                              wait_for=[gate])
        client.queue.flush()
        client.check("gated", event.command_execution_status !=
                     cl.command_execution_status.COMPLETE)
        gate.set_status(cl.command_execution_status.COMPLETE)
        result = numpy.empty((width, height), numpy.float32)
        cl.enqueue_copy(client.queue, result, out)
        client.check("gated #%d" % i, (result == data.T).all())
    return client


def parts(families):
    """Sub-buffers of one buffer, and one buffer as both arguments."""
    client = Client(families)
    kernel = cl.Kernel(client.program, "transpose_range")
    width, height = 64, 64
    data = client.data(width, height, 1)
    whole = client.buffer(cl.mem_flags.READ_WRITE, 3 * data.nbytes)
    source = whole.get_sub_region(0, data.nbytes)
    out = whole.get_sub_region(data.nbytes, data.nbytes)
    for i in range(LAUNCHES):
        cl.enqueue_copy(client.queue, whole,
                        numpy.full(3 * width * height, i, numpy.float32))
        cl.enqueue_copy(client.queue, source, data)
        client.launch(kernel, client.queue, out, source, width, height)
        result = numpy.empty((3, width, height), numpy.float32)
        cl.enqueue_copy(client.queue, result, whole)
        client.check("parts #%d" % i, (result[0] == data).all()
                     and (result[1] == data.T).all()
                     and (result[2] == i).all())
    # Overlapping: a race but for one element.
    for i in range(LAUNCHES):
        client.launch(kernel, client.queue, whole, whole, 1, 1)
    client.queue.finish()
    return client


def offset(families):
    client = Client(families)
    kernel = cl.Kernel(client.program, "transpose_range")
    width, height = 96, 64
    data = client.data(width, height, 1)
    flags = cl.mem_flags
    source = cl.Buffer(client.context, flags.READ_ONLY | flags.COPY_HOST_PTR,
                       hostbuf=data)
    out = client.buffer(flags.WRITE_ONLY, data.nbytes)
    for i in range(LAUNCHES):
        cl.enqueue_copy(client.queue, out, numpy.zeros_like(data))
        kernel.set_args(out, source, numpy.uint32(width),
                        numpy.uint32(height))
        cl.enqueue_nd_range_kernel(client.queue, kernel, (width - 32, height),
                                   None, global_work_offset=(32, 0))
        result = numpy.empty((width, height), numpy.float32)
        cl.enqueue_copy(client.queue, result, out)
        right = data.T.copy()
        right[:32] = 0
        client.check("offset #%d" % i, (result == right).all())
    return client


def mapped(families):
    """Memory of the program's own, read through a map."""
    client = Client(families)
    kernel = cl.Kernel(client.program, "transpose_range")
    width, height = 96, 64
    data = client.data(width, height, 1)
    back = numpy.zeros((width, height), numpy.float32)
    flags = cl.mem_flags
    source = cl.Buffer(client.context, flags.READ_ONLY | flags.USE_HOST_PTR,
                       hostbuf=data)
    out = cl.Buffer(client.context, flags.READ_WRITE | flags.USE_HOST_PTR,
                    hostbuf=back)
    for i in range(LAUNCHES):
        view, _ = cl.enqueue_map_buffer(client.queue, source,
                                        cl.map_flags.WRITE, 0,
                                        (height, width), numpy.float32)
        view[:] = data + i
        expected = view.T.copy()
        view.base.release()
        client.launch(kernel, client.queue, out, source, width, height)
        view, _ = cl.enqueue_map_buffer(client.queue, out, cl.map_flags.READ,
                                        0, (width, height), numpy.float32)
        client.check("mapped #%d" % i, (view == expected).all())
        view.base.release()
    return client


def rebuilt(families):
    """The program's binary, made into a program again; kernels cloned."""
    client = Client(families)
    device = client.context.devices[0]
    binary = client.program.get_info(cl.program_info.BINARIES)[0]
    again = cl.Program(client.context, [device], [binary]).build()
    client.check("kernels", [k.function_name for k in again.all_kernels()] ==
                 [k.function_name for k in client.program.all_kernels()])
    kernel = cl.Kernel(again, "transpose_range")
    for _ in client.rounds(client.queue, "from binary", kernel):
        pass
    if cl.VERSION >= (2023,):  # before, clones could not be used
        for _ in client.rounds(client.queue, "clone", kernel.clone()):
            pass
    client.check("references", client.program.get_info(
        cl.program_info.REFERENCE_COUNT) >= 1)
    return client


WAYS = {"plain": plain, "profiling": profiling, "out-of-order": out_of_order,
        "threads": threads, "gated": gated, "parts": parts, "offset": offset,
        "mapped": mapped, "rebuilt": rebuilt}


def references(program):
    """When the driver has let go of the last commands, a moment later."""
    least = program.reference_count
    for _ in range(20):
        time.sleep(0.01)
        least = min(least, program.reference_count)
    return least


def main():
    families = sys.argv[1]
    failures = 0
    for name in sys.argv[2:] or WAYS:
        client = WAYS[name](families)
        failures += client.failures
        print(name, "right" if not client.failures else "WRONG",
              "references", references(client.program))
    sys.exit(failures != 0)


main()
