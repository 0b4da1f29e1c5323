package io.tollgate.platform.db;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class IdsTest {
    private static final Instant NOW = Instant.parse("2026-11-22T20:00:00.123Z");

    @Test
    void ids_of_one_second_are_in_the_order_in_which_they_were_made() {
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            made.add(Ids.next(NOW));
        }
        assertThat(made).isSorted().doesNotHaveDuplicates();
    }

    /** Requests may run on different event loops, which must agree on the order of ids. */
    @Test
    void list_is_newest_first_whichever_connection_a_record_came_by() throws Exception {
        TestSeller seller = TestGateway.shared().seller();
        List<String> made = new ArrayList<>();
        for (int i = 0; i < 24; i++) {
            made.add(form(seller, "in order " + i));
        }
        Collections.reverse(made);
        assertThat(seller.live().get("/v1/forms?limit=24").ids()).isEqualTo(made);
    }

    private static String form(TestSeller seller, String name) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        URI.create(TestGateway.shared().url() + "/v1/forms"))
                .header("Authorization", "Bearer " + seller.liveKey())
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{\"name\":\"" + name + "\"}"))
                .build();
        HttpResponse<String> made = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        assertThat(made.statusCode()).as(made.body()).isEqualTo(201);
        return new ObjectMapper().readTree(made.body()).at("/data/id").textValue();
    }
}
