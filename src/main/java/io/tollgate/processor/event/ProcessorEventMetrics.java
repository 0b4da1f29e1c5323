package io.tollgate.processor.event;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts events of the processor. All instances on one registry share their counters. */
public final class ProcessorEventMetrics {
    private final Counter stored;
    private final Counter repeated;
    private final Counter rejected;
    private final Counter applied;
    private final Counter ignored;

    public ProcessorEventMetrics(MeterRegistry registry) {
        stored = received(registry, "stored");
        repeated = received(registry, "repeated");
        rejected = received(registry, "rejected");
        applied = ended(registry, "applied");
        ignored = ended(registry, "ignored");
    }

    private static Counter received(MeterRegistry registry, String result) {
        return Counter.builder("tollgate.processor.events.received")
                .description("Events of the payment processor by what became of the request.")
                .tag("result", result)
                .register(registry);
    }

    private static Counter ended(MeterRegistry registry, String outcome) {
        return Counter.builder("tollgate.processor.events.ended")
                .description("Stored events of the payment processor by their outcome.")
                .tag("outcome", outcome)
                .register(registry);
    }

    /** @param first whether the event was not stored before */
    void received(boolean first) {
        (first ? stored : repeated).increment();
    }

    void rejected() {
        rejected.increment();
    }

    void ended(boolean wasApplied) {
        (wasApplied ? applied : ignored).increment();
    }
}
