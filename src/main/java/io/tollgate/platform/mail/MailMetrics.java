package io.tollgate.platform.mail;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;

/** Counts deliveries, and measures the pending messages in the database. */
final class MailMetrics {
    private static final String PENDING = "SELECT count(*), min(created_at) FROM mail_message WHERE state = 'PENDING'";

    private final MeterRegistry registry;
    private volatile double pending = Double.NaN;
    private volatile double oldestSeconds = Double.NaN;

    MailMetrics(MeterRegistry registry) {
        this.registry = registry;
        Gauge.builder("tollgate.mail.pending", () -> pending)
                .description("Messages that wait for their delivery.")
                .register(registry);
        Gauge.builder("tollgate.mail.oldest.seconds", () -> oldestSeconds)
                .description("Seconds since the oldest pending message was created.")
                .register(registry);
        for (MailPurpose purpose : MailPurpose.values()) {
            sent(purpose, registry);
        }
        for (MailStore.FailureKind kind : MailStore.FailureKind.values()) {
            failures(kind, registry);
        }
    }

    void sent(MailPurpose purpose) {
        sent(purpose, registry).increment();
    }

    private static Counter sent(MailPurpose purpose, MeterRegistry registry) {
        return Counter.builder("tollgate.mail.sent")
                .description("Messages that the mail server accepted.")
                .tag("purpose", purpose.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    void failed(MailStore.FailureKind kind) {
        failures(kind, registry).increment();
    }

    private static Counter failures(MailStore.FailureKind kind, MeterRegistry registry) {
        return Counter.builder("tollgate.mail.failed")
                .description("Messages that failed for good.")
                .tag("kind", kind.name().toLowerCase(Locale.ROOT))
                .register(registry);
    }

    /** Measures the pending messages. The values are unknown (NaN) if the query fails. */
    Future<Void> measure(Database database, Clock clock) {
        Instant now = clock.now();
        return database.get(PENDING, Tuple.tuple())
                .onSuccess(rows -> {
                    Row row = rows.iterator().next();
                    OffsetDateTime oldest = row.getOffsetDateTime(1);
                    pending = row.getLong(0);
                    oldestSeconds = oldest == null
                            ? 0
                            : Math.max(
                                            0,
                                            Duration.between(oldest.toInstant(), now)
                                                    .toMillis())
                                    / 1000.0;
                })
                .onFailure(failure -> {
                    pending = Double.NaN;
                    oldestSeconds = Double.NaN;
                })
                .mapEmpty();
    }
}
