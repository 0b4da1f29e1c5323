package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestDatabase;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestSettings;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Tuple;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators of slow machines raise the statement timeout, and requests then wait longer for each other as well. */
class LockTimeoutTest {
    @ParameterizedTest
    @CsvSource({"2000, 1s", "20000, 10s", "0, 0"})
    void statementsWaitForLocksHalfOfTheStatementTimeout(int statementTimeoutMillis, String lockTimeout) {
        Vertx vertx = Vertx.vertx();
        try (Database database = new Database(
                vertx,
                TestSettings.database(
                        TestDatabase.url(), "queueMax=10", "statementTimeoutMillis=" + statementTimeoutMillis))) {
            assertThat(TestSeller.await(database.get("SHOW lock_timeout", Tuple.tuple()))
                            .iterator()
                            .next()
                            .getString(0))
                    .isEqualTo(lockTimeout);
        } finally {
            TestSeller.await(vertx.close());
        }
    }
}
