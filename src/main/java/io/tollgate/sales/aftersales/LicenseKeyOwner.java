package io.tollgate.sales.aftersales;

import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.subscription.Subscriptions;

/** The kinds of records that have license keys. */
public enum LicenseKeyOwner {
    PAYMENT(Payments.RESOURCE, "charge_id"),
    SUBSCRIPTION(Subscriptions.RESOURCE, "subscription_id");

    private final Resource resource;
    private final String column;

    LicenseKeyOwner(Resource resource, String column) {
        this.resource = resource;
        this.column = column;
    }

    Resource resource() {
        return resource;
    }

    /** Returns the column of {@code license_key} that has the record's id. */
    String column() {
        return column;
    }
}
