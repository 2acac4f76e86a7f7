bind = "127.0.0.1:8270"
timeout = 2
