package io.tollgate.bench;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** What a figure has to reach: at least, or at most, a bound. */
record Goal(boolean least, double bound) {
    static Goal atLeast(double bound) {
        return new Goal(true, bound);
    }

    static Goal atMost(double bound) {
        return new Goal(false, bound);
    }

    boolean met(double value) {
        return least ? value >= bound : value <= bound;
    }

    /** As in a table: ≥ 0.75. */
    String text() {
        return (least ? "≥ " : "≤ ") + Numbers.plain(bound);
    }

    ObjectNode json() {
        return JsonNodeFactory.instance.objectNode().put(least ? "atLeast" : "atMost", bound);
    }
}
