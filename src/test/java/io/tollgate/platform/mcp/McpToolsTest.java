package io.tollgate.platform.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.tollgate.app.TestEndpoints;
import io.tollgate.catalog.coupon.Coupons;
import io.tollgate.catalog.event.Events;
import io.tollgate.platform.api.Endpoint;
import io.tollgate.platform.resource.Resource;
import io.tollgate.sales.payment.Payments;
import io.tollgate.support.McpClient;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Agents see the endpoints of the API as tools, and reach what their key reaches. */
class McpToolsTest {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Tools TOOLS = new Tools(TestEndpoints.all());

    private final TestSeller seller = TestGateway.shared().seller();
    private final McpClient agent = new McpClient(seller.live());

    static Stream<Arguments> reads() {
        return TOOLS.all().stream()
                .filter(tool -> tool.endpoint().writing() == null)
                .map(tool -> Arguments.of(tool.name(), tool));
    }

    private JsonNode definitions() {
        return agent.send("tools/list", McpClient.params()).expect(200).json().at("/result/tools");
    }

    /** Returns the definition of a tool. */
    private JsonNode definition(String name) {
        for (JsonNode definition : definitions()) {
            if (definition.get("name").asText().equals(name)) {
                return definition;
            }
        }
        throw new AssertionError("no tool " + name);
    }

    private static void assertMatches(JsonNode schema, JsonNode value) {
        Schema compiled = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(schema.toString(), InputFormat.JSON);
        assertThat(compiled.validate(value.toString(), InputFormat.JSON)).isEmpty();
    }

