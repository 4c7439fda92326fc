"""Nobody learns what is not theirs: games beside twins that differ only in what an onlooker may not know, and canaries."""
