"""x_N.npy, and y_N.npy that the kernel must compute; with NumPy, numpy.save(name, array) does what save does here."""
import os
import struct


def save(name, values):
    head = "{'descr': '<f4', 'fortran_order': False, 'shape': (%d,), }" % len(values)
    head = head.ljust(117) + "\n"
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), name), "wb") as f:
        f.write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode())
        f.write(struct.pack("<%df" % len(values), *values))


for n in 1024, 65536:
    x = [i % 100 / 8 for i in range(n)]  # exact in f32
    save("x_%d.npy" % n, x)
    save("y_%d.npy" % n, [2 * v + 0.25 + i % 4 for i, v in enumerate(x)])
