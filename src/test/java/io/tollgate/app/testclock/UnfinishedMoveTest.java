package io.tollgate.app.testclock;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.OwnShop;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A move of the test clock is complete only when nobody is at work on what is due. */
class UnfinishedMoveTest {
    private static final String CLOCK = "/v1/test-clock";
    private static final String TASK = "5e1f".repeat(6);

    /** A move ends after three quarters of it. */
    private static final String REQUEST_TIMEOUT = "2000";

    private static OwnShop shop;
    private static int sellers;

    private String seller;
    private String ofSeller;
    private TestApi api;

    @BeforeAll
    static void open() {
        Map<String, String> settings = new HashMap<>(TestGateway.PATIENT);
        settings.put("limits.requestTimeoutMillis", REQUEST_TIMEOUT);
        settings.put("processor.callTimeoutMillis", "1500");
        shop = OwnShop.open(settings);
    }

    @AfterAll
    static void close() {
        shop.close();
    }

    @BeforeEach
    void seller() {
        seller = "unfinished-" + ++sellers;
        ofSeller = " WHERE seller_id = (SELECT id FROM seller WHERE name = '" + seller + "')";
        api = shop.gateway()
                .api(shop.gateway().keys().create(seller, false, "test").key());
        shop.gateway().accounts().connectSimulator(seller);
    }

    private JsonNode move(String body) {
        return api.post(CLOCK, body.replace('\'', '"')).expect(200).json();
    }

    /** Moves the clock to the target of a move again. */
    private JsonNode again(JsonNode move) {
        return move("{'to': '" + move.get("target").textValue() + "'}");
    }

    private static boolean complete(JsonNode move) {
        return move.get("complete").booleanValue();
    }

    /** The node has claimed the task before the move, and its claim ends long after it. */
    @Test
    void tasksThatAnotherNodeIsWorkingOnAreDueWork() throws SQLException {
        Instant due =
                Instant.parse(api.get(CLOCK).expect(200).json().get("testTime").textValue());
        shop.run("INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, attempts, due_at,"
                + " created_at, claim_number, claimed_until) SELECT id, false, '" + TASK + "', 'SYNC_SUBSCRIPTION', '"
                + TASK + "', '{}', 1, '" + due + "'::timestamptz + interval '1 day', now(), 1,"
                + " now() + interval '1 hour' FROM seller WHERE name = '" + seller + "'");
        JsonNode move = move("{'advance': 'PT1H'}");
        assertThat(complete(move)).isFalse();
        shop.run("UPDATE processor_task SET claimed_until = NULL" + ofSeller);
        assertThat(complete(again(move))).as("when the task is due another day").isTrue();
    }

    /** The clock has reached the target, and the event is still on its way. Later the same target is in the past. */
    @Test
    void eventsThatAreOnTheirWayAreDueWork() throws SQLException {
        shop.run("INSERT INTO simulated_event (seller_id, livemode, id, type, object_id, body, delivery, status,"
                + " remaining, attempts, due_at, created_at) SELECT id, false, 'evt_1', 'ping', 'pi_1', '{}',"
                + " 'NORMAL', 'PENDING', 1, 1, now() + interval '1 hour', now() FROM seller WHERE name = '" + seller
                + "'");
        JsonNode move = move("{'advance': 'PT1H'}");
        assertThat(complete(move)).isFalse();
        assertThat(Instant.parse(move.get("testTime").textValue()))
                .as("the clock has passed its target")
                .isAfter(Instant.parse(move.get("target").textValue()));
        assertThat(complete(again(move))).isFalse();
        shop.run("UPDATE simulated_event SET status = 'DELIVERED', last_status = 200" + ofSeller);
        assertThat(complete(again(move))).isTrue();
    }

    /** An event that failed leaves later, in real time: a move does not wait for it. */
    @Test
    void eventsThatLeaveLaterAreNotDueWork() throws SQLException {
        shop.run("INSERT INTO simulated_event (seller_id, livemode, id, type, object_id, body, delivery, status,"
                + " remaining, attempts, last_status, due_at, created_at) SELECT id, false, 'evt_1', 'ping', 'pi_1',"
                + " '{}', 'NORMAL', 'PENDING', 1, 1, 503, now() + interval '1 hour', now() FROM seller WHERE name = '"
                + seller + "'");
        assertThat(complete(move("{'advance': 'PT1H'}"))).isTrue();
    }

    @Test
    void otherTimesInThePastAreRejected() throws SQLException {
        JsonNode move = move("{'advance': 'PT1H'}");
        Instant target = Instant.parse(move.get("target").textValue());
        assertThat(complete(move)).isTrue();
        for (Instant past : List.of(target, target.minusMillis(1))) {
            String body = "{\"to\": \"" + past + "\"}";
            assertThat(api.post(CLOCK, body).expect(400).json().toString()).contains("must not be before the present");
        }
        try (Connection look = shop.connect()) {
            assertThat(FirstColumn.of(look, "SELECT move_id FROM test_clock" + ofSeller))
                    .containsOnlyNulls();
        }
    }
}
