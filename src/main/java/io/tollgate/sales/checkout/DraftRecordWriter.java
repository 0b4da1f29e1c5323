package io.tollgate.sales.checkout;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.mail.ReminderRecipients.Claim;
import io.tollgate.platform.records.Records.Stored;
import io.tollgate.platform.resource.Resource;
import io.tollgate.platform.write.WriteContext;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.purchase.Abandonment;
import io.tollgate.sales.purchase.BookingWriter;
import io.tollgate.sales.purchase.Charge;
import io.tollgate.sales.purchase.ChargeStatus;
import io.tollgate.sales.purchase.PaymentWriter;
import io.tollgate.sales.purchase.Purchase;
import io.tollgate.sales.purchase.Subscription;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import io.tollgate.sales.subscription.Subscriptions;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The records of drafts: payments, bookings and subscriptions without a customer, which consume nothing. */
final class DraftRecordWriter {
    /** Values of {@code abandonedCartEmailStatus}, by the number of reminders that were due before. */
    private static final List<String> SENT = List.of("first_sent", "second_sent", "third_sent");

    /** No reminder was sent yet, but a later one may be. */
    static final String PENDING = "pending";

    /** No reminder was sent. */
    static final String SKIPPED = "skipped";

    private DraftRecordWriter() {}

    /** What a record keeps while its cart changes, and when the cart becomes an order. */
    record Identity(
            String id,
            String orderId,
            Instant createdAt,
            @Nullable Abandonment abandonment) {}

    static Resource resource(String kind) {
        return switch (kind) {
            case OrderCodec.TICKETS -> Bookings.RESOURCE;
            case OrderCodec.SUBSCRIPTION -> Subscriptions.RESOURCE;
            default -> Payments.RESOURCE;
        };
    }

    /** Returns what a stored record keeps. */
    static Identity identity(Stored stored) {
        ObjectNode record = stored.record();
        return new Identity(
                record.path("id").textValue(),
                record.path("orderId").textValue(),
                Instant.parse(record.path("createdAt").textValue()),
                record.path("isAbandoned").asBoolean()
                        ? new Abandonment(
                                record.path("abandonedCartEmailStatus").asText(SKIPPED),
                                time(record, "abandonedCartEmailSentAt"),
                                time(record, "recoveredAt"))
                        : null);
    }

    private static @Nullable Instant time(ObjectNode record, String name) {
        String text = record.path(name).textValue();
        return text == null ? null : Instant.parse(text);
    }

    /** Returns the record of a cart as it is now. */
    static ObjectNode write(WriteContext write, PageOrder.Placed placed, Identity identity) {
        Purchase purchase =
                placed.purchase(write.scope(), identity.id(), identity.orderId(), null, identity.createdAt());
        if (placed.priced() instanceof ProductOrder.PricedSubscription subscription) {
            return SubscriptionWriter.write(subscription(purchase, subscription, identity, write.now()));
        }
        Charge charge = charge(purchase, identity, write.now());
        if (placed.priced() instanceof TicketOrder.PricedTickets tickets) {
            return BookingWriter.write(charge, tickets.cart());
        }
        ProductOrder.PricedProduct product = (ProductOrder.PricedProduct) placed.priced();
        ProductOrder order = product.order();
        return PaymentWriter.write(
                charge,
                order.page().product(),
                order.pagePrice(product.cart().price()),
                product.cart(),
                new PaymentWriter.Extras(order.dynamicPrice(product.cart().price()), null));
    }

    private static Charge charge(Purchase purchase, Identity identity, Instant now) {
        return new Charge(
                purchase,
                ChargeStatus.DRAFT,
                false,
                new Charge.Settlement(0, purchase.quote().total(), 0),
                null,
                null,
                List.of(),
                null,
                null,
                null,
                null,
                identity.abandonment(),
                now);
    }

    private static Subscription subscription(
            Purchase purchase, ProductOrder.PricedSubscription priced, Identity identity, Instant now) {
        ProductOrder order = priced.order();
        return new Subscription(
                purchase.with(SubscriptionRecords.regular(priced.cart())),
                order.page(),
                priced.cart(),
                order.pagePrice(priced.cart().price()),
                order.dynamicPrice(priced.cart().price()),
                null,
                SubscriptionStatus.DRAFT,
                "draft",
                null,
                null,
                new Subscription.Processing(null, null, null, null, NoItems.INSTANCE, false),
                null,
                null,
                null,
                identity.abandonment(),
                now);
    }

    /** The processor does not know drafts. */
    private enum NoItems implements Subscription.Items {
        INSTANCE;

        @Override
        public @Nullable String price(String reference) {
            return null;
        }

        @Override
        public @Nullable String product(String reference) {
            return null;
        }

        @Override
        public @Nullable String invoiceItem(String reference) {
            return null;
        }
    }

    /**
     * Marks a record as abandoned.
     *
     * @param draft before this reminder was due
     * @param claim whether the reminder is sent
     */
    static Future<Buffer> abandon(WriteContext write, CartDraft draft, Claim claim, Instant now) {
        return change(write, draft, record -> {
            record.put("isAbandoned", true).put("abandonmentStatus", "abandoned");
            if (claim == Claim.CLAIMED) {
                record.put("abandonedCartEmailStatus", SENT.get(draft.stage()))
                        .put("abandonedCartEmailSentAt", Times.text(now));
            } else if (draft.remindedAt() == null) {
                boolean later = claim == Claim.PAUSED && !draft.isLastReminder();
                record.put("abandonedCartEmailStatus", later ? PENDING : SKIPPED);
            }
        });
    }

    /** Marks a record as expired. Nothing is due any more. */
    static Future<Buffer> expire(WriteContext write, CartDraft draft) {
        boolean subscription = draft.kind().equals(OrderCodec.SUBSCRIPTION);
        return change(write, draft, record -> {
            record.put("status", ChargeStatus.DRAFT_EXPIRED.wire());
            if (PENDING.equals(record.path("abandonedCartEmailStatus").textValue())) {
                record.put("abandonedCartEmailStatus", SKIPPED);
            }
            if (subscription) {
                record.put("paymentStatus", "deleted");
            } else {
                record.put("amountDue", 0);
            }
        });
    }

    /**
     * Writes the record of an order: over that of its draft, or as a new one.
     *
     * @param taken the draft that becomes the order; null without one
     */
    static Future<Buffer> store(
            WriteContext write, Resource resource, ObjectNode record, DraftOrders.@Nullable Taken taken) {
        return taken == null
                ? write.insert(write.scope(), resource, record)
                : write.update(write.scope(), resource, taken.former(), record);
    }

    private static Future<Buffer> change(WriteContext write, CartDraft draft, Consumer<ObjectNode> change) {
        Resource resource = resource(draft.kind());
        return write.lock(write.scope(), resource, draft.id()).compose(former -> {
            ObjectNode record = former.record().deepCopy();
            change.accept(record);
            return write.update(write.scope(), resource, former, record);
        });
    }
}
