package io.tollgate.tools.demo;

import io.tollgate.catalog.Event;
import io.tollgate.catalog.PaymentOption;
import org.jspecify.annotations.Nullable;

/** An event, and how the demo uses it. */
record EventOffer(Event event, boolean testmode, long startsAt) {
    /** The way to pay beside paying all at once, or null. */
    @Nullable
    PaymentOption otherOption() {
        return event.paymentOptions().size() > 1 ? event.paymentOptions().get(1) : null;
    }
}
