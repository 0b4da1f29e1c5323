package io.tollgate.simulation;

import io.tollgate.processor.ProcessorAccount;
import io.tollgate.support.SignedEvent;
import io.tollgate.support.TestSeller;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** What happens without buyers and sellers: events of the processor, due tasks, renewals. */
record Background(Lane lane, SellerRows rows, Trace trace) {
    /** Payments that succeed after their order has expired are looked for an hour later. */
    private static final Duration HORIZON = Duration.ofHours(3);

    private static final Duration SUBSCRIPTIONS_HORIZON = Duration.ofDays(65);
    private static final int ROUNDS_MAX = 400;

    /** Open orders are looked at each 30 s. At the end, that would repeat itself until their holds end. */
    private static final Duration JUMP_MIN = Duration.ofMinutes(4);

    private static final int DAYS_MAX = 20;
    private static final Duration[] BESIDE = {
        Duration.ofSeconds(-5), Duration.ofSeconds(-1), Duration.ZERO, Duration.ofMinutes(2)
    };

    private static final String NEXT_BILLING = """
            SELECT extract(epoch FROM min(due_at))::bigint FROM simulated_billing WHERE :own AND due_at > '%s'
            """;

    /** The processor deletes older events at times that do not depend on the seed. */
    private static final Duration EVENTS_KEPT = Duration.ofDays(30);

    /** In the order in which they were created; ids of events are random. */
    private static final String PENDING = """
            SELECT e.id, e.type, e.body FROM simulated_event e
            WHERE :own AND e.status = 'PENDING' AND e.created_at > '%s'
            ORDER BY e.created_at, coalesce(e.body::jsonb #>> '{data,object,metadata,tollgate_checkout}',
                (SELECT s.object #>> '{metadata,tollgate_checkout}' FROM simulated_object s
                 WHERE s.seller_id = e.seller_id
                 AND s.livemode = e.livemode AND s.kind = 'subscription' AND s.id = coalesce(
                     e.body::jsonb #>> '{data,object,parent,subscription_details,subscription}', e.object_id)),
                ''), e.type
            """;

    private static final String DUE = """
            SELECT id, kind, subject_id, attempts FROM processor_task WHERE :own AND due_at <= '%s' ORDER BY id
            """;

    private static final String NEXT_DUE = """
            SELECT ceil(extract(epoch FROM min(due_at)) * 1000)::bigint FROM (
                SELECT due_at FROM processor_task WHERE :own AND failed_at IS NULL
                UNION ALL SELECT due_at FROM simulated_billing WHERE :own
                UNION ALL SELECT to_timestamp((object ->> 'simulator_until')::bigint) FROM simulated_object
                WHERE :own AND kind = 'payment_intent' AND object ->> 'status' = 'processing') due
            WHERE due_at > '%s'
            """;

    private List<List<@Nullable String>> pending() {
        return rows.rows(PENDING.formatted(lane.clock().now().minus(EVENTS_KEPT)));
    }

    /** Delivers a pending event once or twice, or loses it. Any of them can be the next one. */
    void deliver(Node node, SplittableRandom random) {
        var pending = pending();
        if (pending.isEmpty()) {
            return;
        }
        var event = pending.get(random.nextInt(pending.size()));
        int choice = random.nextInt(6);
        if (choice == 0) {
            end(event.get(0), "NEVER");
            trace.add("event " + event.get(1) + " is lost");
            return;
        }
        int times = choice == 1 ? 2 : 1;
        for (int i = 0; i < times; i++) {
            send(node, event);
        }
    }

    private void send(Node node, List<@Nullable String> event) {
        SignedEvent signed = new SignedEvent(rows.scope(), String.valueOf(event.get(2)), null)
                .signedBy(lane.clock().now(), lane.webhookSecret(rows.scope()));
        int status;
        try {
            status = signed.sendTo(node.url() + ProcessorAccount.eventPath(rows.scope()))
                    .status();
        } catch (UncheckedIOException lost) {
            status = 0;
        }
        if (status == 200) {
            end(event.get(0), "DELIVERED");
        }
        trace.add("event " + event.get(1) + ": " + status);
    }

