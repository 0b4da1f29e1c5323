package io.tollgate.simulation;

import io.tollgate.accounts.apikey.KeyRing;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import io.tollgate.processor.AccountKeys;
import io.tollgate.processor.AccountRegister;
import io.tollgate.simulator.SimulatedAccountTime;
import io.tollgate.simulator.SimulatorVerticle;
import io.tollgate.support.Buyer;
import io.tollgate.support.FreePort;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.support.VirtualClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What runs one scenario after the other: a clock, a processor simulator that sends nothing by itself, and a gateway.
 * Several lanes can share a database, because each scenario has a seller of its own.
 */
final class Lane implements AutoCloseable {
    private static final AtomicInteger SELLERS = new AtomicInteger();

    private final VirtualClock clock = new VirtualClock();
    private final String databaseUrl;
    private final Vertx vertx = Vertx.vertx();
    private final String simulatorUrl;
    private final SimulatedAccountTime accounts;
    private final Database simulatorDatabase;
    private final Node node;
    private final AccountKeys keys = new AccountKeys(TestGateway.secrets());
    private final KeyRing keyRing;
    private final AccountRegister register;
    private final Connection connection;
    private final Buyer browser;

    Lane(String databaseUrl) {
        this.databaseUrl = databaseUrl;
        String jdbcUrl = PostgresUrl.toJdbc(databaseUrl);
        keyRing = new KeyRing(jdbcUrl, TestGateway.secrets());
        register = new AccountRegister(jdbcUrl, TestGateway.secrets());
        int port = FreePort.find();
        simulatorUrl = "http://127.0.0.1:" + port;
        var settings = TestSettings.database(databaseUrl, "transactionPool=4", "getPool=1");
        TestSeller.await(vertx.deployVerticle(new SimulatorVerticle(settings, keys, clock, "127.0.0.1", port)));
        simulatorDatabase = new Database(vertx, settings);
        accounts = new SimulatedAccountTime(vertx, simulatorDatabase, clock, "", scope -> Future.succeededFuture(0));
        node = new Node(databaseUrl, clock, simulatorUrl, false);
        browser = new Buyer(node.url(), "nobody@example.com");
        try {
            connection = DriverManager.getConnection(jdbcUrl);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    VirtualClock clock() {
        return clock;
    }

    SimulatedAccountTime accounts() {
        return accounts;
    }

    /** Returns the gateway whose connections cannot be cut. */
    Node node() {
        return node;
    }

    /** Starts a gateway whose connections can be cut. */
    Node tappedNode() {
        return new Node(databaseUrl, clock, simulatorUrl, true);
    }

    Buyer browser() {
        return browser;
    }

    /** Returns what signs the events of an account. */
    String webhookSecret(Scope scope) {
        return keys.simulatedWebhookSecret(scope);
    }

    /** A seller with a simulated processor account. */
    record Seller(String name, String key, SellerRows rows) {
        Scope scope() {
            return rows.scope();
        }
    }

    /** Creates the seller of one scenario. */
    Seller seller() {
        String name = "seller-" + SELLERS.incrementAndGet();
        String key = keyRing.create(name, true, "test").key();
        register.connectSimulator(name);
        SellerRows all = new SellerRows(connection, new Scope("0".repeat(24), true));
        String id = all.value("SELECT id FROM seller WHERE name = '" + name + "'");
        return new Seller(name, key, new SellerRows(connection, new Scope(id, true)));
    }

    @Override
    public void close() {
        node.close();
        simulatorDatabase.close();
        TestSeller.await(vertx.close());
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
