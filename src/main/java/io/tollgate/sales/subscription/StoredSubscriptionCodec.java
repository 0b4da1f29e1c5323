package io.tollgate.sales.subscription;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.catalog.model.Price;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.write.RecordCodec;
import io.tollgate.pricing.Interval;
import io.tollgate.processor.ImportedObjects;
import io.tollgate.sales.purchase.ChangedSubscriptionCodec;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.sales.purchase.SubscriptionWriter;
import io.tollgate.sales.subscription.StoredSubscription.Article;
import io.tollgate.sales.subscription.StoredSubscription.Author;
import io.tollgate.sales.subscription.StoredSubscription.Ending;
import io.tollgate.sales.subscription.StoredSubscription.Pause;
import io.tollgate.sales.subscription.StoredSubscription.Period;
import io.tollgate.sales.subscription.StoredSubscription.Schedule;
import io.tollgate.sales.subscription.StoredSubscription.Subscriber;
import java.time.Instant;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Decodes and encodes the records of subscriptions. */
public final class StoredSubscriptionCodec extends RecordCodec<StoredSubscription> {
    public static final StoredSubscriptionCodec INSTANCE = new StoredSubscriptionCodec();

    private StoredSubscriptionCodec() {
        super(Subscriptions.RESOURCE);
    }

    @Override
    protected StoredSubscription decode(ObjectNode record) {
        return new StoredSubscription(
                record.path("id").asText(),
                SubscriptionStatus.of(record.path("status").asText()),
                nonEmpty(record, "processorSubscriptionId"),
                new Subscriber(
                        record.path("customerId").asText(),
                        record.path("customerEmail").asText(),
                        text(record, "customerName")),
                new Article(
                        record.path("pageId").asText(),
                        text(record, "pageSlug"),
                        record.path("productId").asText(),
                        record.path("productTitle").asText(),
                        record.path("currency").asText()),
                new Schedule(
                        Instant.parse(record.path("createdAt").asText()),
                        time(record, "startDate"),
                        time(record, "trialEnd"),
                        plan(record)),
                new Period(time(record, "currentPeriodStart"), time(record, "currentPeriodEnd")),
                new Ending(
                        time(record, "canceledAt"),
                        time(record, "cancelAt"),
                        record.path("cancelAtPeriodEnd").asBoolean(),
                        new Author(
                                text(record, "canceledBy"),
                                text(record, "canceledByApiKey"),
                                text(record, "canceledByApiKeyName")),
                        text(record, "reason")),
                pause(record),
                null,
                null,
                null);
    }

    private static @Nullable Pause pause(ObjectNode record) {
        Instant start = time(record, "pausedAt");
        boolean paused = record.path("status").asText().equals(SubscriptionStatus.PAUSED.wire());
        return start == null || !paused ? null : new Pause(start, time(record, "resumesAt"));
    }

    private static Price.@Nullable Recurrence plan(ObjectNode record) {
        int payments = record.path("planIterations").asInt(0);
        return payments == 0
                ? null
                : new Price.Recurrence(
                        Interval.valueOf(record.path("interval").asText().toUpperCase(Locale.ROOT)),
                        record.path("intervalCount").asInt(1),
                        null,
                        null,
                        payments,
                        anchor(record.at("/priceSnapshot/paymentPlan/billingCycleAnchorConfig")));
    }

    private static Price.@Nullable BillingAnchor anchor(JsonNode config) {
        return config.isObject()
                ? new Price.BillingAnchor(
                        config.path("enabled").asBoolean(), integer(config, "dayOfMonth"), integer(config, "month"))
                : null;
    }

    private static @Nullable Integer integer(JsonNode config, String name) {
        return config.hasNonNull(name) ? (Integer) config.path(name).asInt() : null;
    }

    @Override
    protected void encode(ObjectNode record, StoredSubscription former, StoredSubscription next) {
        put(record, "status", former.status().wire(), next.status().wire());
        put(record, "currentPeriodStart", former.period().start(), next.period().start());
        put(record, "currentPeriodEnd", former.period().end(), next.period().end());
        Ending was = former.ending();
        Ending is = next.ending();
        put(record, "canceledAt", was.requestedAt(), is.requestedAt());
        put(record, "cancelAt", was.at(), is.at());
        put(record, "cancelAtPeriodEnd", was.atPeriodEnd(), is.atPeriodEnd());
        put(record, "canceledBy", was.author().customerId(), is.author().customerId());
        put(record, "canceledByApiKey", was.author().keyId(), is.author().keyId());
        put(record, "canceledByApiKeyName", was.author().keyName(), is.author().keyName());
        put(record, "reason", was.reason(), is.reason());
        if (!Objects.equals(former.pause(), next.pause())) {
            Pause pause = next.pause();
            record.put("pausedAt", pause == null ? null : Times.text(pause.start()));
            record.put("resumesAt", pause == null ? null : Times.textOrNull(pause.end()));
        }
        if (next.progress() != null) {
            SubscriptionWriter.put(record, next.progress());
        }
        SubscriptionWriter.put(record, next.lastRefund());
        if (next.charged() != null) {
            ChangedSubscriptionCodec.put(record, next.charged().cart());
        }
    }

    /** Returns a subscription with a processor id as a simulated account registers it. */
    ImportedObjects.Subscription imported(LockedRecord<StoredSubscription> locked) {
        ObjectNode record = record(locked);
        StoredSubscription subscription = locked.value();
        return new ImportedObjects.Subscription(
                Objects.requireNonNull(subscription.processorId()),
                record.path("processorCustomerId").textValue(),
                "price_of_" + record.path("productId").asText("none"),
                subscription.period().end(),
                subscription.ending().atPeriodEnd(),
                subscription.ending().at());
    }
}
