"""What a spawned worker says of an object that cannot be pickled."""

import multiprocessing
import threading

if __name__ == "__main__":
    spawn = multiprocessing.get_context("spawn")
    try:
        spawn.Process(target=print, args=(threading.Lock(),)).start()
    except Exception as error:
        print(f"{type(error).__name__}: {error}")
