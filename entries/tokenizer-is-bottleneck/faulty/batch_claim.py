"""Encoding text by text or all at once: processor time of the two."""

import time

from train import texts, tokenizer

tasks = {
    "one by one": lambda: [tokenizer.encode(text).ids for text in texts],
    "in a batch": lambda: [encoding.ids for encoding in tokenizer.encode_batch(texts)],
}


def processor_time(task):
    start = time.process_time()
    for _ in range(5):
        task()
    return time.process_time() - start


one, batch = (processor_time(task) for task in tasks.values())
print(f"processor time in a batch / one by one: {batch / one:.2f}")
