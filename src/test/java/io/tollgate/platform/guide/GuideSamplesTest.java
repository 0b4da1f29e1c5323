package io.tollgate.platform.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tollgate.support.TestApi;
import io.tollgate.support.TestApi.Reply;
import io.tollgate.support.TestGateway;
import io.tollgate.support.TestSeller;
import java.io.IOException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every request of a guide works, in the order of the guide, and returns what the guide shows. */
class GuideSamplesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final Pattern BLOCK = Pattern.compile("```(\\w+)(?: status=(\\d+))?\\n(.*?)```", Pattern.DOTALL);

    /** Values that differ from one installation to another. */
    private static final List<Pattern> VARYING =
            List.of(Pattern.compile("[0-9a-f]{24}"), Pattern.compile("req_[0-9a-f]{24}"), Pattern.compile("[0-9]{8}"));

    /** The variables that a guide tells its reader to export, with their place in the response. */
    private static final Map<String, List<String>> EXPORTS = Map.of(
            "newsletter-form", List.of("FORM_ID=/data/id"),
            "spring-concert", List.of("EVENT_ID=/data/id", "TICKET_TYPE_ID=/data/ticketGroups/0/ticketTypes/0/id"),
            "mug-for-agents", List.of("PAGE_URL=/data/url"),
            "$TOLLGATE_URL/ucp/checkout-sessions", List.of("SESSION_ID=/id"),
            "order-1042", List.of("BOOKING_ID=/data/id"),
            "guest-list-7", List.of("GUEST_BOOKING_ID=/data/id"),
            "$TOLLGATE_URL/v1/checkout-pages", List.of("PAGE_ID=/data/id"),
            "$TOLLGATE_URL/v1/webhooks", List.of("WEBHOOK_ID=/data/id"),
            "$TOLLGATE_URL/mcp", List.of("CONFIRMATION_TOKEN=/result/structuredContent/confirmationToken"),
            "$TOLLGATE_URL/v1/tickets?bookingId=$BOOKING_ID",
                    List.of("TICKET_ID=/data/0/id", "CHECK_IN_CODE=/data/0/checkInCode"));

    static List<String> guides() {
        return Guides.NAMES;
    }

    @ParameterizedTest
    @MethodSource("guides")
    void requests_work_and_responses_are_those_shown(String name) throws IOException {
        TestSeller seller = TestGateway.shared().seller();
        Map<String, String> variables = new HashMap<>(Map.of(
                "TOLLGATE_URL", "", "TOLLGATE_LIVE_KEY", seller.liveKey(), "TOLLGATE_TEST_KEY", seller.testKey()));
        Matcher block = BLOCK.matcher(Guides.named(name).markdown());
        Reply last = null;
        int sent = 0;
        while (block.find()) {
            String code = block.group(3);
            if (CurlCommand.isOne(code)) {
                CurlCommand command = CurlCommand.parse(code);
                last = send(command, variables);
                assertThat(Integer.toString(last.status()))
                        .as(code + last.body())
                        .matches(block.group(2) == null ? "2.." : block.group(2));
                export(command, last, variables);
                sent++;
            } else if (block.group(1).equals("json")) {
                assertShown(MAPPER.readTree(code), last.json(), code + last.body());
            }
        }
        assertThat(sent).isPositive();
    }

    private static Reply send(CurlCommand command, Map<String, String> variables) {
        Map<String, String> headers = new HashMap<>();
        command.headers().forEach((header, value) -> headers.put(header, filled(value, variables)));
        TestApi anyone = TestGateway.shared().api(null);
        String path = filled(command.url(), variables);
        if (command.body() == null) {
            return anyone.send(command.method(), path, headers);
        }
        headers.put("Content-Type", "application/json");
        return anyone.send(
                command.method(), path, headers, filled(command.body().toString(), variables));
    }

    private static String filled(String text, Map<String, String> variables) {
        return Pattern.compile("\\$([A-Z_]+)").matcher(text).replaceAll(found -> {
            assertThat(variables).containsKey(found.group(1));
            return variables.get(found.group(1));
        });
    }

    private static void export(CurlCommand command, Reply reply, Map<String, String> variables) {
        String source = command.headers().getOrDefault("Idempotency-Key", command.url());
        for (String export : EXPORTS.getOrDefault(source, List.of())) {
            String[] parts = export.split("=");
            variables.put(parts[0], reply.json().at(parts[1]).textValue());
        }
    }

    /** The response in a guide may omit fields, but not change them. */
    private static void assertShown(JsonNode shown, JsonNode real, String context) {
        if (shown.isObject()) {
            shown.properties().forEach(field -> {
                assertThat(real.has(field.getKey()))
                        .as(field.getKey() + " in " + context)
                        .isTrue();
                assertShown(field.getValue(), real.get(field.getKey()), context);
            });
        } else if (shown.isArray()) {
            assertThat(real).as(context).hasSameSizeAs(shown);
            Iterator<JsonNode> elements = real.elements();
            shown.forEach(element -> assertShown(element, elements.next(), context));
        } else if (VARYING.stream().noneMatch(kind -> matches(kind, shown) && matches(kind, real))) {
            assertThat(real).as(context).isEqualTo(shown);
        }
    }

    private static boolean matches(Pattern kind, JsonNode value) {
        return value.isTextual() && kind.matcher(value.textValue()).matches();
    }
}
