"""Answer requests with the trained classifier."""

from train import images, labels, predict, standardise, trained


def prepare(pixels):
    return standardise(pixels)


requests, truth = images(200, seed=1)
served = prepare(requests)

if __name__ == "__main__":
    print(f"training accuracy {(predict(trained) == labels).mean():.2f}")
    print(f"served accuracy {(predict(served) == truth).mean():.2f}")
    print(f"trained on mean {trained.mean():.2f} std {trained.std():.2f}")
    print(f"served with mean {served.mean():.2f} std {served.std():.2f}")
