package io.tollgate.tools.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestShop;
import io.tollgate.tools.demo.TestDatabase;
import java.net.InetSocketAddress;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The doctor finds nothing wrong with the events and webhooks of real sales, and notices each damage to them. */
class EventDoctorTest {
    private static final String EVENT = """
            {"name": "Concert", "eventDetails": {"currency": "eur", "timezone": "Europe/Berlin",
             "startDate": "2036-09-18T18:00:00Z", "endDate": "2036-09-18T20:30:00Z"},
             "ticketGroups": [{"name": "Hall", "ticketTypes": [{"name": "Seat", "price": 2500}]}]}""";

    private static final String WEBHOOK = """
            {"name": "Hook", "url": "http://127.0.0.1:%d/", "events": ["booking.created"]}""";

    private static final TestDatabase DATABASE = new TestDatabase();
    private static HttpServer receiver;
    private static TestGateway gateway;
    private static Connection connection;

    /** One event is delivered to a webhook, and two test events wait. */
    @BeforeAll
    static void sell() throws Exception {
        receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        receiver.createContext("/", exchange -> {
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        receiver.start();
        gateway = TestGateway.stepped(
                Map.of("database.url", DATABASE.url(), "webhooks.loopback", "true"), Clock.SYSTEM, outside -> outside);
        String key = gateway.keys().create("market", true, "test").key();
        JsonNode event =
                gateway.api(key).post("/v1/events", EVENT).expect(201).json().get("data");
        TestShop.Shelf shelf = new TestShop.Shelf(event.get("id").textValue(), "", event);
        JsonNode webhook = gateway.api(key)
                .post("/v1/webhooks", WEBHOOK.formatted(receiver.getAddress().getPort()))
                .expect(201)
                .json()
                .get("data");
        gateway.api(key)
                .post("/v1/bookings", TestShop.booking(shelf, "ada@example.com", 2, "\"complimentary\": true,"))
                .expect(201);
        Scope live = new Scope(sellerId(), true);
        gateway.numberEvents(live);
        gateway.settle(live);
        for (int i = 0; i < 2; i++) {
            gateway.api(key)
                    .post("/v1/webhooks/" + webhook.get("id").textValue() + "/test", "{}")
                    .expect(201);
        }
        connection = DriverManager.getConnection(DATABASE.jdbcUrl());
        connection.setAutoCommit(false);
    }

    private static String sellerId() throws SQLException {
        try (Connection read = DriverManager.getConnection(DATABASE.jdbcUrl());
                Statement statement = read.createStatement();
                var rows = statement.executeQuery("SELECT id FROM seller")) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }

    @AfterAll
    static void close() throws SQLException {
        connection.close();
        gateway.close();
        receiver.stop(0);
        DATABASE.close();
    }

    private static TreeSet<String> failedChecks() throws SQLException {
        TreeSet<String> failed = new TreeSet<>();
        Doctor.examine(new Sql(connection), new Findings((check, where) -> failed.add(check)));
        return failed;
    }

    @Test
    void anEventLogOfRealSalesIsSound() throws SQLException {
        assertThat(failedChecks()).isEmpty();
        connection.rollback();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '~', quoteCharacter = '"', textBlock = """
            events: positions of a feed have no gaps ~ DELETE FROM event WHERE position = 2
            events: positions of a feed have no gaps ~ UPDATE event_head SET last = last + 1
            events: positions of a feed have no gaps ~ UPDATE event_head SET first = 2
            events: each feed has a head ~ DELETE FROM event_head
            events: each is what its change says ~ UPDATE event SET type = 'payment.paid' WHERE position = 1
            events: each is what its change says ~ UPDATE event SET record_id = repeat('a', 24) WHERE position = 1
            events: each is what its change says ~ UPDATE event SET change_id = repeat('a', 24) WHERE position = 1
            events: each is what its change says ~ UPDATE event SET page_id = 'x' WHERE position = 1
            events: each is what its change says ~ UPDATE event SET created_at = now() + interval '1 day'
            events: each is what its change says ~ DELETE FROM reported_change WHERE record_kind = 'customer'
            reported changes: all events of a change ~ DELETE FROM event WHERE type = 'booking.paid'
            reported changes: a change is ~ UPDATE reported_change SET event_ids[1] = 'x', created_at = '2020-01-01'
            reported changes: the ids are those ~ UPDATE reported_change SET actor = 'nobody'
            reported changes: the ids are those ~ UPDATE reported_change SET actor_id = NULL
            reported changes: the ids are those ~ UPDATE reported_change SET page_id = 'x'
            reported changes: the ids are those ~ UPDATE reported_change SET created_at = created_at + interval '1 day'
            reported changes: the last one of a booking ~ UPDATE reported_change SET record = record || '  '
            reported changes: the last one of a ticket ~ UPDATE reported_change SET record_kind = 'booking'
            webhooks: each has a state ~ DELETE FROM webhook_state
            webhooks: each has a state ~ DELETE FROM webhook_position
            webhooks: each has a state ~ UPDATE webhook_delivery SET webhook_id = repeat('a', 24)
            webhooks: each has a key ~ UPDATE webhook SET signing_key=NULL, public_key=NULL, created_at='2020-01-01'
            webhooks: each has a key ~ UPDATE webhook SET former_signing_key = signing_key
            webhooks: a position is one ~ UPDATE webhook_position SET position = position + 1000
            webhooks: the counters agree ~ UPDATE webhook_state SET success_count = 0
            webhooks: the counters agree ~ UPDATE webhook_state SET success_count = 2
            webhooks: the counters agree ~ UPDATE webhook_state SET delivery_count = 0
            webhooks: the counters agree ~ UPDATE webhook_state SET last_triggered_at = NULL
            webhooks: the counters agree ~ UPDATE webhook_state SET last_success_at = NULL
            webhooks: the counters agree ~ UPDATE webhook_state SET digest = ''
            webhooks: the counters agree ~ UPDATE webhook_delivery SET sequence = 9 WHERE sequence = 3
            webhooks: the counters agree ~ UPDATE webhook_state SET sequence = 1
            webhooks: the counters agree ~ UPDATE webhook_state SET warned_at = now()
            webhook deliveries: each is of an event ~ UPDATE webhook_delivery SET type = 'booking.paid'
            webhook deliveries: each is of an event ~ UPDATE webhook_delivery SET event_id = 'x' WHERE sequence = 1
            webhook deliveries: each is of an event ~ UPDATE webhook_delivery SET record_id = 'x' WHERE sequence = 1
            webhook deliveries: the times ~ UPDATE webhook_delivery SET state = 'FAILED', ended_at = now()
            webhook deliveries: the times ~ UPDATE webhook_delivery SET created_at = '2020-01-01'
            webhook deliveries: the times ~ UPDATE webhook_delivery SET attempts = 0
            webhook deliveries: the times ~ UPDATE webhook_delivery SET status_code = 500
            webhook deliveries: the times ~ UPDATE webhook_delivery SET ended_at = '2020-01-01' WHERE sequence = 1
            webhook deliveries: the next of a record waits ~ UPDATE webhook_delivery SET due_at = now()
            webhook deliveries: the sequence has no gaps ~ UPDATE webhook_state SET sequence = 5
            webhook deliveries: the first has no digest ~ UPDATE webhook_delivery SET previous = ''
            event relay: it has reached ~ UPDATE event_relay SET reached = '9000000000000000000'
            """)
    void aDamageIsNoticed(String check, String damage) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate(damage)).isPositive();
        }
        assertThat(failedChecks()).anyMatch(failed -> failed.startsWith(check));
        connection.rollback();
    }
}
