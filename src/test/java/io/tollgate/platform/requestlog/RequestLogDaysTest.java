package io.tollgate.platform.requestlog;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.db.Database;
import io.tollgate.platform.records.CountFolding;
import io.tollgate.support.Eventually;
import io.tollgate.support.FirstColumn;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.tollgate.support.VirtualClock;
import io.tollgate.tools.demo.TestDatabase;
import io.vertx.core.Future;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls lie in a partition for each day, which is created ahead and dropped with all that counts its calls. */
class RequestLogDaysTest {
    private static final String TABLES = "SELECT relname FROM pg_class WHERE relkind = 'r' AND relispartition"
            + " AND relname LIKE 'request_log_%' ORDER BY relname COLLATE \"C\"";
    private static final String PLACES =
            "SELECT DISTINCT tableoid::regclass::text FROM request_log WHERE path = '/v1/coupons' ORDER BY 1";

    private final VirtualClock clock = new VirtualClock();
    private final TestDatabase database = new TestDatabase();
    private final TestGateway gateway =
            TestGateway.stepped(Map.of("database.url", database.url()), clock, outside -> outside);
    private final TestApi api =
            gateway.api(gateway.keys().create("teashop", true, "test").key());

    @AfterEach
    void close() throws Exception {
        gateway.close();
        database.close();
    }

    private List<String> rows(String sql) {
        try (Connection connection = DriverManager.getConnection(database.jdbcUrl())) {
            return FirstColumn.of(connection, sql);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Calls an endpoint and waits until the call is in the log. */
    private void call(int limit) {
        String id = String.valueOf(api.get("/v1/coupons?limit=" + limit).header("Request-Id"));
        assertThat(Eventually.isTrue(() -> {
                    TestSeller.await(gateway.writeRequestLog());
                    return api.get("/v1/request-log?requestId=" + id).total() == 1;
                }))
                .isTrue();
    }

    private long total(String filter) {
        return api.get("/v1/request-log?path=%2Fv1%2Fcoupons" + filter).total();
    }

    private void fold() {
        Database clients = new Database(gateway.vertx(), TestSettings.database(database.url()));
        TestSeller.await(new CountFolding(clients, List.of(LoggedRequests.RESOURCE)).fold());
        clients.close();
    }

    private void move() {
        TestSeller.await(gateway.moveRequestLog());
    }

    @Test
    void daysAreCreatedAheadAndDroppedWithTheirCounts() {
        move();
        assertThat(rows(TABLES))
                .containsExactly(
                        "request_log_20310310", "request_log_20310311", "request_log_20310312", "request_log_other");
        call(5);
        call(0);
        assertThat(rows(PLACES)).containsExactly("request_log_20310310");
        fold();
        clock.advance(Duration.ofDays(1));
        call(5);
        assertThat(rows(PLACES)).containsExactly("request_log_20310310", "request_log_20310311");
        assertThat(total("")).isEqualTo(3);
        clock.advance(Duration.ofDays(30));
        move();
        assertThat(rows(TABLES)).contains("request_log_20310311", "request_log_20310410");
        assertThat(rows(TABLES)).doesNotContain("request_log_20310310");
        assertThat(total("")).isOne();
        assertThat(total("&statusClass=4xx")).isZero();
        assertThat(total("&method=GET&status=200")).isOne();
        assertThat(api.get("/v1/request-log?path=%2Fv1%2Fcoupons").ids()).hasSize(1);
        fold();
        assertThat(total("")).isOne();
        assertThat(rows("SELECT records FROM request_log_count WHERE start = '2031-03-10' AND records <> 0"))
                .isEmpty();
        move();
        assertThat(rows("SELECT 1 FROM request_log_count WHERE span = 'd' AND start <= '2031-03-10'"))
                .as("cells without calls go with the next day")
                .isNotEmpty();
        clock.advance(Duration.ofDays(1));
        move();
        assertThat(total("")).isZero();
        assertThat(rows("SELECT 1 FROM request_log_count WHERE span = 'd' AND start <= '2031-03-10'"))
                .isEmpty();
    }

    @Test
    void aCallOfADayWithoutAPartitionIsKeptAndFound() {
        call(5);
        assertThat(rows(PLACES)).containsExactly("request_log_other");
        assertThat(gateway.moveRequestLog().transform(done -> Future.succeededFuture(done.failed())))
                .satisfies(failed -> assertThat(TestSeller.await(failed)).isTrue());
        call(5);
        assertThat(total("")).isEqualTo(2);
        assertThat(rows(TABLES)).as("the next day").contains("request_log_20310311");
        clock.advance(Duration.ofDays(1));
        call(5);
        assertThat(rows(PLACES)).containsExactly("request_log_20310311", "request_log_other");
    }
}
