package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** After a write, a search recounts only the last days, unless the write concerns older records. */
class SearchDaysTest {
    @RegisterExtension
    static final OneIteration TURN = new OneIteration();

    private static final Instant NOW = Instant.parse("2026-11-22T12:00:00Z");
    private static final Instant OLD = NOW.minus(Duration.ofDays(40));

    /** The start of the recent period: midnight a week ago. */
    private static final Instant WEEK = Instant.parse("2026-11-15T00:00:00Z");

    private static final List<Map.Entry<String, String>> SEARCH =
            List.of(Map.entry("search", "wool"), Map.entry("limit", "3"));

    private final TestSeller seller = TestGateway.shared().seller();
    private final List<String> asked = new ArrayList<>();
    private final List<ObjectNode> made = new ArrayList<>();
    private Instant now = NOW;
    private final Records records = TURN.records(
            new TenantGuards(
                    sql -> {
                        asked.add(sql);
                        return sql;
                    },
                    TenantGuard::requireTenant),
            () -> now);

    @BeforeEach
    void twenty_old_ones_match() {
        for (int i = 0; i < 20; i++) {
            make(OLD.plusSeconds(i), "wool");
        }
    }

    private void make(Instant createdAt, String name) {
        made.add(seller.create(
                Payments.RESOURCE,
                true,
                createdAt,
                payment -> payment.put("customerName", name)
                        .put("productTitle", "ware")
                        .put("customerEmail", "a.b")));
    }

    private void rename(int place, String name) {
        ObjectNode former = made.get(place);
        ObjectNode record = former.deepCopy().put("customerName", name);
        seller.update(Payments.RESOURCE, true, former, record);
        made.set(place, record);
    }

    private long total(List<Map.Entry<String, String>> query) {
        asked.clear();
        return TURN.await(() -> records.list(seller.scope(true), ListRequest.parse(Payments.RESOURCE, query)))
                .total();
    }

    private long total() {
        return total(SEARCH);
    }

    private boolean countedAll() {
        return asked.stream().anyMatch(sql -> !sql.contains("(NULL)::bigint AS total"));
    }

    private boolean countedRecent() {
        return asked.stream().anyMatch(sql -> !sql.contains("(NULL)::bigint AS recent"));
    }

    /** Counts twice, so that the days are remembered separately. */
    private void known() {
        total();
        make(NOW, "wool");
        assertThat(total()).isEqualTo(21);
        assertThat(countedAll()).isTrue();
    }

    @Test
    void a_recent_write_recounts_only_the_last_days() {
        known();
        make(NOW.minusSeconds(1), "wool");
        assertThat(total()).isEqualTo(22);
        assertThat(countedRecent()).isTrue();
        assertThat(countedAll()).isFalse();
        assertThat(total()).isEqualTo(22);
        assertThat(countedRecent()).as("remembered").isFalse();
        rename(20, "cotton");
        assertThat(total()).isEqualTo(21);
        assertThat(countedAll()).isFalse();
    }

    @Test
    void an_older_write_recounts_everything() {
        known();
        rename(0, "cotton");
        assertThat(total()).isEqualTo(20);
        assertThat(countedAll()).isTrue();
        make(NOW, "wool");
        assertThat(total()).as("and is known apart again").isEqualTo(21);
        assertThat(countedAll()).isFalse();
    }

    @Test
    void a_day_begins_at_midnight_utc() {
        known();
        make(WEEK, "wool");
        assertThat(total()).isEqualTo(22);
        assertThat(countedAll()).isFalse();
        make(WEEK.minusMillis(1), "wool");
        assertThat(total()).isEqualTo(23);
        assertThat(countedAll()).isTrue();
    }

    @Test
    void the_recent_period_does_not_grow_for_ever() {
        known();
        now = NOW.plus(Duration.ofDays(25));
        make(now, "wool");
        assertThat(total()).isEqualTo(22);
        assertThat(countedAll()).isTrue();
    }

    /** With and without folding and filters, over days and months. */
    @Test
    void totals_are_exact_whatever_is_written() {
        CountFolding folding = new CountFolding(TestSeller.database(), List.of(Payments.RESOURCE));
        Random random = new Random(7);
        for (int i = 0; i < 120; i++) {
            if (random.nextInt(3) == 0) {
                rename(random.nextInt(made.size()), random.nextBoolean() ? "wool" : "cotton");
            } else {
                make(
                        random.nextInt(4) == 0
                                ? OLD.plus(Duration.ofHours(random.nextInt(900)))
                                : NOW.minusSeconds(random.nextInt(600_000)),
                        random.nextInt(5) == 0 ? "cotton" : "wool");
            }
            if (random.nextInt(6) == 0) {
                TestSeller.await(folding.fold());
            }
            assertThat(total()).as("after write " + i).isEqualTo(matching(Instant.EPOCH));
            List<Map.Entry<String, String>> since = new ArrayList<>(SEARCH);
            since.add(Map.entry("createdAfter", OLD.plusSeconds(10).toString()));
            assertThat(total(since)).as("with a filter").isEqualTo(matching(OLD.plusSeconds(10)));
        }
    }

    private long matching(Instant from) {
        return made.stream()
                .filter(payment -> payment.get("customerName").textValue().equals("wool"))
                .filter(payment ->
                        !Instant.parse(payment.get("createdAt").textValue()).isBefore(from))
                .count();
    }
}
