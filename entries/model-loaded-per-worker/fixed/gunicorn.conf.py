bind = "127.0.0.1:8310"
workers = 3
preload_app = True
control_socket_disable = True


def post_worker_init(worker):
    print(f"pid {worker.pid} can answer", flush=True)
