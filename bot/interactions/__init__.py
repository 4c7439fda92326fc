"""Tools for interaction handlers: decorators that register them, options of commands, and checks of input."""
