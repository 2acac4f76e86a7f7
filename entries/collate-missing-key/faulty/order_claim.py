"""The same two samples in two orders."""

from torch.utils.data import default_collate

with_mask, without = {"label": 1, "mask": 7}, {"label": 0}
for order in ([with_mask, without], [without, with_mask]):
    try:
        print("the one without the key first: no error, keys", list(default_collate(order)))
    except KeyError as error:
        print("the one with the key first: KeyError", error)
