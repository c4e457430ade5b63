"""Speed of a real server: the referee's own time, and round trips beside a bare gRPC echo."""
