package io.tollgate.sales.savedexport;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.app.TestEndpoints;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestFeed;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Sellers save exports of lists, and fetch their files. */
class SavedExportTest {
    private static final TestGateway GATEWAY = TestGateway.shared();

    private final TestSeller seller = GATEWAY.seller();
    private final TestApi api = seller.live();

    /** Returns all lists but those of settings. */
    static List<Resource> exportable() {
        return TestEndpoints.paged().stream()
                .filter(resource -> !Set.of("/v1/webhooks", "/v1/members").contains(resource.path()))
                .toList();
    }

    private JsonNode create(TestApi by, String body) {
        return by.post("/v1/exports", body.replace('\'', '"'))
                .expect(201)
                .json()
                .get("data");
    }

    private static String id(JsonNode record) {
        return record.get("id").textValue();
    }

    private static JsonNode files(TestApi by, JsonNode export) {
        return by.get("/v1/exports/" + id(export) + "/files").expect(200).json().at("/data/files");
    }

    private static Reply fetch(String url) {
        return GATEWAY.api(null).get(url.substring(GATEWAY.url().length()));
    }

    private JsonNode read(JsonNode export) {
        return api.get("/v1/exports/" + id(export)).expect(200).json().get("data");
    }

    private long used() {
        return api.get("/v1/account").json().at("/storage/used").longValue();
    }

    @ParameterizedTest
    @MethodSource("exportable")
    void filesHaveTheBytesOfTheList(Resource resource) {
        for (int i = 0; i < 3; i++) {
            seller.create(resource, true, record -> {});
        }
        for (String format : List.of("csv", "ndjson")) {
            JsonNode export = create(api, "{'list': '" + resource.name() + "', 'format': '" + format + "'}");
            if (resource == SavedExports.RESOURCE) {
                continue;
            }
            seller.settle();
            String accept = format.equals("csv") ? "text/csv" : "application/x-ndjson";
            Reply list =
                    api.send("GET", resource.path(), Map.of("Accept", accept)).expect(200);
            JsonNode file = files(api, export).path(0);
            Reply fetched = fetch(file.get("url").textValue()).expect(200);
            assertThat(unsigned(fetched.body())).isEqualTo(unsigned(list.body()));
            assertThat(file.get("size").longValue()).isEqualTo(fetched.body().getBytes(StandardCharsets.UTF_8).length);
            assertThat(file.get("records").longValue()).isGreaterThanOrEqualTo(3);
            assertThat(fetched.header("Content-Disposition")).isEqualTo(list.header("Content-Disposition"));
            assertThat(fetched.header("Content-Type")).isEqualTo(list.header("Content-Type"));
        }
    }

    /** Invoices have newly signed links each time. */
    private static String unsigned(String text) {
        return text.replaceAll("signature=[^\",\\s]*", "").replaceAll("expires=[0-9]*", "");
    }

    @Test
    void filtersAndColumnsAreThoseOfTheList() {
        seller.create(Payments.RESOURCE, true, record -> record.put("status", "paid"));
        seller.create(Payments.RESOURCE, true, record -> record.put("status", "failed"));
        JsonNode export = create(api, """
                {'list': 'payments', 'filters': {'status': 'paid'}, 'columns': ['id', 'amount'],
                 'delimiter': 'semicolon', 'bom': true}""");
        seller.settle();
        Reply list = api.send(
                "GET",
                "/v1/payments?status=paid&columns=id,amount&delimiter=semicolon&bom=true",
                Map.of("Accept", "text/csv"));
        assertThat(list.body()).startsWith("\ufeffid;amount\r\n").contains(";");
        JsonNode file = files(api, export).get(0);
        assertThat(fetch(file.get("url").textValue()).body()).isEqualTo(list.body());
        JsonNode ready = read(export);
        assertThat(ready.get("status").textValue()).isEqualTo("ready");
        assertThat(ready.get("nextRunAt").isNull()).isTrue();
        assertThat(used()).isEqualTo(file.get("size").longValue());
    }

