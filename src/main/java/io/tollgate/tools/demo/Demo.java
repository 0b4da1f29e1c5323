package io.tollgate.tools.demo;

import io.tollgate.booking.Bookings;
import io.tollgate.customer.Customers;
import io.tollgate.invoice.Invoices;
import io.tollgate.payment.Payments;
import io.tollgate.resource.Resource;
import io.tollgate.seller.SellerDetails;
import io.tollgate.submission.Submissions;
import io.tollgate.subscription.SubscriptionPayments;
import io.tollgate.subscription.Subscriptions;
import io.tollgate.ticket.Tickets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Fills a database with sellers and their purchases. */
public final class Demo {
    /** Short name of the seller of a first start. */
    public static final String SELLER = "demo";

    /** From so many payments on, empty tables are loaded without their indexes. */
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
            Submissions.RESOURCE);

    private final Target target;
    private final DemoOptions options;
    private final Progress progress;

    private Demo(Target target, DemoOptions options, Progress progress) {
        this.target = target;
        this.options = options;
        this.progress = progress;
    }

    /** A seller that was made. */
    public record Loaded(String sellerId, String name, long payments) {}

    /**
     * Makes the sellers that the options ask for, each under the first free name: demo, demo-2,
     * demo-3 and so on.
     */
    public static List<Loaded> load(String jdbcUrl, DemoOptions options, Progress progress) throws SQLException {
        return new Demo(new Target(jdbcUrl), options, progress).load();
    }

    /** One good-looking seller with a few hundred records of each kind. */
    public static Loaded firstStart(String jdbcUrl, Instant now) throws SQLException {
        DemoOptions options = new DemoOptions(FIRST_START_RECORDS, 1, 1, now, FIRST_START_DAYS);
        return load(jdbcUrl, options, Progress.SILENT).get(0);
    }

    private List<Loaded> load() throws SQLException {
        List<Loaded> loaded = new ArrayList<>();
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

    private Loaded load(Connection connection, int position) throws SQLException {
        String name = freeName(connection);
        ShopMaker maker = new ShopMaker(options, position, name);
        ShopMaker.Made made = maker.make();
        insertSeller(connection, made.shop());
        made.catalogue().write(connection);
        ShopLoad load = new ShopLoad(target, made.shop(), progress);
        for (boolean live : new boolean[] {true, false}) {
            Timeline.Volume volume = maker.volume(live);
            if (volume.payments() > 0) {
                load.load(new Book(made.shop(), live, volume));
            }
        }
        load.stock(connection);
        Counting counting = new Counting(connection);
        for (int i = 0; i < RECORDED.size(); i++) {
            progress.at(name + " counts", i, RECORDED.size());
            counting.count(RECORDED.get(i), made.shop().id());
        }
        progress.at(name + " counts", RECORDED.size(), RECORDED.size());
        return new Loaded(made.shop().id(), name, options.recordsOf(position));
    }

    private static String freeName(Connection connection) throws SQLException {
        List<String> taken = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT name FROM seller")) {
            while (rows.next()) {
                taken.add(rows.getString(1));
            }
        }
        int number = 1;
        while (taken.contains(name(number))) {
            number++;
        }
        return name(number);
    }

    private static String name(int number) {
        return number == 1 ? SELLER : SELLER + "-" + number;
    }

    /** Like a seller that a key was created for, and that has then changed its account. */
    private static void insertSeller(Connection connection, Shop shop) throws SQLException {
        long foundedAt = Long.parseLong(shop.id().substring(0, 8), 16) * 1000;
        OffsetDateTime founded = Instant.ofEpochMilli(foundedAt).atOffset(ZoneOffset.UTC);
        insert(
                connection,
                "INSERT INTO seller (id, name, display_name, created_at) VALUES (?, ?, ?, ?)",
                shop.id(),
                shop.name(),
                shop.name(),
                founded);
        SellerDetails details = shop.details();
        insert(
                connection,
                "INSERT INTO seller_setting (seller_id, display_name, email, tax_id, address, locale, timezone,"
                        + " updated_at) VALUES (?, ?, ?, ?, ?::jsonb, ?, ?, ?)",
                shop.id(),
                details.displayName(),
                details.email(),
                details.taxId(),
                String.valueOf(details.address()),
                details.locale(),
                details.timezone(),
                founded);
    }

    private static void insert(Connection connection, String sql, @Nullable Object... values) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                insert.setObject(i + 1, values[i]);
            }
            insert.executeUpdate();
        }
    }

    /** Totals read only the index of the narrow twins once the server knows that all rows are visible. */
    private void tidy(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (int i = 0; i < RECORDED.size(); i++) {
                progress.at("vacuum", i, RECORDED.size());
                String table = RECORDED.get(i).table();
                statement.execute("VACUUM (ANALYZE) " + table + "_lookup, " + table + "_count");
                statement.execute("ANALYZE " + table);
            }
            statement.execute("ANALYZE page, product, coupon, ticket_group, ticket_type, capacity, file, tax_rate");
            progress.at("vacuum", RECORDED.size(), RECORDED.size());
        }
    }
}
