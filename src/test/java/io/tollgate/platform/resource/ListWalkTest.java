package io.tollgate.platform.resource;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ListWalkTest {
    private final TestSeller seller = TestGateway.shared().seller();

    @Test
    void a_page_holds_the_newest_records_and_the_exact_total() {
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            ids.add(
                    0,
                    seller.create(Payments.RESOURCE, true, payment -> {})
                            .get("id")
                            .textValue());
        }
        JsonNode page = seller.live().get("/v1/payments?limit=2").expect(200).json();
        assertThat(page.get("total").asInt()).isEqualTo(5);
        assertThat(page.get("has_more").asBoolean()).isTrue();
        assertThat(page.get("data").findValuesAsText("id").subList(0, 1)).containsExactly(ids.get(0));
        JsonNode search =
                seller.live().get("/v1/payments?search=SAMPLE+of").expect(200).json();
        assertThat(search.get("total").asInt()).isEqualTo(5);
        JsonNode dates = seller.live()
                .get("/v1/payments?createdAfter=2020-01-01T03:00:00Z&createdBefore=2090-01-01T15:00:00Z&status=created")
                .expect(200)
                .json();
        assertThat(dates.get("total").asInt()).isEqualTo(5);
        seller.live().get("/v1/payments/" + ids.get(0)).expect(200);
    }
}
