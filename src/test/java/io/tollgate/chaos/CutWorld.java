package io.tollgate.chaos;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.LoneApi;
import io.tollgate.db.Database;
import io.tollgate.db.DatabaseSettings;
import io.tollgate.resource.Scope;
import io.tollgate.support.ChaosProxy;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.Load;
import io.tollgate.support.Scratch;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.tools.demo.Demo;
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
 * A database of its own, with the demo's seller, that one gateway reaches directly and an API through a
 * proxy that cuts. The doctor looks at all there is in it.
 */
final class CutWorld implements AutoCloseable {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final String SELLER = "demo";
    private static final int PATIENCE = 200;

    /** What is counted: all that is kept of a seller, but for what due work changes by itself. */
    private static final String COUNTED = """
            SELECT c.table_name FROM information_schema.columns c JOIN information_schema.tables USING (table_name)
            WHERE c.column_name = 'seller_id' AND table_type = 'BASE TABLE' AND c.table_schema = 'public'
              AND c.table_name NOT LIKE '%\\_change' AND c.table_name NOT LIKE '%\\_count'
              AND c.table_name NOT LIKE 'simulated\\_%'
              AND c.table_name NOT IN ('api_key_use', 'page_visits', 'processor_task')
            """;

    private static final String BUSY =
            "SELECT 1 FROM pg_stat_activity WHERE application_name = 'tollgate' AND state <> 'idle'";

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

    CutWorld() {
        try {
            database = new TestDatabase();
            Demo.load(database.jdbcUrl(), new DemoOptions(300, 1, 7, Instant.now(), 100), Progress.SILENT);
            connection = DriverManager.getConnection(database.jdbcUrl());
            proxy = new ChaosProxy(database.url());
            Path files = Files.createTempDirectory("tollgate-cut-files-");
            Scratch.closeAtTheEnd(files, () -> {});
            gateway = TestGateway.start(Map.of("database.url", database.url(), "storage.folder", files.toString()));
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
        client = new Database(
                vertx, new DatabaseSettings(database.url(), 1, 1, 1, 4, 1_000, 10_000, 30_000, 0, 1_000, 1_000));
        counts = query(COUNTED).stream()
                .map(table -> "SELECT '" + table + "', count(*) FROM " + table + whose())
                .collect(Collectors.joining(" UNION ALL "));
    }

    private Map<String, String> settings(Path files) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "database.url", proxy.url(),
                "database.breakerFailures", "1000",
                "database.queryTimeoutMillis", "10000",
                "database.connectTimeoutMillis", "5000",
                "secret", TestGateway.SECRET,
                "eventLoops", "1",
                "storage.folder", files.toString()));
        settings.put("limits.addressConnectionsMax", "0");
        settings.put("rateLimits.keyPerSecond", "1000000");
        settings.put("rateLimits.keyBurst", "1000000");
        return settings;
    }

    private String whose() {
        return " WHERE seller_id = '" + scope.sellerId() + "'";
    }

    /** How many rows of the seller each table has, and what is taken and numbered. */
    Map<String, Long> counts() {
        Map<String, Long> counted = new TreeMap<>();
        String sums = " UNION ALL SELECT 'taken', coalesce(sum(taken), 0) FROM capacity" + whose()
                + " UNION ALL SELECT 'numbered', coalesce(sum(number), 0) FROM invoice_counter" + whose();
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

    /** The first column of what a statement gives. */
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

    /** The record of this table with this id, as it is stored. */
    ObjectNode record(String table, String id) {
        return tree(query("SELECT convert_from(record, 'UTF8') FROM " + table + whose() + " AND id = '" + id + "'")
                .get(0));
    }

    static ObjectNode tree(String json) {
        try {
            return (ObjectNode) MAPPER.readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What the simulated processor has under an id: the object, or nothing. */
    List<String> atProcessor(String id) {
        return query("SELECT object FROM simulated_object" + whose() + " AND id = '" + id + "'");
    }

    /** What the simulated processor has of a kind. */
    List<String> atProcessorAll(String kind) {
        return query("SELECT id FROM simulated_object" + whose() + " AND livemode AND kind = '" + kind + "'");
    }

    /** Postgres ends the work of a connection that is gone, sooner or later. */
    void settled() {
        for (int i = 0; i < PATIENCE && !query(BUSY).isEmpty(); i++) {
            Load.pause(10);
        }
    }

    /** As if the time had come for all that is noted to be done at the processor. */
    void hasten() {
        execute("UPDATE processor_task SET due_at = now()" + whose() + " AND kind <> 'END_SUBSCRIPTION'");
    }

    /** Whether all that was to be done at the processor gets done. */
    boolean allDone() {
        String left = "SELECT id FROM processor_task" + whose() + " AND kind <> 'END_SUBSCRIPTION'";
        for (int i = 0; i < PATIENCE && !query(left).isEmpty(); i++) {
            if (i % 10 == 0) {
                hasten();
            }
            Load.pause(100);
        }
        return query(left).isEmpty();
    }

    /** What the doctor finds. */
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
            database.close();
        } catch (IOException | SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
