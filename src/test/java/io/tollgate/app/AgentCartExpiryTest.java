package io.tollgate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.Buyer;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.VirtualClock;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Carts of buying agents end without a trace. */
class AgentCartExpiryTest {
    /** In the past, because the doctor reports what happens in the future. */
    private final VirtualClock clock =
            new VirtualClock(Instant.now().truncatedTo(ChronoUnit.SECONDS).minus(Duration.ofDays(300)));

    private final TestDatabase database = new TestDatabase();
    private final TestGateway gateway =
            TestGateway.stepped(Map.of("database.url", database.url()), clock, outside -> outside);

    @AfterEach
    void close() throws Exception {
        gateway.close();
        database.close();
    }

    private Scope live() throws SQLException {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return new Scope(FirstColumn.of(connection, "SELECT id FROM seller").get(0), true);
        }
    }

    private int delete() throws SQLException {
        return TestSeller.await(gateway.deleteExpired(live()));
    }

    private List<String> violations() throws SQLException {
        gateway.numberEvents(live());
        return database.violations();
    }

    @Test
    void cartsOfAgentsAreDeletedAfterSixHours() throws SQLException {
        JsonNode page = gateway.api(
                        gateway.keys().create("teashop", true, "test").key())
                .post(
                        "/v1/checkout-pages",
                        "{\"name\": \"Mug\", \"productData\": {\"title\": \"Mug\","
                                + " \"prices\": [{\"amount\": 1900, \"currency\": \"eur\"}]}}")
                .expect(201)
                .json()
                .get("data");
        TestApi agent = new TestApi(gateway.url(), null);
        String body =
                "{\"line_items\": [{\"item\": {\"id\": \"" + page.get("url").textValue() + "\"}, \"quantity\": 1}]}";
        JsonNode session =
                agent.post("/ucp/checkout-sessions", body).expect(201).json();
        String at = "/ucp/checkout-sessions/" + session.get("id").textValue();
        String link = session.get("continue_url").textValue();
        assertThat(session.get("expires_at").textValue())
                .isEqualTo(clock.now().plus(Duration.ofHours(6)).toString());
        assertThat(violations()).isEmpty();
        clock.advance(Duration.ofHours(6).minusMinutes(1));
        assertThat(delete()).as("a minute too early").isZero();
        assertThat(agent.get(at).expect(200).json()).isEqualTo(session);
        clock.advance(Duration.ofMinutes(1));
        assertThat(agent.get(at).expect(200).json().at("/messages/0/code").textValue())
                .isEqualTo("not_found");
        Buyer buyer = new Buyer(gateway.url(), "late@example.com");
        String restored = buyer.get(link.substring(link.indexOf("/s/"))).path();
        assertThat(buyer.get(restored).expect(200).html()).contains("This cart is no longer saved.");
        assertThat(delete()).isEqualTo(1);
        assertThat(violations()).isEmpty();
    }
}
