package io.tollgate.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;

/** The stored state of the simulated processor for one seller. */
public final class SimulatorState {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private SimulatorState() {}

    /** Makes the simulator send no event of the payments, saved cards and subscriptions that exist now. */
    private static final String HOLD_EVENTS = """
            UPDATE simulated_object SET object = jsonb_set(object, '{description}',
                to_jsonb(concat(object ->> 'description', ' simulate:events-never')))
            WHERE seller_id = $1 AND kind IN ('payment_intent', 'setup_intent', 'subscription')
            """;

    /** Returns all objects of a kind: coupon, tax_rate, subscription. */
    public static List<JsonNode> objects(TestSeller seller, boolean live, String kind) {
        List<JsonNode> objects = new ArrayList<>();
        for (Row row : TestSeller.rows(
                "SELECT object::text FROM simulated_object WHERE seller_id = $1 AND livemode = $2 AND kind = $3",
                seller.id(),
                live,
                kind)) {
            try {
                objects.add(MAPPER.readTree(row.getString(0)));
            } catch (JsonProcessingException e) {
                throw new IllegalStateException(e);
            }
        }
        return objects;
    }

    /**
     * Keeps the simulator from reporting what happens to the payments and subscriptions of a seller that exist now. An
     * event may settle an order at any moment, also while a test changes its state behind the gateway.
     */
    public static void holdEvents(TestSeller seller) {
        TestSeller.rows(HOLD_EVENTS, seller.id());
    }

    /** Returns the number of writes that the simulator has executed for a seller in the last day. */
    public static int writes(TestSeller seller) {
        return TestSeller.rows("SELECT FROM simulated_answer WHERE seller_id = $1", seller.id())
                .size();
    }

    /** Returns the number of pending processor tasks, except those of events, which arrive at any time. */
    public static int pendingTasks(TestSeller seller) {
        return TestSeller.rows("SELECT FROM processor_task WHERE seller_id = $1 AND kind <> 'APPLY_EVENT'", seller.id())
                .size();
    }

    /** Runs all pending processor tasks, without their delays. Returns whether none is left. */
    public static boolean completeTasks(TestSeller seller) {
        return seller.settles(() -> {
            TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
            return allTasks(seller) == 0;
        });
    }

    private static int allTasks(TestSeller seller) {
        return TestSeller.rows("SELECT FROM processor_task WHERE seller_id = $1", seller.id())
                .size();
    }
}
