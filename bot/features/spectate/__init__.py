"""The feature for spectators, who follow a running table by direct message."""
