package io.tollgate.sales.subscription;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.purchase.SubscriptionStatus;
import io.tollgate.support.Samples;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoredSubscriptionCodecTest {
    private static final StoredSubscriptionCodec CODEC = StoredSubscriptionCodec.INSTANCE;

    private final ObjectNode record = Samples.record(Subscriptions.RESOURCE)
            .put("status", "active")
            .put("interval", "month")
            .put("cancelAtPeriodEnd", false)
            .put("currentPeriodEnd", "2028-02-29T10:00:00.000Z")
            .putNull("cancelAt")
            .putNull("canceledAt")
            .putNull("canceledBy")
            .putNull("canceledByApiKey")
            .putNull("canceledByApiKeyName");

    private ObjectNode encoded(StoredSubscription next) {
        ObjectNode encoded = record.deepCopy();
        CODEC.encode(encoded, CODEC.decode(record), next);
        return encoded;
    }

    @Test
    void unchangedValueChangesNoField() {
        assertThat(encoded(CODEC.decode(record))).isEqualTo(record);
    }

    @Test
    void cancellationAtPeriodEndChangesOnlyTheEnd() {
        StoredSubscription next = CODEC.decode(record).canceledAtPeriodEnd();

        assertThat(encoded(next))
                .isEqualTo(
                        record.deepCopy().put("cancelAtPeriodEnd", true).put("cancelAt", "2028-02-29T10:00:00.000Z"));
    }

    @Test
    void authorOfACancellationIsWritten() {
        StoredSubscription next = CODEC.decode(record)
                .canceled()
                .canceledBy(
                        new StoredSubscription.Author(null, "65b9a6e1c4a9e0b7f2000001", "Backend"),
                        Instant.parse("2028-02-01T00:00:00Z"));

        assertThat(next.status()).isEqualTo(SubscriptionStatus.CANCELED);
        assertThat(encoded(next))
                .isEqualTo(record.deepCopy()
                        .put("status", "canceled")
                        .put("canceledAt", "2028-02-01T00:00:00.000Z")
                        .put("canceledByApiKey", "65b9a6e1c4a9e0b7f2000001")
                        .put("canceledByApiKeyName", "Backend"));
    }
}
