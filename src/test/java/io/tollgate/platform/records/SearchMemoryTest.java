package io.tollgate.platform.records;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.platform.clock.Clock;
import io.tollgate.platform.resource.ListRequest;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Event loops share the totals that one of them has counted. */
class SearchMemoryTest {
    @RegisterExtension
    static final OneIteration TURN = new OneIteration();

    private final TestSeller seller = TestGateway.shared().seller();
    private final List<String> asked = new ArrayList<>();
    private final TenantGuards walls = new TenantGuards(
            sql -> {
                asked.add(sql);
                return sql;
            },
            TenantGuard::requireTenant);

    private void make() {
        seller.create(Payments.RESOURCE, true, payment -> payment.put("customerName", "Ada Wool"));
    }

    private long total(Records loop) {
        asked.clear();
        ListRequest request = ListRequest.parse(Payments.RESOURCE, List.of(Map.entry("search", "ada wool")));
        return TURN.await(() -> loop.list(seller.scope(true), request)).total();
    }

    @Test
    void a_total_is_counted_once_for_all_event_loops() {
        SearchMemory memory = new SearchMemory();
        Records one = TURN.records(walls, Clock.SYSTEM, memory);
        Records other = TURN.records(walls, Clock.SYSTEM, memory);
        make();
        assertThat(total(one)).isOne();
        assertThat(asked).singleElement().asString().doesNotContain("(NULL)::bigint AS total");
        assertThat(total(other)).isOne();
        assertThat(asked).singleElement().asString().contains("(NULL)::bigint AS total");
        make();
        assertThat(total(other)).isEqualTo(2);
        assertThat(total(one)).isEqualTo(2);
        assertThat(asked).singleElement().asString().contains("(NULL)::bigint AS total");
    }
}