    @Test
    void eachWrongParameterIsNamed() {
        Reply refused = api.post("/v1/exports", """
                {"list": "payments", "filters": {"status": "payed", "limit": "3", "colour": "red"},
                 "format": "ndjson", "columns": ["id"], "schedule": "hourly"}""").expect(400);
        List<String> named = new ArrayList<>();
        refused.json()
                .at("/errors")
                .forEach(error -> named.add(error.get("param").textValue()));
        assertThat(named)
                .containsExactlyInAnyOrder("filters.status", "filters.limit", "filters.colour", "columns", "schedule");
        assertThat(api.post("/v1/exports", "{\"list\": \"paiments\"}")
                        .expect(400)
                        .body())
                .contains("must be one of checkout-pages");
        assertThat(api.post("/v1/exports", "{\"list\": \"payments\", \"columns\": [\"ids\"]}")
                        .expect(400)
                        .body())
                .contains("unknown column");
        assertThat(api.get("/v1/exports").total()).isZero();
    }

    @Test
    void linksAreBoundToTheFileAndTheMode() {
        seller.create(Payments.RESOURCE, false, record -> {});
        JsonNode live = create(api, "{'list': 'payments'}");
        JsonNode test = create(seller.test(), "{'list': 'payments'}");
        seller.settle();
        assertThat(files(api, live)).hasSize(1);
        String url = files(seller.test(), test).get(0).get("url").textValue();
        assertThat(fetch(url).expect(200).body().lines()).hasSize(2);
        fetch(url.replace("/test/", "/live/")).expect(403);
        fetch(url.replace("expires=", "expires=1")).expect(403);
        fetch(url.replaceAll("[0-9a-f]{24}/payments", id(live) + "/payments")).expect(403);
        fetch(url.replace("/payments-", "/customers-")).expect(403);
        seller.test().get("/v1/exports/" + id(live) + "/files").expect(404);
        GATEWAY.seller().live().get("/v1/exports/" + id(live)).expect(404);
    }

    @Test
    void eventsTellWhenAFileIsComplete() {
        JsonNode export = create(api, "{'list': 'payments'}");
        seller.settle();
        TestFeed feed = new TestFeed(seller, GATEWAY, true);
        assertThat(feed.types()).containsExactly("export.ready");
        assertThat(feed.events().get(0).toString()).contains(id(export));
    }

    @Test
    void deletionStopsTheScheduleAndFreesTheStorage() {
        JsonNode export = create(api, "{'list': 'payments', 'schedule': 'daily'}");
        seller.settle();
        String url = files(api, export).get(0).get("url").textValue();
        fetch(url).expect(200);
        assertThat(used()).isPositive();
        api.send("DELETE", "/v1/exports/" + id(export), Map.of()).expect(200);
        fetch(url).expect(403);
        assertThat(used()).isZero();
        assertThat(api.get("/v1/exports").total()).isZero();
        assertThat(TestSeller.rows("SELECT FROM processor_task WHERE seller_id = $1", seller.id())
                        .size())
                .isZero();
    }

    /** The control: the file is complete when there is room again. */
    @Test
    void exportsThatExceedTheQuotaFail() {
        JsonNode export = create(seller.live(), "{'list': 'payments', 'schedule': 'weekly'}");
        TestSeller.rows("INSERT INTO seller_storage (seller_id, used_bytes) VALUES ($1, 5000000000)", seller.id());
        seller.settle();
        JsonNode failed = read(export);
        assertThat(failed.get("status").textValue()).isEqualTo("failed");
        assertThat(failed.get("failure").textValue()).contains("Delete files first");
        assertThat(failed.get("nextRunAt").isNull()).isFalse();
        assertThat(new TestFeed(seller, GATEWAY, true).types()).containsExactly("export.failed");
        TestSeller.rows("UPDATE seller_storage SET used_bytes = 0 WHERE seller_id = $1", seller.id());
        TestSeller.rows("UPDATE processor_task SET due_at = now() WHERE seller_id = $1", seller.id());
        seller.settle();
        assertThat(read(export).get("status").textValue()).isEqualTo("ready");
        assertThat(files(api, export)).hasSize(1);
    }
}
