"""Read texts as token ids; a small BPE tokenizer is trained here so that nothing is downloaded."""

import cProfile
import pstats
import random
import time

import torch
from tokenizers import Tokenizer, models, pre_tokenizers, trainers
from torch.utils.data import DataLoader, Dataset

random.seed(0)
words = ["".join(random.choices("abcdefghij", k=random.randint(2, 9))) for _ in range(20_000)]
texts = [" ".join(random.choices(words, k=100)) for _ in range(1000)]
tokenizer = Tokenizer(models.BPE())
tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
tokenizer.train_from_iterator(texts[:100], trainers.BpeTrainer(vocab_size=1000, show_progress=False))

ids = [encoding.ids[:128] for encoding in tokenizer.encode_batch(texts)]

class Texts(Dataset):
    """1000 texts of 100 words, cut to 128 tokens."""

    def __len__(self):
        return len(texts)

    def __getitem__(self, index):
        return torch.tensor(ids[index])

loader = DataLoader(Texts(), batch_size=50, shuffle=True)

if __name__ == "__main__":
    profile = cProfile.Profile(time.process_time)
    profile.runcall(list, loader)
    spent = pstats.Stats(profile).get_stats_profile()
    encode = sum(f.tottime for name, f in spent.func_profiles.items() if "encode" in name)
    print(f"epoch of {len(texts)} texts: {encode / spent.total_tt:.0%} of the time in tokenizer encode")
