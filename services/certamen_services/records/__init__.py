"""Records of matches: how they are written, chained and signed, and how they are checked."""
