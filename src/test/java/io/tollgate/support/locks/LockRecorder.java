package io.tollgate.support.locks;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.ServerThreads;
import io.tollgate.support.locks.LockParser.ForeignKey;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A proxy in front of Postgres that records the order in which each transaction takes row locks and advisory locks. It
 * parses the statements of the gateways, because Postgres shows row locks only while a transaction waits for them.
 */
public final class LockRecorder implements AutoCloseable {
    private static final String NAME = "lock-recorder";
    private static final int BYTES = 64 * 1024;

    private static final String FOREIGN_KEYS = """
            SELECT c.conrelid::regclass::text, a.attname, c.confrelid::regclass::text
            FROM pg_constraint c JOIN pg_attribute a
              ON a.attrelid = c.conrelid AND a.attnum = c.conkey[array_length(c.conkey, 1)]
            WHERE c.contype = 'f'
            """;

    /**
     * Tables whose unique keys two transactions can insert at once. New ids, sequence numbers and random order numbers
     * do not collide.
     */
    private static final String COLLIDABLE = """
            SELECT DISTINCT i.indrelid::regclass::text
            FROM pg_index i JOIN pg_class t ON t.oid = i.indrelid
            WHERE i.indisunique AND t.relnamespace = current_schema()::regnamespace AND NOT EXISTS (
              SELECT FROM pg_attribute a
              WHERE a.attrelid = i.indrelid AND a.attnum = ANY (i.indkey::int2[])
                AND a.attname IN ('id', 'seq', 'order_id'))
            """;

    private final ServerSocket server;
    private final URI target;
    private final LockParser parser;
    private final LockGraph graph = new LockGraph();
    private final AtomicInteger transactions = new AtomicInteger();

    /** @param url of a migrated database */
    public LockRecorder(String url) {
        target = URI.create(url);
        try (Connection connection = DriverManager.getConnection(PostgresUrl.toJdbc(url))) {
            parser = new LockParser(new HashSet<>(tables(connection)), foreignKeys(connection));
            server = new ServerSocket(0, 1024, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        ServerThreads.acceptEach(server, NAME, this::connect);
    }

    private static List<String> tables(Connection connection) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery(COLLIDABLE)) {
            while (rows.next()) {
                tables.add(rows.getString(1));
            }
        }
        return tables;
    }

    private static List<ForeignKey> foreignKeys(Connection connection) throws SQLException {
        List<ForeignKey> keys = new ArrayList<>();
        try (ResultSet rows = connection.createStatement().executeQuery(FOREIGN_KEYS)) {
            while (rows.next()) {
                keys.add(new ForeignKey(rows.getString(1), rows.getString(2), rows.getString(3)));
            }
        }
        return keys;
    }

    /** Returns the URL of the database through this recorder. */
    public String url() {
        return target.toString().replaceFirst(":" + target.getPort() + "(?=/|$)", ":" + server.getLocalPort());
    }

    /** Returns the number of transactions that have ended. */
    public int transactions() {
        return transactions.get();
    }

    /** Returns the tables and advisory locks that transactions locked together with others. */
    public Set<String> tables() {
        return graph.tables();
    }

    /** Returns possible deadlocks, and rows of one table that are locked in different orders. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>(graph.cycles());
        problems.addAll(graph.disorders());
        return problems;
    }

    private void connect(Socket near) {
        try (near;
                Socket far = new Socket(target.getHost(), target.getPort())) {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            ServerThreads.start(NAME, () -> relayResponses(far, near));
            Session session = new Session();
            new PostgresWire(session::onStatement).read(new Relay(near.getInputStream(), far.getOutputStream()));
        } catch (IOException closed) {
            // One side closed; the other is closed as well.
        }
    }

    /**
     * Forwards each buffer before it reads the next one. A statement is therefore recorded before Postgres receives it,
     * and before its client has the result.
     */
    private static final class Relay extends InputStream {
        private final InputStream from;
        private final OutputStream to;
        private final byte[] bytes = new byte[BYTES];
        private int next;
        private int end;

        Relay(InputStream from, OutputStream to) {
            this.from = from;
            this.to = to;
        }

        @Override
        public int read() throws IOException {
            if (next == end) {
                to.write(bytes, 0, end);
                next = 0;
                end = Math.max(0, from.read(bytes));
                if (end == 0) {
                    return -1;
                }
            }
            return bytes[next++] & 0xff;
        }
    }

    private static void relayResponses(Socket far, Socket near) {
        try (far;
                near) {
            far.getInputStream().transferTo(near.getOutputStream());
        } catch (IOException closed) {
            // One side closed; the other is closed as well.
        }
    }

    /** The locks that one connection owns. */
    private final class Session {
        private final List<RowLock> owned = new ArrayList<>();
        private boolean open;
        private int savepoint;

        private void onStatement(String sql, List<String> parameters) {
            if (sql.startsWith("BEGIN")) {
                open = true;
            } else if (sql.equals("ROLLBACK") || sql.contains("COMMIT;")) {
                open = false;
                owned.clear();
                transactions.incrementAndGet();
            } else if (sql.startsWith("SAVEPOINT")) {
                savepoint = owned.size();
            } else if (sql.startsWith("ROLLBACK TO")) {
                owned.subList(Math.min(savepoint, owned.size()), owned.size()).clear();
            } else {
                addLocks(sql, parameters);
            }
        }

        private void addLocks(String sql, List<String> parameters) {
            for (RowLock lock : parser.locks(sql, parameters)) {
                graph.add(owned, lock);
                owned.add(lock);
            }
            if (!open) {
                owned.clear();
            }
        }
    }

    @Override
    public void close() {
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
