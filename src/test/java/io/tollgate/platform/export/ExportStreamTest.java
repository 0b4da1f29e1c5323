package io.tollgate.platform.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.CsvFile;
import io.tollgate.support.Eventually;
import io.tollgate.support.RawHttp;
import io.tollgate.support.SecondStage;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** Exports of several pages: their end, their failures and slow clients. */
class ExportStreamTest {
    private static final String PATH = "/v1/payments?columns=id,amount";

    private final TestSeller seller = TestGateway.shared().seller();

    /** Stores payments and returns their ids, newest first. */
    private static List<String> store(TestSeller seller, int count, String text) {
        // A day ago: sales of the last hour are read in other tests, and one of these records gets damaged.
        Instant now = Instant.now().minus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.MILLIS);
        List<ObjectNode> payments = new ArrayList<>();
        List<String> ids = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ObjectNode payment = seller.sample(Payments.RESOURCE, true, now);
            payments.add(payment.put("paymentError", text));
            ids.add(0, payment.get("id").textValue());
        }
        TestSeller.await(seller.insertAll(Payments.RESOURCE, true, payments));
        return ids;
    }

    private List<String> ids(String query) {
        Reply reply = seller.live().send("GET", PATH + query, ExportedListsTest.CSV);
        return CsvFile.of(reply).column("id");
    }

    @Test
    void list_of_several_pages_is_complete() {
        List<String> ids = store(seller, 250, "");
        assertThat(ids("")).isEqualTo(ids);
        assertThat(ids("&limit=150")).isEqualTo(ids.subList(0, 150));
        assertThat(ids("&limit=100")).isEqualTo(ids.subList(0, 100));
        assertThat(ids("&limit=1000")).isEqualTo(ids);
        assertThat(ids("&starting_after=" + ids.get(20))).isEqualTo(ids.subList(21, 250));
        assertThat(ids("&limit=120&starting_after=" + ids.get(20))).isEqualTo(ids.subList(21, 141));
        assertThat(ids("&ending_before=" + ids.get(240))).isEqualTo(ids.subList(0, 240));
        assertThat(ids("&limit=30&ending_before=" + ids.get(240))).isEqualTo(ids.subList(210, 240));
        assertThat(ids("&ending_before=" + ids.get(0))).isEmpty();
    }

    @Test
    void large_records_come_in_smaller_pages() {
        List<String> ids = store(seller, 130, "x".repeat(100_000));
        assertThat(ids("")).isEqualTo(ids);
    }

    @Test
    void compressed_list_has_the_same_bytes() throws IOException, InterruptedException {
        store(seller, 250, "");
        for (String accept : List.of("text/csv", "application/x-ndjson")) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(TestGateway.shared().url() + "/v1/payments"))
                    .header("Authorization", "Bearer " + seller.liveKey())
                    .header("Accept", accept)
                    .header("Accept-Encoding", "gzip")
                    .build();
            HttpResponse<byte[]> packed =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofByteArray());
            assertThat(packed.headers().firstValue("Content-Encoding")).hasValue("gzip");
            byte[] body = new GZIPInputStream(new ByteArrayInputStream(packed.body())).readAllBytes();
            assertThat(new String(body, StandardCharsets.UTF_8))
                    .isEqualTo(seller.live()
                            .send("GET", "/v1/payments", Map.of("Accept", accept))
                            .body());
        }
    }

    @Test
    void head_has_the_headers_and_no_body() {
        Reply head = seller.live().send("HEAD", PATH, ExportedListsTest.CSV).expect(200);
        assertThat(head.header("Content-Type")).isEqualTo("text/csv; charset=utf-8");
        assertThat(head.header("Content-Disposition")).startsWith("attachment");
        assertThat(head.body()).isEmpty();
        seller.live().send("HEAD", PATH + ",nothing", ExportedListsTest.CSV).expect(400);
    }

    @Test
    void failure_on_a_later_page_resets_the_connection() {
        List<String> ids = store(seller, 250, "");
        String damage = "UPDATE payment SET record = 'damaged' WHERE seller_id = $1 AND id = $2";
        TestSeller.rows(damage, seller.id(), ids.get(199));
        for (String accept : List.of("text/csv", "application/x-ndjson")) {
            String text = RawHttp.text(TestGateway.shared().port(), request("1.1", accept));
            assertThat(text).startsWith("HTTP/1.1 200").contains("chunked").doesNotContain("\r\n0\r\n");
            assertThat(text).contains(ids.get(0)).doesNotContain(ids.get(199));
        }
        TestSeller.rows(damage, seller.id(), ids.get(99));
        Reply reply = seller.live().send("GET", PATH, ExportedListsTest.CSV);
        assertThat(reply.expect(500).json().get("code").textValue()).isEqualTo("internal_error");
        seller.live().send("GET", PATH + "&limit=50", ExportedListsTest.CSV).expect(200);
    }

    private String request(String version, String accept) {
        return "GET /v1/payments HTTP/" + version + "\r\nHost: a\r\nConnection: close\r\nAccept: " + accept
                + "\r\nAuthorization: Bearer " + seller.liveKey() + "\r\n\r\n";
    }

    @Test
    void old_clients_that_cannot_see_the_end_of_a_file_are_refused() {
        RawHttp.Response response = RawHttp.send(TestGateway.shared().port(), request("1.0", "text/csv"))
                .only();
        assertThat(response.status()).isEqualTo(400);
        assertThat(response.body()).contains("need HTTP/1.1");
    }

    @Test
    @SecondStage
    void client_that_does_not_read_is_disconnected_and_frees_its_slot() throws IOException {
        Map<String, String> settings =
                Map.of("exports.sellerMax", "1", "exports.max", "2", "exports.readTimeoutMillis", "500");
        try (TestGateway gateway = TestGateway.startPatient(settings);
                Socket idle = new Socket()) {
            TestSeller slow = gateway.seller();
            TestApi api = slow.live();
            store(slow, 120, "x".repeat(100_000));
            idle.setReceiveBufferSize(4_096);
            idle.connect(new InetSocketAddress("127.0.0.1", gateway.port()));
            String request = "GET /v1/payments HTTP/1.1\r\nHost: a\r\nAccept: application/x-ndjson\r\nAuthorization: "
                    + "Bearer " + slow.liveKey() + "\r\n\r\n";
            idle.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            assertThat(idle.getInputStream().read()).isEqualTo('H');
            Reply refused = api.send("GET", PATH, ExportedListsTest.CSV);
            assertThat(refused.expect(429).json().get("code").textValue()).isEqualTo("too_many_exports");
            assertThat(refused.header("Retry-After")).isEqualTo("5");
            api.get("/v1/payments").expect(200);
            gateway.seller().live().send("GET", PATH, ExportedListsTest.CSV).expect(200);
            assertThat(Eventually.isTrue(() -> api.send("GET", PATH + "&limit=1", ExportedListsTest.CSV)
                                    .status()
                            == 200))
                    .isTrue();
        }
    }

    @Test
    void instance_sends_a_limited_number_of_exports() {
        ExportSlots slots = new ExportSlots(new ExportSettings(2, 3, 1_000, 30));
        Runnable first = slots.take("a");
        slots.take("a");
        assertThat(refusal(slots, "a")).isEqualTo("429 too_many_exports");
        slots.take("b");
        assertThat(refusal(slots, "c")).isEqualTo("503 exports_busy");
        first.run();
        first.run();
        assertThat(slots.running()).isEqualTo(2);
        assertThat(refusal(slots, "a")).isEmpty();
        assertThat(refusal(slots, "c")).isEqualTo("503 exports_busy");
    }

    private static String refusal(ExportSlots slots, String seller) {
        try {
            slots.take(seller);
            return "";
        } catch (io.tollgate.platform.error.ApiError e) {
            return e.status() + " " + e.code();
        }
    }
}
