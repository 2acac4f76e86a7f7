"""Read an upload from a scratch file; a task after the response removes the file."""

from pathlib import Path

from fastapi import BackgroundTasks, FastAPI, HTTPException
from fastapi.testclient import TestClient

app = FastAPI()
scratch = Path("scratch")


@app.get("/predict/{row}")
def predict(row: int, background: BackgroundTasks):
    scratch.mkdir(exist_ok=True)
    upload = scratch / f"{row}.csv"
    upload.write_text("4.2,1.7")
    background.add_task(upload.unlink)
    if row > 9:
        raise HTTPException(404, "no such row")
    return {"row": row, "score": 0.7}


if __name__ == "__main__":
    client = TestClient(app)
    for row in (1, 12):
        status = client.get(f"/predict/{row}").status_code
        print(f"GET /predict/{row} {status}, files left behind: {len(list(scratch.iterdir()))}")
