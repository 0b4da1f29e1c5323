package io.tollgate.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.db.Database;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import io.tollgate.support.TemporaryFolders;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.tools.demo.Demo;
import io.tollgate.tools.demo.DemoFiles;
import io.tollgate.tools.demo.DemoOptions;
import io.tollgate.tools.demo.Progress;
import io.tollgate.tools.demo.TestDatabase;
import io.tollgate.tools.doctor.Doctor;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The fixture of cut writes: a database with the demo's seller. Tests reach the same data directly through one gateway,
 * and through another one whose database connections a proxy cuts. The doctor checks the whole database.
 */
final class CutFixture implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SELLER = "demo";
    private static final int PATIENCE = 200;

    /** Counts every table of a seller except those that background work changes. */
    private static final String COUNTED = """
            SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables USING (table_name)
            WHERE c.column_name = 'seller_id' AND table_type = 'BASE TABLE' AND c.table_schema = 'public'
              AND c.table_name NOT LIKE '%\\_change' AND c.table_name NOT LIKE '%\\_count'
              AND c.table_name NOT LIKE 'simulated\\_%'
              AND c.table_name NOT IN ('api_key_use', 'page_visits', 'processor_event', 'processor_task')
            """;

    private static final String BUSY =
            "SELECT 1 FROM pg_stat_activity WHERE application_name = 'tollgate' AND state <> 'idle'"
                    + " AND datname = current_database()";

    final TestDatabase database;
    final ChaosProxy proxy;
    final TestGateway gateway;
    final LoneApi cut;
    final TestApi direct;
    final TestApi throughProxy;
    final Scope scope;
    final Database client;
    private final Vertx vertx = Vertx.vertx();
    private final Connection connection;
    private final String counts;

    CutFixture() {
        try {
            database = new TestDatabase();
            Demo.load(
                    database.jdbcUrl(),
                    new DemoOptions(300, 1, 7, Instant.now(), 100),
                    DemoFiles.NONE,
                    Progress.SILENT);
            connection = DriverManager.getConnection(database.jdbcUrl());
            proxy = new ChaosProxy(database.url());
            Path files = Files.createTempDirectory("tollgate-cut-files-");
            TemporaryFolders.deleteAtExit(files, () -> {});
            gateway = TestGateway.startPatient(
                    Map.of("database.url", database.url(), "storage.folder", files.toString()));
            cut = new LoneApi(settings(files), database.url());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        gateway.accounts().connectSimulator(SELLER);
        String key = gateway.keys().create(SELLER, true, "test").key();
        direct = gateway.api(key);
        throughProxy = new TestApi(cut.url(), key);
        scope = new Scope(
                query("SELECT id FROM seller WHERE name = '" + SELLER + "'").get(0), true);
        client = new Database(vertx, TestSettings.database(database.url(), "transactionPool=4"));
        counts = query(COUNTED).stream()
                .map(table -> "SELECT '" + table + "', count(*) FROM " + table + countsOf())
                .collect(Collectors.joining(" UNION ALL "));
    }

    private Map<String, String> settings(Path files) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "database.url",
                proxy.url(),
                "database.breakerFailures",
                "1000",
                "database.connectTimeoutMillis",
                "5000",
                "secret",
                TestGateway.SECRET,
                "eventLoops",
                "1",
                "storage.folder",
                files.toString()));
        settings.put("limits.addressConnectionsMax", "0");
        settings.put("processor.breakerFailures", "1000");
        settings.put("rateLimits.keyPerSecond", "1000000");
        settings.put("rateLimits.keyBurst", "1000000");
        return settings;
    }

    private String countsOf() {
        return " WHERE seller_id = '" + scope.sellerId() + "'";
    }

    /** Returns the number of rows of the seller in each table, and its counters. */
    Map<String, Long> counts() {
        Map<String, Long> counted = new TreeMap<>();
        String sums = " UNION ALL SELECT 'taken', coalesce(sum(taken), 0) FROM capacity" + countsOf()
                + " UNION ALL SELECT 'numbered', coalesce(sum(number), 0) FROM invoice_counter" + countsOf();
        try (var statement = connection.createStatement();
                var rows = statement.executeQuery(counts + sums)) {
            while (rows.next()) {
                counted.put(rows.getString(1), rows.getLong(2));
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return counted;
    }

    /** Returns the first column of a query's result. */
    List<String> query(String sql) {
        try {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void execute(String sql) {
        try (var statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Returns the stored record of this table with this id. */
    ObjectNode record(String table, String id) {
        return tree(query("SELECT convert_from(record, 'UTF8') FROM " + table + countsOf() + " AND id = '" + id + "'")
                .get(0));
    }

    static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the object that the simulated processor has under an id, if any. */
    List<String> atProcessor(String id) {
        return query("SELECT object FROM simulated_object" + countsOf() + " AND id = '" + id + "'");
    }

    /** Returns the objects of a kind at the simulated processor. */
    List<String> atProcessorAll(String kind) {
        return query("SELECT id FROM simulated_object" + countsOf() + " AND livemode AND kind = '" + kind + "'");
    }

    /** Waits until Postgres has ended the transactions of closed connections. */
    void awaitTransactions() {
        for (int i = 0; i < PATIENCE && !query(BUSY).isEmpty(); i++) {
            Load.pause(10);
        }
    }

    /** Makes all processor tasks due now. */
    void makeTasksDue() {
        execute("UPDATE processor_task SET due_at = now()" + countsOf() + " AND kind <> 'END_SUBSCRIPTION'");
    }

    /** Runs all pending processor tasks. Returns false on timeout. */
    boolean completeTasks() {
        String left = "SELECT id FROM processor_task" + countsOf() + " AND kind <> 'END_SUBSCRIPTION'";
        for (int i = 0; i < PATIENCE && !query(left).isEmpty(); i++) {
            if (i % 10 == 0) {
                makeTasksDue();
            }
            Load.pause(100);
        }
        return query(left).isEmpty();
    }

    /** Returns the findings of the doctor. */
    List<String> findings() {
        List<String> lines = new ArrayList<>();
        Doctor.check(database.url(), lines::add);
        return lines.stream().filter(line -> line.startsWith("BAD")).toList();
    }

    @Override
    public void close() {
        cut.close();
        gateway.close();
        client.close();
        proxy.close();
        TestSeller.await(vertx.close());
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        database.close();
    }
}
