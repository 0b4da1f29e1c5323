package io.tollgate.bench;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.platform.resource.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Locale;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;

/**
 * All payments of a seller as JSON lines and as CSV, over COPY of the same bytes, and the memory of the gateway
 * meanwhile. Prints Markdown.
 *
 * <p>Arguments: address of the gateway, address of the database, live key, seller, process of the gateway, rounds.
 */
public final class ExportBench {
    private static final int CHUNK = 1 << 16;
    private static final double MEBIBYTE = 1 << 20;

    /** Two characters that occur in no record, so that each line is one value of the copied table. */
    private static final String ONE_COLUMN = "(FORMAT csv, DELIMITER E'\\x01', QUOTE E'\\x02')";

    private final PrintStream out = System.out;
    private final Figures figures = new Figures(Promise.Group.EXPORT);
    private final HttpClient client = HttpClient.newHttpClient();
    private final String gateway;
    private final String key;
    private final long pid;
    private final Connection database;
    private final CopyManager copies;

    /** A transfer: how many bytes in how long. */
    private record Transfer(long bytes, double seconds) {
        double perSecond() {
            return bytes / MEBIBYTE / seconds;
        }
    }

    private ExportBench(String[] args, Connection database) throws SQLException {
        gateway = args[0];
        this.database = database;
        copies = database.unwrap(PGConnection.class).getCopyAPI();
        key = args[2];
        pid = Long.parseLong(args[4]);
    }

    public static void main(String[] args) throws Exception {
        Scope scope;
        String version;
        try (BenchDatabase asked = new BenchDatabase(args[1])) {
            scope = asked.live(args[3]);
            version = asked.version();
        }
        try (Connection database = DriverManager.getConnection(PostgresUrl.toJdbc(args[1]))) {
            ExportBench bench = new ExportBench(args, database);
            bench.run(scope, Integer.parseInt(args[5]));
            bench.figures.write(version);
        }
    }

    private void run(Scope scope, int rounds) throws IOException, InterruptedException, SQLException {
        String records = "COPY (SELECT record FROM payment WHERE seller_id = '" + scope.sellerId()
                + "' AND livemode ORDER BY id DESC) TO STDOUT (FORMAT binary)";
        String lines = "COPY exported TO STDOUT " + ONE_COLUMN;
        // Loads classes, compiles what is hot, and reads the records into the cache of Postgres.
        export("application/x-ndjson");
        store();
        double[] ofLines = new double[rounds];
        double[] ofCsv = new double[rounds];
        double[] grown = new double[rounds];
        print("| all payments | MiB | MiB/s | of COPY |");
        print("|---|---|---|---|");
        for (int round = 0; round < rounds; round++) {
            double before = ResidentMemory.megabytes(pid);
            try (ResidentMemory memory = new ResidentMemory(pid)) {
                ofLines[round] = row("JSON lines", export("application/x-ndjson"), copy(records));
                ofCsv[round] = row("CSV", export("text/csv"), copy(lines));
                grown[round] = memory.peak() - before;
            }
        }
        print("");
        print("| resident memory of the gateway during a round | MiB |");
        print("|---|---|");
        print("| growth | %.0f |", grown[rounds - 1]);
        figures.add(Promise.EXPORT_LINES_OVER_COPY, Rounds.median(ofLines), ofLines);
        figures.add(Promise.EXPORT_CSV_OVER_COPY, Rounds.median(ofCsv), ofCsv);
        // Memory that was touched once stays: the last round shows whether it still grows.
        figures.add(Promise.EXPORT_MEMORY, grown[rounds - 1], grown);
    }

    private double row(String name, Transfer exported, Transfer copied) {
        double ratio = exported.perSecond() / copied.perSecond();
        print("| %s | %.0f | %.0f | %.2f |", name, exported.bytes() / MEBIBYTE, exported.perSecond(), ratio);
        return ratio;
    }

    /** Stores the lines of the CSV file in a table, from which COPY writes the same bytes. */
    private void store() throws IOException, InterruptedException, SQLException {
        try (Statement statement = database.createStatement()) {
            statement.execute("CREATE TEMP TABLE exported (line text)");
        }
        HttpResponse<InputStream> response = send("text/csv");
        try (InputStream body = response.body()) {
            copies.copyIn("COPY exported FROM STDIN " + ONE_COLUMN, body, CHUNK);
        }
    }

    private HttpResponse<InputStream> send(String format) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(gateway + "/v1/payments"))
                .header("Authorization", "Bearer " + key)
                .header("Accept", format)
                .build();
        HttpResponse<InputStream> response = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
        if (response.statusCode() != 200) {
            throw new IllegalStateException("the export failed with " + response.statusCode());
        }
        return response;
    }

    private Transfer export(String format) throws IOException, InterruptedException {
        long begun = System.nanoTime();
        try (InputStream body = send(format).body()) {
            return new Transfer(body.transferTo(OutputStream.nullOutputStream()), (System.nanoTime() - begun) / 1e9);
        }
    }

    private Transfer copy(String statement) throws SQLException, IOException {
        long begun = System.nanoTime();
        long[] bytes = new long[1];
        copies.copyOut(statement, new OutputStream() {
            @Override
            public void write(int one) {
                bytes[0]++;
            }

            @Override
            public void write(byte[] some, int from, int length) {
                bytes[0] += length;
            }
        });
        return new Transfer(bytes[0], (System.nanoTime() - begun) / 1e9);
    }

    private void print(String line, Object... values) {
        out.println(String.format(Locale.ROOT, line, values));
    }
}
