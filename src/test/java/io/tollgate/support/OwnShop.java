package io.tollgate.support;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.TestShop.Shelf;
import io.tollgate.tools.demo.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** A seller with a gateway and a database of their own, for tests that check the whole database or overload it. */
public final class OwnShop implements AutoCloseable {
    private static final String SELLER = "market";

    private final TestDatabase database;
    private final TestGateway gateway;
    private final String key;
    private final TestApi api;

    private OwnShop(
            TestDatabase database, Map<String, String> settings, Function<Map<String, String>, TestGateway> start) {
        this.database = database;
        Map<String, String> all = new HashMap<>(TestGateway.PATIENT);
        all.put("database.url", database.url());
        all.put("checkout.openPerAddress", "1000");
        all.putAll(settings);
        gateway = start.apply(all);
        key = gateway.keys().create(SELLER, true, "test").key();
        api = gateway.api(key);
        gateway.accounts().connectSimulator(SELLER);
    }

    public static OwnShop open(Map<String, String> settings) {
        return new OwnShop(new TestDatabase(), settings, TestGateway::start);
    }

    /** Opens a shop without background loops: {@link #settle} does their work. */
    public static OwnShop stepped(Map<String, String> settings) {
        return new OwnShop(
                new TestDatabase(), settings, all -> TestGateway.stepped(all, Clock.SYSTEM, outside -> outside));
    }

    /** Makes all tasks due, does them and what follows until nothing is left, and numbers all events. */
    public void settle() throws SQLException {
        run("UPDATE processor_task SET due_at = now()");
        try (Connection connection = connect()) {
            Scope live = new Scope(
                    FirstColumn.of(connection, "SELECT id FROM seller").get(0), true);
            gateway.settle(live);
            gateway.numberEvents(live);
        }
    }

    public TestGateway gateway() {
        return gateway;
    }

    /** Returns the live API key of the seller. */
    public String key() {
        return key;
    }

    public TestApi api() {
        return api;
    }

    public String databaseUrl() {
        return database.url();
    }

    public Buyer buyer(String email) {
        return new Buyer(gateway.url(), email);
    }

    /** Creates a page that sells one thing; see {@link PageType#open}. */
    public Shelf page(PageType type, long price, int places) {
        return type.open(api, SELLER, price, places);
    }

    /** Executes statements, bypassing the gateway. */
    public void run(String... statements) throws SQLException {
        database.run(statements);
    }

    /** Returns what the doctor finds wrong. */
    public List<String> violations() {
        return database.violations();
    }

    /** Opens a connection to the database. */
    public Connection connect() throws SQLException {
        return DriverManager.getConnection(database.jdbcUrl());
    }

    @Override
    public void close() {
        gateway.close();
        database.close();
    }
}
