package io.tollgate.loadtest;

import io.tollgate.loadtest.call.Client;
import io.tollgate.loadtest.call.Step;
import io.tollgate.loadtest.measure.Claims;
import java.util.List;

/** One kind of load, with what it asserts. Steps are drawn and judged by several threads at once. */
public interface Part {
    String name();

    Claims claims();

    /** Finds, or makes, what the load needs. Called once, before it. */
    void prepare(Client client);

    /** What the next arrival does. Never waits. */
    Step next();

    /**
     * Counts up after the load, and puts back what was changed. Broken claims are faults that it returns.
     *
     * @return sentences for the user: what was wrong, as faults do, and what else is worth knowing
     */
    Conclusion conclude(Client client);

    /** What came of counting up. */
    record Conclusion(List<String> faults, List<String> notes) {}
}
