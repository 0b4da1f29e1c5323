package io.tollgate.sales.aftersales;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.task.TaskKind;

/** Counts the taxes that the payment processor refused to record or to reverse. */
public final class TaxMetrics {
    private final Counter records;
    private final Counter reversals;

    public TaxMetrics(MeterRegistry registry) {
        records = refused(registry, "record");
        reversals = refused(registry, "reverse");
    }

    private static Counter refused(MeterRegistry registry, String kind) {
        return Counter.builder("tollgate.tax.refused")
                .description("Taxes that the payment processor refused to record or to reverse in its reports.")
                .tag("kind", kind)
                .register(registry);
    }

    void refused(TaskKind kind) {
        (kind.equals(TaxTasks.RECORD) ? records : reversals).increment();
    }
}
