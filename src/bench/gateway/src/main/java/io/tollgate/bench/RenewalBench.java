package io.tollgate.bench;

import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Renewals of subscriptions at the simulator, from the due time to the recorded payment: how many a second
 * if all are due at once, and how many wait if they become due evenly. Lists run beside both. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, key and name of the seller, number of
 * subscriptions, rounds, seconds of each warm-up.
 */
public final class RenewalBench {
    private static final int BUYERS = 16;
    private static final int LISTS_PER_SECOND = 100;

    /** Subscriptions that wait for a later time, so that the searches for due work have what a large seller has. */
    private static final int WAITING = 100_000;

    private static final String PAGE = """
            {"name": "Bench", "productData": {"title": "Bench", "prices": [{"amount": 2500, "currency": "eur",
             "recurring": {"interval": "day", "intervalCount": 1}}]}}
            """;
    private static final String WAITING_TASKS = """
            INSERT INTO processor_task (seller_id, livemode, id, kind, subject_id, argument, due_at, created_at)
            SELECT '%1$s', true, lpad(to_hex(n), 24, 'f'), 'SYNC_SUBSCRIPTION', 'later-' || n, '{}',
                   now() + n * interval '1 minute' + interval '1 day', now()
            FROM generate_series(1, %2$d) n ON CONFLICT DO NOTHING
            """;
    private static final String WAITING_BILLING = """
            INSERT INTO simulated_billing (seller_id, livemode, subscription_id, due_at)
            SELECT '%1$s', true, 'later-' || n, now() + n * interval '1 minute' + interval '1 day'
            FROM generate_series(1, %2$d) n ON CONFLICT DO NOTHING
            """;

