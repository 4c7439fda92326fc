"""The page of the local table: a Discord in the browser, as far as a game needs one."""
