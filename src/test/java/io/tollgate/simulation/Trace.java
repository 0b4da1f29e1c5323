package io.tollgate.simulation;

import io.tollgate.support.VirtualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The steps of a scenario. Contains no id, port or real time, so that two runs of a seed have the same trace: an id is
 * replaced by the order in which the scenario meets it.
 */
final class Trace {
    private final VirtualClock clock;
    private final List<String> lines = new ArrayList<>();
    private final Map<String, Integer> ordinals = new HashMap<>();

    Trace(VirtualClock clock) {
        this.clock = clock;
    }

    void add(String line) {
        Instant now = clock.now();
        lines.add(lines.size() + " " + Duration.between(VirtualClock.START, now) + " " + line);
    }

    /** Returns the name of an id in the trace. */
    String name(String id) {
        return "#" + ordinals.computeIfAbsent(id, first -> ordinals.size());
    }

    List<String> lines() {
        return List.copyOf(lines);
    }
}
