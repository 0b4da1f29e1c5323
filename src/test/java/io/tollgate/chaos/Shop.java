package io.tollgate.chaos;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.clock.Times;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestEvent;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A seller with an API key and a bookable event that no other test uses. */
final class Shop {
    private static final AtomicInteger NUMBERS = new AtomicInteger();

    private final String name;
    private final String sellerId;
    private final String key;
    private final TestEvent event;
    private final String type;

    private Shop(String databaseUrl, Database database, Consumer<ObjectNode> ticketType) {
        name = "shop-" + NUMBERS.incrementAndGet();
        KeyRing keys = new KeyRing(PostgresUrl.toJdbc(databaseUrl), TestGateway.secrets());
        key = keys.create(name, true, "test").key();
        sellerId = TestSeller.await(database.get("SELECT id FROM seller WHERE name = $1", Tuple.of(name)))
                .iterator()
                .next()
                .getString(0);
        event = new TestEvent(database, sellerId);
        type = event.type(2500, ticketType);
        event.save();
    }

    static Shop on(String databaseUrl) {
        return selling(databaseUrl, ticketType -> {});
    }

    /** Creates a shop whose tickets are sold in a period relative to the time of this machine. */
    static Shop around(String databaseUrl, Duration now) {
        Instant time = Clock.SYSTEM.now();
        return selling(
                databaseUrl,
                ticketType -> ticketType
                        .put("availabilityBehavior", "date_time_based")
                        .put("saleStartOn", Times.text(time.minus(now)))
                        .put("saleEndOn", Times.text(time.plus(now))));
    }

    private static Shop selling(String databaseUrl, Consumer<ObjectNode> ticketType) {
        Vertx vertx = Vertx.vertx();
        Database database = new Database(vertx, TestSettings.database(databaseUrl, "queueMax=100"));
        try {
            return new Shop(databaseUrl, database, ticketType);
        } finally {
            database.close();
            TestSeller.await(vertx.close());
        }
    }

    String name() {
        return name;
    }

    String sellerId() {
        return sellerId;
    }

    Scope scope() {
        return new Scope(sellerId, true);
    }

    String key() {
        return key;
    }

    /** Returns the body of a booking of one ticket. */
    String booking(String email) {
        return event.body(email, Map.of(type, 1)).toString();
    }
}
