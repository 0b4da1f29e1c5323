package io.tollgate.accounts.seller;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.catalog.file.FileSamples;
import io.tollgate.catalog.page.Templates;
import io.tollgate.pdf.LogoSamples;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** PATCH of the account: names, legal details and defaults. */
class AccountDetailsTest {
    private static final String PATH = "/v1/account";

    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private JsonNode patch(String body) {
        JsonNode answer = api.patch(PATH, body).expect(200).json();
        assertThat(seller.test().get(PATH).expect(200).json()).isEqualTo(answer);
        return answer;
    }

    private JsonNode account() {
        return api.get(PATH).expect(200).json();
    }

    @Test
    void details_are_stored_and_null_clears_them() {
        JsonNode empty = account();
        JsonNode set = patch("""
                { "displayName": "Lumen Concerts GmbH", "email": " Billing@Lumen.Example ", "taxId": "DE987654321",
                  "address": { "line1": "Skalitzer Str. 85", "city": "Berlin", "postalCode": "10997", "country": "DE" },
                  "locale": "de-DE", "timezone": "Europe/Berlin", "accentColor": "#0b7285" }""");
        String expected = """
                { "id": "%s", "name": "%s", "displayName": "Lumen Concerts GmbH", "logo": null,
                  "email": "billing@lumen.example",
                  "address": { "line1": "Skalitzer Str. 85", "line2": null, "city": "Berlin", "state": null,
                    "postalCode": "10997", "country": "DE" },
                  "taxId": "DE987654321", "locale": "de-DE", "timezone": "Europe/Berlin",
                  "accentColor": "#0b7285", "customersCanCancelSubscriptions": true,
                  "saveCustomerContactDetails": false, "sendReminderEmails": false, "testKeysChangeLive": false,
                  "storage": { "used": 0, "quota": 5000000000 } }
                """;
        assertThat(set).isEqualTo(Templates.of(expected.formatted(seller.id(), seller.name())));
        JsonNode cleared = patch("""
                { "displayName": null, "email": null, "taxId": null, "address": null, "locale": null,
                  "timezone": null, "accentColor": null }""");
        assertThat(cleared).isEqualTo(empty);
        assertThat(cleared.get("displayName")).isEqualTo(cleared.get("name"));
    }

    @Test
    void what_is_not_sent_is_kept() {
        patch("""
                { "email": "a@b.example", "taxId": "1", "address": { "line1": "Street 1", "city": "Ghent" } }""");
        JsonNode moved = patch("{ \"address\": { \"line1\": \"Street 2\", \"city\": null } }");
        assertThat(moved.at("/address/line1").textValue()).isEqualTo("Street 2");
        assertThat(moved.at("/address/city").isNull()).isTrue();
        assertThat(moved.get("email").textValue()).isEqualTo("a@b.example");
        String logo = FileSamples.upload(api, "image", "logo", LogoSamples.tiny())
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        JsonNode logoed = patch("{ \"logoFileId\": \"" + logo + "\" }");
        assertThat(logoed.get("taxId").textValue()).isEqualTo("1");
        JsonNode named = patch("{ \"displayName\": \"New name\" }");
        assertThat(named.at("/logo/fileId").textValue()).isEqualTo(logo);
        assertThat(patch("{ \"address\": { \"line1\": null } }").get("address").isNull())
                .as("an address without any line is none")
                .isTrue();
        assertThat(patch("{ \"address\": {} }").get("address").isNull()).isTrue();
    }

    @Test
    void each_wrong_value_is_named() {
        JsonNode before = account();
        String body = """
                { "displayName": "", "email": "nobody", "taxId": "%s", "locale": "de", "timezone": "Mars/Base",
                  "address": { "line1": 7, "country": "XX", "zip": "1" }, "phone": "1", "name": "other" }
                """;
        assertThat(api.patch(PATH, body.formatted("1".repeat(51))).problems())
                .containsExactlyInAnyOrder(
                        "displayName",
                        "email",
                        "taxId",
                        "locale",
                        "timezone",
                        "address.line1",
                        "address.country",
                        "address.zip",
                        "phone",
                        "name");
        assertThat(api.patch(PATH, "{ \"displayName\": \"" + "x".repeat(201) + "\" }")
                        .problems())
                .containsExactly("displayName");
        assertThat(api.patch(PATH, "{ \"address\": { \"country\": \"nl\" } }").problems())
                .containsExactly("address.country");
        assertThat(account()).isEqualTo(before);
    }

