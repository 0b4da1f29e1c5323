package io.tollgate.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.records.CountFolding;
import io.tollgate.platform.resource.Resource;
import io.tollgate.support.McpClient;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestSeller;
import io.tollgate.support.TestShop;
import io.tollgate.support.TestShop.Shelf;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A key that is restricted to some pages reads, counts, exports and changes what belongs to them, and nothing else. */
class PageReachTest extends TwoPromoters {
    private static final Map<String, String> CSV = Map.of("Accept", "text/csv");

    @Test
    void its_own_pages_and_records_are_listed_counted_and_read() throws Exception {
        Map<String, String> mine = records(own, OWN);
        records(others, SECRET);
        for (Resource resource : restricted()) {
            String id = mine.get(resource.path());
            limited.get(resource.path() + "/" + id).expect(200);
            compare(resource);
            assertThat(limited.get(resource.path()).expect(200).ids())
                    .as(resource.path())
                    .containsExactly(id);
        }
        TestSeller.await(new CountFolding(TestSeller.database(), TestEndpoints.resources()).fold());
        restricted().forEach(this::compare);
    }

    /** The lists of the restricted key are those of the key for all pages, filtered by page. */
    private void compare(Resource resource) {
        if (!resource.recorded()) {
            return;
        }
        String page = of(own, resource).id();
        String secret = of(others, resource).id();
        for (String query : List.of(
                "limit=1",
                "limit=2&starting_after=" + "f".repeat(24),
                "limit=2&ending_before=" + "0".repeat(24),
                "createdAfter=2020-01-31T13:00:00Z&createdBefore=2099-06-15T11:00:00Z",
                "createdAfter=2020-01-31T13:00:00Z",
                "search=ada",
                "search=a")) {
            boolean search = query.startsWith("search") && !resource.search().exists();
            boolean bounds = query.startsWith("created") && !resource.createdBounds();
            if (search || bounds) {
                continue;
            }
            String expected = all.get(resource.path() + "?pageId=" + page + "&" + query)
                    .expect(200)
                    .body();
            assertThat(limited.get(resource.path() + "?" + query).expect(200).body())
                    .as(resource.path() + "?" + query)
                    .isEqualTo(expected);
            assertThat(limited.get(resource.path() + "?pageId=" + page + "&" + query)
                            .expect(200)
                            .body())
                    .isEqualTo(expected);
            assertThat(limited.get(resource.path() + "?pageId=" + secret + "&" + query)
                            .expect(200)
                            .total())
                    .isZero();
        }
    }

    @Test
    void files_of_lists_have_only_its_rows_and_columns() {
        records(own, OWN);
        records(others, SECRET);
        for (Resource resource : restricted()) {
            String csv = limited.send("GET", resource.path(), CSV).expect(200).body();
            assertThat(csv.lines()).as(resource.path()).hasSize(2);
            assertThat(csv).doesNotContain(SECRET).doesNotContain("Other");
        }
        String bookings = limited.send("GET", "/v1/bookings", CSV).body();
        assertThat(bookings).contains("Diet of Own").doesNotContain("Diet of Other");
        assertThat(all.send("GET", "/v1/bookings", CSV).body()).contains("Diet of Own", "Diet of Other");
    }

    @Test
    void agents_see_no_more() {
        Map<String, String> mine = records(own, OWN);
        Map<String, String> foreign = records(others, SECRET);
        McpClient agent = new McpClient(limited);
        JsonNode listed = agent.call("list_payments", "{}");
        assertThat(listed.at("/structuredContent/total").asLong()).isEqualTo(1);
        assertThat(listed.toString()).contains(mine.get("/v1/payments")).doesNotContain(SECRET);
        JsonNode other = agent.call("get_payment", "{'paymentId': '" + foreign.get("/v1/payments") + "'}");
        assertThat(other.get("isError").booleanValue()).isTrue();
        assertThat(other.toString()).contains("not_found").doesNotContain(SECRET);
        assertThat(agent.call("list_customers", "{}").toString()).contains("page_restricted");
    }

    @Test
    void tickets_of_other_pages_are_not_admitted() {
        String mine = booked(of(own, "event"));
        String foreign = booked(of(others, "event"));
        String validate = "/v1/tickets/validate/";
        limited.post(validate + mine, "{}").expect(200);
        Reply refused = limited.post(validate + foreign, "{}").expect(404);
        assertThat(refused.bodyWithoutRequestId())
                .isEqualTo(limited.post(validate + UNKNOWN, "{}").expect(404).bodyWithoutRequestId());
        String id = all.get("/v1/tickets?limit=1").json().at("/data/0/id").textValue();
        limited.post(validate + id, "{}").expect(404);
        limited.send("POST", "/v1/tickets/" + id + "/check-out", Map.of()).expect(404);
        all.post(validate + foreign, "{}").expect(200);
    }

    /** Books a ticket and returns its check-in code. */
    private String booked(Shelf event) {
        all.post("/v1/bookings", TestShop.booking(event, "guest@example.com", 1, "\"complimentary\": true,"))
                .expect(201);
        return all.get("/v1/tickets?limit=1").json().at("/data/0/checkInCode").textValue();
    }

    @Test
    void it_books_and_prices_only_its_own_events() {
        Shelf mine = of(own, "event");
        Shelf foreign = of(others, "event");
        String more = "\"complimentary\": true,";
        limited.post("/v1/bookings", TestShop.booking(mine, "a@example.com", 1, more))
                .expect(201);
        Reply refused = limited.post("/v1/bookings", TestShop.booking(foreign, "a@example.com", 1, more))
                .expect(400);
        assertThat(refused.problems()).containsExactly("eventId");
        limited.patch("/v1/events/" + mine.id(), "{\"name\": \"Renamed\"}").expect(200);
        limited.patch("/v1/events/" + foreign.id(), "{\"name\": \"Renamed\"}").expect(404);
    }

    @Test
    void pages_of_a_key_must_exist_and_stay_with_it() {
        Shelf foreign = TestShop.open().product(100);
        for (String id : List.of(UNKNOWN, foreign.id())) {
            Reply reply = all.post(
                            "/v1/api-keys", "{\"label\": \"a\", \"preset\": \"full\", \"pages\": [\"" + id + "\"]}")
                    .expect(400);
            assertThat(reply.problems()).containsExactly("pages");
            assertThat(reply.body()).contains("One or more page IDs not found or not owned by your account");
        }
        JsonNode key = key(own);
        assertThat(key.get("pages")).hasSize(3);
        String url = "/v1/api-keys/" + key.get("id").textValue();
        assertThat(all.post(url + "/roll", "{}").expect(201).json().at("/data/pages"))
                .isEqualTo(key.get("pages"));
        String one = of(others, "form").id();
        assertThat(all.patch(url, "{\"pages\": [\"" + one + "\", \"" + one + "\"]}")
                        .expect(200)
                        .json()
                        .at("/data/pages"))
                .hasSize(1);
        assertThat(all.patch(url, "{\"pages\": []}").expect(400).problems()).containsExactly("pages");
        limited.get("/v1/api-keys").expect(403);
    }
}
