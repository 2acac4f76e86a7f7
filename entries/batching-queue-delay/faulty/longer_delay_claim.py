"""P99 over the delay, for several loads: when does a longer delay help?"""

from queue_model import p99, simulate

print("p99 in ms    no batching  delay 0      1      5     20 ms")
for instances in (1, 4):
    for load in (0.1, 0.3, 0.6, 0.9):
        rate = load * instances * 16_000 / 12  # of what full batches can do
        single = p99(simulate(rate, 0, max_batch=1, instances=instances))
        row = [p99(simulate(rate, delay, instances=instances)) for delay in (0, 1, 5, 20)]
        shown = "".join(f"{value:7.1f}" for value in row)
        print(f"{instances} instance, load {load}: {min(single, 9999):6.0f}    {shown}")
