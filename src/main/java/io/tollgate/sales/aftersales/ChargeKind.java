package io.tollgate.sales.aftersales;

import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.subscription.SubscriptionPayments;
import java.util.Locale;

/** What can be refunded. */
enum ChargeKind {
    PAYMENT(Payments.RESOURCE),
    BOOKING(Bookings.RESOURCE),
    SUBSCRIPTION_PAYMENT(SubscriptionPayments.RESOURCE);

    private final Resource resource;

    ChargeKind(Resource resource) {
        this.resource = resource;
    }

    Resource resource() {
        return resource;
    }

    /** Returns the stored name, such as {@code booking}. It is the name of the table. */
    String stored() {
        return name().toLowerCase(Locale.ROOT);
    }

    static ChargeKind of(String stored) {
        return valueOf(stored.toUpperCase(Locale.ROOT));
    }

    static ChargeKind of(Resource resource) {
        return of(resource.table());
    }
}