    @Test
    void definitions_are_complete_and_in_a_fixed_order() {
        JsonNode list = definitions();
        assertThat(list).hasSizeLessThanOrEqualTo(Tools.COUNT_MAX);
        assertThat(list).map(tool -> tool.get("name").textValue()).isEqualTo(Tools.NAMES);
        assertThat(definitions()).isEqualTo(list);
        for (JsonNode definition : list) {
            Tool tool = TOOLS.named(definition.get("name").asText());
            JsonNode hints = definition.get("annotations");
            boolean reads =
                    tool.endpoint().method().name().equals("GET") || tool.name().equals("create_quote");
            assertThat(hints.get("readOnlyHint").booleanValue()).as(tool.name()).isEqualTo(reads);
            assertThat(definition.at("/inputSchema/properties").has(Confirmations.ARGUMENT))
                    .as(tool.name())
                    .isEqualTo(!reads);
            for (String schema : new String[] {"inputSchema", "outputSchema"}) {
                assertThat(definition.get(schema).get("type").asText()).isEqualTo("object");
                for (String reference : definition.get(schema).findValuesAsText("$ref")) {
                    assertThat(definition.get(schema).at(reference.substring(1)).isObject())
                            .as("%s of %s", reference, tool.name())
                            .isTrue();
                }
            }
        }
        assertThat(definition("create_coupon")
                        .at("/annotations/destructiveHint")
                        .booleanValue())
                .isFalse();
        assertThat(definition("cancel_booking")
                        .at("/annotations/destructiveHint")
                        .booleanValue())
                .isTrue();
        assertThat(definition("list_payments")
                        .at("/annotations/destructiveHint")
                        .booleanValue())
                .isFalse();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("reads")
    void a_read_returns_what_its_endpoint_returns(String name, Tool tool) {
        ObjectNode arguments = JSON.objectNode();
        String path = path(tool, arguments);
        if (tool.endpoint().shape() == Endpoint.Shape.LIST) {
            arguments.put("limit", 1);
            path += "?limit=1";
        }
        Reply http = seller.live().get(path).expect(200);
        JsonNode result = agent.call(name, arguments.toString());
        assertThat(result.get("isError").booleanValue()).isFalse();
        assertThat(plain(result.get("structuredContent").toString())).isEqualTo(plain(http.body()));
        assertThat(TestApi.json(result.at("/content/0/text").textValue())).isEqualTo(result.get("structuredContent"));
        assertMatches(definition(name).get("outputSchema"), result.get("structuredContent"));
    }

    private static JsonNode plain(String body) {
        return TestApi.json(body.replaceAll("expires=\\d+(&nonce=\\w+)?&signature=[^\"]*", ""));
    }

    /** Creates what the path of a tool names, and a second record. Returns the path. */
    private String path(Tool tool, ObjectNode arguments) {
        Resource resource = tool.endpoint().resource();
        if (tool.endpoint().path().startsWith(Events.RESOURCE.path() + "/{")) {
            String event =
                    seller.create(Events.RESOURCE, true, record -> {}).get("id").textValue();
            arguments.put("pageId", event);
            return tool.endpoint().path().replace("{pageId}", event);
        }
        if (tool.endpoint().shape() == Endpoint.Shape.BARE) {
            return tool.endpoint().path();
        }
        seller.create(resource, true, record -> {});
        String id = seller.create(resource, true, record -> {}).get("id").textValue();
        tool.pathNames().forEach(parameter -> arguments.put(parameter, id));
        return tool.endpoint().path().replaceAll("\\{\\w+}", id);
    }

    @Test
    void filters_and_modes_are_arguments() {
        seller.create(Payments.RESOURCE, true, record -> record.put("status", "paid"));
        seller.create(Payments.RESOURCE, true, record -> record.put("status", "unpaid"));
        seller.create(Payments.RESOURCE, false, record -> record.put("status", "paid"));
        assertThat(total(agent.call("list_payments", "{'status': 'paid'}"))).isEqualTo(1);
        assertThat(total(agent.call("list_payments", "{}"))).isEqualTo(2);
        assertThat(total(agent.call("list_payments", "{'livemode': false}"))).isEqualTo(1);
    }

    private static long total(JsonNode result) {
        return result.at("/structuredContent/total").longValue();
    }

    @Test
    void a_record_of_another_seller_or_mode_is_unknown() {
        TestSeller other = TestGateway.shared().seller();
        String theirs =
                other.create(Payments.RESOURCE, true, record -> {}).get("id").textValue();
        String live =
                seller.create(Payments.RESOURCE, true, record -> {}).get("id").textValue();
        String test =
                seller.create(Payments.RESOURCE, false, record -> {}).get("id").textValue();
        String unknown = error(agent.call("get_payment", "{'paymentId': '" + "0".repeat(24) + "'}"), 404);
        for (String id : new String[] {theirs, test}) {
            assertThat(error(agent.call("get_payment", "{'paymentId': '" + id + "'}"), 404))
                    .isEqualTo(unknown);
        }
        McpClient tester = new McpClient(seller.test());
        assertThat(error(tester.call("get_payment", "{'paymentId': '" + live + "'}"), 404))
                .isEqualTo(unknown);
        assertThat(error(tester.call("list_payments", "{'livemode': true}"), 403))
                .contains("test_key_live_data");
    }

    /** Returns the body of an error without the id of the request. */
    static String error(JsonNode result, int status) {
        assertThat(result.get("isError").asBoolean()).as("%s", result).isTrue();
        assertThat(result.at("/_meta/io.tollgate~1status").intValue()).isEqualTo(status);
        return result.at("/content/0/text").textValue().replaceAll("\"requestId\":\"\\w+\"", "");
    }

    @Test
    void errors_are_those_of_the_endpoint() {
        assertThat(error(agent.call("list_payments", "{'stauts': 'paid', 'limit': 0}"), 400))
                .isEqualTo(seller.live()
                        .get("/v1/payments?limit=0&stauts=paid")
                        .expect(400)
                        .body()
                        .replaceAll("\"requestId\":\"\\w+\"", ""))
                .contains("did you mean status");
        assertThat(error(agent.call("get_payment", "{'paymentId': 'x', 'more': true}"), 400))
                .contains("paymentId");
        assertThat(error(agent.call("get_payment", "{}"), 400)).contains("paymentId must be a string");
        assertThat(error(agent.call("list_payments", "{'status': ['paid'], 'search': null}"), 400))
                .contains("\"status\"", "\"search\"");
        assertThat(error(agent.call("get_payment", "{'paymentId': '../../v1/account'}"), 400))
                .contains("paymentId");
        assertThat(error(agent.call("create_coupon", "{'label': 1, 'codes': 'x'}"), 400))
                .contains("\"label\"", "did you mean code");
        assertThat(error(agent.call("list_coupons", "{'confirmationToken': 'x'}"), 400))
                .contains("unknown parameter");
    }

    /** An argument cannot add a parameter of its own. */
    @Test
    void texts_stay_one_value() {
        seller.create(Coupons.RESOURCE, true, record -> record.put("label", "a&limit=0 + 1 %41 ü"));
        assertThat(total(agent.call("list_coupons", "{'search': 'a&limit=0 + 1 %41 ü'}")))
                .isEqualTo(1);
    }

    @Test
    void a_quote_needs_no_confirmation() {
        String body = "{'name': 'Box', 'productData': {'title': 'Box',"
                + " 'prices': [{'amount': 1000, 'currency': 'eur'}]}}";
        String page = seller.live()
                .post("/v1/checkout-pages", body.replace('\'', '"'))
                .expect(201)
                .json()
                .at("/data/id")
                .textValue();
        JsonNode result = agent.call("create_quote", "{'pageId': '" + page + "'}");
        assertThat(result.at("/structuredContent/data/amount").intValue())
                .as("%s", result)
                .isEqualTo(1000);
    }

    @Test
    void names_are_operations_in_snake_case() {
        assertThat(Tools.NAMES).doesNotHaveDuplicates().allMatch(name -> name.equals(name.toLowerCase(Locale.ROOT)));
    }
}
