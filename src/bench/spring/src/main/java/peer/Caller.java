package peer;

/** Who holds a key, and in which mode. */
record Caller(String sellerId, boolean livemode) {}
