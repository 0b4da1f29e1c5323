package io.tollgate.platform.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Ids;
import io.tollgate.platform.records.ListSql;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.platform.resource.Scope;
import io.tollgate.support.FirstColumn;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.sqlclient.Tuple;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Each list of the log reads one index of each day, in the order of the list, with one plan for all values. */
class RequestLogPlanTest {
    private static final Scope SCOPE = new Scope("65f0c0ffee0123456789abcd", true);
    private static TestDatabase database;
    private static Connection connection;

    @BeforeAll
    static void fill() throws SQLException {
        database = new TestDatabase();
        connection = DriverManager.getConnection(database.jdbcUrl());
        try (Statement statement = connection.createStatement()) {
            for (int day = 10; day < 13; day++) {
                statement.execute("SELECT request_log_add_day('2031-03-" + day + "')");
                statement.execute("""
                        INSERT INTO request_log
                        SELECT '65f0c0ffee0123456789abcd', n %% 2 = 0,
                            left(request_log_bound('2031-03-%d'), 8) || lpad(to_hex(n), 16, '0'), '2031-03-%d',
                            CASE WHEN n %% 20 = 0 THEN 'PATCH' ELSE 'GET' END, '/v1/' || n %% 40,
                            CASE WHEN n %% 10 = 0 THEN 400 + n %% 4 ELSE 200 END,
                            CASE WHEN n %% 10 = 0 THEN '4xx' ELSE '2xx' END,
                            CASE WHEN n %% 10 = 0 THEN 'error_' || n %% 4 END, lpad(to_hex(n %% 30), 24, '0'),
                            CASE WHEN n %% 3 = 0 THEN lpad(to_hex(n), 24, '0') END, 'x'
                        FROM generate_series(1, 3000) n
                        """.formatted(day, day));
            }
            statement.execute("ANALYZE request_log");
            statement.execute("SET plan_cache_mode = force_generic_plan");
        }
    }

    @AfterAll
    static void close() throws Exception {
        connection.close();
        database.close();
    }

    private static String plan(String name, String value) throws SQLException {
        ListRequest request = ListRequest.parse(
                LoggedRequests.RESOURCE, name.isEmpty() ? List.of() : List.of(Map.entry(name, value)));
        ListSql list = ListSql.of(SCOPE, request.newest(20), false);
        try (Statement statement = connection.createStatement()) {
            statement.execute("DEALLOCATE ALL");
            statement.execute("PREPARE list AS " + list.sql());
            return String.join(
                    "\n", FirstColumn.of(connection, "EXPLAIN EXECUTE list (" + literals(list.values()) + ")"));
        }
    }

    private static String literals(Tuple values) {
        StringBuilder literals = new StringBuilder();
        for (int i = 0; i < values.size(); i++) {
            literals.append(i == 0 ? "'" : ", '").append(values.getValue(i)).append('\'');
        }
        return literals.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "'', '', pkey",
        "path, /v1/coupons, seller_id_livemode_path",
        "keyId, 65f0c0ffee0123456789abce, seller_id_livemode_key_id",
        "method, DELETE, seller_id_livemode_method",
        "status, 404, seller_id_livemode_status_id",
        "statusClass, 5xx, seller_id_livemode_status_class",
        "errorCode, not_found, seller_id_livemode_error_code",
        "recordId, 65f0c0ffee0123456789abce, seller_id_livemode_record_id"
    })
    void aListReadsAnIndexOfEachDay(String name, String value, String index) throws SQLException {
        String plan = plan(name, value);
        for (int day = 10; day < 13; day++) {
            assertThat(plan).contains("request_log_203103" + day + "_" + index);
        }
        assertThat(plan).doesNotContain("Seq Scan on request_log_2031");
    }

    @Test
    void aRequestIdIsLookedUpInItsDayOnly() throws SQLException {
        String id = Ids.smallest(Instant.parse("2031-03-12T09:00:00Z").getEpochSecond());
        String plan = plan("requestId", "req_" + id);
        assertThat(plan).contains("request_log_20310312_pkey").doesNotContain("request_log_other");
        assertThat(plan).contains("Subplans Removed: 3");
    }

    /** Control: a value that most calls have is in no index but the primary key. */
    @Test
    void aListOfFrequentValuesWalksThePrimaryKey() throws SQLException {
        assertThat(plan("status", "200")).contains("request_log_20310312_pkey");
    }
}
