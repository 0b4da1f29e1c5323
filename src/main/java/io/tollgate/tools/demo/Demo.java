package io.tollgate.tools.demo;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.booking.Bookings;
import io.tollgate.sales.funnel.FunnelRunRecords;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.sales.payment.Payments;
import io.tollgate.sales.submission.Submissions;
import io.tollgate.sales.subscription.SubscriptionPayments;
import io.tollgate.sales.subscription.Subscriptions;
import io.tollgate.sales.ticket.Tickets;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Fills a database with sellers and their purchases. */
public final class Demo {
    /** Short name of the seller that the first start creates. */
    public static final String SELLER = "demo";

    /** The number of payments from which empty tables are loaded without their indexes. */
    private static final long LARGE = 50_000;

    private static final int FIRST_START_RECORDS = 600;
    private static final int FIRST_START_DAYS = 180;

    static final List<Resource> RECORDED = List.of(
            Customers.RESOURCE,
            Payments.RESOURCE,
            Bookings.RESOURCE,
            Tickets.RESOURCE,
            Subscriptions.RESOURCE,
            SubscriptionPayments.RESOURCE,
            Invoices.RESOURCE,
            Submissions.RESOURCE,
            FunnelRunRecords.RESOURCE);

    private final Target target;
    private final DemoOptions options;
    private final DemoFiles files;
    private final Progress progress;

    private Demo(Target target, DemoOptions options, DemoFiles files, Progress progress) {
        this.target = target;
        this.files = files;
        this.options = options;
        this.progress = progress;
    }

    /** A generated seller. */
    public record LoadedSeller(String sellerId, String name, long payments) {}

    /** Generates the requested sellers. Each gets the first free name: demo, demo-2, demo-3 and so on. */
    public static List<LoadedSeller> load(String jdbcUrl, DemoOptions options, DemoFiles files, Progress progress)
            throws IOException, SQLException {
        return new Demo(new Target(jdbcUrl), options, files, progress).load();
    }

    /** Generates the seller of the first start, with a few hundred records of each kind. */
    public static LoadedSeller firstStart(String jdbcUrl, Instant now, DemoFiles files)
            throws IOException, SQLException {
        DemoOptions options = new DemoOptions(FIRST_START_RECORDS, 1, 1, now, FIRST_START_DAYS);
        return load(jdbcUrl, options, files, Progress.SILENT).get(0);
    }

    private List<LoadedSeller> load() throws IOException, SQLException {
        List<LoadedSeller> loaded = new ArrayList<>();
        try (Connection connection = target.connect()) {
            Indexes indexes = new Indexes(connection, tables());
            indexes.putBack(progress);
            boolean large = options.records() >= LARGE && indexes.tablesEmpty();
            if (large) {
                indexes.takeOff();
            }
            try {
                for (int seller = 0; seller < options.sellers(); seller++) {
                    loaded.add(load(connection, seller));
                }
            } finally {
                indexes.putBack(progress);
            }
            tidy(connection);
        }
        return loaded;
    }

    private static List<String> tables() {
        return RECORDED.stream()
                .flatMap(resource -> List.of(resource.table(), resource.table() + "_lookup").stream())
                .toList();
    }

    private LoadedSeller load(Connection connection, int position) throws IOException, SQLException {
        String name = freeName(connection);
        ShopMaker maker = new ShopMaker(options, position, name);
        ShopMaker.NewShop made = maker.make(files);
        made.catalog().store(files);
        made.catalog().write(connection);
        ShopLoad load = new ShopLoad(target, made.shop(), progress);
        for (boolean live : new boolean[] {true, false}) {
            Timeline.Volume volume = maker.volume(live);
            if (volume.payments() > 0) {
                load.load(PurchasePlan.of(made.shop(), live, volume));
            }
        }
        load.stock(connection);
        CountCube counting = new CountCube(connection);
        for (int i = 0; i < RECORDED.size(); i++) {
            progress.at(name + " counts", i, RECORDED.size());
            counting.count(RECORDED.get(i), made.shop().id());
        }
        new DemoMeasures(connection).write(made.shop().id());
        progress.at(name + " counts", RECORDED.size(), RECORDED.size());
        return new LoadedSeller(made.shop().id(), name, options.recordsOf(position));
    }

    private static String freeName(Connection connection) throws SQLException {
        List<String> taken = Indexes.texts(connection, "SELECT name FROM seller");
        int number = 1;
        while (taken.contains(name(number))) {
            number++;
        }
        return name(number);
    }

    private static String name(int number) {
        return number == 1 ? SELLER : SELLER + "-" + number;
    }

    /** Vacuums and analyzes the tables. Totals use an index-only scan only after that. */
    private void tidy(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < RECORDED.size(); i++) {
                progress.at("vacuum", i, RECORDED.size());
                String table = RECORDED.get(i).table();
                statement.execute("VACUUM (ANALYZE) " + table + "_lookup, " + table + "_count");
                statement.execute("ANALYZE " + table);
            }
            statement.execute("ANALYZE page, product, coupon, ticket_group, ticket_type, capacity, file, tax_rate,"
                    + " license_key, license_key_directory");
            progress.at("vacuum", RECORDED.size(), RECORDED.size());
        }
    }
}
