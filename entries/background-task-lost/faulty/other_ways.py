"""The route does not raise: is the second task still run?"""

from fastapi import BackgroundTasks, FastAPI
from fastapi.responses import JSONResponse
from fastapi.testclient import TestClient
from starlette.background import BackgroundTask

app, ran = FastAPI(), []


@app.get("/first-task-fails")
def first_task_fails(background: BackgroundTasks):
    background.add_task(lambda: 1 / 0)
    background.add_task(ran.append, "clean-up")


@app.get("/response-with-its-own-task")
def response_with_its_own_task(background: BackgroundTasks):
    background.add_task(ran.append, "clean-up")
    return JSONResponse({}, background=BackgroundTask(ran.append, "own"))


@app.get("/nothing-special")
def nothing_special(background: BackgroundTasks):
    background.add_task(ran.append, "clean-up")


client = TestClient(app, raise_server_exceptions=False)
for route in ("nothing-special", "first-task-fails", "response-with-its-own-task"):
    ran.clear()
    status = client.get(f"/{route}").status_code
    print(f"{route}: {status}, clean-up {'ran' if 'clean-up' in ran else 'lost'}")
