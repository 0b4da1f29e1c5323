package io.tollgate.bench;

import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** What the list's own statement reaches without a gateway. */
final class Pgbench {
    /** Newest records copied as text: pgbench fetches bytes as hexadecimal digits, twice as many. */
    private static final int TWINS = 50_000;

    private static final int[] CLIENTS = {2, 4, 8};

    private final String url;
    private final Path script;
    private int clients = CLIENTS[0];

    Pgbench(BenchDatabase database, String url, Scope scope) {
        this.url = url;
        twin(database, scope);
        try {
            script = Files.createTempFile("list", ".sql");
            script.toFile().deleteOnExit();
            Files.writeString(script, statement(scope) + ";\n");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void twin(BenchDatabase database, Scope scope) {
        database.execute("CREATE TABLE IF NOT EXISTS bench_payment (seller_id text COLLATE \"C\", livemode boolean,"
                + " id text COLLATE \"C\", record text, PRIMARY KEY (seller_id, livemode, id))"
                + " WITH (toast_tuple_target = 8160)");
        database.execute("ALTER TABLE bench_payment ALTER COLUMN record SET STORAGE EXTERNAL");
        database.execute("TRUNCATE bench_payment");
        database.execute("INSERT INTO bench_payment SELECT seller_id, livemode, id, convert_from(record, 'UTF8') || ''"
                + " FROM payment WHERE seller_id = '" + scope.sellerId() + "' AND livemode ORDER BY id DESC LIMIT "
                + TWINS);
        database.execute("VACUUM ANALYZE bench_payment");
    }

    /** The statement of the gateway on the twin. */
    private static String statement(Scope scope) {
        return ListStatement.first(scope)
                .replace("NULL::bytea", "NULL::text")
                .replace("FROM payment WHERE", "FROM bench_payment WHERE");
    }

    /** Finds the number of clients that reaches most, which all further runs have. */
    void warmUp(int seconds) {
        double best = 0;
        for (int some : CLIENTS) {
            double reached = run(some, seconds);
            clients = reached > best ? some : clients;
            best = Math.max(best, reached);
        }
    }

    double perSecond(int seconds) {
        return run(clients, seconds);
    }

    private double run(int some, int seconds) {
        String output = Command.run(
                Map.of(),
                List.of(
                        "pgbench",
                        "-n",
                        "-M",
                        "prepared",
                        "-c",
                        "" + some,
                        "-j",
                        "2",
                        "-T",
                        "" + seconds,
                        "-f",
                        script.toString(),
                        url));
        return perSecond(output);
    }

    static double perSecond(String output) {
        return Double.parseDouble(Command.find(output, "tps = ([0-9.]+)"));
    }
}
