"""Other engines beside ours, in one run."""
