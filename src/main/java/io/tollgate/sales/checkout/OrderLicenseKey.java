package io.tollgate.sales.checkout;

import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.aftersales.LicenseKeys;
import io.tollgate.sales.purchase.Purchase;
import io.vertx.core.Future;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The license key that an order of a product gets, in the transaction that writes its record.
 *
 * @param id null if the product has no license keys
 */
record OrderLicenseKey(@Nullable String id, String productId) {
    static OrderLicenseKey of(WriteContext write, ProductOrder order) {
        return new OrderLicenseKey(
                order.page().product().generateLicenseKeys() ? write.newId() : null,
                order.page().product().id());
    }

    /**
     * Inserts the key after the record, which names it.
     *
     * @param enabled whether the order is paid, or its subscription has begun
     */
    Future<Void> issue(WriteContext write, LicenseKeyOwner owner, Purchase purchase, boolean enabled) {
        return id == null
                ? Future.succeededFuture()
                : LicenseKeys.create(
                        write,
                        id,
                        new LicenseKeys.Order(
                                owner,
                                purchase.id(),
                                purchase.page().id(),
                                productId,
                                Objects.requireNonNull(purchase.customerId())),
                        enabled);
    }
}