    private void end(@Nullable String id, String status) {
        rows.run("UPDATE simulated_event SET status = '" + status + "' WHERE :own AND id = '" + id + "'");
    }

    /** Runs one of the due tasks. Returns whether there was one. */
    boolean runOneTask(Node node, SplittableRandom random) {
        Instant now = lane.clock().now();
        var due = rows.rows(DUE.formatted(now));
        if (due.isEmpty()) {
            return false;
        }
        var task = due.get(random.nextInt(due.size()));
        // The others are late.
        rows.run("UPDATE processor_task SET due_at = '" + now.plusMillis(500) + "' WHERE :own AND due_at <= '" + now
                + "' AND id <> '" + task.get(0) + "'");
        boolean ran = node.gateway().runTasks(rows.scope());
        // The back-off of a failed task has a random part.
        rows.run("UPDATE processor_task SET due_at = '" + now.plusSeconds(30)
                + "' WHERE :own AND failing_since IS NOT NULL" + " AND failed_at IS NULL AND due_at > '" + now
                + "' AND id = '" + task.get(0) + "'");
        String left = rows.column(
                        "SELECT coalesce(substr(last_error, 1, 40), 'due again') FROM processor_task WHERE :own"
                                + " AND id = '" + task.get(0) + "'")
                .toString();
        trace.add("task " + task.get(1) + " " + trace.name(String.valueOf(task.get(0))) + (ran ? " " : " not run ")
                + left);
        return true;
    }

    /**
     * Lets some days pass, or the time until a little before or after something is due at the processor. That is no
     * outage: a task that has failed before does not fail all that time.
     */
    void passDays(SplittableRandom random) {
        Duration jump = untilCharge(random);
        lane.clock().advance(jump);
        trace.add("time passes: " + jump);
        rows.run("UPDATE processor_task SET failing_since = '" + lane.clock().now()
                + "' WHERE :own AND failing_since IS NOT NULL AND failed_at IS NULL");
        bill();
    }

    private Duration untilCharge(SplittableRandom random) {
        Duration days = Duration.ofHours(1L + random.nextInt(24 * DAYS_MAX));
        Duration beside = BESIDE[random.nextInt(BESIDE.length)];
        boolean near = random.nextInt(3) > 0;
        String next = rows.column(NEXT_BILLING.formatted(lane.clock().now())).get(0);
        if (!near || next.equals("null")) {
            return days;
        }
        Duration until = Duration.between(lane.clock().now(), Instant.ofEpochSecond(Long.parseLong(next)))
                .plus(beside);
        return until.isNegative() ? Duration.ZERO : until;
    }

    /** Does what is due at the simulated processor. */
    void bill() {
        TestSeller.await(lane.accounts().catchUp(rows.scope()));
    }

    /** Lets time pass until everything has ended, without faults. */
    void finish(Node node, Sale sale, SplittableRandom random) {
        Instant end = lane.clock().now().plus(sale.endsAfter(HORIZON, SUBSCRIPTIONS_HORIZON));
        for (int round = 0; round < ROUNDS_MAX; round++) {
            bill();
            for (var event : pending()) {
                // The records must become right without events too.
                if (random.nextInt(4) == 0) {
                    send(node, event);
                } else {
                    end(event.get(0), "NEVER");
                }
            }
            if (runOneTask(node, random)) {
                lane.clock().advance(Duration.ofSeconds(1));
                continue;
            }
            String next = rows.column(NEXT_DUE.formatted(lane.clock().now())).get(0);
            if (next.equals("null")
                    || !Instant.ofEpochMilli(Long.parseLong(next)).isBefore(end)) {
                return;
            }
            lane.clock().advance(JUMP_MIN);
            lane.clock().advanceTo(Instant.ofEpochMilli(Long.parseLong(next)));
        }
        trace.add("did not end");
    }
}