    @Test
    void the_trail_tells_old_and_new_values() {
        patch("{ \"taxId\": \"OLD\", \"email\": \"old@b.example\" }");
        patch("{ \"taxId\": \"NEW\", \"email\": \"old@b.example\" }");
        JsonNode trail = api.get("/v1/audit-log?recordId=" + seller.id()).json();
        assertThat(trail.get("total").intValue()).isEqualTo(2);
        assertThat(trail.at("/data/0/route").textValue()).isEqualTo("PATCH /v1/account");
        assertThat(trail.at("/data/0/changes")).isEqualTo(Templates.of("""
                { "list": [ { "field": "taxId", "before": "OLD", "after": "NEW" } ] }""").get("list"));
    }

    @Test
    void another_seller_has_its_own() {
        patch("{ \"displayName\": \"Mine\", \"taxId\": \"1\" }");
        JsonNode other = TestGateway.shared().seller().live().get(PATH).json();
        assertThat(other.get("taxId").isNull()).isTrue();
        assertThat(other.get("displayName")).isEqualTo(other.get("name"));
    }

    private String page(String kind, String body) {
        return "/v1/" + kind + "/"
                + api.post("/v1/" + kind, body)
                        .expect(201)
                        .json()
                        .at("/data/id")
                        .textValue();
    }

    private JsonNode read(String path, String pointer) {
        return api.get(path).expect(200).json().at("/data" + pointer);
    }

    @Test
    void new_pages_take_the_language_and_events_the_time_zone() {
        String before = page("events", "{ \"name\": \"Before\" }");
        assertThat(read(before, "/locale").textValue()).isEqualTo("en-US");
        assertThat(read(before, "/eventDetails/timezone").isNull()).isTrue();
        patch("{ \"locale\": \"jp-JP\", \"timezone\": \"Asia/Tokyo\" }");
        for (String kind : List.of("checkout-pages", "forms", "events")) {
            String path = page(kind, "{ \"name\": \"Page\" }");
            assertThat(read(path, "/locale").textValue()).as(kind).isEqualTo("jp-JP");
            String own = page(kind, "{ \"name\": \"Page\", \"locale\": \"fr-FR\" }");
            assertThat(read(own, "/locale").textValue()).as(kind).isEqualTo("fr-FR");
        }
        String event = page("events", "{ \"name\": \"Event\" }");
        assertThat(read(event, "/eventDetails/timezone").textValue()).isEqualTo("Asia/Tokyo");
        String own = page("events", "{ \"name\": \"Event\", \"eventDetails\": { \"timezone\": \"Europe/Paris\" } }");
        assertThat(read(own, "/eventDetails/timezone").textValue()).isEqualTo("Europe/Paris");
        patch("{ \"locale\": null, \"timezone\": null }");
        assertThat(read(event, "/locale").textValue()).isEqualTo("jp-JP");
        assertThat(read(event, "/eventDetails/timezone").textValue()).isEqualTo("Asia/Tokyo");
        assertThat(read(before, "/locale").textValue()).isEqualTo("en-US");
    }

    @Test
    void the_account_is_sent_back_as_it_is_read() {
        JsonNode read = account();
        JsonNode values = Templates.of(read.toString()).without(List.of("id", "name", "logo", "storage"));
        assertThat(patch(values.toString())).isEqualTo(read);
        String tag = String.valueOf(api.get(PATH).header("ETag"));
        patch("{ \"taxId\": \"2\" }");
        Map<String, String> stale = Map.of("Content-Type", "application/json", "If-Match", tag);
        api.send("PATCH", PATH, stale, "{ \"taxId\": \"3\" }").expect(412);
    }
}
