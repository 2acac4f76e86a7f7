"""A stand-in for the large pool of CUDA's caching allocator on a card of 96 MiB; sizes in MiB."""

import os


class OutOfMemoryError(RuntimeError):
    __module__ = "torch"


class Gpu:
    """Best fit, blocks split and joined inside a segment, free segments given back before failing."""

    def __init__(self, total=96):
        self.total, self.segments = total, []
        self.expandable = "expandable_segments:True" in os.environ.get("PYTORCH_ALLOC_CONF", "")

    @property
    def reserved(self):
        return sum(size for segment in self.segments for size, used in segment)

    @property
    def allocated(self):
        return sum(size for segment in self.segments for size, used in segment if used)

    def malloc(self, wanted):
        fits = [
            (b[0], i, s)
            for s in self.segments
            for i, b in enumerate(s)
            if not b[1] and b[0] >= wanted
        ]
        if fits:
            size, place, segment = min(fits, key=lambda fit: fit[0])
            segment[place : place + 1] = [[wanted, True]] + [
                [size - wanted, False] for _ in range(size > wanted)
            ]
            return segment, segment[place]
        if self.reserved + wanted > self.total:
            self.give_back()
        if self.reserved + wanted > self.total:
            raise OutOfMemoryError(
                f"CUDA out of memory. Tried to allocate {wanted}.00 MiB. GPU 0 has a total capacity of "
                f"{self.total}.00 MiB of which {self.total - self.reserved}.00 MiB is free. Of the allocated "
                f"memory {self.allocated}.00 MiB is allocated by PyTorch, and {self.reserved - self.allocated}.00 "
                "MiB is reserved by PyTorch but unallocated. If reserved but unallocated memory is large try "
                "setting PYTORCH_ALLOC_CONF=expandable_segments:True to avoid fragmentation."
            )
        self.segments.append([[wanted, True]])
        return self.segments[-1], self.segments[-1][0]

    def give_back(self):
        """Whole free segments; with expandable segments any free page, as its address can move."""
        if self.expandable:
            self.segments = [[block for block in s if block[1]] for s in self.segments]
        self.segments = [s for s in self.segments if any(used for size, used in s)]

    def free(self, held):
        segment, block = held
        block[1] = False
        for i in range(len(segment) - 1, 0, -1):
            if not segment[i][1] and not segment[i - 1][1]:
                segment[i - 1][0] += segment.pop(i)[0]