    /** The current period of each subscription ends at its due time, and the simulator charges the next one. */
    private static final String MAKE_DUE = """
            WITH due AS (
                SELECT processor_id AS id, extract(epoch FROM now())::bigint
                    + floor((row_number() OVER (ORDER BY processor_id) - 1) * %2$s)::bigint AS at
                FROM billed_subscription WHERE seller_id = '%1$s' AND livemode ORDER BY processor_id LIMIT %3$d
            ), moved AS (
                UPDATE simulated_object o SET object = jsonb_set(jsonb_set(jsonb_set(o.object,
                    '{billing_cycle_anchor}',
                    to_jsonb(due.at - 86400 * ((o.object ->> 'simulator_period')::bigint + 1))),
                    '{items,data,0,current_period_start}', to_jsonb(due.at - 86400)),
                    '{items,data,0,current_period_end}', to_jsonb(due.at))
                FROM due WHERE o.seller_id = '%1$s' AND o.livemode AND o.kind = 'subscription' AND o.id = due.id
                RETURNING o.id, due.at)
            UPDATE simulated_billing b SET due_at = to_timestamp(moved.at)
            FROM moved WHERE b.seller_id = '%1$s' AND b.livemode AND b.subscription_id = moved.id
            """;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.RENEWALS);
    private final BenchDatabase database;
    private final OpenLoad lists;
    private final String url;
    private final String key;
    private final String seller;
    private final int subscriptions;
    private final int rounds;
    private final int seconds;
    private final String page;

    private RenewalBench(String[] args, BenchDatabase database, OpenLoad lists)
            throws IOException, InterruptedException {
        this.url = args[0];
        this.key = args[2];
        this.subscriptions = Integer.parseInt(args[4]);
        this.rounds = Integer.parseInt(args[5]);
        this.seconds = Integer.parseInt(args[6]);
        this.database = database;
        this.lists = lists;
        this.seller = database.one("SELECT id FROM seller WHERE name = ?", args[3]);
        this.page = BenchPage.create(url, key, args[3], PAGE);
    }

    public static void main(String[] args) throws SQLException, IOException, InterruptedException, ExecutionException {
        URI address = URI.create(args[0]);
        try (BenchDatabase database = new BenchDatabase(args[1]);
                OpenLoad lists = new OpenLoad(address.getHost(), address.getPort(), args[2])) {
            RenewalBench bench = new RenewalBench(args, database, lists);
            bench.subscribe();
            bench.allAtOnce();
            bench.evenly();
            bench.figures.write(database.version());
        }
        System.exit(0);
    }

    private long count(String sql) {
        return Long.parseLong(database.one(sql + " WHERE seller_id = ? AND livemode", seller));
    }

    private long recorded() {
        return count("SELECT count(*) FROM subscription_invoice");
    }

    /** Buys the subscriptions that a former run has not bought. */
    private void subscribe() {
        database.execute(WAITING_TASKS.formatted(seller, WAITING));
        database.execute(WAITING_BILLING.formatted(seller, WAITING));
        PurchaseLoad purchases = new PurchaseLoad(url, page);
        while (count("SELECT count(*) FROM billed_subscription") < subscriptions) {
            purchases.run(BUYERS, 1);
        }
        settle();
    }

    /** Waits until nothing is left to do. */
    private void settle() {
        while (!database.one("SELECT (SELECT count(*) FROM processor_task WHERE due_at < now())"
                        + " + (SELECT count(*) FROM simulated_event WHERE status = 'PENDING')")
                .equals("0")) {
            pause(200);
        }
    }

    private static void pause(int millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void makeDue(double secondsApart) {
        database.execute(MAKE_DUE.formatted(seller, String.format(Locale.ROOT, "%.6f", secondsApart), subscriptions));
    }

    /** Runs lists until the renewals are done; returns their 99th percentile. */
    private OpenLoad.Result besideLists(Runnable renewals) throws InterruptedException, ExecutionException {
        List<String> pages = database.pagePaths(seller, 0);
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<?> work = thread.submit(renewals);
            OpenLoad.Result worst = null;
            while (!work.isDone()) {
                OpenLoad.Result run = lists.run(pages, LISTS_PER_SECOND, Math.max(2, seconds));
                worst = worst == null || run.p99Millis() > worst.p99Millis() ? run : worst;
            }
            work.get();
            if (worst == null) {
                throw new IllegalStateException("no list ran");
            }
            return worst;
        } finally {
            thread.shutdownNow();
        }
    }

    private void allAtOnce() throws InterruptedException, ExecutionException {
        double[] rates = new double[rounds];
        print(
                "| renewals a second, %1$d due at once | worst p99 of %2$d lists a second beside them, ms |",
                subscriptions, LISTS_PER_SECOND);
        print("|--:|--:|");
        for (int i = -1; i < rounds; i++) {
            double[] took = new double[1];
            OpenLoad.Result listed = besideLists(() -> took[0] = drain());
            if (i >= 0) {
                rates[i] = subscriptions / took[0];
                print("| %.1f | %.1f |", rates[i], listed.p99Millis());
            }
        }
        print("");
        figures.add(Promise.RENEWALS, Rounds.median(rates), rates);
    }

    /** Returns how many seconds pass until the renewals that are due now are recorded. */
    private double drain() {
        long before = recorded();
        makeDue(0);
        long begun = System.nanoTime();
        while (recorded() < before + subscriptions) {
            pause(50);
        }
        double took = (System.nanoTime() - begun) / 1e9;
        settle();
        return took;
    }

    private void evenly() throws InterruptedException, ExecutionException {
        RenewalQueue queue = new RenewalQueue(subscriptions, Promise.RENEWALS.goal.bound());
        OpenLoad.Result listed = besideLists(() -> {
            long before = recorded();
            makeDue(1 / queue.perSecond());
            long begun = System.nanoTime();
            while (!queue.isOver((System.nanoTime() - begun) / 1e9)) {
                pause(200);
                queue.note((System.nanoTime() - begun) / 1e9, recorded() - before);
            }
            settle();
        });
        print("| %.0f due each second, for %.0f s | first half | second half |", queue.perSecond(), queue.seconds());
        print("|---|--:|--:|");
        print("| renewals that are due and not recorded, median | %.0f | %.0f |", queue.median(0), queue.median(1));
        print("| the same, in seconds of arrivals | %.1f | %.1f |", queue.behind(0), queue.behind(1));
        print("");
        print("Worst p99 of the lists beside them: %.1f ms.", listed.p99Millis());
        figures.add(Promise.RENEWALS_BEHIND, queue.behind(1));
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
