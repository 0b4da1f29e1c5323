package io.tollgate.accounts.customer;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** PATCH of customers. */
class CustomerChangeTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();
    private final String id =
            seller.create(Customers.RESOURCE, true, record -> {}).get("id").textValue();
    private final String path = "/v1/customers/" + id;

    private JsonNode customer() {
        return api.get(path).expect(200).json().get("data");
    }

    @Test
    void needs_a_key_of_the_seller_and_the_mode() {
        TestGateway.shared().api(null).patch(path, "{\"name\":\"A\"}").expect(401);
        Reply missing =
                api.patch("/v1/customers/" + "0".repeat(24), "{\"name\":\"A\"}").expect(404);
        Reply foreign = TestGateway.shared()
                .seller()
                .live()
                .patch(path, "{\"name\":\"A\"}")
                .expect(404);
        Reply otherMode = seller.test().patch(path, "{\"name\":\"A\"}").expect(404);
        assertThat(foreign.bodyWithoutRequestId()).isEqualTo(missing.bodyWithoutRequestId());
        assertThat(otherMode.bodyWithoutRequestId()).isEqualTo(missing.bodyWithoutRequestId());
        assertThat(customer().get("name").textValue()).isEqualTo("sample of name");
    }

    @Test
    void every_problem_is_named_by_its_path_in_one_answer() {
        Reply reply = api.patch(
                path + "?livemode=true",
                "{\"email\":null,\"nam\":\"A\",\"phone\":\"\",\"address\":{\"line1\":5,\"zip\":\"1\"},\"shipping\":[],"
                        + "\"billingEmail\":\"x@y\",\"taxId\":\"1\"}");
        assertThat(reply.problems())
                .containsExactlyInAnyOrder(
                        "livemode",
                        "email",
                        "nam",
                        "phone",
                        "address.line1",
                        "address.zip",
                        "shipping",
                        "billingEmail",
                        "taxId");
        assertThat(reply.json().toString()).contains("unknown field, did you mean name?");
        assertThat(api.patch(path, "{\"email\":\"a\\u200b@b.cc\",\"billingEmail\":\"a\\u2028b@c.de\"}")
                        .problems())
                .containsExactlyInAnyOrder("email", "billingEmail");
        assertThat(api.patch("/v1/customers/x", "{}").problems()).containsExactly("customerId", "body");
        assertThat(api.patch(path, "{}").problems()).containsExactly("body");
        assertThat(api.patch(path, "[]").problems()).containsExactly("body");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "id|\"65f0c0ffee0123456789abcd\"",
                "sellerId|\"65f0c0ffee0123456789abcd\"",
                "taxId|\"1\"",
                "taxIdType|\"eu_vat\"",
                "processorCustomerId|\"cus_1\"",
                "createdAt|\"2026-01-31T00:00:00Z\"",
                "updatedAt|\"2026-01-31T00:00:00Z\"",
                "livemode|false"
            })
    void what_is_not_the_callers_to_set_is_refused(String field, String value) {
        JsonNode before = customer();
        assertThat(api.patch(path, "{\"name\":\"A\",\"" + field + "\":" + value + "}")
                        .problems())
                .containsExactly(field);
        assertThat(customer()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"XX", "DEU", "nl", "Germany"})
    void a_country_is_one_of_iso_3166(String country) {
        String address = "\"address\":{\"country\":\"" + country + "\"}";
        assertThat(api.patch(path, "{" + address + ",\"shipping\":{" + address + "}}")
                        .problems())
                .containsExactly("address.country", "shipping.address.country");
        api.patch(path, "{" + address.replace(country, "NL") + "}").expect(200);
    }

    @Test
    void keeps_what_is_omitted_clears_what_is_null_and_merges_objects() {
        JsonNode before = customer();
        Reply reply = api.patch(
                        path,
                        "{\"email\":\" Anna@Example.COM \",\"companyName\":null,\"address\":{\"city\":\"Bonn\","
                                + "\"line2\":null},"
                                + "\"shipping\":{\"address\":{\"city\":\"Köln\"}}}")
                .expect(200);
        JsonNode after = reply.json().get("data");
        assertThat(after.get("email").textValue()).isEqualTo("anna@example.com");
        assertThat(after.get("companyName").isNull()).isTrue();
        assertThat(after.get("name")).isEqualTo(before.get("name"));
        assertThat(after.at("/address/city").textValue()).isEqualTo("Bonn");
        assertThat(after.at("/address/line2").isNull()).isTrue();
        assertThat(after.at("/address/line1")).isEqualTo(before.at("/address/line1"));
        assertThat(after.at("/shipping/address/city").textValue()).isEqualTo("Köln");
        assertThat(after.at("/shipping/phone")).isEqualTo(before.at("/shipping/phone"));
        assertThat(after.get("updatedAt").textValue())
                .isGreaterThanOrEqualTo(before.get("updatedAt").textValue());
        Reply read = api.get(path).expect(200);
        assertThat(read.body()).isEqualTo(reply.body());
        assertThat(read.header("ETag")).isEqualTo(reply.header("ETag"));
        assertThat(api.get("/v1/customers?search=anna@example.com").ids()).containsExactly(id);
    }

    @Test
    void null_clears_a_whole_object_and_a_part_makes_it_anew() {
        api.patch(path, "{\"address\":null,\"shipping\":null}").expect(200);
        assertThat(customer().get("address").isNull()).isTrue();
        api.patch(path, "{\"address\":{\"city\":\"Bonn\"}}").expect(200);
        assertThat(customer().get("address").toString())
                .isEqualTo("{\"line1\":null,\"line2\":null,\"city\":\"Bonn\",\"state\":null,\"postalCode\":null,"
                        + "\"country\":null}");
    }

    @Test
    void a_change_to_what_is_there_already_writes_nothing() {
        Reply first = api.patch(path, "{\"name\":\"Anna\"}").expect(200);
        long entries = api.get("/v1/audit-log").total();
        Reply again = api.patch(path, "{\"name\":\"Anna\"}").expect(200);
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(api.get("/v1/audit-log").total()).isEqualTo(entries);
    }

    @Test
    void an_address_of_another_customer_is_a_conflict_within_seller_and_mode_only() {
        String other = "other-" + id + "@example.com";
        seller.create(Customers.RESOURCE, true, record -> record.put("email", other));
        Reply taken = api.send(
                        "PATCH",
                        path,
                        Map.of("Content-Type", "application/json", "Idempotency-Key", "taken"),
                        "{\"email\":\"" + other + "\"}")
                .expect(409);
        assertThat(taken.json().get("code").textValue()).isEqualTo("email_taken");
        Reply again = api.send(
                        "PATCH",
                        path,
                        Map.of("Content-Type", "application/json", "Idempotency-Key", "taken"),
                        "{\"email\":\"" + other + "\"}")
                .expect(409);
        assertThat(again.body()).isEqualTo(taken.body());
        assertThat(again.header("Idempotent-Replayed")).isEqualTo("true");
        String test =
                seller.create(Customers.RESOURCE, false, record -> {}).get("id").textValue();
        seller.test()
                .patch("/v1/customers/" + test, "{\"email\":\"" + other + "\"}")
                .expect(200);
    }
}
