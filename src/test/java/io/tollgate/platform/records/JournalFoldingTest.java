package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Folding ends in time, however long a journal has become, and for each seller apart. */
class JournalFoldingTest {
    private static final int ENTRIES = 2 * JournalFolding.ENTRIES_MAX + 500;

    private static final String GROW = """
            INSERT INTO sales_measure_change (seller_id, livemode, page_id, start, measure, currency, amount)
            SELECT $1, true, lpad(to_hex(n %% 50), 24, '0'), '2026-01-01T00:00:00Z', 'paid', 'eur', 7
            FROM generate_series(1, %d) n
            """.formatted(ENTRIES);

    private final TestSeller seller = TestGateway.shared().seller();

    private long one(String sql) {
        return TestSeller.rows(sql, seller.id()).iterator().next().getLong(0);
    }

    private long waiting() {
        return one("SELECT count(*) FROM sales_measure_change WHERE seller_id = $1");
    }

    private long sum() {
        return one("SELECT coalesce(sum(amount), 0)::bigint FROM sales_measure WHERE seller_id = $1 AND page_id = '*'"
                + " AND span = 'd'");
    }

    @Test
    void aStatementTakesABoundedPartOfAJournal() {
        TestSeller.rows(GROW, seller.id());
        TestSeller.await(TestSeller.database()
                .write(
                        seller.scope(true),
                        transaction ->
                                transaction.preparedQuery(MeasureFolding.FOLD).execute(Tuple.of(seller.id(), true))));
        assertThat(waiting()).isEqualTo(ENTRIES - JournalFolding.ENTRIES_MAX);
        assertThat(sum()).isEqualTo(7L * JournalFolding.ENTRIES_MAX);
        TestSeller.await(new MeasureFolding(TestSeller.database()).fold());
        assertThat(waiting()).isZero();
        assertThat(sum()).isEqualTo(7L * ENTRIES);
    }

    @Test
    void whatFailsDoesNotStopTheOthers() {
        List<String> done = new ArrayList<>();
        Future<Integer> all = JournalFolding.each(List.of("a", "broken", "c"), one -> {
            if (one.equals("broken")) {
                return Future.failedFuture(new IllegalStateException(one));
            }
            done.add(one);
            return Future.succeededFuture(1);
        });
        assertThat(done).containsExactly("a", "c");
        assertThat(all.cause()).hasMessage("broken");
    }
}
