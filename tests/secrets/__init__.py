"""Nobody learns what is not theirs: games beside twins that differ in that alone, canaries, planted leaks."""
