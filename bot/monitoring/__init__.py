"""What operators see of a running bot: figures, the state of its health, and which table a line of the log is about."""
