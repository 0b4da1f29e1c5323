package io.tollgate.sales.checkout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Coupon;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.pricing.Quote;
import io.tollgate.processor.SubscriptionInvoice;
import io.tollgate.processor.SubscriptionState;
import io.tollgate.sales.aftersales.LicenseKeyOwner;
import io.tollgate.sales.cart.BillingSchedule;
import io.tollgate.sales.cart.SubscriptionCart;
import io.tollgate.sales.purchase.Abandonment;
import io.tollgate.sales.purchase.BuyerCustomer;
import io.tollgate.sales.purchase.OrderIds;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Subscription;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import io.tollgate.sales.subscription.InvoicedPayments;
import io.tollgate.sales.subscription.PlanCharges;
import io.tollgate.sales.subscription.PlanTerms;
import io.tollgate.sales.subscription.StoredSubscriptionCodec;
import io.tollgate.sales.subscription.SubscriptionProgress;
import io.tollgate.sales.subscription.SubscriptionSnapshot;
import io.tollgate.sales.subscription.Subscriptions;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes the record of a subscription that has begun at the processor, its license key and its first payments. */
record SubscriptionRecords(OrderIds orderIds) {
    /** Locks in the order of other orders: customer, order number. */
    Future<OrderRecords.Written> write(
            WriteContext write,
            Checkout checkout,
            ProductOrder.PricedSubscription priced,
            OrderRecords.@Nullable Begun begun,
            PaymentAttempt attempt,
            SubscriptionSnapshot billed) {
        PageOrder.Placed placed = checkout.placed();
        String customerId = begun == null ? billed.state().customerId() : null;
        return BuyerCustomer.of(write, placed.buyer(), customerId)
                .compose(customer -> OrderRecords.identify(write, orderIds, placed, begun)
                        .compose(identified -> {
                            DraftRecordWriter.Identity own = identified.identity();
                            Purchase purchase = placed.purchase(
                                            write.scope(), own.id(), own.orderId(), customer, own.createdAt())
                                    .with(regular(priced.cart()));
                            OrderLicenseKey license = OrderLicenseKey.of(write, priced.order());
                            ObjectNode record = SubscriptionWriter.write(subscription(
                                    purchase, priced, license.id(), attempt, billed, own.abandonment(), write.now()));
                            return DraftRecordWriter.store(write, Subscriptions.RESOURCE, record, identified.draft())
                                    .compose(stored ->
                                            license.issue(write, LicenseKeyOwner.SUBSCRIPTION, purchase, true))
                                    .compose(issued -> InvoicedPayments.begin(
                                            write,
                                            StoredSubscriptionCodec.INSTANCE.read(record),
                                            billed,
                                            PlanTerms.of(priced.cart())))
                                    .map(new OrderRecords.Written(own.id(), own.orderId()));
                        }));
    }

    /** Returns the quote of a regular period, which the record shows. */
    static Quote regular(SubscriptionCart cart) {
        Coupon coupon = cart.coupon();
        boolean always = coupon != null && coupon.durationOrOnce() == Coupon.Duration.FOREVER;
        return always ? cart.reduced() : cart.regular();
    }

    private static Subscription subscription(
            Purchase purchase,
            ProductOrder.PricedSubscription priced,
            @Nullable String licenseKeyId,
            PaymentAttempt attempt,
            SubscriptionSnapshot billed,
            @Nullable Abandonment abandonment,
            Instant now) {
        SubscriptionCart cart = priced.cart();
        ProductOrder order = priced.order();
        BillingSchedule schedule = cart.schedule();
        SubscriptionState state = billed.state();
        SubscriptionStatus status = SubscriptionProgress.status(state, facts(cart, billed), now);
        SubscriptionWriter.Progress progress = SubscriptionProgress.of(state, status);
        SubscriptionState.Times times = state.times();
        boolean trial = schedule.hasTrial();
        return new Subscription(
                purchase,
                order.page(),
                cart,
                order.pagePrice(cart.price()),
                order.dynamicPrice(cart.price()),
                licenseKeyId,
                status,
                progress.paymentStatus(),
                progress.paymentError(),
                progress.method(),
                processing(attempt, billed),
                new Subscription.Periods(
                        trial ? schedule.orderedAt() : schedule.start(),
                        trial ? schedule.start() : null,
                        times.periodStart(),
                        times.periodEnd()),
                null,
                null,
                abandonment,
                now);
    }

    private static SubscriptionProgress.Facts facts(SubscriptionCart cart, SubscriptionSnapshot billed) {
        long paid = billed.invoices().stream()
                .filter(invoice -> invoice.status() == SubscriptionInvoice.Status.PAID && invoice.amount() > 0)
                .count();
        Integer charges = cart.charges();
        return new SubscriptionProgress.Facts(
                cart.schedule().start(),
                cart.schedule().hasTrial(),
                new PlanCharges(charges == null ? 0 : charges, paid));
    }

    private static Subscription.Processing processing(PaymentAttempt attempt, SubscriptionSnapshot billed) {
        SubscriptionState state = billed.state();
        List<SubscriptionInvoice> invoices = billed.invoices();
        SubscriptionInvoice first = invoices.isEmpty() ? null : invoices.get(0);
        return new Subscription.Processing(
                state.id(),
                Objects.requireNonNull(state.customerId(), "the subscription has a customer"),
                first == null ? null : first.paymentIntentId(),
                attempt.setupId(),
                new Items(state, first),
                first != null && first.status() == SubscriptionInvoice.Status.PAID);
    }

    /** @param first null without an invoice */
    private record Items(SubscriptionState state, @Nullable SubscriptionInvoice first) implements Subscription.Items {
        @Override
        public @Nullable String price(String reference) {
            return item(reference).map(SubscriptionState.Item::priceId).orElse(null);
        }

        @Override
        public @Nullable String product(String reference) {
            return item(reference).map(SubscriptionState.Item::productId).orElse(null);
        }

        private Optional<SubscriptionState.Item> item(String reference) {
            return state.items().stream()
                    .filter(item -> item.reference().equals(reference))
                    .findFirst();
        }

        @Override
        public @Nullable String invoiceItem(String reference) {
            return first == null
                    ? null
                    : first.lines().stream()
                            .filter(line -> line.reference().equals(reference))
                            .map(SubscriptionInvoice.Line::invoiceItemId)
                            .findFirst()
                            .orElse(null);
        }
    }
}
