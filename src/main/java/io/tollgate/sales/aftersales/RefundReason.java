package io.tollgate.sales.aftersales;

import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Why money was returned. */
enum RefundReason {
    REQUESTED_BY_CUSTOMER,
    DUPLICATE,
    FRAUDULENT,
    OTHER;

    private static final Set<String> OF_PROCESSOR = Set.of("requested_by_customer", "duplicate", "fraudulent");

    /** Returns the reason of a value in the interface; {@link #REQUESTED_BY_CUSTOMER} if none was sent. */
    static RefundReason of(@Nullable String wire) {
        return wire == null ? REQUESTED_BY_CUSTOMER : valueOf(wire.toUpperCase(Locale.ROOT));
    }

    /** Returns the reason that the processor gave; {@link #OTHER} if it is none of these. */
    static RefundReason ofProcessor(@Nullable String reason) {
        return reason != null && OF_PROCESSOR.contains(reason) ? of(reason) : OTHER;
    }

    /** Returns the value in the interface. */
    String wire() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns the value for the processor; null if it has none. */
    @Nullable
    String processorValue() {
        return this == OTHER ? null : wire();
    }
}
