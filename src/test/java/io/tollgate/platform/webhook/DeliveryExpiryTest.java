package io.tollgate.platform.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.RowExpiry;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Deliveries that ended are deleted after some days, in statements of bounded size. */
class DeliveryExpiryTest {
    private static final int OLD = RowExpiry.ROWS_MAX + 1;

    private static final String INSERT = """
            INSERT INTO webhook_delivery (seller_id, livemode, id, webhook_id, sequence, previous, event_id, type,
                                          record_id, state, lane, due_at, created_at, ended_at)
            SELECT $1, n % 2 = 0, lpad(to_hex(n), 24, '0'), repeat('a', 24), n, '', repeat('b', 24), 'webhook.test', '',
                   state, 'webhook', 'infinity', now() - days * interval '1 day',
                   CASE WHEN state <> 'PENDING' THEN now() END
            FROM (SELECT n, CASE WHEN n = 0 THEN 'PENDING' ELSE 'DELIVERED' END AS state,
                         CASE WHEN n > $2 THEN 6 ELSE 8 END AS days
                  FROM generate_series(0, $2 + 1) n) rows
            """;

    @Test
    void oldDeliveriesAreDeletedAndPendingAndYoungerOnesStay() {
        String seller = TestGateway.shared().seller().id();
        TestSeller.rows(INSERT, seller, OLD);
        RowExpiry expiry =
                new RowExpiry(TestSeller.database(), Clock.SYSTEM, WebhookDeliveries.expiry(Duration.ofDays(7)));
        assertThat(TestSeller.await(expiry.expire(seller))).isEqualTo(OLD);
        assertThat(TestSeller.rows("SELECT sequence FROM webhook_delivery WHERE seller_id = $1", seller))
                .extracting(row -> row.getLong(0))
                .containsExactlyInAnyOrder(0L, OLD + 1L);
    }
}
