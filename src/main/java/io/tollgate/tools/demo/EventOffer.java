package io.tollgate.tools.demo;

import io.tollgate.catalog.model.Event;
import io.tollgate.catalog.model.PaymentOption;
import org.jspecify.annotations.Nullable;

/** An event, with the demo's own data about it. */
record EventOffer(Event event, boolean testmode, long startsAt) {
    /** The enabled payment option other than full payment; null if there is none. */
    @Nullable
    PaymentOption otherOption() {
        return event.paymentOptions().stream()
                .filter(PaymentOption::isEnabled)
                .skip(1)
                .findFirst()
                .orElse(null);
    }
}
