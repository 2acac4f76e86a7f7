"""Where the services are."""

PREDICT_URL = "http://127.0.0.2:8320/predict"
