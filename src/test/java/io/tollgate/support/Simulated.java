package io.tollgate.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** What the simulated processor knows of a seller, read from its own books. */
public final class Simulated {
    private static final ObjectMapper MAPPER = new ObjectMapper();

    /** More than twice as long as a task that was taken up in vain is left alone. */
    private static final int PATIENCE_SECONDS = 150;

    private Simulated() {}

    /** All objects of a kind: coupon, tax_rate, subscription. */
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

    /** How many writes the simulator has done for a seller, in the last day. */
    public static int answers(TestSeller seller) {
        return TestSeller.rows("SELECT FROM simulated_answer WHERE seller_id = $1", seller.id())
                .size();
    }

    /** What is still to be done at the processor. */
    public static int tasks(TestSeller seller) {
        return TestSeller.rows("SELECT FROM processor_task WHERE seller_id = $1", seller.id())
                .size();
    }

    /**
     * Waits until nothing is to be done at the processor, without the seconds after which a lost call is
     * held for settled. Each gateway of the run takes tasks up; those that cannot do one leave it to the
     * others.
     */
    public static boolean settled(TestSeller seller) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (tasks(seller) > 0 && System.nanoTime() < end) {
            TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1_200));
        }
        return tasks(seller) == 0;
    }

    /** Waits for what happens a little later. */
    public static boolean soon(BooleanSupplier what) {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (!what.getAsBoolean()) {
            if (System.nanoTime() > end) {
                return false;
            }
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
        }
        return true;
    }
}
