"""What goes wrong outside Krupier, done to it on purpose; after each fault the same judge (`judge`)."""
