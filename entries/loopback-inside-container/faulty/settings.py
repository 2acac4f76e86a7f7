"""Where the services are."""

PREDICT_URL = "http://127.0.0.1:8320/predict"
