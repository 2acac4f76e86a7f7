"""The lock of h5py is held in one process; does another one read?"""

import multiprocessing

import h5py

with h5py.File("one.h5", "w") as file:
    file["x"] = [1.0, 2.0]


def read(go, read_it):
    go.wait()
    with h5py.File("one.h5") as file:
        read_it.put(float(file["x"][1]))


if __name__ == "__main__":
    fork = multiprocessing.get_context("fork")
    go, read_it = fork.Event(), fork.Queue()
    other = fork.Process(target=read, args=(go, read_it))
    other.start()
    with h5py._objects.phil:
        go.set()
        print("lock held here, the other process reads", read_it.get(timeout=60))
    other.join()
