package io.tollgate.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.PostgresUrl;
import io.tollgate.support.TestApi.Reply;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Dry runs of writes. Each must leave all rows of its seller as they are, and return what the write returns. */
public final class DryRuns implements AutoCloseable {
    /** What differs from one run to the next: ids, times, codes and signatures. */
    private static final String PASSING = "[0-9a-f]{24}|20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z|expires=[^\"]*"
            + "|(?:man|txr)_\\w+|\"(?:code|key|prefix|last4|publicKey|checkInCode|number|invoiceNumber|orderId"
            + "|ticketNumber)\":\"[^\"]*\""
            + "|\"processorRefundId\":(?:null|\"[^\"]*\")";

    /**
     * The tables of sellers. Not those that note the use of a key or the visits of a page, which is written after the
     * response, the simulator's responses to questions, and what the background work of other tests derives from
     * changes: counts, and the numbers of events.
     */
    private static final String TABLES = """
            SELECT c.table_name FROM information_schema.columns c
            JOIN information_schema.tables t USING (table_schema, table_name)
            WHERE c.table_schema = 'public' AND c.column_name = 'seller_id' AND t.table_type = 'BASE TABLE'
              AND c.table_name NOT IN ('api_key_use', 'page_visits', 'simulated_answer', 'event', 'event_head',
                                       'sales_measure')
              AND (c.table_name !~ '_(count|change)$' OR c.table_name = 'reported_change')
            ORDER BY 1
            """;

    private final Connection connection;
    private final TestApi api;
    private final String sql;

    /** @param api with a key of the seller whose rows are watched */
    public DryRuns(String databaseUrl, String sellerId, TestApi api) throws SQLException {
        this.api = api;
        connection = DriverManager.getConnection(PostgresUrl.toJdbc(databaseUrl));
        sql = FirstColumn.of(connection, TABLES).stream()
                .map(table -> "SELECT '" + table + " ' || md5(string_agg(t::text, '\n' ORDER BY t::text)) FROM " + table
                        + " t WHERE seller_id = '" + sellerId + "' HAVING count(*) > 0")
                .collect(Collectors.joining("\nUNION ALL\n"));
    }

    /** Sends a write as a dry run. */
    public Reply tried(String method, String target, String body) throws SQLException {
        String asked = target + (target.contains("?") ? "&" : "?") + "dryRun=true";
        return unchanged(() -> body.isEmpty()
                ? api.send(method, asked, Map.of())
                : api.writeWithRetries(method, asked, "a key that stays free", body));
    }

    /** Sends a request that must leave all rows of the seller as they are. */
    public <T> T unchanged(Supplier<T> request) throws SQLException {
        List<String> before = rows();
        T reply = request.get();
        assertThat(rows()).isEqualTo(before);
        return reply;
    }

    /** Sends a write as a dry run and then for real, compares the responses and returns the second. */
    public Reply both(String method, String target, String body) throws SQLException {
        Reply dry = tried(method, target, body);
        Reply real = body.isEmpty()
                ? api.send(method, target, Map.of())
                : api.send(method, target, Map.of("Content-Type", "application/json"), body);
        same(dry, real);
        return real;
    }

    /** Compares the response of a dry run with that of the write. */
    public static void same(Reply dry, Reply real) {
        assertThat(dry.status()).as(dry.body()).isEqualTo(real.status());
        assertThat(stable(dry)).isEqualTo(stable(real));
    }

    private List<String> rows() throws SQLException {
        return FirstColumn.of(connection, sql);
    }

    private static String stable(Reply reply) {
        return reply.body().replaceAll(PASSING, "...");
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
