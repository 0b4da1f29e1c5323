package io.tollgate.loadtest;

import java.util.Map;

/** What a load consists of: parts, in hundredths of all arrivals. */
enum Scenario {
    reads(Map.of("reads", 100)),
    pdf(Map.of("pdf", 100)),
    writes(Map.of("writes", 100)),
    buyers(Map.of("buyers", 100)),
    funnels(Map.of("funnels", 100)),
    mixed(Map.of("reads", 70, "pdf", 10, "writes", 20));

    private final Map<String, Integer> shares;

    Scenario(Map<String, Integer> shares) {
        this.shares = shares;
    }

    int share(String part) {
        return shares.getOrDefault(part, 0);
    }

    /** Returns whether the load changes records. */
    boolean writes() {
        return has("writes") || has("buyers") || has("funnels");
    }

    boolean has(String part) {
        return share(part) > 0;
    }
}
