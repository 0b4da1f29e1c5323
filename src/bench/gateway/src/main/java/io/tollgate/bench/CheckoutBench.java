package io.tollgate.bench;

import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Purchases on a hosted page: how many a second, compared with bookings over the API; and how long a
 * page view and a purchase take while lists and PDFs saturate the gateway, compared with an idle one.
 * Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, key and name of the seller, rounds,
 * seconds of each measurement, address of the management port.
 */
public final class CheckoutBench {
    private static final int WRITERS = 16;

    /** Before that, a young gateway uses up to a third of its processor time to compile code. */
    private static final int WARM_UP_TURNS = 6;

    private static final int LARGE = 100;
    private static final int DOWNLOADERS = 4;
    private static final int LISTERS = 32;
    private static final int VIEWS_PER_SECOND = 50;
    private static final String PAGE = """
            {"name": "Bench", "productData": {"title": "Bench", "prices": [{"amount": 2500, "currency": "eur"}]}}
            """;

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.CHECKOUT);
    private final BenchDatabase database;
    private final OpenLoad api;
    private final OpenLoad lists;
    private final OpenLoad downloads;
    private final String url;
    private final String key;
    private final String seller;
    private final int rounds;
    private final int seconds;
    private final String page;
    private final PurchaseLoad purchases;

    private CheckoutBench(String[] args, BenchDatabase database, OpenLoad api, OpenLoad lists, OpenLoad downloads)
            throws IOException, InterruptedException {
        this.url = args[0];
        this.key = args[2];
        this.rounds = Integer.parseInt(args[4]);
        this.seconds = Integer.parseInt(args[5]);
        this.database = database;
        this.api = api;
        this.lists = lists;
        this.downloads = downloads;
        this.seller = database.one("SELECT id FROM seller WHERE name = ?", args[3]);
        this.page = BenchPage.create(url, key, args[3], PAGE);
        this.purchases = new PurchaseLoad(url, page);
    }

    public static void main(String[] args) throws SQLException, IOException, InterruptedException {
        URI address = URI.create(args[0]);
        try (BenchDatabase database = new BenchDatabase(args[1]);
                OpenLoad api = new OpenLoad(address.getHost(), address.getPort(), args[2]);
                OpenLoad lists = new OpenLoad(address.getHost(), address.getPort(), args[2]);
                OpenLoad downloads = new OpenLoad(address.getHost(), address.getPort(), args[2])) {
            CheckoutBench bench = new CheckoutBench(args, database, api, lists, downloads);
            bench.purchasesAndBookings(args[1]);
            bench.events(args[6]);
            bench.besides();
            bench.figures.write(database.version());
        }
        System.exit(0);
    }

    /** In turns, so that both meet the same machine. */
    private void purchasesAndBookings(String databaseUrl) throws SQLException {
        BookingLoad bookings =
                new BookingLoad(url, key, BenchEvents.make(databaseUrl, new Scope(seller, true), WRITERS));
        bookings.run(WRITERS, WRITERS, WARM_UP_TURNS * seconds);
        purchases.run(WRITERS, WARM_UP_TURNS * seconds);
        double[] ratios = new double[rounds];
        print(
                "| purchases a second, %1$d buyers | p50 ms | p99 ms | bookings a second, %1$d writers | ratio |",
                WRITERS);
        print("|--:|--:|--:|--:|--:|");
        for (int i = 0; i < rounds; i++) {
            BookingLoad.Result booked = bookings.run(WRITERS, WRITERS, seconds);
            PurchaseLoad.Result bought = purchases.run(WRITERS, seconds);
            ratios[i] = bought.perSecond() / booked.perSecond();
            print(
                    "| %.0f | %.1f | %.1f | %.0f | %.2f |",
                    bought.perSecond(), bought.p50Millis(), bought.p99Millis(), booked.perSecond(), ratios[i]);
        }
        print("");
        figures.add(Promise.PURCHASES_OVER_BOOKINGS, Rounds.median(ratios), ratios);
    }

    /** The purchases before have sent them, two each. */
    private void events(String management) {
        double share = ResponseTimes.percentWithin(ResponseTimes.read(management), "/processor/:account/events", "0.2");
        print("Events of the processor that were answered within 200 ms: %.2f %%.", share);
        print("");
        figures.add(Promise.EVENTS_IN_TIME, share);
    }

    /** Runs a measurement while the gateway serves as many lists and documents as it can. */
    private void saturated(PdfDownloads documents, List<String> pages, Runnable measurement) {
        AtomicBoolean stopped = new AtomicBoolean();
        Thread caller = new Thread(() -> {
            while (!stopped.get()) {
                lists.capacity(pages, LISTERS, 1);
            }
        });
        documents.start(DOWNLOADERS);
        caller.start();
        try {
            measurement.run();
        } finally {
            stopped.set(true);
            documents.stop();
            try {
                caller.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void besides() {
        List<String> pages = database.pagePaths(seller, 0);
        PdfBookings bookings = new PdfBookings(database, downloads, seller);
        PdfDownloads documents = new PdfDownloads(bookings, bookings.some(20, LARGE));
        Supplier<Double> view = () ->
                api.steady(List.of(page), VIEWS_PER_SECOND, seconds, () -> {}).p99Millis();
        Supplier<Double> purchase = () -> purchases.run(1, seconds).p99Millis();
        List<double[]> views = new ArrayList<>();
        List<double[]> bought = new ArrayList<>();
        saturated(documents, pages, () -> api.steady(List.of(page), VIEWS_PER_SECOND, seconds, () -> {}));
        for (int i = 0; i < rounds; i++) {
            double idleView = view.get();
            double idlePurchase = purchase.get();
            saturated(documents, pages, () -> {
                views.add(new double[] {idleView, view.get()});
                bought.add(new double[] {idlePurchase, purchase.get()});
            });
        }
        print("| p99 ms | idle | beside lists and PDFs |");
        print("|---|--:|--:|");
        tell("page view", views, Promise.VIEW_BESIDE_LOAD);
        tell("purchase", bought, Promise.PURCHASE_BESIDE_LOAD);
        figures.add(Promise.VIEW_IDLE, median(views, 0));
        print("");
        print("Purchases that failed: %d.", purchases.refused());
    }

    private void tell(String name, List<double[]> turns, Promise promise) {
        print("| %s | %.1f | %.1f |", name, median(turns, 0), median(turns, 1));
        double[] ratios = turns.stream().mapToDouble(turn -> turn[1] / turn[0]).toArray();
        figures.add(promise, Rounds.median(ratios), ratios);
    }

    private static double median(List<double[]> turns, int at) {
        return Rounds.median(turns.stream().mapToDouble(turn -> turn[at]).toArray());
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
