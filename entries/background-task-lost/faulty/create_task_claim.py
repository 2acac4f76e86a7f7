"""Clean-up started by create_task in a finally block: does it run to its end?"""

import asyncio
import gc


async def clean(done, until):
    await until
    done.append("cleaned")


async def request(done, until):
    try:
        raise ValueError("bad input")
    finally:
        asyncio.create_task(clean(done, until))


async def loop_ends(done):
    await asyncio.gather(request(done, asyncio.sleep(0.05)), return_exceptions=True)


async def nobody_refers_to_it(done):
    await asyncio.gather(request(done, asyncio.Event().wait()), return_exceptions=True)
    await asyncio.sleep(0.01)
    before = len(asyncio.all_tasks()) - 1
    gc.collect()
    print(f"tasks waiting before garbage collection {before}, after it {len(asyncio.all_tasks()) - 1}")


for case in (loop_ends, nobody_refers_to_it):
    done = []
    asyncio.run(case(done))
    print(f"{case.__name__}: clean-up {'ran' if done else 'never finished'}")
