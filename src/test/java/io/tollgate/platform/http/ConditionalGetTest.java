package io.tollgate.platform.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.tollgate.accounts.customer.Customers;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.invoice.Invoices;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code If-None-Match}: a client that has the current record gets 304. */
class ConditionalGetTest {
    private final TestSeller seller = TestGateway.shared().seller();
    private final TestApi api = seller.live();

    private String path(Resource resource) {
        return resource.path() + "/"
                + seller.create(resource, true, record -> {}).get("id").textValue();
    }

    private Reply get(String path, String ifNoneMatch) {
        return api.send("GET", path, Map.of("If-None-Match", ifNoneMatch));
    }

    static List<Resource> wholly() {
        return TestEndpoints.resources().stream()
                .filter(resource -> resource.recorded() && resource != Invoices.RESOURCE)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("wholly")
    void a_known_record_is_not_sent_again(Resource resource) {
        String path = path(resource);
        Reply first = api.get(path).expect(200);
        Reply again = get(path, first.header("ETag")).expect(304);
        assertThat(again.body()).isEmpty();
        assertThat(again.header("ETag")).isEqualTo(first.header("ETag"));
        assertThat(again.header("Content-Type")).isNull();
        assertThat(again.header("Request-Id")).isNotNull();
        assertThat(again.header("RateLimit-Limit")).isNotNull();
        OpenApiResponsesTest.described(again, resource.path() + "/{" + resource.idName() + "}", "get");
    }

    @ParameterizedTest
    @ValueSource(strings = {"%s", "W/%s", "*", " %s ", "\"a\", %s", "\"a\",W/\"b\" ,%s,\"c\"", "\"x,y\", %s"})
    void any_of_the_tags_is_enough(String known) {
        String path = path(Customers.RESOURCE);
        get(path, known.formatted(api.get(path).header("ETag"))).expect(304);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"no\"", "no quotes", "W/\"no\"", "\"\"", "\"no\", W/\"neither\""})
    void other_tags_get_the_record(String known) {
        get(path(Customers.RESOURCE), known).expect(200);
    }

    @Test
    void a_record_that_has_changed_is_sent() {
        String path = path(Customers.RESOURCE);
        String former = api.get(path).header("ETag");
        api.patch(path, "{\"name\":\"Berta\"}").expect(200);
        assertThat(get(path, former).expect(200).json().at("/data/name").textValue())
                .isEqualTo("Berta");
    }

    @Test
    void a_missing_record_is_404_for_any_tag() {
        get("/v1/customers/" + "0".repeat(24), "*").expect(404);
        get("/v1/customers?limit=1", "*").expect(200);
    }

    /** Their entity tags do not cover all fields, such as links that expire after an hour and use counts. */
    @Test
    void records_with_composed_fields_are_sent_each_time() {
        for (Resource resource : List.of(Invoices.RESOURCE, Coupons.RESOURCE)) {
            String path = path(resource);
            get(path, api.get(path).header("ETag")).expect(200);
        }
    }
}
