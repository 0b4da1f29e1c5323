package io.tollgate.sales.aftersales;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.support.Samples;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class StoredChargeCodecTest {
    private static final Instant NOW = Instant.parse("2028-02-01T00:00:00Z");

    private final ObjectNode record = Samples.record(Bookings.RESOURCE)
            .put("status", "unpaid")
            .put("orderStatus", "active")
            .put("amount", 1_000)
            .put("amountPaid", 0)
            .put("amountDue", 1_000)
            .put("amountRefunded", 0);

    private ObjectNode encoded(StoredCharge next) {
        ObjectNode encoded = record.deepCopy();
        StoredChargeCodec.BOOKINGS.encode(encoded, charge(), next);
        return encoded;
    }

    private StoredCharge charge() {
        return StoredChargeCodec.BOOKINGS.decode(record);
    }

    @Test
    void unchangedValueChangesNoField() {
        assertThat(encoded(charge())).isEqualTo(record);
    }

    @Test
    void canceledBookingOwesNothing() {
        StoredCharge next = charge().canceledBySeller(new StoredCharge.Cancellation(NOW, "key", null));

        assertThat(next.isDue()).isFalse();
        assertThat(encoded(next))
                .isEqualTo(record.deepCopy()
                        .put("status", "canceled")
                        .put("orderStatus", "canceled")
                        .put("amountDue", 0L)
                        .put("canceledAt", "2028-02-01T00:00:00.000Z")
                        .put("canceledBy", "key")
                        .putNull("canceledReason"));
    }

    @Test
    void partOfWhatIsDueIsReceived() {
        record.putArray("transactionIds");
        record.putNull("paymentMethod");

        ObjectNode encoded = encoded(charge().received(400, new StoredCharge.ReceivedPayment("man_1", "cash")));

        ObjectNode expected = record.deepCopy()
                .put("status", "partially_paid")
                .put("amountPaid", 400L)
                .put("amountDue", 600L);
        expected.withArray("transactionIds").add("man_1");
        expected.putObject("paymentMethod").put("gateway", "manual").put("method", "cash");
        assertThat(encoded).isEqualTo(expected);
    }

    @Test
    void unpaidBookingCannotBeRefunded() {
        assertThatThrownBy(() -> charge().withRefunded(0)).isInstanceOf(IllegalStateException.class);
    }
}
